import type { Bar } from '../../../shared/domain/market/bar.js'
import { isRolled, NO_BARS, type BarModel } from '../bars/bar-model.js'
import { groupStart, isShown } from '../../../shared/domain/drawings/axis/bar-shape.js'
import type { BarShape } from './chart-span.js'
import { add, maxOf, minOf, type Quantity } from '../../../shared/domain/decimal.js'

/**
 * Puts the broker's bars together to longer ones, and leaves out extended hours. A tick costs one
 * addition, an older page its own bars; only another history costs all bars.
 */
export class BarShaper {
  readonly #shape: BarShape
  /** True when the broker's bars are shown as they are. */
  readonly #isPlain: boolean
  #source: BarModel = NO_BARS
  /** The groups that are complete. */
  #closed: Bar[] = []
  /** The group of the newest completed bar, without the running one; null before the first. */
  #open: Bar | null = null
  #shaped: BarModel = NO_BARS

  constructor(shape: BarShape) {
    this.#shape = shape
    this.#isPlain = shape.count === 1 && !shape.isRegularOnly
  }

  /** Returns the bars of the shape, with the least work from those before. */
  shape(model: BarModel): BarModel {
    if (this.#isPlain || model === this.#source) return this.#isPlain ? model : this.#shaped
    const before = this.#source
    this.#source = model
    if (model.history === before.history) return this.#withLive(this.#shaped.history)
    const closed = isRolled(before, model) ? model.history.at(-1) : undefined
    const older = olderBars(before.history, model.history)
    if (older !== null) return this.#withLive(this.#prepend(older))
    return this.#withLive(closed === undefined ? this.#groupAll(model) : this.#append(closed))
  }

  /** Puts the groups of older bars before the known ones; the two in the middle may be one. */
  #prepend(older: readonly Bar[]): readonly Bar[] {
    const laterBars = this.#open === null ? this.#closed : [...this.#closed, this.#open]
    this.#closed = []
    this.#open = null
    for (const bar of older) this.#add(bar)
    const [first] = laterBars
    const last = this.#open as Bar | null
    const isOne = first !== undefined && last?.time === first.time
    const all = [
      ...this.#closed,
      ...(last === null ? [] : [isOne ? joinBars(last, first) : last]),
      ...laterBars.slice(isOne ? 1 : 0),
    ]
    this.#open = all.pop() ?? null
    this.#closed = all
    return [...all]
  }

  #groupAll({ history }: BarModel): readonly Bar[] {
    this.#closed = []
    this.#open = null
    for (const bar of history) this.#add(bar)
    return [...this.#closed]
  }

  #append(bar: Bar): readonly Bar[] {
    const count = this.#closed.length
    this.#add(bar)
    const shown = this.#shaped.history
    // A group that was shown as complete before is no other history.
    const isKnown =
      this.#closed.length === count || shown.at(-1)?.time === this.#closed.at(-1)?.time
    return isKnown ? shown : [...this.#closed]
  }

  /** Adds a completed bar; true bars of another group close the open one. */
  #add(bar: Bar): void {
    if (!isShown(bar, this.#shape)) return
    const next = this.#joinedWith(this.#open, bar)
    if (this.#open !== null && next.time !== this.#open.time) this.#closed.push(this.#open)
    this.#open = next
  }

  #joinedWith(open: Bar | null, bar: Bar): Bar {
    const time = groupStart(bar.time, this.#shape)
    return open?.time === time ? joinBars(open, bar) : { ...bar, time }
  }

  /** The running group is the open one with the running bar, or begins with the running bar. */
  #withLive(history: readonly Bar[]): BarModel {
    const { live, more } = this.#source
    const open = this.#open
    const running = live !== null && isShown(live, this.#shape) ? live : null
    if (running === null) this.#shaped = { history, live: open, more }
    else {
      const next = this.#joinedWith(open, running)
      const isNew = open !== null && next.time !== open.time
      this.#shaped = { history: isNew ? this.#withOpen(history, open) : history, live: next, more }
    }
    return this.#shaped
  }

  /** The open group has ended before its last bar was reported as completed. */
  #withOpen(history: readonly Bar[], open: Bar): readonly Bar[] {
    return history.at(-1)?.time === open.time ? history : [...history, open]
  }
}

/** Returns the bars that were put before the known ones; null for any other change. */
function olderBars(known: readonly Bar[], history: readonly Bar[]): readonly Bar[] | null {
  const count = history.length - known.length
  const isOlder =
    count > 0 && known.length > 0 && history[count] === known[0] && history.at(-1) === known.at(-1)
  return isOlder ? history.slice(0, count) : null
}

/** Returns the bar of two that follow each other, with the start of the first. */
export const joinBars = (first: Bar, next: Bar): Bar => ({
  time: first.time,
  open: first.open,
  high: maxOf(first.high, next.high),
  low: minOf(first.low, next.low),
  close: next.close,
  volume: add<Quantity>(first.volume, next.volume),
})
