import { describe, expect, it } from 'vitest'
import type { NumberBar } from '../../../../../renderer/chart/indicators/calculator.js'
import { INDICATOR_KINDS } from '../../../../../renderer/chart/indicators/catalogue.js'
import { initialSettings } from '../../../../../renderer/chart/indicators/settings.js'
import vectors from '../../../../vectors/indicators.json' with { type: 'json' }
import { plotsOf, recordedBars as bars } from './indicator-bars.js'

const closes = bars.map(({ close }) => close)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const lastBars = (end: number, count: number): readonly NumberBar[] =>
  bars.slice(end - count + 1, end + 1)
const middle = (end: number, count: number): number => {
  const span = lastBars(end, count)
  const high = Math.max(...span.map((bar) => bar.high))
  return (high + Math.min(...span.map((bar) => bar.low))) / 2
}

function weighted(values: readonly number[], end: number, length: number): number {
  const span = values.slice(end - length + 1, end + 1)
  return sum(span.map((value, index) => value * (index + 1))) / ((length * (length + 1)) / 2)
}

/** The average true range by Wilder: an average of the first ranges, then smoothed. */
function trueRanges(length: number): readonly number[] {
  const ranges = bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close
    return before === undefined
      ? high - low
      : Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
  })
  const averages: number[] = []
  for (const [index, range] of ranges.entries()) {
    const before = averages[index - 1]
    averages.push(
      index < length || before === undefined
        ? sum(ranges.slice(0, index + 1)) / (index + 1)
        : (before * (length - 1) + range) / length,
    )
  }
  return averages
}

function exponential(length: number): readonly number[] {
  const averages: number[] = []
  for (const [index, close] of closes.entries()) {
    const before = averages[index - 1]
    averages.push(before === undefined ? close : before + (2 / (length + 1)) * (close - before))
  }
  return averages
}

/** %K smoothed over three values, and the average of the last three of these. */
function slowStochastic(
  rows: readonly Pick<NumberBar, 'high' | 'low' | 'close'>[],
  length: number,
): readonly number[] {
  const fast = rows.map(({ close }, index) => {
    const span = rows.slice(Math.max(0, index - length + 1), index + 1)
    const low = Math.min(...span.map((row) => row.low))
    return ((close - low) / (Math.max(...span.map((row) => row.high)) - low)) * 100
  })
  const smooth = (values: readonly number[]): readonly number[] =>
    values.map((_value, index) => sum(values.slice(index - 2, index + 1)) / 3)
  const slow = smooth(fast)
  return [slow.at(-1) ?? 0, smooth(slow).at(-1) ?? 0]
}

const typical = ({ high, low, close }: NumberBar): number => (high + low + close) / 3
const vwapOf = (span: readonly NumberBar[]): number =>
  sum(span.map((bar) => typical(bar) * bar.volume)) / sum(span.map(({ volume }) => volume))
const END = bars.length - 1
const dayOf = (bar: NumberBar | undefined): number => Math.floor((bar?.time ?? 0) / 86_400)

