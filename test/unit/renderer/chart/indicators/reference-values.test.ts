import { describe, expect, it } from 'vitest'
import { INDICATOR_KINDS } from '../../../../../renderer/chart/indicators/catalogue.js'
import { initialSettings } from '../../../../../renderer/chart/indicators/settings.js'
import vectors from '../../../../vectors/indicators.json' with { type: 'json' }
import { plotsOf, recordedBars } from './indicator-bars.js'

const expected: Readonly<Record<string, readonly (readonly number[])[]>> = vectors.expected

describe('indicators agree with an independent library', () => {
  const kinds = INDICATOR_KINDS.filter((kind) => kind in expected)

  it.each(kinds)('%s', (kind) => {
    const plots = plotsOf(initialSettings(kind), recordedBars)
    const reference = expected[kind] ?? []
    expect(plots.length).toBe(reference.length)
    for (const [index, values] of reference.entries()) {
      const own = plots[index]?.slice(-values.length) ?? []
      // On-balance volume begins with the first change in the one, with nothing in the other.
      const offset = kind === 'obv' ? (values[0] ?? 0) - (own[0] ?? 0) : 0
      for (const [place, value] of values.entries()) {
        expect((own[place] ?? Number.NaN) + offset).toBeCloseTo(value, 7)
      }
    }
  })

  it('compares what is recorded', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(14)
  })
})
