import type { NumberBar } from '../../../../../renderer/chart/indicators/calculator.js'
import type { IndicatorKind } from '../../../../../renderer/chart/indicators/catalogue.js'

/** The values of an indicator's lines at the last of some bars. */
type Definition = (bars: readonly NumberBar[]) => readonly number[]
type Bars = readonly NumberBar[]
type Values = readonly number[]

const sum = (values: Values): number => values.reduce((total, value) => total + value, 0)
const mean = (values: Values): number => sum(values) / values.length
const closesOf = (bars: Bars): Values => bars.map(({ close }) => close)
const last = (values: Values): number => values.at(-1) ?? Number.NaN
const highest = (bars: Bars): number => Math.max(...bars.map(({ high }) => high))
const lowest = (bars: Bars): number => Math.min(...bars.map(({ low }) => low))
const middle = (bars: Bars): number => (highest(bars) + lowest(bars)) / 2
const typical = ({ high, low, close }: NumberBar): number => (high + low + close) / 3
const dayOf = (bar: NumberBar | undefined): number => Math.floor((bar?.time ?? 0) / 86_400)

function weighted(values: Values): number {
  const weights = values.map((_value, index) => index + 1)
  return sum(values.map((value, index) => value * (index + 1))) / sum(weights)
}

/** An average by Wilder: the mean of the first values, then each new one counts 1 / length. */
function wilder(values: Values, length: number): Values {
  const averages: number[] = []
  for (const [index, value] of values.entries()) {
    const before = averages[index - 1]
    averages.push(
      index < length || before === undefined
        ? mean(values.slice(0, index + 1))
        : (before * (length - 1) + value) / length,
    )
  }
  return averages
}

function exponential(values: Values, length: number): Values {
  const averages: number[] = []
  for (const [index, value] of values.entries()) {
    const before = averages[index - 1]
    averages.push(before === undefined ? value : before + (2 / (length + 1)) * (value - before))
  }
  return averages
}

const rangesOf = (bars: Bars): Values =>
  bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close ?? low
    return index === 0 ? high - low : Math.max(high, before) - Math.min(low, before)
  })

/** %K smoothed over three values, and the average of the last three of these. */
function slowStochastic(
  rows: readonly Pick<NumberBar, 'high' | 'low' | 'close'>[],
  length: number,
): Values {
  const fast = rows.map(({ close }, index) => {
    const span = rows.slice(Math.max(0, index - length + 1), index + 1)
    const low = Math.min(...span.map((row) => row.low))
    return ((close - low) / (Math.max(...span.map((row) => row.high)) - low)) * 100
  })
  const smooth = (values: Values): Values =>
    values.map((_value, index) => mean(values.slice(index - 2, index + 1)))
  const slow = smooth(fast)
  return [last(slow), last(smooth(slow))]
}

/** The relative strength index of each close that has one: from the first change on. */
function strengths(bars: Bars, length: number): Values {
  const closes = closesOf(bars)
  const changes = closes.slice(1).map((close, index) => close - (closes[index] ?? close))
  const gains = wilder(
    changes.map((change) => Math.max(0, change)),
    length,
  )
  const losses = wilder(
    changes.map((change) => Math.max(0, -change)),
    length,
  )
  return gains.map((gain, index) => (100 * gain) / (gain + (losses[index] ?? 0))).slice(length - 1)
}

const vwapOf = (bars: Bars): Values => [
  sum(bars.map((bar) => typical(bar) * bar.volume)) / sum(bars.map(({ volume }) => volume)),
]

function directionalOf(bars: Bars, length: number): Values {
  const moves = bars.slice(1).map((bar, index) => {
    const before = bars[index] ?? bar
    return { up: bar.high - before.high, down: before.low - bar.low }
  })
  const ranges = wilder(rangesOf(bars).slice(1), length)
  const ratio = (values: Values): Values =>
    wilder(values, length).map((value, index) => (100 * value) / (ranges[index] ?? Number.NaN))
  const plus = ratio(moves.map(({ up, down }) => (up > down && up > 0 ? up : 0)))
  const minus = ratio(moves.map(({ up, down }) => (down > up && down > 0 ? down : 0)))
  const apart = plus.map((value, index) => {
    const other = minus[index] ?? 0
    return (100 * Math.abs(value - other)) / (value + other)
  })
  return [last(wilder(apart.slice(length - 1), length)), last(plus), last(minus)]
}

function supertrendOf(bars: Bars, length: number, factor: number): Values {
  const ranges = wilder(rangesOf(bars), length)
  let [upper, lower, isUp] = [0, 0, false]
  for (const [index, bar] of bars.entries()) {
    if (index < length - 1) continue
    const center = (bar.high + bar.low) / 2
    const range = ranges[index] ?? 0
    const [above, below] = [center + factor * range, center - factor * range]
    const before = bars[index - 1]?.close ?? 0
    const isFirst = index === length - 1
    upper = isFirst || above < upper || before > upper ? above : upper
    lower = isFirst || below > lower || before < lower ? below : lower
    isUp = isUp ? bar.close >= lower : bar.close > upper
  }
  return [isUp ? lower : upper]
}

