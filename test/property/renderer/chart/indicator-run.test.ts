import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromPage,
  withLive,
  withNewest,
  withOlder,
  withoutOldest,
  type BarModel,
} from '../../../../renderer/chart/bars/bar-model.js'
import { createCalculator } from '../../../../renderer/chart/indicators/calculators.js'
import { INDICATOR_KINDS, specOf } from '../../../../renderer/chart/indicators/catalogue.js'
import { IndicatorRun, PART_BARS } from '../../../../renderer/chart/indicators/indicator-run.js'
import {
  initialSettings,
  type IndicatorSettings,
} from '../../../../renderer/chart/indicators/settings.js'
import { asPrice, asQuantity, fromInteger } from '../../../../shared/domain/decimal.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { epochMs } from '../../../../shared/domain/time.js'

const MINUTE_MS = 60_000
const START = Date.parse('2026-11-23T14:30:00Z')

/** A bar from whole cents: its open, close, and how far it reaches beyond both. */
function barOf(minute: number, shape: readonly [number, number, number, number]): Bar {
  const [open, close, reach, volume] = shape
  const price = (cents: number) => asPrice(fromInteger(cents, 2))
  return {
    time: epochMs(START + minute * MINUTE_MS),
    open: price(open),
    high: price(Math.max(open, close) + reach),
    low: price(Math.min(open, close) - reach),
    close: price(close),
    volume: asQuantity(fromInteger(volume, 0)),
  }
}

const shape = fc.tuple(
  fc.integer({ min: 9_000, max: 11_000 }),
  fc.integer({ min: 9_000, max: 11_000 }),
  fc.integer({ min: 0, max: 80 }),
  fc.integer({ min: 0, max: 5_000 }),
)
const shapes = (minLength: number, maxLength: number) =>
  fc.array(shape, { minLength, maxLength, size: 'max' })

/** What happens to the bars of a chart. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('tick' as const), shape }),
  fc.record({ kind: fc.constant('roll' as const), shape }),
  fc.record({ kind: fc.constant('correction' as const), shapes: shapes(3, 3) }),
  fc.record({ kind: fc.constant('older' as const), shapes: shapes(1, 40) }),
  fc.constant({ kind: 'forget' as const }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const minuteOf = (bar: Bar | null | undefined): number =>
  bar === null || bar === undefined ? 0 : (bar.time - START) / MINUTE_MS

function changed(model: BarModel, change: Step): BarModel {
  const newest = minuteOf(model.live ?? model.history.at(-1))
  switch (change.kind) {
    case 'tick':
      return withLive(model, barOf(newest, change.shape), MINUTE_MS).model
    case 'roll':
      return withLive(model, barOf(newest + 1, change.shape), MINUTE_MS).model
    case 'correction':
      return withNewest(
        model,
        change.shapes.map((corrected, index) => barOf(newest - 2 + index, corrected)),
      )
    case 'older': {
      const first = minuteOf(model.history[0] ?? model.live) - change.shapes.length
      return withOlder(
        model,
        change.shapes.map((older, index) => barOf(first + index, older)),
        true,
      )
    }
    case 'forget':
      return withoutOldest(model, model.history.length)
  }
}

const runOf = (settings: IndicatorSettings): IndicatorRun =>
  new IndicatorRun(settings, () => createCalculator(settings, { daily: false }))

/** Returns the values once nothing of them is behind. */
function settled(run: IndicatorRun, model: BarModel) {
  run.values(model)
  while (run.isBehind) run.advance()
  return run.values(model)
}

/** Equal numbers, as far as sums in another order allow: a billionth of the largest price. */
function expectSame(
  a: readonly (readonly (number | null)[])[],
  b: readonly (readonly (number | null)[])[],
): void {
  expect(a.length).toBe(b.length)
  for (const [index, row] of a.entries()) {
    for (const [plot, value] of row.entries()) {
      const other = b[index]?.[plot] ?? null
      if (value === null || other === null) {
        expect([index, plot, value]).toEqual([index, plot, other])
      } else if (Number.isNaN(value)) expect(other).toBeNaN()
      else expect(Math.abs(value - other)).toBeLessThanOrEqual(1e-7 * Math.max(1, Math.abs(other)))
    }
  }
}

