import type { Bar } from '../../../shared/domain/market/bar.js'
import { toAxis } from '../axis-time.js'
import { toNumber } from '../number.js'

/** A bar as numbers, for indicators only. */
export interface NumberBar {
  /** Exchange wall-clock seconds. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** One value per plot of an indicator; null while there are too few bars. */
export type PlotValues = readonly (number | null)[]

/** The running state of one indicator. */
export interface Calculator {
  /** Adds the next bar; with `replaces`, a newer version of the last one. */
  update(bar: NumberBar, replaces: boolean): PlotValues
}

const converted = new WeakMap<Bar, NumberBar>()

/** Converts a bar; each only once, because every indicator needs it. */
export function numberBar(bar: Bar): NumberBar {
  const known = converted.get(bar)
  if (known !== undefined) return known
  const numberBar: NumberBar = {
    time: toAxis(bar.time),
    open: toNumber(bar.open),
    high: toNumber(bar.high),
    low: toNumber(bar.low),
    close: toNumber(bar.close),
    volume: toNumber(bar.volume),
  }
  converted.set(bar, numberBar)
  return numberBar
}

/** An indicator of the library, for one kind of input. */
export interface LibraryIndicator<Input, Output> {
  update(input: Input, replace: boolean): Output | null
}

/** Wraps an indicator of the library: what it reads of a bar, and the values of its plots. */
export const calculator = <Input, Output>(
  indicator: LibraryIndicator<Input, Output>,
  inputOf: (bar: NumberBar) => Input,
  valuesOf: (output: Output) => PlotValues,
  plots = 1,
): Calculator => {
  const nothing = Array.from({ length: plots }, () => null)
  return {
    update(bar, replaces) {
      const output = indicator.update(inputOf(bar), replaces)
      return output === null ? nothing : valuesOf(output)
    },
  }
}

/**
 * Creates a calculator from a step that returns the next state without changing the given one, so
 * that a running bar is computed again from the state before it.
 */
export function stepCalculator<State>(
  start: State,
  step: (state: State, bar: NumberBar) => { readonly state: State; readonly values: PlotValues },
): Calculator {
  let before = start
  let after = start
  return {
    update(bar, replaces) {
      if (!replaces) before = after
      const next = step(before, bar)
      after = next.state
      return next.values
    },
  }
}
