import { barCount, isRolled, type BarModel } from '../bar-model.js'
import { numberBar, type Calculator, type PlotValues } from './calculator.js'
import type { IndicatorSettings } from './settings.js'

/** The values of one indicator for the bars of a chart. */
export interface IndicatorValues {
  readonly settings: IndicatorSettings
  /** For each completed bar, oldest first, one value per plot. */
  readonly history: readonly PlotValues[]
  /** The values of the running bar; null without one. */
  readonly live: PlotValues | null
}

/**
 * Computes one indicator over the bars of a chart. A tick costs one step; a closed bar two; only
 * other history costs them all.
 */
export class IndicatorRun {
  readonly #settings: IndicatorSettings
  readonly #create: () => Calculator
  #calculator: Calculator
  #model: BarModel = { history: [], live: null, more: true }
  #history: PlotValues[] = []
  #live: PlotValues | null = null

  constructor(settings: IndicatorSettings, create: () => Calculator) {
    this.#settings = settings
    this.#create = create
    this.#calculator = create()
  }

  /** Returns the values for these bars, with the least work from those before. */
  values(model: BarModel): IndicatorValues {
    const before = this.#model
    if (model.history === before.history) this.#followLive(before, model)
    else if (before.live !== null && barCount(before) > 0 && isRolled(before, model)) {
      this.#closeBar(model)
    } else this.#computeAll(model)
    this.#model = model
    return { settings: this.#settings, history: this.#history, live: this.#live }
  }

  #followLive(before: BarModel, { live }: BarModel): void {
    if (live === before.live) return
    // A running bar that has gone cannot be taken out of the calculation.
    if (live === null) return this.#computeAll({ ...before, live })
    this.#live = this.#calculator.update(numberBar(live), before.live !== null)
  }

  #closeBar({ history, live }: BarModel): void {
    const closed = history.at(-1)
    if (closed === undefined) return
    this.#history = [...this.#history, this.#calculator.update(numberBar(closed), true)]
    this.#live = live === null ? null : this.#calculator.update(numberBar(live), false)
  }

  #computeAll({ history, live }: BarModel): void {
    const calculator = this.#create()
    this.#calculator = calculator
    this.#history = history.map((bar) => calculator.update(numberBar(bar), false))
    this.#live = live === null ? null : calculator.update(numberBar(live), false)
  }
}
