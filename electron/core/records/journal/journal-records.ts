import type { TradeSource } from '../../../../shared/domain/account/journal.js'
import type { ActivityKind, CashActivity } from '../../../../shared/domain/account/activity.js'
import type { Decimal, Money, Price, Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

/** One execution as the broker recorded it. */
export interface RecordedFill {
  readonly id: string
  readonly order: ClientOrderId
  readonly time: EpochMs
  /** Null where the broker does not report the side. */
  readonly isBuy: boolean | null
  readonly quantity: Quantity
  readonly price: Price
}

/** What one leg of an order trades. */
export interface RecordedLeg {
  readonly key: InstrumentKey
  readonly isBuy: boolean
  /** Units of the leg for the whole order. */
  readonly quantity: Quantity
  /** Null while it is not known. */
  readonly multiplier: Decimal | null
}

/** An order that filled: what it traded, what it paid, and who decided. */
export interface RecordedOrder {
  readonly id: ClientOrderId
  /** One for a plain order; none for one that cannot be understood. */
  readonly legs: readonly RecordedLeg[]
  readonly quantity: Quantity | null
  readonly filled: Quantity
  /** Fees and commission together; null where the broker reports none. */
  readonly fees: Money | null
  readonly isFinal: boolean
  readonly source: TradeSource
}

/** A change of cash that may be a change of what is held: a settlement, a split. */
export interface RecordedActivity {
  readonly id: string
  readonly kind: ActivityKind
  readonly subKind: string
  readonly symbol: Symbol
  readonly amount: Money
  readonly time: EpochMs
  readonly day: ExchangeDay
  /** Of a split: how many units became how many; null where it is not known. */
  readonly ratio: { readonly from: Decimal; readonly to: Decimal } | null
}

/** A settled transfer of securities or coins. */
export interface RecordedTransfer {
  readonly transferId: string
  readonly time: EpochMs
  readonly moved: readonly {
    readonly key: InstrumentKey
    /** Negative: left the account. */
    readonly quantity: Decimal
    /** The cost of one unit that came in; null where the broker does not state it. */
    readonly price: Price | null
    readonly multiplier: Decimal
  }[]
}

/** What is held of an instrument when the records were read. */
export interface RecordedHolding {
  readonly key: InstrumentKey
  readonly quantity: Quantity
  readonly averageCost: Price | null
  readonly multiplier: Decimal | null
}

/** Everything that the broker recorded on an account and that the journal needs. */
export interface JournalRecords {
  readonly accountId: AccountId
  readonly readAt: EpochMs
  /** Oldest first. */
  readonly fills: readonly RecordedFill[]
  readonly orders: readonly RecordedOrder[]
  /** Oldest first. */
  readonly activities: readonly RecordedActivity[]
  /** Oldest first; null where they were never read. */
  readonly transfers: readonly RecordedTransfer[] | null
  readonly holdings: readonly RecordedHolding[]
  /** Records that could not be read. */
  readonly unreadable: number
}

/** The kinds of cash movement that the journal reads. */
export const JOURNAL_KINDS = [
  'trade',
  'corporate-action',
  'option-exercise',
  'event-settlement',
  'journal',
] as const satisfies readonly ActivityKind[]

/** Returns what the journal stores of a cash movement; none for one without an instrument. */
export function toActivities(row: CashActivity): readonly RecordedActivity[] {
  const { id, kind, subKind, symbol, amount, time, tradeDate: day } = row
  return symbol === null || kind === 'unknown'
    ? []
    : [{ id, kind, subKind, symbol, amount, time, day, ratio: null }]
}
