import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLine } from '../../../../electron/core/alerts/indicators/line-calculators.js'
import { createCalculator } from '../../../../renderer/chart/indicators/calculators.js'
import type { AlertIndicator } from '../../../../shared/domain/alerts/alert.schema.js'
import {
  asPrice,
  asQuantity,
  dec,
  decimalText,
  fromInteger,
} from '../../../../shared/domain/decimal.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'

const FIRST = Date.UTC(2026, 10, 20, 14, 30)

const bars = fc
  .array(
    fc.record({
      close: fc.integer({ min: 5_000, max: 15_000 }),
      range: fc.nat(300),
      size: fc.nat(),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map((rows) =>
    rows.map(({ close, range, size }, index): Bar => {
      const cents = (value: number) => asPrice(fromInteger(value, 2))
      return {
        time: epochMs(FIRST + index * MINUTE_MS),
        open: cents(close),
        high: cents(close + range),
        low: cents(close - range),
        close: cents(close),
        volume: asQuantity(fromInteger(size)),
      }
    }),
  )

const length = fc.integer({ min: 1, max: 10 })
const indicators: fc.Arbitrary<AlertIndicator> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sma', 'ema', 'rsi', 'atr'), length }),
  fc.record({
    kind: fc.constant('macd' as const),
    fast: fc.constant(2),
    slow: fc.integer({ min: 3, max: 6 }),
    signal: length,
  }),
  fc.record({
    kind: fc.constant('bollinger' as const),
    length,
    deviations: fc.constant(dec('2')),
    band: fc.constantFrom('upper', 'middle', 'lower'),
  }),
  fc.constant<AlertIndicator>({ kind: 'vwap' }),
)

/** Returns the values of a line that reads all bars one after the other. */
const batch = (indicator: AlertIndicator, all: readonly Bar[]): readonly (string | null)[] => {
  const line = createLine(indicator)
  return all.map((bar) => {
    const value = line(bar)
    return value === null ? null : decimalText(value.value)
  })
}

const check = <A, B>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>, run: (a: A, b: B) => void): void =>
  fc.assert(fc.property(a, b, run), { numRuns: 60 })

test('a line that goes on bar by bar has the values of one that begins again with every bar', () =>
  check(indicators, bars, (indicator, all) => {
    const line = createLine(indicator)
    const steps = all.map((bar) => line(bar)?.value ?? null)
    for (const count of [1, Math.ceil(all.length / 2), all.length]) {
      const fresh = batch(indicator, all.slice(0, count)).at(-1) ?? null
      const own = steps[count - 1] ?? null
      expect(own === null ? null : decimalText(own)).toBe(fresh)
    }
  }))

/** Values of the chart that do not depend on how a smoothed average begins. */
const PLOTS = { sma: 0, bollinger: 0, vwap: 0 } as const

test('averages, bands and VWAP are those of the chart', () =>
  check(length, bars, (size, all) => {
    const cases: readonly (readonly [keyof typeof PLOTS, AlertIndicator, readonly number[]])[] = [
      ['sma', { kind: 'sma', length: size }, [size]],
      [
        'bollinger',
        { kind: 'bollinger', length: size, deviations: dec('2'), band: 'upper' },
        [size, 2],
      ],
      ['vwap', { kind: 'vwap' }, []],
    ]
    for (const [kind, indicator, parameters] of cases) {
      const chart = createCalculator(
        { kind, parameters } as unknown as Parameters<typeof createCalculator>[0],
        { daily: false },
      )
      const values = batch(indicator, all)
      for (const [index, bar] of all.entries()) {
        const number = (value: Bar['close'] | Bar['volume']): number => Number(decimalText(value))
        const drawn = chart.update(
          {
            time: index * 60,
            open: number(bar.open),
            high: number(bar.high),
            low: number(bar.low),
            close: number(bar.close),
            volume: number(bar.volume),
          },
          false,
        )[PLOTS[kind]]
        const value = values[index] ?? null
        if (drawn === null || drawn === undefined) expect(value).toBeNull()
        else expect(Number(value)).toBeCloseTo(drawn, 5)
      }
    }
  }))
