import type { RuledSession } from '../../../../shared/domain/market/quote.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { MarketStep } from '../../model/market-step.js'
import { SEGMENTS, type Calendar, type SegmentKind } from '../calendar/calendar.js'
import type { DailyBars } from '../bars/daily-bars.js'
import { bookShape, syntheticSide, type BookShape } from '../book/synthetic-book.js'
import { LiveCursor } from '../tapes/live-cursor.js'
import type { SymbolRates } from '../tapes/rate-schedule.js'
import { SeededStep } from '../book/seeded-step.js'
import { minuteOf } from '../tapes/segment-plan.js'
import type { SymbolTape } from '../tapes/symbol-tape.js'
import type { ReferencePrices } from '../../model/venue.js'
import type {
  PrintRange,
  PrintVisitor,
  SnapshotData,
  TapePrint,
} from '../securities/market-types.js'

interface Touch {
  /** The day whose shares the prices are in. */
  readonly index: number
  readonly bid: number
  readonly ask: number
  readonly kind: SegmentKind
}

export interface SymbolStateOptions {
  readonly tape: SymbolTape
  readonly daily: DailyBars
  readonly calendar: Calendar
  readonly rates: SymbolRates
  /** Order among symbols at the same moment. */
  readonly rank: number
}

/**
 * The state of one symbol: the position of its tape, and the simulated touch. Subclasses add the
 * day's figures.
 */
export abstract class SymbolState {
  readonly cursor: LiveCursor
  readonly tape: SymbolTape
  readonly daily: DailyBars
  /** Order among symbols at the same moment. */
  readonly rank: number
  /** True while its steps are generated; only then does the touch belong to the last step. */
  isLive = false
  readonly calendar: Calendar
  #shape: { readonly shares: number; readonly book: BookShape } | null = null
  #touch: Touch | null = null

  constructor({ tape, daily, calendar, rates, rank }: SymbolStateOptions) {
    this.tape = tape
    this.calendar = calendar
    this.rank = rank
    this.cursor = new LiveCursor(tape, calendar, rates)
    this.daily = daily
  }

