import { sessionAt } from '../../../shared/domain/exchange-time.js'
import type { TradingSession } from '../../../shared/domain/quote.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketStep } from '../market-step.js'
import { UNIT_SIZE } from '../units.js'
import { SEGMENTS, type Calendar, type SegmentKind } from './calendar.js'
import { createDailyBars, type DailyBars } from './daily.js'
import { type Figures, readFigures } from './figures.js'
import { bookShape, houseSide, type BookShape } from './house-book.js'
import { LiveCursor } from './live-cursor.js'
import type { RateSchedule } from './rate-schedule.js'
import { framePrice, minuteOf } from './segment-plan.js'
import type { SymbolTape } from './symbol-tape.js'
import type { PrintVisitor, SnapshotData, TapePrint } from './types.js'

interface Touch {
  readonly bid: number
  readonly ask: number
  readonly kind: SegmentKind
}

/** One symbol as it stands: where its tape is told to, the session's figures, and the house's touch. */
export class SymbolState {
  readonly cursor: LiveCursor
  readonly daily: DailyBars
  private readonly shape: BookShape
  private regular: Figures | null = null
  private extended: Figures | null = null
  private touch: Touch | null = null
  readonly tape: SymbolTape
  private readonly calendar: Calendar

  constructor(tape: SymbolTape, calendar: Calendar, rates: RateSchedule) {
    this.tape = tape
    this.calendar = calendar
    this.cursor = new LiveCursor(tape, calendar, rates)
    this.daily = createDailyBars(tape, calendar)
    this.shape = bookShape(tape.security, tape.paths.key)
  }

  /** Up to here this symbol's tape has been told when the market stands at `now`. */
  cutoff(now: number): number {
    return Math.min(now, this.cursor.nextTime - 1)
  }

  /** Moves the cursor without telling; figures are read anew when asked for. */
  seek(after: number): void {
    this.regular = null
    this.extended = null
    this.touch = null
    this.cursor.seek(after)
  }

  /** Tells the cursor's step and moves on. */
  tell(levels: number): MarketStep {
    const { next, kind, index } = this.cursor
    const { time, bid, ask } = next
    if (next.trade) this.count(index, kind, time, next.price, next.shares * UNIT_SIZE)
    const step: MarketStep = {
      symbol: this.tape.security.listing.symbol,
      time: epochMs(time),
      session: kind,
      bids: houseSide(this.shape, bid, false, time, kind, levels),
      asks: houseSide(this.shape, ask, true, time, kind, levels),
      trade: next.trade ? { aggressor: next.buy ? 'buy' : 'sell', price: next.price, size: next.shares * UNIT_SIZE } : null,
    }
    this.touch = { bid, ask, kind }
    this.cursor.move()
    return step
  }

  /** A customer's print at `now`; left out of the figures, as of the tape, when no session is open. */
  record(now: EpochMs, price: number, size: number, buy: boolean): void {
    const index = this.calendar.indexAt(now)
    const { segments } = this.calendar.day(index)
    const kind = SEGMENTS.find((each) => now >= segments[each].start && now < segments[each].end)
    if (!kind) return
    this.tape.record({ time: now, price, size, buy })
    this.count(index, kind, now, price, size)
  }

  private count(index: number, kind: SegmentKind, time: number, price: number, size: number): void {
    const figures = kind === 'regular' ? this.regular : this.extended
    if (figures?.index === index && figures.kind === kind) figures.add(time, price, size)
  }

  /** The house's book at `now`: the touch of its last step with as many levels as wanted. */
  book(now: EpochMs, levels: number): MarketStep {
    const { bid, ask, kind } = this.touch ?? this.findTouch(now)
    return {
      symbol: this.tape.security.listing.symbol, time: now, session: sessionAt(now), trade: null,
      bids: houseSide(this.shape, bid, false, now, kind, levels), asks: houseSide(this.shape, ask, true, now, kind, levels),
    }
  }

  private findTouch(now: EpochMs): Touch {
    const cutoff = this.cutoff(now)
    for (let index = this.calendar.indexAt(now); index >= 0; index -= 1) {
      for (let s = SEGMENTS.length - 1; s >= 0; s -= 1) {
        const kind = SEGMENTS[s] as SegmentKind
        const plan = this.tape.plan(index, kind)
        for (let m = Math.min(plan.segment.minutes - 1, minuteOf(plan.segment, cutoff)); m >= 0; m -= 1) {
          const found = this.tape.touch(plan, m, cutoff)
          if (!found) continue
          this.touch = { bid: found.bid, ask: found.ask, kind }
          return this.touch
        }
      }
    }
    const { referencePrice } = this.tape.security.listing
    return { bid: referencePrice, ask: referencePrice, kind: 'regular' }
  }

