import { stepCalculator, type Calculator, type NumberBar, type PlotValues } from './calculator.js'
import { dayOf } from './volume-price.js'

interface Span {
  readonly period: number
  readonly high: number
  readonly low: number
  readonly close: number
}

interface State {
  readonly running: Span | null
  readonly completed: Span | null
}

const NOTHING: PlotValues = [null, null, null, null, null, null, null]

/** The calendar month of a bar, counted from year 0. */
const monthOf = (bar: NumberBar): number => {
  const date = new Date(bar.time * 1_000)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

const merged = (span: Span | null, period: number, { high, low, close }: NumberBar): Span =>
  span?.period === period
    ? { period, high: Math.max(span.high, high), low: Math.min(span.low, low), close }
    : { period, high, low, close }

/** The classic pivot levels of a completed period: R3, R2, R1, P, S1, S2, S3. */
function levelsOf({ high, low, close }: Span): PlotValues {
  const pivot = (high + low + close) / 3
  const range = high - low
  return [
    high + 2 * (pivot - low),
    pivot + range,
    2 * pivot - low,
    pivot,
    2 * pivot - high,
    pivot - range,
    low - 2 * (high - pivot),
  ]
}

/** Pivot levels of the last day of the exchange; for daily bars and longer of the last month. */
export function pivots(daily: boolean): Calculator {
  const periodOf = daily ? monthOf : dayOf
  const start: State = { running: null, completed: null }
  return stepCalculator(start, ({ running, completed }, bar) => {
    const period = periodOf(bar)
    const ended = running !== null && running.period !== period ? running : completed
    const state = { running: merged(running, period, bar), completed: ended }
    return { state, values: ended === null ? NOTHING : levelsOf(ended) }
  })
}
