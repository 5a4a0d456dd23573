import type { AssetClass } from '../../instruments/instrument.js'
import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../market/bar.js'
import { DAY_MS, SECOND_MS, epochMs, type EpochMs } from '../../time.js'
import { groupStart, type BarShape } from './bar-shape.js'
import { nextBar, openHours } from './future-bars.js'

type TimedBar = Pick<Bar, 'time'>

/** The known bars, oldest first, with the running one apart. */
export interface KnownBars {
  readonly history: readonly TimedBar[]
  readonly live: TimedBar | null
}

const barCount = ({ history, live }: KnownBars): number => history.length + (live === null ? 0 : 1)

const barAt = ({ history, live }: KnownBars, index: number): TimedBar | null =>
  index === history.length ? live : (history[index] ?? null)

/** How many bars to come have the exact time of the exchange's calendar. */
const MAX_FUTURE_BARS = 1_000

const CALENDAR_MS: Readonly<Partial<Record<Timespan, number>>> = {
  D: 1.45 * DAY_MS,
  W: 7 * DAY_MS,
  M: 30.44 * DAY_MS,
  Y: 365.25 * DAY_MS,
}

/** Returns about how long a bar and the pauses around it are, in ms. */
const usualLength = ({ base, count }: BarShape): number =>
  count * ((TIMESPAN_SECONDS[base] ?? 0) * SECOND_MS || (CALENDAR_MS[base] ?? DAY_MS))

/**
 * Converts between times and bars of a chart, counted from the oldest known bar. A time belongs to
 * the bar that contains it, so that a point of another interval is on the bar with its price. After
 * the newest bar the exchange's calendar goes on; before the oldest one, bars are estimated until
 * they are loaded.
 */
export class BarAxis {
  readonly #model: KnownBars
  readonly #shape: BarShape
  readonly #assetClass: AssetClass
  /** The times of the bars after the newest, computed as far as they were needed. */
  readonly #future: EpochMs[] = []
  #isOpen: ((time: EpochMs) => boolean) | null = null

  constructor(model: KnownBars, shape: BarShape, assetClass: AssetClass) {
    this.#model = model
    this.#shape = shape
    this.#assetClass = assetClass
  }

  /** Returns true while the axis holds for these bars. */
  serves(model: KnownBars, shape: BarShape): boolean {
    return (
      shape === this.#shape &&
      model.history === this.#model.history &&
      model.live?.time === this.#model.live?.time
    )
  }

  /** Returns the bar that contains a time; negative before the oldest known bar. */
  position(time: EpochMs): number {
    const count = barCount(this.#model)
    const [first, last] = [barAt(this.#model, 0), barAt(this.#model, count - 1)]
    if (first === null || last === null) return 0
    if (time < first.time) return Math.round((time - first.time) / this.#pastLength(first, last))
    if (time <= last.time) return this.#find(time, count)
    return count - 1 + this.#futureBars(time)
  }

  /** Returns the start of a bar. */
  time(position: number): EpochMs {
    const count = barCount(this.#model)
    const index = Math.round(position)
    const known = barAt(this.#model, index)
    if (known !== null) return known.time
    const [first, last] = [barAt(this.#model, 0), barAt(this.#model, count - 1)]
    if (first === null || last === null) return epochMs(0)
    if (index < 0) {
      return epochMs(Math.round(first.time + index * this.#pastLength(first, last)))
    }
    const ahead = index - count + 1
    const near = this.#futureTime(Math.min(ahead, MAX_FUTURE_BARS))
    const far = Math.max(0, ahead - MAX_FUTURE_BARS) * usualLength(this.#shape)
    return epochMs(Math.round(near + far))
  }

  #find(time: EpochMs, count: number): number {
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((barAt(this.#model, middle)?.time ?? time) <= time) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The mean distance of two known bars, with nights and weekends. */
  #pastLength(first: TimedBar, last: TimedBar): number {
    const count = barCount(this.#model)
    return count < 2 ? usualLength(this.#shape) : (last.time - first.time) / (count - 1)
  }

  #futureBars(time: EpochMs): number {
    for (let ahead = 1; ahead <= MAX_FUTURE_BARS; ahead += 1) {
      if (this.#futureTime(ahead) > time) return ahead - 1
    }
    const far = time - this.#futureTime(MAX_FUTURE_BARS)
    return MAX_FUTURE_BARS + Math.floor(far / usualLength(this.#shape))
  }

  #futureTime(ahead: number): EpochMs {
    const { history, live } = this.#model
    this.#isOpen ??= openHours(this.#assetClass, history)
    let time = this.#future.at(-1) ?? live?.time ?? history.at(-1)?.time ?? epochMs(0)
    while (this.#future.length < ahead) {
      time = this.#next(time, this.#isOpen)
      this.#future.push(time)
    }
    return this.#future[ahead - 1] ?? time
  }

  /** Returns the start of the next bar: the broker's bars go on until one is in another. */
  #next(time: EpochMs, isOpen: (time: EpochMs) => boolean): EpochMs {
    const { base, count } = this.#shape
    let next = time
    do next = nextBar(next, base, this.#assetClass, isOpen)
    while (count > 1 && groupStart(next, this.#shape) <= time)
    return count > 1 ? groupStart(next, this.#shape) : next
  }
}
