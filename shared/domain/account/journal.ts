import type { Decimal, Money } from '../decimal.js'
import type { AccountId } from '../ids.js'
import type { InstrumentKey } from '../instruments/instrument-key.js'
import type { TradeDate } from '../market/trade-date.js'
import type { EpochMs } from '../time.js'
import type { Message } from '../../messages/message.js'
import type { NotesState } from './journal-notes.js'
import type { TripNotes } from './journal-notes.schema.js'

/** Who decided on a trade: the person, an assistant (by its name), or not known. */
export const TRADE_SOURCES = ['hand', 'assistant', 'elsewhere'] as const
export interface TradeSource {
  readonly kind: (typeof TRADE_SOURCES)[number]
  readonly name: string | null
}

/** The figures of some round trips, after fees. Ratios are null where they divide by nothing. */
export interface JournalStatistics {
  readonly trips: number
  readonly wins: number
  readonly losses: number
  /** Those that neither won nor lost. */
  readonly flats: number
  /** Wins over wins and losses. */
  readonly winRate: Decimal | null
  readonly pnl: Decimal
  readonly fees: Decimal
  /** What was won over what was lost. */
  readonly profitFactor: Decimal | null
  readonly averageWin: Decimal | null
  readonly averageLoss: Decimal | null
}

/** The figures of the round trips that have one thing in common. */
export interface JournalGroup {
  /**
   * An instrument's key, "strategy" and its underlying ("strategy AAPL"), an hour ("09"), a tag, or
   * a source: its kind and name.
   */
  readonly group: string
  readonly figures: JournalStatistics
}

/**
 * What closed on one trade date. Realized is the gain over the average cost, before fees:
 * what Positions shows under the same name.
 */
export interface JournalDay {
  readonly day: TradeDate
  readonly realized: Money
  readonly fees: Money
  /** Realized less fees. */
  readonly pnl: Money
}

/** The sums over the days of a period, and what follows from the curve of their running total. */
export interface JournalTotals {
  readonly realized: Money
  readonly fees: Money
  /** Realized less fees. */
  readonly pnl: Money
  /** The largest fall of the running total of the days from a high, positive. */
  readonly maxDrawdown: Money
  /**
   * What is in the days and not in the round trips that ended in the period: of positions that are
   * closed in part, and of trips that also closed something in another period. `pnl` is the sum of
   * the round trips and this.
   */
  readonly outsideTrips: Money
}

/** What an account realized in a period, at average cost. */
export interface JournalReport {
  readonly accountId: AccountId
  /** Of all that closed in the period, as the days are. */
  readonly totals: JournalTotals
  /** Of the round trips that ended in the period. */
  readonly figures: JournalStatistics
  /** The days on which something closed, oldest first: also of trips that go on. */
  readonly days: readonly JournalDay[]
  readonly bySymbol: readonly JournalGroup[]
  readonly byHour: readonly JournalGroup[]
  readonly bySource: readonly JournalGroup[]
  /** A round trip with two tags counts in both. */
  readonly byTag: readonly JournalGroup[]
  /** Notes of any time whose round trip the records do not contain; they stay stored. */
  readonly unmatchedNotes: number
  /** What closed in the period without a known cost, by instrument; it is in no figure. */
  readonly uncosted: readonly InstrumentKey[]
  /** Records of any time that could not be understood, such as a split without its ratio. */
  readonly unclear: number
}

/** One instrument of a round trip. */
export interface JournalTripLeg {
  readonly key: InstrumentKey
  readonly direction: 'long' | 'short'
  /** The largest size held. */
  readonly quantity: Decimal
  readonly entryPrice: Decimal | null
  readonly exitPrice: Decimal | null
}

/**
 * What was traded from flat to flat: one instrument, or those that orders of several legs traded
 * together, which are one round trip.
 */
export interface JournalTrip {
  readonly id: string
  /** The instrument with which it began. */
  readonly key: InstrumentKey
  readonly legs: readonly JournalTripLeg[]
  readonly direction: 'long' | 'short'
  readonly openedAt: EpochMs
  readonly closedAt: EpochMs
  /** The largest size held; of several instruments the number of strategies that were closed. */
  readonly quantity: Decimal
  /** Of several instruments the net price; null where there is none, as after a roll. */
  readonly entryPrice: Decimal | null
  readonly exitPrice: Decimal | null
  readonly trades: number
  readonly fees: Money
  /** After fees. */
  readonly pnl: Money
  /** Who decided on the first of its trades that anybody decided on. */
  readonly source: TradeSource
  /** Who decided on the last one. */
  readonly closedBy: TradeSource
  readonly notes: TripNotes
}

/** A part of a purchase, or of a short sale, that was closed: one line of a tax return. */
export interface JournalLot {
  readonly id: string
  readonly key: InstrumentKey
  readonly direction: 'long' | 'short'
  readonly quantity: Decimal
  /** Null for what was held before the first record. */
  readonly openedAt: EpochMs | null
  readonly closedAt: EpochMs
  readonly acquired: TradeDate | null
  readonly sold: TradeDate
  /** What was received, fees deducted. */
  readonly proceeds: Money
  /** What was paid, fees included; null while it is not known. */
  readonly cost: Money | null
  readonly pnl: Money | null
  /**
   * By trade dates; null while that of the purchase is not known, and for futures and options on
   * broad indexes, which have no term.
   */
  readonly term: 'short' | 'long' | null
}

/** What is still open of a purchase or a short sale, first in, first out. */
export interface JournalOpenLot {
  readonly id: string
  readonly key: InstrumentKey
  readonly direction: 'long' | 'short'
  /** Positive. */
  readonly quantity: Decimal
  /** Of the purchase, or of the short sale; null for what was held before the records. */
  readonly acquired: TradeDate | null
  /** Of one unit, without fees; null while the cost is not known. */
  readonly price: Decimal | null
  /** What was paid, fees included; for a short sale what was received, fees deducted. */
  readonly cost: Money | null
  /**
   * The first day on which a sale is long-term; null for a short sale, an unknown day, and what has
   * no term.
   */
  readonly longTermFrom: TradeDate | null
}

/** How far reading the journal of an account is. */
export interface JournalState {
  readonly accountId: AccountId
  readonly phase: 'reading' | 'ready' | 'failed'
  readonly problem: Message | null
  /** When everything was read for the last time; null before. */
  readonly readAt: EpochMs | null
  /** True while a fill since may be missing, or the records come from an earlier session. */
  readonly isBehind: boolean
  /** The records read so far. */
  readonly records: number
  /** Grows with each change of what a report says. */
  readonly revision: number
  /** What the person wrote; it is stored apart from the records. */
  readonly notes: NotesState
}