  /** Returns the book's shape in the shares of a day. */
  #shapeOn(index: number): BookShape {
    const { basis, security, paths } = this.tape
    const shares = basis.shares(index)
    if (this.#shape?.shares !== shares) {
      this.#shape = { shares, book: bookShape(security, paths.key, shares) }
    }
    return this.#shape.book
  }

  /** Returns the snapshot (see `SnapshotData`). */
  abstract snapshot(now: EpochMs): SnapshotData

  /**
   * Returns the last price and previous close of the snapshot; subclasses may compute them faster.
   */
  reference(now: EpochMs): ReferencePrices {
    const { last, previousClose } = this.snapshot(now)
    return { last, previousClose }
  }

  /** Counts a simulated or customer's trade in a session of a day. */
  protected abstract count(
    index: number,
    kind: SegmentKind,
    time: number,
    price: number,
    size: number,
  ): void

  /** Returns the time up to which this symbol's tape is generated when the market is at `now`. */
  cutoff(now: number): number {
    const { endsAt } = this.tape.security
    const reached = this.isLive ? Math.min(now, this.cursor.nextTime - 1) : now
    return endsAt === null ? reached : Math.min(reached, endsAt - 1)
  }

  /** Moves the cursor without emitting steps. */
  seek(after: number): void {
    this.#touch = null
    this.isLive = true
    this.cursor.seek(after)
  }

  /** Stops generating steps. */
  rest(): void {
    this.#touch = null
    this.isLive = false
    this.cursor.rest()
  }

  /** Returns the cursor's step and advances. */
  nextStep(levels: number): MarketStep {
    const { next, kind, index } = this.cursor
    const { security } = this.tape
    const { time, bid, ask } = next
    const size = Math.round(next.shares * security.unit)
    const shape = this.#shapeOn(index)
    if (next.trade) this.count(index, kind, time, next.price, size)
    const trade: MarketStep['trade'] = next.trade
      ? { aggressor: next.buy ? 'buy' : 'sell', price: next.price, size }
      : null
    const step = new SeededStep(security.symbol, epochMs(time), kind, trade, {
      shape,
      bid,
      ask,
      levels,
    })
    this.#touch = { index, bid, ask, kind }
    this.cursor.move()
    return step
  }

  /**
   * Records a customer's print at `now`; ignored while no session is open, and in a recorded
   * symbol, whose bars stay as they were recorded.
   */
  record(now: EpochMs, price: number, size: number, buy: boolean): void {
    if (this.tape.series !== null) return
    const index = this.calendar.indexAt(now)
    const { segments } = this.calendar.day(index)
    const kind = SEGMENTS.find(
      (candidate) => now >= segments[candidate].start && now < segments[candidate].end,
    )
    if (!kind) return
    this.tape.record({ time: now, price, size, buy })
    this.count(index, kind, now, price, size)
  }

  /**
   * Returns the simulated book at `now`: the touch of its last step with the given number of
   * levels.
   */
  book(now: EpochMs, levels: number): MarketStep {
    const { bid, ask, kind } = this.#touchOn(
      this.calendar.indexAt(now),
      (this.isLive ? this.#touch : null) ?? this.#findTouch(now),
    )
    const shape = this.#shapeOn(this.calendar.indexAt(now))
    return {
      symbol: this.tape.security.symbol,
      time: now,
      session: this.calendar.sessionAt(now),
      trade: null,
      bids: syntheticSide(shape, bid, false, now, kind, levels),
      asks: syntheticSide(shape, ask, true, now, kind, levels),
    }
  }

  /** Converts the simulated touch to the shares of a day. */
  #touchOn(index: number, touch: Touch): Touch {
    const {
      basis,
      security: { grid },
    } = this.tape
    if (basis.shares(touch.index) === basis.shares(index)) return touch
    const bid = grid.snapDown(basis.price(touch.bid, touch.index, index))
    return {
      ...touch,
      index,
      bid,
      ask: Math.max(grid.above(bid, 1), grid.snapUp(basis.price(touch.ask, touch.index, index))),
    }
  }

  #findTouch(now: EpochMs): Touch {
    const cutoff = this.cutoff(now)
    const oldest = this.tape.series?.firstIndex ?? 0
    for (let index = this.calendar.indexAt(epochMs(cutoff)); index >= oldest; index -= 1) {
      for (let s = SEGMENTS.length - 1; s >= 0; s -= 1) {
        const kind = SEGMENTS[s] as SegmentKind
        if (this.calendar.day(index).segments[kind].start > cutoff) continue
        const plan = this.tape.plan(index, kind)
        for (
          let m = Math.min(plan.segment.minutes - 1, minuteOf(plan.segment, cutoff));
          m >= 0;
          m -= 1
        ) {
          const found = this.tape.touch(plan, m, cutoff)
          if (!found) continue
          this.#touch = { index, bid: found.bid, ask: found.ask, kind }
          return this.#touch
        }
      }
    }
    const { referencePrice } = this.tape.security
    return { index: 0, bid: referencePrice, ask: referencePrice, kind: 'regular' }
  }

  /** Returns the newest prints of the given sessions, newest first; reads back to `oldest`. */
  ticks(
    now: EpochMs,
    count: number,
    sessions: readonly RuledSession[],
    oldest: number,
  ): TapePrint[] {
    const cutoff = this.cutoff(now)
    const result: TapePrint[] = []
    for (
      let index = this.calendar.indexAt(epochMs(cutoff));
      index >= oldest && result.length < count;
      index -= 1
    ) {
      for (let s = SEGMENTS.length - 1; s >= 0; s -= 1) {
        const kind = SEGMENTS[s] as SegmentKind
        if (!sessions.includes(kind)) continue
        if (this.calendar.day(index).segments[kind].start > cutoff) continue
        const plan = this.tape.plan(index, kind)
        for (
          let m = Math.min(plan.segment.minutes - 1, minuteOf(plan.segment, cutoff));
          m >= 0 && result.length < count;
          m -= 1
        ) {
          const minute: TapePrint[] = []
          this.tape.visit(plan, m, cutoff, (time, price, size, buy) =>
            minute.push({
              time: epochMs(time),
              price,
              size,
              aggressor: buy ? 'buy' : 'sell',
              session: kind,
            }),
          )
          for (let i = minute.length - 1; i >= 0 && result.length < count; i -= 1) {
            result.push(minute[i] as TapePrint)
          }
        }
      }
    }
    return result
  }

  /** Visits prints; see `Market.visitPrints`. */
  visitPrints(now: EpochMs, { from, to, sessions }: PrintRange, visitor: PrintVisitor): void {
    const cutoff = Math.min(this.cutoff(now), to)
    const last = this.calendar.indexAt(epochMs(cutoff))
    for (let index = this.calendar.indexAt(from); index <= last; index += 1) {
      for (const kind of SEGMENTS) {
        if (!sessions.includes(kind)) continue
        if (this.calendar.day(index).segments[kind].start > cutoff) break
        const plan = this.tape.plan(index, kind)
        const end = Math.min(plan.segment.minutes - 1, minuteOf(plan.segment, cutoff))
        for (let m = Math.max(0, minuteOf(plan.segment, from)); m <= end; m += 1) {
          this.tape.visit(plan, m, cutoff, (time, price, size, buy) => {
            if (time >= from) visitor(time, price, size, buy, kind)
          })
        }
      }
    }
  }

  /** Returns the close of the last day before `index` that traded, in the shares of day `on`. */
  protected closeBefore(index: number, on: number = index): number {
    const { basis } = this.tape
    for (let i = index - 1; i >= 0 && i > index - 10; i -= 1) {
      const close = this.daily.close(i)
      if (close !== null) return basis.price(close, i, on)
    }
    const { grid } = this.tape.security
    const before = Math.max(0, index - 1)
    return basis.price(grid.snap(Math.exp(this.tape.paths.frame(before).close)), before, on)
  }
}
