import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPage, withLive, withOlder } from '../../../renderer/chart/bars/bar-model.js'
import { createCalculator } from '../../../renderer/chart/indicators/calculators.js'
import { INDICATOR_KINDS, specOf } from '../../../renderer/chart/indicators/catalogue.js'
import { IndicatorRun } from '../../../renderer/chart/indicators/indicator-run.js'
import { initialSettings } from '../../../renderer/chart/indicators/settings.js'
import type { Bar } from '../../../shared/domain/market/bar.js'
import { asPrice, asQuantity, fromInteger } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'

const CONTEXT = { daily: false }
const FIRST = Date.UTC(2026, 10, 2, 14, 30)

/** Prices in cents of one bar: open, close, and how far high and low are beyond them. */
const zCents = fc.tuple(
  fc.integer({ min: 1_000, max: 20_000 }),
  fc.integer({ min: 1_000, max: 20_000 }),
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: 0, max: 100_000 }),
)
type Cents = readonly [number, number, number, number, number]

function barOf([open, close, above, below, volume]: Cents, minute: number): Bar {
  const price = (cents: number) => asPrice(fromInteger(cents, 2))
  return {
    time: epochMs(FIRST + minute * 300_000),
    open: price(open),
    high: price(Math.max(open, close) + above),
    low: price(Math.min(open, close) - below),
    close: price(close),
    volume: asQuantity(fromInteger(volume, 0)),
  }
}

const close = (a: number | null, b: number | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    (Number.isNaN(a) ? Number.isNaN(b) : Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))))

describe('an indicator computed bar by bar', () => {
  it.each(INDICATOR_KINDS)(
    '%s is the same as computed at once, whatever its running bars were',
    (kind) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(zCents, fc.array(zCents, { maxLength: 3 })), {
            minLength: 60,
            maxLength: 130,
          }),
          (steps) => {
            const settings = initialSettings(kind)
            const run = new IndicatorRun(settings, () => createCalculator(settings, CONTEXT))
            let model = fromPage([], true)
            let values = run.values(model)
            for (const [index, [last, earlier]] of steps.entries()) {
              for (const cents of [...earlier, last]) {
                model = withLive(model, barOf(cents, index), 300_000).model
                values = run.values(model)
              }
            }
            const complete = new IndicatorRun(settings, () => createCalculator(settings, CONTEXT))
            const expected = complete.values({ ...model, history: [...model.history] })
            expect(values.history.length).toBe(expected.history.length)
            for (const [index, row] of [...expected.history, expected.live].entries()) {
              const own = index === values.history.length ? values.live : values.history[index]
              expect(own?.length).toBe(specOf(kind).plots.length)
              expect(row?.every((value, plot) => close(own?.[plot] ?? null, value))).toBe(true)
            }
          },
        ),
        { numRuns: 15 },
      )
    },
  )

  it('is computed again when older bars are loaded', () => {
    const settings = initialSettings('sma')
    const bars = Array.from({ length: 80 }, (_value, minute) =>
      barOf([10_000 + minute, 10_000 + minute * 3, 5, 5, 100], minute),
    )
    const run = new IndicatorRun(settings, () => createCalculator(settings, CONTEXT))
    const newest = fromPage(bars.slice(40), true)
    run.values(newest)
    const { history, live } = run.values(withOlder(newest, bars.slice(0, 40), false))
    const complete = new IndicatorRun(settings, () => createCalculator(settings, CONTEXT))
    const expected = complete.values(fromPage(bars, false))
    expect(history).toEqual(expected.history)
    expect(live).toEqual(expected.live)
  })
})