/** Short lengths, so that few bars show every part of a calculation. */
const short = (kind: (typeof INDICATOR_KINDS)[number]): IndicatorSettings => ({
  kind,
  parameters: specOf(kind).parameters.map(({ type, initial }) =>
    type === 'integer' ? Math.min(initial, 5) : initial,
  ),
})

const cents = (minute: number): [number, number, number, number] => [
  10_000 + (minute % 50),
  10_020 + (minute % 37),
  5,
  100 + (minute % 11),
]
const bars = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => barOf(from + index, cents(from + index)))

describe('an indicator that follows its bars equals one computed over all of them', () => {
  it.each(INDICATOR_KINDS)('%s: ticks, closed and corrected bars, older pages', (kind) => {
    fc.assert(
      fc.property(shapes(4, 60), fc.array(step, { maxLength: 25 }), (first, steps) => {
        let model = fromPage(
          first.map((made, minute) => barOf(minute, made)),
          true,
        )
        const run = runOf(short(kind))
        run.values(model)
        for (const change of steps) {
          model = changed(model, change)
          run.values(model)
        }
        const followed = settled(run, model)
        const batch = settled(runOf(short(kind)), model)
        expectSame(followed.history, batch.history)
        expectSame([followed.live ?? []], [batch.live ?? []])
      }),
      { numRuns: 60 },
    )
  })

  it('computes a long history in parts: the older page at once, and meanwhile known values stay', () => {
    const settings = initialSettings('obv')
    const run = runOf(settings)
    const model = fromPage(bars(0, 3 * PART_BARS), true)
    const before = settled(run, model)
    const longer = withOlder(model, bars(-1_000, 1_000), true)
    const now = run.values(longer)
    const batch = settled(runOf(settings), longer)
    expect(run.isBehind).toBe(true)
    expect(now.history.slice(0, PART_BARS)).toEqual(batch.history.slice(0, PART_BARS))
    expect(now.history.slice(PART_BARS)).toEqual(before.history.slice(PART_BARS - 1_000))
    expect(now.live).toEqual(before.live)

    run.advance()
    const tick = withLive(longer, barOf(3 * PART_BARS - 1, [9_900, 9_950, 1, 7]), MINUTE_MS).model
    run.values(tick)
    expect(settled(run, tick)).toEqual(settled(runOf(settings), tick))
  })

  it.each(INDICATOR_KINDS)('%s: older pages before a long history', (kind) => {
    const settings = initialSettings(kind)
    const run = runOf(settings)
    let model = fromPage(bars(0, 3 * PART_BARS), true)
    settled(run, model)
    for (const first of [-900, -2_000, -2_300]) {
      const next = withOlder(model, bars(first, 1_000), true)
      // A page that comes while the one before is still being computed.
      run.values(next)
      model = next
    }
    const tick = withLive(model, barOf(3 * PART_BARS - 1, [9_900, 9_950, 1, 7]), MINUTE_MS).model
    run.values(tick)
    const [followed, batch] = [settled(run, tick), settled(runOf(settings), tick)]
    expectSame(followed.history, batch.history)
    expectSame([followed.live ?? []], [batch.live ?? []])
  })

  it('computes no bar again that an older page has no effect on', () => {
    const settings = { kind: 'ema', parameters: [200] } as const
    let steps = 0
    const run = new IndicatorRun(settings, () => {
      const calculator = createCalculator(settings, { daily: false })
      return {
        update(bar, replaces) {
          steps += 1
          return calculator.update(bar, replaces)
        },
      }
    })
    const model = fromPage(bars(0, 6 * PART_BARS), true)
    settled(run, model)
    steps = 0
    const older = withOlder(model, bars(-1_000, 1_000), true)
    run.values(older)
    // The second page comes before the first is computed to its end.
    expect(run.isBehind).toBe(true)
    const oldest = withOlder(older, bars(-2_000, 1_000), true)
    const followed = settled(run, oldest)
    expect(steps).toBeLessThan(5 * PART_BARS)
    expectSame(followed.history, settled(runOf(settings), oldest).history)
  })
})
