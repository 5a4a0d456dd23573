import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import { SEGMENTS, type Calendar, type SegmentKind } from '../calendar/calendar.js'
import { MinuteTape } from './minute-tape.js'
import { tradedSession } from './segment-plan.js'
import type { SymbolRates } from './rate-schedule.js'
import type { SymbolTape } from './symbol-tape.js'

/** The position in one symbol's tape, always at the next step to emit. */
export class LiveCursor {
  /** The next step; its fields are valid while `nextTime` is finite. */
  readonly next = new MinuteTape()
  nextTime = Infinity
  index = 0
  kind: SegmentKind = 'pre'
  #after = -Infinity
  #minute = 0
  readonly #tape: SymbolTape
  readonly #calendar: Calendar
  readonly #rates: SymbolRates

  constructor(tape: SymbolTape, calendar: Calendar, rates: SymbolRates) {
    this.#tape = tape
    this.#calendar = calendar
    this.#rates = rates
  }

  /** Moves the cursor to the first step later than `after`, at the current rate. */
  seek(after: number): void {
    this.#after = after
    this.index = this.#calendar.indexAt(epochMs(after + 1))
    this.kind = 'pre'
    this.#minute = 0
    const { segments } = this.#calendar.day(this.index)
    for (const kind of SEGMENTS) {
      if (after + 1 < segments[kind].start) break
      this.kind = kind
      this.#minute = Math.floor((after + 1 - segments[kind].start) / MINUTE_MS)
    }
    if (this.#load()) this.move()
    else this.nextTime = Infinity
  }

  /** Leaves the tape. */
  rest(): void {
    this.nextTime = Infinity
  }

  /** Moves to the next step; to none where trading has ended for good. */
  move(): void {
    for (;;) {
      while (this.next.next()) {
        if (this.next.time <= this.#after) continue
        this.nextTime = this.next.time
        return
      }
      this.#minute += 1
      if (!this.#load()) {
        this.nextTime = Infinity
        return
      }
    }
  }

  /**
   * Opens the minute, moving on to the next session and day where one is over; false when trading
   * has ended before it.
   */
  #load(): boolean {
    const { security } = this.#tape
    const { endsAt } = security
    while (
      this.#minute >= tradedSession(security, this.#calendar.day(this.index), this.kind).minutes
    ) {
      this.#minute = 0
      const following = SEGMENTS[SEGMENTS.indexOf(this.kind) + 1]
      if (following === undefined) this.index += 1
      this.kind = following ?? 'pre'
    }
    const { segments } = this.#calendar.day(this.index)
    if (endsAt !== null && segments[this.kind].start + this.#minute * MINUTE_MS >= endsAt) {
      return false
    }
    const plan = this.#tape.plan(this.index, this.kind)
    const start = plan.segment.start + this.#minute * MINUTE_MS
    this.next.open(plan, this.#minute, this.#tape.stepsAt(start, this.#rates.current()))
    return true
  }
}

/** A member of a cursor queue. */
export interface Queued {
  readonly cursor: { readonly nextTime: number }
  /** Orders members at the same moment; ranks are unique. */
  readonly rank: number
}

/** A priority queue of cursors, ordered by time, then by rank. */
export class CursorQueue<T extends Queued> {
  #heap: T[]

  constructor(members: readonly T[]) {
    this.#heap = [...members]
    this.rebuild()
  }

  /** Rebuilds the order after cursors were moved from outside. */
  rebuild(): void {
    for (let index = (this.#heap.length >> 1) - 1; index >= 0; index -= 1) this.#sink(index)
  }

  add(member: T): void {
    this.#heap.push(member)
    this.rebuild()
  }

  remove(member: T): void {
    this.#heap = this.#heap.filter((queued) => queued !== member)
    this.rebuild()
  }

  /** Returns the first member. */
  first(): T | undefined {
    return this.#heap[0]
  }

  /** Restores the order after the first member has advanced. */
  firstMoved(): void {
    if (this.#heap.length > 1) this.#sink(0)
  }

  #sink(from: number): void {
    const heap = this.#heap
    const moved = heap[from] as T
    let index = from
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1] as T, heap[child] as T)) child += 1
      if (!before(heap[child] as T, moved)) break
      heap[index] = heap[child] as T
      index = child
    }
    heap[index] = moved
  }
}

const before = (a: Queued, b: Queued): boolean => {
  const x = a.cursor.nextTime
  const y = b.cursor.nextTime
  return x < y || (x === y && a.rank < b.rank)
}
