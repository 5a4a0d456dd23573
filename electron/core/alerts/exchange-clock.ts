import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { epochMs, HOUR_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort } from '../ports.js'

/** The exchange's time, as alerts use it. */
export class ExchangeClock {
  readonly #market: Pick<MarketDataService, 'offsetMs'>
  readonly #clock: ClockPort
  /** The day of the hour that was requested last, because each quote needs it. */
  #dayOfHour: { readonly hour: number; readonly day: ExchangeDay } = { hour: -1, day: '' }

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
    if (offsetMs === null) return seen ?? this.#clock.now()
    return epochMs(this.#clock.now() + offsetMs)
  }

  /** Converts a time of this computer. */
  toExchange(time: number): EpochMs {
    return epochMs(time + (this.#market.offsetMs ?? 0))
  }

  dayOf(time: EpochMs): ExchangeDay {
    const hour = Math.floor(time / HOUR_MS)
    if (hour !== this.#dayOfHour.hour) this.#dayOfHour = { hour, day: exchangeClock(time).day }
    return this.#dayOfHour.day
  }
}