/** What each indicator is by its definition, at the last bar. */
const DEFINED: Readonly<Record<string, () => readonly number[]>> = {
  hma() {
    const raw = closes.map((_close, index) =>
      index < 19 ? 0 : 2 * weighted(closes, index, 10) - weighted(closes, index, 20),
    )
    return [weighted(raw, END, 4)]
  },
  vwap: () => [vwapOf(bars.filter((bar) => dayOf(bar) === dayOf(bars[END])))],
  'anchored-vwap': () => [vwapOf(bars)],
  bollinger() {
    const span = closes.slice(-20)
    const center = sum(span) / span.length
    const deviation = Math.sqrt(sum(span.map((close) => (close - center) ** 2)) / span.length)
    return [center + 2 * deviation, center, center - 2 * deviation]
  },
  donchian() {
    const span = lastBars(END, 20)
    const upper = Math.max(...span.map(({ high }) => high))
    const lower = Math.min(...span.map(({ low }) => low))
    return [upper, (upper + lower) / 2, lower]
  },
  keltner() {
    const center = exponential(20)[END] ?? 0
    const range = trueRanges(10)[END] ?? 0
    return [center + 2 * range, center, center - 2 * range]
  },
  ichimoku: () => [
    middle(END, 9),
    middle(END, 26),
    (middle(END, 9) + middle(END, 26)) / 2,
    middle(END, 52),
    closes[END] ?? 0,
  ],
  stochastic: () => slowStochastic(bars, 14),
  'stoch-rsi': () => {
    const [values = []] = plotsOf(initialSettings('rsi'), bars)
    const known = values.flatMap((value) => (value === null ? [] : [value]))
    return slowStochastic(
      known.map((value) => ({ high: value, low: value, close: value })),
      14,
    )
  },
  cmf() {
    const span = lastBars(END, 20)
    const flow = span.map(({ high, low, close, volume }) =>
      high === low ? 0 : ((close - low - (high - close)) / (high - low)) * volume,
    )
    return [sum(flow) / sum(span.map(({ volume }) => volume))]
  },
  pivots() {
    const day = bars.filter((bar) => dayOf(bar) === dayOf(bars[END]) - 1)
    const high = Math.max(...day.map((bar) => bar.high))
    const low = Math.min(...day.map((bar) => bar.low))
    const close = day.at(-1)?.close ?? 0
    const pivot = (high + low + close) / 3
    return [
      high + 2 * (pivot - low),
      pivot + high - low,
      2 * pivot - low,
      pivot,
      2 * pivot - high,
      pivot - high + low,
      low - 2 * (high - pivot),
    ]
  },
  supertrend() {
    const ranges = trueRanges(10)
    let [upper, lower, isUp] = [0, 0, false]
    for (const [index, bar] of bars.entries()) {
      if (index < 9) continue
      const center = (bar.high + bar.low) / 2
      const [above, below] = [center + 3 * (ranges[index] ?? 0), center - 3 * (ranges[index] ?? 0)]
      const before = closes[index - 1] ?? 0
      const isFirst = index === 9
      upper = isFirst || above < upper || before > upper ? above : upper
      lower = isFirst || below > lower || before < lower ? below : lower
      isUp = isUp ? bar.close >= lower : bar.close > upper
    }
    return [isUp ? lower : upper]
  },
}

describe('indicators follow their definitions', () => {
  it.each(Object.keys(DEFINED))('%s', (name) => {
    const kind = INDICATOR_KINDS.find((known) => known === name)
    if (kind === undefined) throw new Error('unknown kind')
    const own = plotsOf(initialSettings(kind), bars).map((values) => values.at(-1))
    const defined = DEFINED[name]?.() ?? []
    expect(own.length).toBe(defined.length)
    for (const [index, value] of defined.entries()) expect(own[index]).toBeCloseTo(value, 4)
  })

  it('covers every indicator, together with the recorded values', () => {
    const covered = new Set([...Object.keys(DEFINED), ...Object.keys(vectors.expected)])
    expect(INDICATOR_KINDS.filter((kind) => !covered.has(kind))).toEqual([])
    expect(INDICATOR_KINDS.length).toBeGreaterThanOrEqual(25)
  })

  it('starts the VWAP again each day, and an anchored one at its day', () => {
    const second = bars.findIndex((bar) => dayOf(bar) !== dayOf(bars[0]))
    const first = bars[second]
    if (first === undefined) throw new Error('one day only')
    const [daily = []] = plotsOf(initialSettings('vwap'), bars)
    expect(daily[second]).toBeCloseTo(typical(first), 8)
    const [anchored = []] = plotsOf({ kind: 'anchored-vwap', parameters: [20_261_103] }, bars)
    expect(anchored[second - 1]).toBeNull()
    expect(anchored[second]).toBeCloseTo(typical(first), 8)
  })
})
