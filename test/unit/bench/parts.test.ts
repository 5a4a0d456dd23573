import { describe, expect, it } from 'vitest'
import { listParts, LONG_PARTS, PARTS, WHOLE_RUN_SECONDS } from '../../bench/parts.js'

describe('the parts of the benchmark', () => {
  it('fit into a whole run of twenty minutes', () => {
    const sum = Object.values(PARTS).reduce((total, { seconds }) => total + seconds, 0)
    expect(WHOLE_RUN_SECONDS).toBe(20 * 60)
    expect(sum).toBeLessThanOrEqual(WHOLE_RUN_SECONDS)
  })

  it('are listed with their seconds and rows', () => {
    const text = listParts()
    for (const [name, { seconds, rows }] of Object.entries({ ...PARTS, ...LONG_PARTS })) {
      expect(text).toMatch(new RegExp(`^  ${name} +${seconds} s  `, 'm'))
      expect(text).toContain(rows)
    }
  })

  it('have a name of their own', () =>
    expect(Object.keys(PARTS).filter((name) => name in LONG_PARTS)).toEqual([]))

  it.each(Array.from({ length: 26 }, (_, index) => `P${index + 1}`))('list rows of %s', (id) => {
    const rows = Object.values({ ...PARTS, ...LONG_PARTS }).map((part) => part.rows)
    expect(rows.filter((text) => new RegExp(`\\b${id}\\b`).test(text))).not.toEqual([])
  })
})
