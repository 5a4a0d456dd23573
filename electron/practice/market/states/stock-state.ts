import type { EpochMs } from '../../../../shared/domain/time.js'
import type { SegmentKind } from '../calendar/calendar.js'
import { readFigures, type Figures } from '../bars/session-figures.js'
import type { ReferencePrices } from '../../model/venue.js'
import { SymbolState } from './symbol-state.js'
import { lastBefore } from '../tapes/symbol-tape.js'
import type { PriceUnits } from '../../model/units.js'
import type {
  RegularFigures,
  ExtendedHours,
  OvernightHours,
  SnapshotData,
} from '../securities/market-types.js'

/** The state of a stock: figures of its regular and extended sessions, updated trade by trade. */
export class StockState extends SymbolState {
  #regular: Figures | null = null
  #extended: Figures | null = null
  #night: Figures | null = null

  /** Moves the cursor without emitting steps; figures are read again when needed. */
  override seek(after: number): void {
    this.#regular = null
    this.#extended = null
    this.#night = null
    super.seek(after)
  }

  protected override count(
    index: number,
    kind: SegmentKind,
    time: number,
    price: number,
    size: number,
  ): void {
    const figures =
      kind === 'regular' ? this.#regular : kind === 'overnight' ? this.#night : this.#extended
    if (figures?.index === index && figures.kind === kind) figures.add(time, price, size)
  }

  #regularOf(index: number, cutoff: number): Figures {
    if (this.#regular?.index !== index) {
      this.#regular = readFigures(this.tape, index, 'regular', cutoff)
    }
    return this.#regular
  }

  #extendedOf(index: number, kind: 'pre' | 'post', cutoff: number): Figures {
    if (this.#extended?.index !== index || this.#extended.kind !== kind) {
      this.#extended = readFigures(this.tape, index, kind, cutoff)
    }
    return this.#extended
  }

  #nightOf(index: number, cutoff: number): Figures {
    if (this.#night?.index !== index) {
      this.#night = readFigures(this.tape, index, 'overnight', cutoff)
    }
    return this.#night
  }

  /**
   * Skips the day's figures, which need every trade of the day: startup calls this for every stock.
   */
  override reference(now: EpochMs): ReferencePrices {
    const today = this.calendar.indexAt(now)
    const index = now < this.calendar.day(today).segments.regular.start ? today - 1 : today
    const previousClose = this.closeBefore(index, today)
    const trade = lastBefore(this.tape, this.tape.plan(index, 'regular'), this.cutoff(now))
    const last = trade === null ? previousClose : this.tape.basis.price(trade, index, today)
    return { last, previousClose: this.#isBeforeOpen(now, today) ? last : previousClose }
  }

  /** True from the start of a trade date, on the eve at 20:00, until its regular session opens. */
  #isBeforeOpen(now: EpochMs, today: number): boolean {
    const { regular, overnight } = this.calendar.day(today).segments
    return now < regular.start || now >= overnight.start
  }

  override snapshot(now: EpochMs): SnapshotData {
    const cutoff = this.cutoff(now)
    const today = this.calendar.indexAt(now)
    const { segments } = this.calendar.day(today)
    const session = this.#lastSession(now, today, cutoff)
    const { index, figures, regular } = session
    const { last } = regular
    const hasOpened = now >= segments.regular.start && figures.open !== null
    const outside = !hasOpened ? 'pre' : now >= segments.regular.end ? 'post' : null
    const ext = outside && this.#extendedOf(today, outside, cutoff)
    const isNight = now >= segments.overnight.start && this.tape.security.tradesOvernight
    const night = isNight ? this.#nightOf(today, cutoff) : null
    const { daily, tape } = this
    const price = (value: number): number => tape.basis.price(value, index, today)
    return {
      symbol: tape.security.symbol,
      session: this.calendar.sessionAt(now),
      time: now,
      lastTime: figures.lastTime,
      // Before its open a day has the close before it, and no figures of its own yet.
      ...(this.#isBeforeOpen(now, today) ? { ...UNOPENED, last, previousClose: last } : regular),
      regular,
      extended: outside && ext ? outsideHours(outside, ext, last) : null,
      overnight: night === null ? null : outsideHours('overnight', night, last),
      // Reading back through a year of days costs ten times as much as all the rest, so it runs
      // only on access.
      get high52Weeks() {
        return price(Math.max(daily.range(index).high, figures.open === null ? 0 : figures.high))
      },
      get low52Weeks() {
        return price(
          Math.min(daily.range(index).low, figures.open === null ? Infinity : figures.low),
        )
      },
    }
  }

  /** Reads the newest regular session that has begun, in the shares of `today`. */
  #lastSession(
    now: EpochMs,
    today: number,
    cutoff: number,
  ): { readonly index: number; readonly figures: Figures; readonly regular: RegularFigures } {
    const index = now < this.calendar.day(today).segments.regular.start ? today - 1 : today
    const figures = this.#regularOf(index, cutoff)
    const { basis } = this.tape
    // Before today's open these are the previous day's; convert them for a split this morning.
    const price = (value: number): number => basis.price(value, index, today)
    const previousClose = this.closeBefore(index, today)
    const last = figures.open === null ? previousClose : price(figures.last)
    const regular = {
      last,
      open: figures.open === null ? null : price(figures.open),
      high: figures.open === null ? null : price(figures.high),
      low: figures.open === null ? null : price(figures.low),
      previousClose,
      change: last - previousClose,
      volume: basis.size(figures.volume, index, today),
      turnover: figures.turnover(),
    }
    return { index, figures, regular }
  }
}

/** What a day has before its open, besides the close before it. */
const UNOPENED = { open: null, high: null, low: null, change: 0, volume: 0, turnover: 0n }

/** Returns the figures of a session outside the regular hours; null before its first trade. */
const outsideHours = <Session extends ExtendedHours['session'] | OvernightHours['session']>(
  session: Session,
  { open, last, high, low, volume, lastTime }: Figures,
  regularLast: PriceUnits,
) =>
  open === null || lastTime === null
    ? null
    : { session, last, high, low, volume, change: last - regularLast, lastTime }
