import { stepCalculator, type Calculator, type NumberBar, type PlotValues } from './calculator.js'

/** A trend in progress, and the stop for the next bar. */
interface Trend {
  readonly isLong: boolean
  /** The highest high of a rising trend, the lowest low of a falling one. */
  readonly extreme: number
  readonly acceleration: number
  readonly next: number
  readonly before: NumberBar
}

interface State {
  readonly first: NumberBar | null
  readonly trend: Trend | null
}

/** The trend begins in the direction of the larger move between the first two bars. */
function firstTrend(first: NumberBar, bar: NumberBar, step: number): Trend {
  const isLong = first.low - bar.low <= Math.max(0, bar.high - first.high)
  return {
    isLong,
    extreme: isLong ? bar.high : bar.low,
    acceleration: step,
    next: isLong ? first.low : first.high,
    before: first,
  }
}

/** The stop never lies inside the last two bars. */
const outside = (isLong: boolean, value: number, a: NumberBar, b: NumberBar): number =>
  isLong ? Math.min(value, a.low, b.low) : Math.max(value, a.high, b.high)

function reversed(trend: Trend, bar: NumberBar, step: number) {
  const isLong = !trend.isLong
  const extreme = isLong ? bar.high : bar.low
  const value = outside(isLong, trend.extreme, trend.before, bar)
  const next = outside(isLong, value + step * (extreme - value), trend.before, bar)
  return { value, trend: { isLong, extreme, acceleration: step, next, before: bar } }
}

function continued(trend: Trend, bar: NumberBar, step: number, maximum: number) {
  const { isLong, next: value } = trend
  const isNewExtreme = isLong ? bar.high > trend.extreme : bar.low < trend.extreme
  const extreme = isNewExtreme ? (isLong ? bar.high : bar.low) : trend.extreme
  const acceleration = isNewExtreme
    ? Math.min(maximum, trend.acceleration + step)
    : trend.acceleration
  const next = outside(isLong, value + acceleration * (extreme - value), trend.before, bar)
  return { value, trend: { isLong, extreme, acceleration, next, before: bar } }
}

/**
 * The parabolic stop and reverse by Wilder.
 *
 * @param step added to the acceleration with each new extreme
 * @param maximum the largest acceleration
 */
export function parabolicSar(step: number, maximum: number): Calculator {
  const start: State = { first: null, trend: null }
  return stepCalculator(
    start,
    ({ first, trend: known }, bar): { state: State; values: PlotValues } => {
      if (first === null) return { state: { first: bar, trend: null }, values: [null] }
      const trend = known ?? firstTrend(first, bar, step)
      const isReached = trend.isLong ? bar.low <= trend.next : bar.high >= trend.next
      const after = isReached ? reversed(trend, bar, step) : continued(trend, bar, step, maximum)
      return { state: { first, trend: after.trend }, values: [after.value] }
    },
  )
}
