import { describe, expect, it } from 'vitest'
import { sumOf } from '../../run/result.mjs'
import { fitsInto, notRunLines, turnsOf } from '../../run/window-turns.mjs'

const FILES = Array.from(
  { length: 30 },
  (_, index) => `orders/${String(index).padStart(2, '0')}.spec.ts`,
)
const MINUTE = 60_000

describe('the turns of the tests with windows', () => {
  it('contain every file once, in the same order at the same commit', () => {
    const turns = turnsOf(FILES, 'b7f594e1aa')
    expect(turns.flat().toSorted()).toEqual(FILES)
    expect(turnsOf(FILES.toReversed(), 'b7f594e1aa')).toEqual(turns)
    expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(12)
  })

  it('are others at another commit, so that each file is in the first one at some', () => {
    const first = (commit: number) => turnsOf(FILES, `commit ${commit}`)[0] ?? []
    const early = new Set(Array.from({ length: 20 }, (_, commit) => first(commit)).flat())
    expect([...early].toSorted()).toEqual(FILES)
  })

  it('exist where the commit is not known', () => {
    expect(turnsOf(FILES, '').flat().toSorted()).toEqual(FILES)
    expect(turnsOf([], 'b7f594e1aa')).toEqual([])
  })
})

describe('the time of the tests with windows', () => {
  it('allows a turn that ends in it, at the pace until now', () => {
    const turn = FILES.slice(0, 10)
    const before = { files: 32, elapsedMs: 8 * MINUTE }
    expect(fitsInto(before, turn, 10.5 * MINUTE)).toBe(true)
    expect(fitsInto(before, turn, 10.4 * MINUTE)).toBe(false)
  })
})

describe('the files that had no time', () => {
  it('are named by folder, with the command that runs them', () => {
    expect(
      notRunLines(['records/a.spec.ts', 'orders/basket/b.spec.ts', 'orders/c.spec.ts'], 5),
    ).toEqual([
      expect.stringMatching(/^5 of 8 files .*npm test -- e2e/),
      '   orders: basket/b, c',
      '   records: a',
    ])
  })

  it('are not mentioned when there are none', () => {
    expect(notRunLines([], 142)).toEqual([])
  })
})

it('the runs of one stage have one result', () => {
  const failedTests = [{ file: 'test/e2e/a.spec.ts', title: 'a' }]
  expect(
    sumOf([
      { passed: 2, failed: 1, skipped: 1, notes: ['slow'], failedTests, notRun: 3 },
      { passed: 4, failed: 0, skipped: 0, notes: [] },
    ]),
  ).toEqual({ passed: 6, failed: 1, skipped: 1, notRun: 3, notes: ['slow'], failedTests })
})
