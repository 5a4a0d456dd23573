import { productOf } from '../../../shared/domain/instruments/account-products.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { quoteTradeDate, type TradeDate } from '../../../shared/domain/market/trade-date.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort } from '../ports.js'

/** The exchange's time, as alerts use it. */
export class ExchangeClock {
  readonly #market: Pick<MarketDataService, 'offsetMs'>
  readonly #clock: ClockPort
  /** The days of the minute that was requested last, because each quote needs one. */
  readonly #days = new Map<AssetClass, TradeDate>()
  #daysMinute = -1
  /** Times of this computer that were used before the exchange's time was known. */
  readonly #assumed = new Set<number>()

  constructor(market: Pick<MarketDataService, 'offsetMs'>, clock: ClockPort) {
    this.#market = market
    this.#clock = clock
  }

  /** True once the exchange's time is known. */
  get isKnown(): boolean {
    return this.#market.offsetMs !== null
  }

  /** Returns the exchange's time; before it is known `seen`, or this computer's time. */
  now(seen: EpochMs | null = null): EpochMs {
    const { offsetMs } = this.#market
    if (offsetMs !== null) return epochMs(this.#clock.now() + offsetMs)
    if (seen !== null) return seen
    const time = this.#clock.now()
    this.#assumed.add(time)
    return time
  }

  /** Converts a time that {@link now} returned before the exchange's was known; others stay. */
  corrected(time: EpochMs): EpochMs {
    return this.isKnown && this.#assumed.has(time) ? this.toExchange(time) : time
  }

  /** Returns a time without evaluation that begins by the exchange's clock. */
  correctedHold<Hold extends { readonly from: EpochMs }>(hold: Hold): Hold {
    return { ...hold, from: this.corrected(hold.from) }
  }

  /** Converts a time of this computer. */
  toExchange(time: number): EpochMs {
    return epochMs(time + (this.#market.offsetMs ?? 0))
  }

  /** Returns the day of an instrument's figures, which begins at another hour for each product. */
  dayOf(assetClass: AssetClass, time: EpochMs): TradeDate {
    const minute = Math.floor(time / MINUTE_MS)
    if (minute !== this.#daysMinute) this.#days.clear()
    this.#daysMinute = minute
    const known = this.#days.get(assetClass)
    if (known !== undefined) return known
    const day = quoteTradeDate(productOf(assetClass), time)
    this.#days.set(assetClass, day)
    return day
  }
}
