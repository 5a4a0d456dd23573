import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import type { ParsedRequestOf } from '../../../../shared/wire/operation.js'
import type { Instrument } from '../../model/instrument.js'
import type { PriceLevel, MarketStep } from '../../model/market-step.js'
import type { PriceUnits } from '../../model/units.js'
import type { ExecutionPrint, ReferencePrices } from '../../model/venue.js'
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

export type PlaceBody = ParsedRequestOf<typeof ORDER_OPERATIONS.placeOrder>
export type NewOrderBody = PlaceBody['new_orders'][number]
export type ReplaceBody = ParsedRequestOf<typeof ORDER_OPERATIONS.replaceOrder>
export type ModifyBody = ReplaceBody['modify_orders'][number]
export type CancelBody = ParsedRequestOf<typeof ORDER_OPERATIONS.cancelOrder>

/** The close of one past trading day of a symbol, for the seeded order history. */
export interface DailyClose {
  /** Exchange day, "2026-11-20". */
  readonly day: string
  readonly close: PriceUnits
}

/**
 * Returns an id by kind and running number. Two numbers must never get the same id; deterministic
 * sources make runs repeatable.
 */
export type IdSource = (
  kind:
    | 'order'
    | 'combo'
    | 'client-combo'
    | 'transaction'
    | 'wallet'
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
   * How far open orders and history lag behind Order Detail, in exchange milliseconds (seed:
   * listings may lag).
   */
  readonly listingLagMs: number
  /**
   * True allows MARKET_ON_OPEN, MARKET_ON_CLOSE and LIMIT_ON_OPEN, which only institutional
   * accounts may use (TRADING-4.2).
   */
  readonly institutional: boolean
  /**
   * False until the customer has signed the agreement for event contracts: no buying, but positions
   * can be sold.
   */
  readonly eventAgreement: boolean
  /**
   * True to report options that together are one strategy as one position with several legs, and
   * not each contract by itself (TRADING-3 allows both).
   */
  readonly combinesPositions: boolean
  /**
   * True while a log is replayed: every order that was accepted from a client is accepted again,
   * whatever current prices and cash are. What the exchange decides later by itself, such as
   * whether an order may start after its master, is decided again.
   */
  readonly skipChecks: boolean
  /**
   * The symbols in which trading is halted (ASSUMPTIONS.halts). A halt ends with the process: an
   * exchange that starts again trades in every symbol.
   */
  readonly haltedSymbols: readonly string[]
}

export interface ExchangeDeps {
  /**
   * Exchange time. Every operation first advances the exchange to it; a time earlier than the last
   * is ignored.
   */
  readonly now: () => EpochMs
  readonly instrument: (symbol: string) => Instrument | undefined
  /**
   * Returns an instrument's reference prices. Used until its first step arrives, and to value
   * symbols that are not watched.
   */
  readonly reference: (symbol: string) => ReferencePrices | undefined
  /**
   * Returns the market makers' current book, for symbols whose steps are delivered only while
   * watched. Absent: every step is delivered.
   */
  readonly book?: (symbol: string) => MarketStep | undefined
  /** Subscribes to a symbol's steps, from an order's acceptance to its end. */
  readonly watch?: (symbol: string) => Disposer
  /** Returns the final value of one unit of an expired contract; null before it is known. */
  readonly settlement?: (symbol: string) => PriceUnits | null
  /**
   * Returns the option level of an account, 0 to 4. Absent: derived from the account's kind (see
   * ASSUMPTIONS).
   */
  readonly optionLevel?: (accountId: string) => number | undefined
  /** Returns a stock's dividends declared by a day. Absent: no dividends. */
  readonly dividends?: (symbol: string, day: ExchangeDay) => readonly CashDividend[]
  /** Returns the splits that take effect on a day. Absent: no splits. */
  readonly splits?: (day: ExchangeDay) => readonly Split[]
  /** True where shares and coins are transferred from and to elsewhere day by day. */
  readonly transfers?: boolean
  readonly ids: IdSource
  /**
   * Called for a customer's execution against a market maker or another customer, for tape, bars
   * and volume. Not called for prints that come from a step itself.
   */
  readonly onPrint: (print: ExecutionPrint) => void
  readonly switches?: Partial<ExchangeSwitches>
  /** Accounts to open with; the default is one user with a margin and a cash account. */
  readonly accounts?: readonly AccountOpening[]
}

