import {
  OPEN_MINUTE,
  exchangeClock,
  exchangeInstant,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { RecordedBar, RecordedBars } from '../../../../shared/practice/recorded-bars.js'
import { priceUnits, sizeUnits, type PriceUnits, type SizeUnits } from '../../model/units.js'
import type { Calendar } from '../calendar/calendar.js'

/** One recorded bar, in units. */
export interface RecordedPrices {
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  readonly volume: SizeUnits
}

const pricesOf = ([, open, high, low, close, volume]: RecordedBar): RecordedPrices => ({
  open: priceUnits(open) ?? 0,
  high: priceUnits(high) ?? 0,
  low: priceUnits(low) ?? 0,
  close: priceUnits(close) ?? 0,
  volume: sizeUnits(volume) ?? 0,
})

/** The recorded bars of one symbol, by minute and by day. */
export class RecordedSeries {
  /** The index of the day that is played. */
  readonly index: number
  /** The index of the first day with minutes. */
  readonly firstIndex: number
  readonly endsAt: EpochMs
  readonly #minutes: ReadonlyMap<number, RecordedPrices>
  readonly #days: ReadonlyMap<ExchangeDay, RecordedPrices>

  constructor(bars: RecordedBars, calendar: Calendar) {
    this.index = calendar.indexAt(exchangeInstant(bars.day, OPEN_MINUTE))
    this.firstIndex = calendar.indexAt(epochMs(bars.minutes[0]?.[0] ?? bars.end))
    this.endsAt = epochMs(bars.end)
    this.#minutes = new Map(bars.minutes.map((bar) => [bar[0], pricesOf(bar)]))
    this.#days = new Map(
      bars.days.map((bar) => [exchangeClock(epochMs(bar[0])).day, pricesOf(bar)]),
    )
  }

  /** Returns the bar of the minute that begins at a time; null where nothing traded. */
  minute(start: number): RecordedPrices | null {
    return start < this.endsAt ? (this.#minutes.get(start) ?? null) : null
  }

  /** Returns the bar of a day before the one that is played; null where none is known. */
  day(date: ExchangeDay): RecordedPrices | null {
    return this.#days.get(date) ?? null
  }
}
