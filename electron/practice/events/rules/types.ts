import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { W_EVENT_FREQUENCIES } from '../../../../shared/wire/enums.js'

/** One date on which a series has an event. */
export interface Occasion {
  /**
   * The middle part of symbols: "26DEC31", "26NOV2117" for an hour, "26NOV" for a month, a game's
   * code with its teams.
   */
  readonly code: string
  /** Number of the occasion within its series: the coordinate of its draws. */
  readonly serial: number
  readonly day: ExchangeDay
  readonly opensAt: EpochMs
  /** The scheduled end of trading. */
  readonly closesAt: EpochMs
  /** The outcome is known from here on. */
  readonly decidedAt: EpochMs
  readonly paysAt: EpochMs
}

/**
 * The probability of each market of an event over time: a martingale that ends at exactly 0 or 1.
 */
export interface OutcomeModel {
  /**
   * Returns the probability of yes as known at `time`. Exactly 0 or 1 from {@link decidedAt} on.
   */
  probability(market: number, time: EpochMs): number
  /**
   * Returns when the market's answer is known. It may be before the scheduled time, and must not be
   * published before it has passed.
   */
  decidedAt(market: number): EpochMs
}

export interface MarketDraft {
  /** The end of the symbol: "T3", "B6725", "LAL". */
  readonly suffix: string
  /** Short label of yes. */
  readonly yes: string
  readonly no: string
  /** The whole condition as a sentence. */
  readonly condition: string
}

export interface EventDraft {
  readonly name: string
  readonly shortName: string
  readonly markets: readonly MarketDraft[]
  readonly model: OutcomeModel
}

export type Frequency = (typeof W_EVENT_FREQUENCIES)[number]

/**
 * `cent` trades in cents, `tapered` in tenths of a cent near both ends, `fine` also in hundredths
 * of a cent below one cent.
 */
export type TickRule = 'cent' | 'tapered' | 'fine'

/**
 * The data that series may depend on. Prices of underlyings come from completed minutes, so that
 * they are reproducible.
 */
export interface SeriesSource {
  readonly seed: string
  /**
   * Returns the last price of a traded instrument at the end of the last full minute before `time`,
   * in USD; undefined when it is not listed.
   */
  price(symbol: string, time: EpochMs): number | undefined
  readonly listed: (symbol: string) => boolean
}

/** A recurring question. Everything about it follows from the seed and the date. */
export interface SeriesRule {
  readonly symbol: string
  readonly name: string
  readonly category: string
  readonly frequency: Frequency
  readonly tags: readonly string[]
  /** True when at most one market of an event can settle yes. */
  readonly exclusive: boolean
  readonly canCloseEarly: boolean
  readonly ticks: TickRule
  /** Simulated trades per hour in one market, on average. */
  readonly tradesPerHour: number
  /** Usual contracts per trade. */
  readonly tradeSize: number
  readonly fractionable: boolean
  /** The traded instrument whose price decides the outcome, if any. */
  readonly underlying?: string
  /**
   * Maximum days that an event opens before its day, and the days that it stays listed after it.
   */
  readonly leadDays: number
  readonly listedDaysAfter: number
  /** Returns the occasions between two days, both included, in order. */
  occasions(from: ExchangeDay, to: ExchangeDay): readonly Occasion[]
  /**
   * Creates an event; null when it cannot be created, for example without an underlying price at
   * the opening.
   */
  event(occasion: Occasion, source: SeriesSource): EventDraft | null
}

/** A market of an event, with its draft and ids. */
export interface EventMarket {
  readonly symbol: string
  readonly instrumentId: string
  readonly index: number
  readonly draft: MarketDraft
  readonly event: EventSpec
  /** The key of its draws. */
  readonly key: number
  /** When its outcome is known. */
  readonly decidedAt: EpochMs
  /** The actual end of trading: as scheduled, or earlier when the outcome is. */
  readonly endsAt: EpochMs
}

export interface EventSpec {
  readonly symbol: string
  readonly eventId: string
  readonly rule: SeriesRule
  readonly occasion: Occasion
  readonly name: string
  readonly shortName: string
  readonly model: OutcomeModel
  readonly markets: readonly EventMarket[]
}
