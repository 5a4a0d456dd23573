import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type {
  cancelOrder,
  placeOrder,
  replaceOrder,
} from '../../../../shared/wire/families/trading/orders.js'
import type { ParsedRequestOf } from '../../../../shared/wire/operation.js'
import type { Instrument } from '../../model/instrument.js'
import type { PriceLevel, MarketStep } from '../../model/market-step.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { ReferencePrices } from '../../model/venue.js'
import type { ActivityReads } from './activity-api.js'
import type { CashDividend, Split } from './corporate-actions.js'
import type { AccountOpening, BrokerOperations } from './broker-operations.js'
import type {
  AccountRecord,
  BalanceRecord,
  OrderEventPayload,
  OrderGroupRecord,
  OrderRecord,
  PageRecord,
  PositionRecord,
  PreviewRecord,
  WriteRecord,
} from '../../model/wire-records.js'
import type { Refusal } from './refusals.js'

export type PlaceBody = ParsedRequestOf<typeof placeOrder>
export type NewOrderBody = PlaceBody['new_orders'][number]
export type ReplaceBody = ParsedRequestOf<typeof replaceOrder>
export type ModifyBody = ReplaceBody['modify_orders'][number]
export type CancelBody = ParsedRequestOf<typeof cancelOrder>

/** One closed trading day of a symbol, for the seeded order history. */
export interface DailyClose {
  /** Exchange day, "2026-11-20". */
  readonly day: string
  readonly close: PriceUnits
}

/**
 * Ids by kind and running number. Must never give the same id for two numbers; deterministic
 * sources make runs repeatable.
 */
export type IdSource = (
  kind:
    | 'order'
    | 'combo'
    | 'client-combo'
    | 'client'
    | 'position'
    | 'execution'
    | 'lot'
    | 'transfer',
  number: number,
) => string

/** Switches of the practice exchange; all may change while it runs. */
export interface ExchangeSwitches {
  /** How long an order stays PENDING, in exchange milliseconds. */
  readonly pendingMs: number
  /**
   * How far open orders and history trail Order Detail, in exchange milliseconds (seed: listings
   * may lag).
   */
  readonly listingLagMs: number
  /**
   * True opens MARKET_ON_OPEN, MARKET_ON_CLOSE and LIMIT_ON_OPEN, which are for institutional
   * accounts (TRADING-4.2).
   */
  readonly institutional: boolean
  /**
   * False as long as the customer has not signed what event contracts ask for: nothing can be
   * bought, what is held can be sold.
   */
  readonly eventAgreement: boolean
  /**
   * True while a log is repeated: what was accepted once is accepted again, whatever prices and
   * money say now.
   */
  readonly skipChecks: boolean
}

export interface ExchangeDeps {
  /**
   * Exchange time. Every operation first brings the exchange to it; an earlier time than the last
   * is ignored.
   */
  readonly now: () => EpochMs
  readonly instrument: (symbol: string) => Instrument | undefined
  /**
   * Reference prices of an instrument: asked until the first step arrives, and for symbols that
   * nobody watches whenever they are valued.
   */
  readonly reference: (symbol: string) => ReferencePrices | undefined
  /**
   * The house's book as it stands now, for symbols whose steps are told only while they are
   * watched. Absent: every step is told.
   */
  readonly book?: (symbol: string) => MarketStep | undefined
  /** Asks for a symbol's steps, from an order's acceptance to its end. */
  readonly watch?: (symbol: string) => Disposer
  /** What one unit of an ended contract is finally worth; null before that is known. */
  readonly settlement?: (symbol: string) => PriceUnits | null
  /** The option level of an account, 0 to 4; absent: by its kind (see ASSUMPTIONS). */
  readonly optionLevel?: (accountId: string) => number | undefined
  /** A stock's dividends that have been declared by a day. Absent: nothing is paid. */
  readonly dividends?: (symbol: string, day: ExchangeDay) => readonly CashDividend[]
  /** The splits that take effect on a day. Absent: nothing is split. */
  readonly splits?: (day: ExchangeDay) => readonly Split[]
  readonly ids: IdSource
  /**
   * A customer's execution against the house or another customer, for tape, bars and volume. Not
   * called for prints that a step itself brings.
   */
  readonly onPrint: (
    symbol: string,
    time: EpochMs,
    price: PriceUnits,
    size: SizeUnits,
    aggressor: 'buy' | 'sell',
  ) => void
  readonly switches?: Partial<ExchangeSwitches>
  /** Accounts to open with; the default is one user with a margin and a cash account. */
  readonly accounts?: readonly AccountOpening[]
}

