import { stepCalculator, type Calculator, type NumberBar } from './calculator.js'

/** An average by Wilder: of the first values their mean, then each new one counts 1 / length. */
interface WilderAverage {
  readonly count: number
  readonly value: number
}

const NO_AVERAGE: WilderAverage = { count: 0, value: 0 }

const withValue = ({ count, value }: WilderAverage, next: number, length: number) => {
  const known = Math.min(count, length - 1)
  return { count: count + 1, value: (value * known + next) / (known + 1) }
}

interface State {
  readonly before: NumberBar | null
  readonly range: WilderAverage
  readonly plus: WilderAverage
  readonly minus: WilderAverage
  readonly index: WilderAverage
}

const START: State = {
  before: null,
  range: NO_AVERAGE,
  plus: NO_AVERAGE,
  minus: NO_AVERAGE,
  index: NO_AVERAGE,
}

const PERCENT = 100
const percent = (part: number, total: number): number =>
  total === 0 ? 0 : (part / total) * PERCENT

/**
 * The average directional index by Wilder, with both directional indicators, in percent. Of two
 * moves beyond the bar before only the larger counts; of two that are as large, neither.
 */
export function directional(length: number): Calculator {
  return stepCalculator(START, (state, bar) => {
    const { before } = state
    if (before === null) return { state: { ...state, before: bar }, values: [null, null, null] }
    const [rise, fall] = [bar.high - before.high, before.low - bar.low]
    const top = Math.max(bar.high, before.close)
    const range = withValue(state.range, top - Math.min(bar.low, before.close), length)
    const plus = withValue(state.plus, rise > fall && rise > 0 ? rise : 0, length)
    const minus = withValue(state.minus, fall > rise && fall > 0 ? fall : 0, length)
    const next = { ...state, before: bar, range, plus, minus }
    if (range.count < length) return { state: next, values: [null, null, null] }
    const plusDi = percent(plus.value, range.value)
    const minusDi = percent(minus.value, range.value)
    const value = percent(Math.abs(plusDi - minusDi), plusDi + minusDi)
    const index = withValue(state.index, value, length)
    return {
      state: { ...next, index },
      values: [index.count < length ? null : index.value, plusDi, minusDi],
    }
  })
}
