import { describe, expect, it } from 'vitest'
import type { NumberBar } from '../../../../../renderer/chart/indicators/calculator.js'
import { INDICATOR_KINDS } from '../../../../../renderer/chart/indicators/catalogue.js'
import { initialSettings } from '../../../../../renderer/chart/indicators/settings.js'
import vectors from '../../../../vectors/indicators.json' with { type: 'json' }
import { DEFINITIONS } from './definitions.js'
import { plotsOf, recordedBars } from './indicator-bars.js'

const HALF = 0.5
const toHalf = (price: number): number => Math.round(price / HALF) * HALF

/** The same bars in steps of half a dollar: many have equal highs, lows and closes. */
const coarseBars: readonly NumberBar[] = recordedBars.map((bar) => {
  const [open, close] = [toHalf(bar.open), toHalf(bar.close)]
  const high = Math.max(open, close, toHalf(bar.high))
  return { ...bar, open, close, high, low: Math.min(open, close, toHalf(bar.low)) }
})

/** How many bars are known; after these, the different beginnings of averages have faded. */
const COUNTS = [320, 333, 349, 367, 388, 400] as const
const kinds = INDICATOR_KINDS.filter((kind) => kind in DEFINITIONS)

describe('indicators follow their definitions', () => {
  it.each(kinds)('%s, at every one of several bars', (kind) => {
    for (const bars of [recordedBars, coarseBars]) {
      for (const count of COUNTS) {
        const own = plotsOf(initialSettings(kind), bars.slice(0, count)).map((row) => row.at(-1))
        const defined = DEFINITIONS[kind]?.(bars.slice(0, count)) ?? []
        expect(own.length).toBe(defined.length)
        for (const [index, value] of defined.entries()) expect(own[index]).toBeCloseTo(value, 6)
      }
    }
  })

  it('cover every indicator, together with the recorded values', () => {
    // The profile, which has no value by bar, has a test of its own.
    const covered = new Set<string>([...kinds, ...Object.keys(vectors.expected), 'volume-profile'])
    expect(INDICATOR_KINDS.filter((kind) => !covered.has(kind))).toEqual([])
    expect(INDICATOR_KINDS.length).toBeGreaterThanOrEqual(25)
  })

  it('start the VWAP again each day, and an anchored one at its day', () => {
    const dayOf = (bar: NumberBar | undefined): number => Math.floor((bar?.time ?? 0) / 86_400)
    const typical = ({ high, low, close }: NumberBar): number => (high + low + close) / 3
    const second = recordedBars.findIndex((bar) => dayOf(bar) !== dayOf(recordedBars[0]))
    const first = recordedBars[second]
    if (first === undefined) throw new Error('one day only')
    const [daily = []] = plotsOf(initialSettings('vwap'), recordedBars)
    expect(daily[second]).toBeCloseTo(typical(first), 8)
    const anchored = { kind: 'anchored-vwap', parameters: [20_261_103] } as const
    const [values = []] = plotsOf(anchored, recordedBars)
    expect(values[second - 1]).toBeNull()
    expect(values[second]).toBeCloseTo(typical(first), 8)
  })
})