  /** The newest prints of some sessions, newest first; read back to `oldest`. */
  ticks(now: EpochMs, count: number, sessions: readonly TradingSession[], oldest: number): TapePrint[] {
    const cutoff = this.cutoff(now)
    const result: TapePrint[] = []
    for (let index = this.calendar.indexAt(now); index >= oldest && result.length < count; index -= 1) {
      for (let s = SEGMENTS.length - 1; s >= 0; s -= 1) {
        const kind = SEGMENTS[s] as SegmentKind
        if (!sessions.includes(kind)) continue
        const plan = this.tape.plan(index, kind)
        for (let m = Math.min(plan.segment.minutes - 1, minuteOf(plan.segment, cutoff)); m >= 0 && result.length < count; m -= 1) {
          const minute: TapePrint[] = []
          this.tape.visit(plan, m, cutoff, (time, price, size, buy) => minute.push({ time: epochMs(time), price, size, aggressor: buy ? 'buy' : 'sell', session: kind }))
          for (let i = minute.length - 1; i >= 0 && result.length < count; i -= 1) result.push(minute[i] as TapePrint)
        }
      }
    }
    return result
  }

  /** See `Market.visitPrints`. */
  visitPrints(now: EpochMs, from: EpochMs, to: EpochMs, sessions: readonly TradingSession[], visitor: PrintVisitor): void {
    const cutoff = Math.min(this.cutoff(now), to)
    const last = this.calendar.indexAt(epochMs(cutoff))
    for (let index = this.calendar.indexAt(from); index <= last; index += 1) {
      for (const kind of SEGMENTS) {
        if (!sessions.includes(kind)) continue
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

  private regularOf(index: number, cutoff: number): Figures {
    if (this.regular?.index !== index) this.regular = readFigures(this.tape, index, 'regular', cutoff)
    return this.regular
  }

  private extendedOf(index: number, kind: 'pre' | 'post', cutoff: number): Figures {
    if (this.extended?.index !== index || this.extended.kind !== kind) this.extended = readFigures(this.tape, index, kind, cutoff)
    return this.extended
  }

  /** The close of the last day before `index` that traded. */
  private closeBefore(index: number): number {
    for (let i = index - 1; i >= 0 && i > index - 10; i -= 1) {
      const bar = this.daily.bar(i, Infinity)
      if (bar) return bar.close
    }
    return framePrice(this.tape.paths.frame(Math.max(0, index - 1)).close)
  }

  /** See `SnapshotData`. */
  snapshot(now: EpochMs): SnapshotData {
    const cutoff = this.cutoff(now)
    const today = this.calendar.indexAt(now)
    const { segments } = this.calendar.day(today)
    const index = now < segments.regular.start ? today - 1 : today
    const figures = this.regularOf(index, cutoff)
    const previousClose = this.closeBefore(index)
    const last = figures.open === null ? previousClose : figures.last
    const outside = now < segments.regular.start ? 'pre' : now >= segments.regular.end ? 'post' : null
    const ext = outside && this.extendedOf(today, outside, cutoff)
    const { daily } = this
    return {
      symbol: this.tape.security.listing.symbol, session: sessionAt(now), time: now, last, lastTime: figures.lastTime, open: figures.open,
      high: figures.open === null ? null : figures.high, low: figures.open === null ? null : figures.low, previousClose, change: last - previousClose,
      volume: figures.volume, turnover: figures.turnover(),
      extended: outside && ext && ext.open !== null && ext.lastTime !== null
        ? { session: outside, last: ext.last, high: ext.high, low: ext.low, volume: ext.volume, change: ext.last - last, lastTime: ext.lastTime }
        : null,
      // Read back through a year of days, ten times the work of all the rest: done for whoever looks, not for every start.
      get high52Weeks() { return Math.max(daily.range(index).high, figures.open === null ? 0 : figures.high) },
      get low52Weeks() { return Math.min(daily.range(index).low, figures.open === null ? Infinity : figures.low) },
    }
  }
}
