import { barCount, isRolled, shiftBetween, type BarModel } from '../bars/bar-model.js'
import { numberBar, type Calculator, type PlotValues } from './calculator.js'
import { settledAfter, type IndicatorSettings } from './settings.js'

/** The values of one indicator for the bars of a chart. */
export interface IndicatorValues {
  readonly settings: IndicatorSettings
  /** For each completed bar, oldest first, one value per plot; none where it is not known yet. */
  readonly history: readonly PlotValues[]
  /** The values of the running bar; null without one. */
  readonly live: PlotValues | null
}

/** What is computed at once: an older page with what most indicators need after it. */
export const PART_BARS = 4_000

const UNKNOWN: PlotValues = []

/** A calculation over another history that goes on in parts. */
interface Pending {
  readonly calculator: Calculator
  readonly values: PlotValues[]
  /** The number of bars from which on the known values hold; null when none of them do. */
  readonly end: number | null
}

/**
 * Computes one indicator over the bars of a chart. A tick costs one step; a closed bar two. Another
 * history costs all bars, of which only the first part is computed at once: that is where an older
 * page is. The others keep the values that they had until `advance` has come to the newest bar.
 * After an older page it ends earlier where the indicator forgets old bars: the values of the
 * others stay the same.
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
    const { values } = pending
    this.#computePart(pending)
    if (values.length >= this.#model.history.length) this.#finish(pending)
    else if (isSettled(pending)) {
      this.#pending = null
      this.#history = values.concat(this.#history.slice(values.length))
    }
  }

  #computePart({ calculator, values, end }: Pending): void {
    const to = values.length + PART_BARS
    const part = this.#model.history.slice(values.length, end === null ? to : Math.min(to, end))
    for (const bar of part) values.push(calculator.update(numberBar(bar), false))
  }

  #finish({ calculator, values }: Pending): void {
    const { live } = this.#model
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
    const shift = shiftBetween(before, model)
    const pending: Pending = {
      calculator: this.#create(),
      values: [],
      end: isPrepended(before, model, shift) ? this.#endAfter(shift ?? 0) : null,
    }
    this.#pending = pending
    this.#computePart(pending)
    const { live, history } = model
    if (pending.values.length >= history.length) return this.#finish(pending)
    // The known values follow the computed ones; their calculator goes on with the running bar.
    this.#history = followed(pending.values, this.#history, shift, history.length)
    if (isSettled(pending)) this.#pending = null
    if (live === null || shift === null) this.#live = live === null ? null : UNKNOWN
    else if (live !== before.live) {
      this.#live = this.#calculator.update(numberBar(live), before.live?.time === live.time)
    }
  }

  /** Returns the end of the computation after an older page of `shift` bars. */
  #endAfter(shift: number): number | null {
    const settled = settledAfter(this.#settings)
    const before = this.#pending
    if (before === null) return settled === null ? null : shift + settled
    // What the last page had still to compute is not known yet.
    return settled === null || before.end === null ? null : shift + Math.max(settled, before.end)
  }
}

/** True when the models differ by older bars, and by the running bar at most. */
const isPrepended = (before: BarModel, after: BarModel, shift: number | null): boolean =>
  shift !== null &&
  shift > 0 &&
  before.history.length > 0 &&
  after.history.length === before.history.length + shift &&
  after.history.at(-1) === before.history.at(-1) &&
  (before.live === null || after.live !== null)

/** True once the known values hold for the other bars. */
const isSettled = ({ values, end }: Pending): boolean => end !== null && values.length >= end

const unknown = (length: number): PlotValues[] =>
  Array.from({ length: Math.max(0, length) }, () => UNKNOWN)

/** Returns computed values, then the known ones at their new places; none where neither exists. */
function followed(
  computed: readonly PlotValues[],
  known: readonly PlotValues[],
  shift: number | null,
  count: number,
): readonly PlotValues[] {
  if (shift === null) return computed.concat(unknown(count - computed.length))
  const rest = known.slice(Math.max(0, computed.length - shift), Math.max(0, count - shift))
  return computed.concat(
    unknown(shift - computed.length),
    rest,
    unknown(count - Math.max(computed.length, shift) - rest.length),
  )
}
