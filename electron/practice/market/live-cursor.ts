import { MINUTE_MS, epochMs } from '../../../shared/domain/time.js'
import { SEGMENTS, type Calendar, type SegmentKind } from './calendar.js'
import { MinuteTape } from './minute-tape.js'
import type { RateSchedule } from './rate-schedule.js'
import type { SymbolTape } from './symbol-tape.js'

/** Where the telling of one symbol stands: always one step ahead, on the next step to tell. */
export class LiveCursor {
  /** The next step; its fields are valid while `nextTime` is finite. */
  readonly next = new MinuteTape()
  nextTime = Infinity
  index = 0
  kind: SegmentKind = 'pre'
  private after = -Infinity
  private minute = 0
  private readonly tape: SymbolTape
  private readonly calendar: Calendar
  private readonly rates: RateSchedule

  constructor(tape: SymbolTape, calendar: Calendar, rates: RateSchedule) {
    this.tape = tape
    this.calendar = calendar
    this.rates = rates
  }

  /** Puts the cursor on the first step later than `after`, at the rate now in force. */
  seek(after: number): void {
    this.after = after
    this.index = this.calendar.indexAt(epochMs(after + 1))
    this.kind = 'pre'
    this.minute = 0
    const { segments } = this.calendar.day(this.index)
    for (const kind of SEGMENTS) {
      if (after + 1 < segments[kind].start) break
      this.kind = kind
      this.minute = Math.floor((after + 1 - segments[kind].start) / MINUTE_MS)
    }
    this.load()
    this.move()
  }

  /** Moves on to the next step. */
  move(): void {
    for (;;) {
      while (this.next.next()) {
        if (this.next.time <= this.after) continue
        this.nextTime = this.next.time
        return
      }
      this.minute += 1
      this.load()
    }
  }

  /** Opens the minute, going on to the next session and day where one is over. */
  private load(): void {
    while (this.minute >= this.calendar.day(this.index).segments[this.kind].minutes) {
      this.minute = 0
      if (this.kind === 'post') {
        this.kind = 'pre'
        this.index += 1
      } else this.kind = this.kind === 'pre' ? 'regular' : 'post'
    }
    const plan = this.tape.plan(this.index, this.kind)
    const start = plan.segment.start + this.minute * MINUTE_MS
    this.next.open(plan, this.minute, this.tape.paths.key, this.tape.stepsAt(start, this.rates.current()))
  }
}

/** Which of many cursors comes next: by time, then by position in the list. */
export class CursorQueue {
  private readonly heap: number[]
  private readonly cursors: readonly LiveCursor[]

  constructor(cursors: readonly LiveCursor[]) {
    this.cursors = cursors
    this.heap = cursors.map((_, i) => i)
    this.rebuild()
  }

  /** Orders everything anew, after cursors were moved from outside. */
  rebuild(): void {
    for (let at = (this.heap.length >> 1) - 1; at >= 0; at -= 1) this.sink(at)
  }

  /** Position of the first cursor. */
  first(): number {
    return this.heap[0] ?? 0
  }

  /** To be called when the first cursor has moved on. */
  firstMoved(): void {
    this.sink(0)
  }

  private before(a: number, b: number): boolean {
    const x = (this.cursors[a] as LiveCursor).nextTime
    const y = (this.cursors[b] as LiveCursor).nextTime
    return x < y || (x === y && a < b)
  }

  private sink(from: number): void {
    const { heap } = this
    const moved = heap[from] as number
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.before(heap[child + 1] as number, heap[child] as number)) child += 1
      if (!this.before(heap[child] as number, moved)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = moved
  }
}
