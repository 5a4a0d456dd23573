import { barCount, isRolled, shiftBetween, type BarModel } from '../bar-model.js'
import { numberBar, type Calculator, type PlotValues } from './calculator.js'
import type { IndicatorSettings } from './settings.js'

/** The values of one indicator for the bars of a chart. */
export interface IndicatorValues {
  readonly settings: IndicatorSettings
  /** For each completed bar, oldest first, one value per plot; none where it is not known yet. */
  readonly history: readonly PlotValues[]
  /** The values of the running bar; null without one. */
  readonly live: PlotValues | null
}

/** What is computed at once: a few milliseconds of work. */
export const PART_BARS = 4_000

const UNKNOWN: PlotValues = []

/** A calculation over another history that goes on in parts. */
interface Pending {
  readonly calculator: Calculator
  readonly values: PlotValues[]
}

/**
 * Computes one indicator over the bars of a chart. A tick costs one step; a closed bar two; another
 * history, such as an older page, costs all bars, of which only the first part is computed at once:
 * that is where the older page is. The others keep the values that they had until `advance` has
 * come to the newest bar.
 */
export class IndicatorRun {
  readonly #settings: IndicatorSettings
  readonly #create: () => Calculator
  #calculator: Calculator
  #model: BarModel = { history: [], live: null, more: true }
  #history: readonly PlotValues[] = []
  #live: PlotValues | null = null
  #pending: Pending | null = null

  constructor(settings: IndicatorSettings, create: () => Calculator) {
    this.#settings = settings
    this.#create = create
    this.#calculator = create()
  }

  /** Returns the values for these bars, with the least work from those before. */
  values(model: BarModel): IndicatorValues {
    const before = this.#model
    this.#model = model
    if (model.history === before.history) this.#followLive(before, model)
    else if (before.live !== null && barCount(before) > 0 && isRolled(before, model)) {
      this.#closeBar(model)
    } else this.#startAgain(before, model)
    return { settings: this.#settings, history: this.#history, live: this.#live }
  }

  /** True while `values` would return others after `advance`. */
  get isBehind(): boolean {
    return this.#pending !== null
  }

  /** Computes the next part of another history. */
  advance(): void {
    const pending = this.#pending
    if (pending === null) return
    const { history, live } = this.#model
    const { calculator, values } = pending
    for (const bar of history.slice(values.length, values.length + PART_BARS)) {
      values.push(calculator.update(numberBar(bar), false))
    }
    if (values.length < history.length) return
    this.#pending = null
    this.#calculator = calculator
    this.#history = values
    this.#live = live === null ? null : calculator.update(numberBar(live), false)
  }

  #followLive(before: BarModel, { live }: BarModel): void {
    if (live === before.live) return
    // A running bar that has gone cannot be taken out of the calculation.
    if (live === null) return this.#startAgain(before, this.#model)
    this.#live = this.#calculator.update(numberBar(live), before.live !== null)
  }

  #closeBar({ history, live }: BarModel): void {
    const closed = history.at(-1)
    if (closed === undefined) return
    this.#history = [...this.#history, this.#calculator.update(numberBar(closed), true)]
    this.#live = live === null ? null : this.#calculator.update(numberBar(live), false)
  }

  #startAgain(before: BarModel, model: BarModel): void {
    const pending = { calculator: this.#create(), values: [] }
    this.#pending = pending
    const [known, shift] = [this.#history, shiftBetween(before, model)]
    this.advance()
    if (!this.isBehind) return
    const { values }: Pending = pending
    this.#history = model.history.map(
      (_bar, index) =>
        values[index] ?? (shift === null ? UNKNOWN : (known[index - shift] ?? UNKNOWN)),
    )
    const { live } = model
    if (live === null || shift === null) this.#live = live === null ? null : UNKNOWN
    else if (live !== before.live) {
      this.#live = this.#calculator.update(numberBar(live), before.live?.time === live.time)
    }
  }
}