function pivotsOf(bars: Bars): Values {
  const day = bars.filter((bar) => dayOf(bar) === dayOf(bars.at(-1)) - 1)
  const [high, low, close] = [highest(day), lowest(day), day.at(-1)?.close ?? 0]
  const pivot = (high + low + close) / 3
  const width = high - low
  return [
    high + 2 * (pivot - low),
    pivot + width,
    2 * pivot - low,
    pivot,
    2 * pivot - high,
    pivot - width,
    low - 2 * (high - pivot),
  ]
}

function moneyFlow(bars: Bars, length: number): Values {
  const flows = bars.map((bar, index) => {
    const before = bars[index - 1]
    const change = before === undefined ? 0 : typical(bar) - typical(before)
    return Math.sign(change) * typical(bar) * bar.volume
  })
  const span = flows.slice(-length)
  const positive = sum(span.filter((flow) => flow > 0))
  return [(100 * positive) / sum(span.map(Math.abs))]
}

const macdOf = (bars: Bars): Values => {
  const slow = exponential(closesOf(bars), 26)
  const lines = exponential(closesOf(bars), 12).map((fast, index) => fast - (slow[index] ?? 0))
  const signal = last(exponential(lines, 9))
  return [last(lines) - signal, last(lines), signal]
}

const meanDeviation = (bars: Bars): Values => {
  const prices = bars.map(typical)
  const center = mean(prices)
  const deviation = mean(prices.map((price) => Math.abs(price - center)))
  return [(last(prices) - center) / (0.015 * deviation)]
}

/** What each indicator is by its author's definition, with its usual parameters. */
export const DEFINITIONS: Readonly<Partial<Record<IndicatorKind, Definition>>> = {
  sma: (bars) => [mean(closesOf(bars).slice(-20))],
  ema: (bars) => [last(exponential(closesOf(bars), 20))],
  wma: (bars) => [weighted(closesOf(bars).slice(-20))],
  hma(bars) {
    const closes = closesOf(bars)
    const raw = [3, 2, 1, 0].map((back) => {
      const known = closes.slice(0, closes.length - back)
      return 2 * weighted(known.slice(-10)) - weighted(known.slice(-20))
    })
    return [weighted(raw)]
  },
  vwap: (bars) => vwapOf(bars.filter((bar) => dayOf(bar) === dayOf(bars.at(-1)))),
  'anchored-vwap': vwapOf,
  bollinger(bars) {
    const span = closesOf(bars).slice(-20)
    const center = mean(span)
    const deviation = Math.sqrt(mean(span.map((close) => (close - center) ** 2)))
    return [center + 2 * deviation, center, center - 2 * deviation]
  },
  donchian(bars) {
    const span = bars.slice(-20)
    return [highest(span), middle(span), lowest(span)]
  },
  keltner(bars) {
    const center = last(exponential(closesOf(bars), 20))
    const range = last(wilder(rangesOf(bars), 10))
    return [center + 2 * range, center, center - 2 * range]
  },
  supertrend: (bars) => supertrendOf(bars, 10, 3),
  ichimoku: (bars) => [
    middle(bars.slice(-9)),
    middle(bars.slice(-26)),
    (middle(bars.slice(-9)) + middle(bars.slice(-26))) / 2,
    middle(bars.slice(-52)),
    bars.at(-1)?.close ?? 0,
  ],
  pivots: pivotsOf,
  rsi: (bars) => [last(strengths(bars, 14))],
  macd: macdOf,
  stochastic: (bars) => slowStochastic(bars, 14),
  'stoch-rsi': (bars) =>
    slowStochastic(
      strengths(bars, 14).map((value) => ({ high: value, low: value, close: value })),
      14,
    ),
  adx: (bars) => directionalOf(bars, 14),
  cci: (bars) => meanDeviation(bars.slice(-20)),
  'williams-r'(bars) {
    const span = bars.slice(-14)
    const close = bars.at(-1)?.close ?? 0
    return [(-100 * (highest(span) - close)) / (highest(span) - lowest(span))]
  },
  roc(bars) {
    const [before = 0] = closesOf(bars).slice(-10)
    return [100 * (last(closesOf(bars)) / before - 1)]
  },
  atr: (bars) => [last(wilder(rangesOf(bars), 14))],
  'volume-ma': (bars) => [mean(bars.slice(-20).map(({ volume }) => volume))],
  obv: (bars) => [
    sum(
      bars.map(({ close, volume }, index) => {
        const before = bars[index - 1]?.close
        return before === undefined ? 0 : Math.sign(close - before) * volume
      }),
    ),
  ],
  mfi: (bars) => moneyFlow(bars, 14),
  cmf(bars) {
    const span = bars.slice(-20)
    const flow = span.map(({ high, low, close, volume }) =>
      high === low ? 0 : ((close - low - (high - close)) / (high - low)) * volume,
    )
    return [sum(flow) / sum(span.map(({ volume }) => volume))]
  },
}