export interface DepthView {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/**
 * An order event for the stream: whom it concerns and the JSON payload (EVENTS-1).
 */
export interface TradeEvent {
  readonly accountId: string
  readonly time: EpochMs
  readonly payload: OrderEventPayload
  /** Told by the broker's event push, not by the trade event stream (BROKER-1). */
  readonly charges: Pick<OrderRecord, 'commission' | 'fees'>
}

/**
 * Something that happened to an account beside its orders, for the stream
 * (EVENTS-1: events 1028 and 1032).
 */
export interface AccountEvent {
  readonly kind: 'position' | 'option'
  readonly accountId: string
  readonly time: EpochMs
  /** The JSON payload. */
  readonly payload: Readonly<Record<string, string>>
}

export interface OpenOrdersQuery {
  readonly accountId: string
  readonly paginationKey?: string | undefined
}

export interface HistoryQuery extends OpenOrdersQuery {
  /** `yyyy-MM-dd'T'HH:mm:ss.SSS'Z'`; absent: the last 7 days. */
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/**
 * The `x-version: v2` form of a listing: a page size (10 to 100, default 10) and the last id seen;
 * the answer is a bare array.
 */
export interface V2Page {
  readonly pageSize?: string | undefined
  readonly lastClientOrderId?: string | undefined
}

/**
 * The practice exchange: matching, order lifecycle and ledger, in process, without sockets and
 * without a clock of its own.
 */
export interface Exchange extends ActivityReads, BrokerOperations {
  /**
   * Moves house liquidity, sweeps the step's trade, triggers stops and trails, fills. Steps come in
   * time order.
   */
  apply(step: MarketStep): void
  /**
   * Lets time pass: submission of pending orders, session changes, expiry, T+1 settlement, day
   * roll. Never goes back.
   */
  clockTo(time: EpochMs): void
  /**
   * House and customers together, whole shares (units of crypto and event contracts as they are),
   * best first. Empty for an unknown symbol.
   */
  depth(symbol: string, levels: number): DepthView
  /** The last trade price; the reference price before the first. */
  last(symbol: string): PriceUnits | null

  accounts(userId: string): readonly AccountRecord[]
  userIds(): readonly string[]
  balance(accountId: string): Result<BalanceRecord, Refusal>
  positions(accountId: string): Result<readonly PositionRecord[], Refusal>

  preview(body: PlaceBody): Result<PreviewRecord, Refusal>
  place(body: PlaceBody): Result<WriteRecord, Refusal>
  replace(body: ReplaceBody): Result<WriteRecord, Refusal>
  cancel(body: CancelBody): Result<WriteRecord, Refusal>
  /** The freshest view of one order; an unknown id answers a group without orders. */
  detail(accountId: string, clientOrderId: string): Result<OrderGroupRecord, Refusal>
  openOrders(query: OpenOrdersQuery): Result<PageRecord<OrderGroupRecord>, Refusal>
  history(query: HistoryQuery): Result<PageRecord<OrderGroupRecord>, Refusal>
  openOrdersV2(query: OpenOrdersQuery & V2Page): Result<readonly OrderGroupRecord[], Refusal>
  historyV2(query: HistoryQuery & V2Page): Result<readonly OrderGroupRecord[], Refusal>

  /** Order events as they happen, synchronously, in order. */
  onTradeEvent(listener: (event: TradeEvent) => void): Disposer
  /** Settlements, exercises, assignments and expiries as they happen. */
  onAccountEvent(listener: (event: AccountEvent) => void): Disposer
  configure(switches: Partial<ExchangeSwitches>): void

  /**
   * Puts the first deposit to work once: a few positions and some weeks of order history at the
   * given closes (oldest first).
   * Does nothing when orders exist already or no listed symbol has closes.
   */
  seedHistory(closes: (symbol: string) => readonly DailyClose[]): void
  /**
   * Everything as plain JSON with a version; {@link Exchange.restoreState} of it continues exactly.
   */
  snapshotState(): unknown
  /**
   * Replaces all state but the switches, and lets happen what fell due between the saved and the
   * present exchange time. Fails on a shape or
   * version it does not know, and then changes nothing.
   */
  restoreState(state: unknown): Result<void, { readonly message: string }>
}