export interface DepthView {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/** An order event for the stream: its account and its JSON payload (EVENTS-3). */
export interface TradeEvent {
  readonly accountId: string
  readonly time: EpochMs
  readonly payload: OrderEventPayload
  /** Sent by the broker's event push only, not by the trade event stream (BROKER-3). */
  readonly charges: Pick<OrderRecord, 'commission' | 'fees'>
}

/**
 * An account event that is not an order event, for the stream (event 1028, EVENTS-4; event 1032,
 * EVENTS-2).
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
 * without its own clock.
 */
export interface Exchange extends ActivityReads, BrokerOperations {
  /**
   * Applies a step: moves market-maker liquidity, sweeps the step's trade, triggers stops and
   * trails, fills orders. Steps come in time order.
   */
  apply(step: MarketStep): void
  /**
   * Advances to `time`: submits pending orders, changes sessions, expires orders, settles T+1,
   * rolls the day. Never goes back.
   */
  clockTo(time: EpochMs): void
  /**
   * Returns market makers' and customers' liquidity together, best first, in whole shares (units of
   * crypto and event contracts unrounded). Empty for an unknown symbol.
   */
  depth(symbol: string, levels: number): DepthView
  /** Returns the last trade price; the reference price before the first trade. */
  last(symbol: string): PriceUnits | null

  accounts(userId: string): readonly AccountRecord[]
  userIds(): readonly string[]
  balance(accountId: string): Result<BalanceRecord, Refusal>
  positions(accountId: string): Result<readonly PositionRecord[], Refusal>
  /**
   * Returns what closing has realized of each position of the day, before fees, since the account
   * opened: by its id, also of what is not held any more.
   */
  realized(accountId: string): ReadonlyMap<string, string>

  preview(body: PlaceBody): Result<PreviewRecord, Refusal>
  place(body: PlaceBody): Result<WriteRecord, Refusal>
  replace(body: ReplaceBody): Result<WriteRecord, Refusal>
  cancel(body: CancelBody): Result<WriteRecord, Refusal>
  /** Returns the latest view of one order; for an unknown id, a group without orders. */
  detail(accountId: string, clientOrderId: string): Result<OrderGroupRecord, Refusal>
  openOrders(query: OpenOrdersQuery): Result<PageRecord<OrderGroupRecord>, Refusal>
  history(query: HistoryQuery): Result<PageRecord<OrderGroupRecord>, Refusal>
  openOrdersV2(query: OpenOrdersQuery & V2Page): Result<readonly OrderGroupRecord[], Refusal>
  historyV2(query: HistoryQuery & V2Page): Result<readonly OrderGroupRecord[], Refusal>

  /** Notifies of order events as they happen, synchronously and in order. */
  onTradeEvent(listener: (event: TradeEvent) => void): Disposer
  /** Notifies of settlements, exercises, assignments and expirations as they happen. */
  onAccountEvent(listener: (event: AccountEvent) => void): Disposer
  /** Returns the symbols in which trading is halted. */
  haltedSymbols(): readonly string[]
  configure(switches: Partial<ExchangeSwitches>): void

  /**
   * Invests the first deposit once: a few positions and some weeks of order history at the given
   * closes (oldest first). Does nothing when orders already exist or no listed symbol has closes.
   */
  seedHistory(closes: (symbol: string) => readonly DailyClose[]): void
  /**
   * Returns the whole state as versioned plain JSON; {@link Exchange.restoreState} continues from
   * it exactly.
   */
  snapshotState(): unknown
  /**
   * Like {@link Exchange.snapshotState}, but orders and journal are saved rows, which can be
   * written while the exchange goes on.
   */
  beginSnapshot(): object
  /**
   * Replaces all state except the switches, then processes everything due between the saved and the
   * present exchange time. Fails on an unknown shape or version without changing anything.
   */
  restoreState(state: unknown): Result<void, { readonly message: string }>
}
