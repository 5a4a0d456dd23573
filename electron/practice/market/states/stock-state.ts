import type { EpochMs } from '../../../../shared/domain/time.js'
import type { SegmentKind } from '../calendar/calendar.js'
import { readFigures, type Figures } from '../bars/session-figures.js'
import type { ReferencePrices } from '../../model/venue.js'
import { SymbolState } from './symbol-state.js'
import { lastBefore } from '../tapes/symbol-tape.js'
import type { PriceUnits } from '../../model/units.js'
import type { ExtendedHours, OvernightHours, SnapshotData } from '../securities/market-types.js'

/** The state of a stock: figures of its regular and extended sessions, updated trade by trade. */
export class StockState extends SymbolState {
  private regular: Figures | null = null
  private extended: Figures | null = null
  private night: Figures | null = null

  /** Moves the cursor without emitting steps; figures are read again when needed. */
  override seek(after: number): void {
    this.regular = null
    this.extended = null
    this.night = null
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
      kind === 'regular' ? this.regular : kind === 'overnight' ? this.night : this.extended
    if (figures?.index === index && figures.kind === kind) figures.add(time, price, size)
  }

  private regularOf(index: number, cutoff: number): Figures {
    if (this.regular?.index !== index) {
      this.regular = readFigures(this.tape, index, 'regular', cutoff)
    }
    return this.regular
  }

  private extendedOf(index: number, kind: 'pre' | 'post', cutoff: number): Figures {
    if (this.extended?.index !== index || this.extended.kind !== kind) {
      this.extended = readFigures(this.tape, index, kind, cutoff)
    }
    return this.extended
  }

  private nightOf(index: number, cutoff: number): Figures {
    if (this.night?.index !== index) {
      this.night = readFigures(this.tape, index, 'overnight', cutoff)
    }
    return this.night
  }

  /**
   * Skips the day's figures, which need every trade of the day: startup calls this for every stock.
   */
  override reference(now: EpochMs): ReferencePrices {
    const today = this.calendar.indexAt(now)
    const index = now < this.calendar.day(today).segments.regular.start ? today - 1 : today
    const previousClose = this.closeBefore(index, today)
    const last = lastBefore(this.tape, this.tape.plan(index, 'regular'), this.cutoff(now))
    return {
      last: last === null ? previousClose : this.tape.basis.price(last, index, today),
      previousClose,
    }
  }

  override snapshot(now: EpochMs): SnapshotData {
    const cutoff = this.cutoff(now)
    const today = this.calendar.indexAt(now)
    const { segments } = this.calendar.day(today)
    const index = now < segments.regular.start ? today - 1 : today
    const figures = this.regularOf(index, cutoff)
    // Before today's open the figures are still the previous day's; convert them for a split this
    // morning.
    const { basis } = this.tape
    const price = (value: number): number => basis.price(value, index, today)
    const previousClose = this.closeBefore(index, today)
    const last = figures.open === null ? previousClose : price(figures.last)
    const outside =
      now < segments.regular.start ? 'pre' : now >= segments.regular.end ? 'post' : null
    const ext = outside && this.extendedOf(today, outside, cutoff)
    const isNight = now >= segments.overnight.start && this.tape.security.tradesOvernight
    const night = isNight ? this.nightOf(today, cutoff) : null
    const { daily } = this
    return {
      symbol: this.tape.security.symbol,
      session: this.calendar.sessionAt(now),
      time: now,
      last,
      lastTime: figures.lastTime,
      open: figures.open === null ? null : price(figures.open),
      high: figures.open === null ? null : price(figures.high),
      low: figures.open === null ? null : price(figures.low),
      previousClose,
      change: last - previousClose,
      volume: basis.size(figures.volume, index, today),
      turnover: figures.turnover(),
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
}

/** Returns the figures of a session outside the regular hours; null before its first trade. */
const outsideHours = <Session extends ExtendedHours['session'] | OvernightHours['session']>(
  session: Session,
  { open, last, high, low, volume, lastTime }: Figures,
  regularLast: PriceUnits,
) =>
  open === null || lastTime === null
    ? null
    : { session, last, high, low, volume, change: last - regularLast, lastTime }
