import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { W_EVENT_FREQUENCIES } from '../../../../shared/wire/enums.js'

/** One date on which a series asks its question. */
export interface Occasion {
  /**
   * The middle of symbols: "26DEC31", "26NOV2117" for an hour, "26NOV" for a month, a game's code
   * with its teams.
   */
  readonly code: string
  /** Number of the occasion within its series: the coordinate of its draws. */
  readonly serial: number
  readonly day: ExchangeDay
  readonly opensAt: EpochMs
  /** The scheduled end of trading. */
  readonly closesAt: EpochMs
  /** From here on the outcome is known. */
  readonly decidedAt: EpochMs
  readonly paysAt: EpochMs
}

/** How likely each market of an event is, over time: a martingale that ends at exactly 0 or 1. */
export interface OutcomeModel {
  /**
   * The chance that the market's answer is yes, as known at `time`. Exactly 0 or 1 from {@link
   * decidedAt} on.
   */
  probability(market: number, time: EpochMs): number
  /**
   * When the market's answer is known; may lie before the scheduled time, and must not be shown
   * before it has come.
   */
  decidedAt(market: number): EpochMs
}

export interface MarketDraft {
  /** The end of the symbol: "T3", "B6725", "LAL". */
  readonly suffix: string
  /** What yes says, short. */
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
 * What a series can be made from. Prices of underlyings are those of completed minutes, so that
 * they can be asked for again.
 */
export interface SeriesSource {
  readonly seed: string
  /**
   * The last price of a traded instrument at the end of the last full minute before `time`, in USD;
   * undefined when it is not listed.
   */
  price(symbol: string, time: EpochMs): number | undefined
  readonly listed: (symbol: string) => boolean
}

/**
 * A question that is asked again and again. Everything of it follows from the seed and the date.
 */
export interface SeriesRule {
  readonly symbol: string
  readonly name: string
  readonly category: string
  readonly frequency: Frequency
  readonly tags: readonly string[]
  /** At most one market of an event can settle yes. */
  readonly exclusive: boolean
  readonly canCloseEarly: boolean
  readonly ticks: TickRule
  /** House trades an hour in one market, on average. */
  readonly tradesPerHour: number
  /** Usual contracts of a trade. */
  readonly tradeSize: number
  readonly fractionable: boolean
  /** The instrument whose price decides, when it is one that trades here. */
  readonly underlying?: string
  /** How many days before its day an event opens at most, and how long after it is still listed. */
  readonly leadDays: number
  readonly listedDaysAfter: number
  /** The occasions whose day lies between two days, both included, in order. */
  occasions(from: ExchangeDay, to: ExchangeDay): readonly Occasion[]
  /**
   * Null when there is no market to be made, e.g. for want of an underlying's price at the opening.
   */
  event(occasion: Occasion, source: SeriesSource): EventDraft | null
}

/** A market of an event, in full. */
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
  /** When trading really ends: as scheduled, or when the outcome comes early. */
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
