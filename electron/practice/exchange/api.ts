import type { Disposer } from '../../../shared/domain/brand.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { cancelOrder, placeOrder, replaceOrder } from '../../../shared/wire/families/orders.js'
import type { ParsedRequestOf } from '../../../shared/wire/operation.js'
import type { HouseLevel, MarketStep } from '../market-step.js'
import type { PriceUnits, SizeUnits } from '../units.js'
import type { ActivityReads } from './activity-api.js'
import type { HouseDesk } from './house-desk.js'
import type { AccountRecord, BalanceRecord, OrderEventPayload, OrderGroupRecord, OrderRecord, PageRecord, PositionRecord, PreviewRecord, WriteRecord } from './records.js'

/** A refusal as the wire tells it: HTTP status, `error_code`, `message` (contract/limits-errors.md 2). */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

export type PlaceBody = ParsedRequestOf<typeof placeOrder>
export type NewOrderBody = PlaceBody['new_orders'][number]
export type ReplaceBody = ParsedRequestOf<typeof replaceOrder>
export type ModifyBody = ReplaceBody['modify_orders'][number]
export type CancelBody = ParsedRequestOf<typeof cancelOrder>

/** What the exchange must know of a listed stock; the market's listings fit. Ratios are fractions of a position's value as text ("0.50" = 50 %). */
export interface TradedListing {
  readonly symbol: string
  readonly name: string
  readonly instrumentId: string
  /** "NSQ", "NYS", … */
  readonly exchangeCode?: string
  readonly kind: 'stock' | 'etf'
  /** OC tradable, CO liquidate only, NT not tradable. */
  readonly status: 'OC' | 'CO' | 'NT'
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly marginable: boolean
  /** Trades in the night session too. */
  readonly overnight: boolean
  readonly initialMarginLong: string
  readonly initialMarginShort: string
  readonly intradayMarginLong: string
  readonly intradayMarginShort: string
  readonly maintenanceMarginLong: string
  readonly maintenanceMarginShort: string
}

/** Prices that hold before the first step of a symbol arrives. */
export interface ReferencePrices {
  readonly last: PriceUnits
  readonly previousClose: PriceUnits
}

/** One closed trading day of a symbol, for the seeded order history. */
export interface DailyClose {
  /** Exchange day, "2026-11-20". */
  readonly day: string
  readonly close: PriceUnits
}

/** Ids by kind and running number. Must never give the same id for two numbers; deterministic sources make runs repeatable. */
export type IdSource = (kind: 'order' | 'client' | 'position' | 'execution' | 'lot' | 'transfer', number: number) => string

/** Switches of the practice exchange; all may change while it runs. */
export interface ExchangeSwitches {
  /** How long an order stays PENDING, in exchange milliseconds. */
  readonly pendingMs: number
  /** How far open orders and history trail Order Detail, in exchange milliseconds (seed: listings may lag). */
  readonly listingLagMs: number
  /** True opens MARKET_ON_OPEN, MARKET_ON_CLOSE and LIMIT_ON_OPEN, which are for institutional accounts (contract/trading.md 4.2). */
  readonly institutional: boolean
}

export interface ExchangeDeps {
  /** Exchange time. Every operation first brings the exchange to it; an earlier time than the last is ignored. */
  readonly now: () => EpochMs
  readonly listing: (symbol: string) => TradedListing | undefined
  /** Reference prices of a listed symbol; asked until the first step arrives. */
  readonly reference: (symbol: string) => ReferencePrices | undefined
  readonly ids: IdSource
  /** A customer's execution against the house or another customer, for tape, bars and volume. Not called for prints that a step itself brings. */
  readonly onPrint: (symbol: string, time: EpochMs, price: PriceUnits, size: SizeUnits, aggressor: 'buy' | 'sell') => void
  readonly switches?: Partial<ExchangeSwitches>
  /** Accounts to open with; the default is one user with a margin and a cash account. */
  readonly accounts?: readonly AccountOpening[]
}

export interface AccountOpening {
  readonly userId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly type: 'MARGIN' | 'CASH'
  /** First deposit in cents. */
  readonly depositCents: number
}

export interface DepthView {
  readonly bids: readonly HouseLevel[]
  readonly asks: readonly HouseLevel[]
}

/** An order event for the stream: whom it concerns and the JSON payload (contract/trade-events.md). */
export interface TradeEvent {
  readonly accountId: string
  readonly time: EpochMs
  readonly payload: OrderEventPayload
  /** Told by the broker's event push, not by the trade event stream (contract/broker.md). */
  readonly charges: Pick<OrderRecord, 'commission' | 'fees'>
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

/** The `x-version: v2` form of a listing: a page size (10 to 100, default 10) and the last id seen; the answer is a bare array. */
export interface V2Page {
  readonly pageSize?: string | undefined
  readonly lastClientOrderId?: string | undefined
}

/** The practice exchange: matching, order lifecycle and ledger, in process, without sockets and without a clock of its own. */
export interface Exchange extends ActivityReads, HouseDesk {
  /** Moves house liquidity, sweeps the step's trade, triggers stops and trails, fills. Steps come in time order. */
  apply(step: MarketStep): void
  /** Lets time pass: submission of pending orders, session changes, expiry, T+1 settlement, day roll. Never goes back. */
  clockTo(time: EpochMs): void
  /** House and customers together, whole shares, best first. Empty for an unknown symbol. */
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
  configure(switches: Partial<ExchangeSwitches>): void

  /**
   * Puts the first deposit to work once: a few positions and some weeks of order history at the given closes (oldest first).
   * Does nothing when orders exist already or no listed symbol has closes.
   */
  seedHistory(closes: (symbol: string) => readonly DailyClose[]): void
  /** Everything as plain JSON with a version; {@link Exchange.restoreState} of it continues exactly. */
  snapshotState(): unknown
  /**
   * Replaces all state but the switches, and lets happen what fell due between the saved and the present exchange time. Fails on a shape or
   * version it does not know, and then changes nothing.
   */
  restoreState(state: unknown): Result<void, { readonly message: string }>
}
