import { stepCalculator, type Calculator, type NumberBar } from './calculator.js'

const DAY_SECONDS = 86_400

interface Sums {
  readonly period: number | null
  readonly value: number
  readonly volume: number
}

const NO_SUMS: Sums = { period: null, value: 0, volume: 0 }

/**
 * The volume-weighted average of the typical price (high, low and close) since a period began.
 * `periodOf` returns the period of a bar; null before the first one.
 */
function periodVwap(periodOf: (bar: NumberBar) => number | null): Calculator {
  return stepCalculator(NO_SUMS, (sums, bar) => {
    const period = periodOf(bar)
    if (period === null) return { state: NO_SUMS, values: [null] }
    const { value, volume } = period === sums.period ? sums : NO_SUMS
    const typical = (bar.high + bar.low + bar.close) / 3
    const state = {
      period,
      value: value + typical * bar.volume,
      volume: volume + bar.volume,
    }
    return { state, values: [state.volume === 0 ? typical : state.value / state.volume] }
  })
}

/** The day of a bar on the exchange's clock, counted from 1970. */
export const dayOf = (bar: NumberBar): number => Math.floor(bar.time / DAY_SECONDS)

/** Starts again each day of the exchange. */
export const vwap = (): Calculator => periodVwap(dayOf)

/** Starts at a day of the exchange, as yyyymmdd; at the oldest bar for 0. */
export function anchoredVwap(from: number): Calculator {
  const start =
    from === 0
      ? Number.NEGATIVE_INFINITY
      : Date.UTC(Math.floor(from / 10_000), (Math.floor(from / 100) % 100) - 1, from % 100) /
        (DAY_SECONDS * 1_000)
  return periodVwap((bar) => (dayOf(bar) < start ? null : 0))
}
