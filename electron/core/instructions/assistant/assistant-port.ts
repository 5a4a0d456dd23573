import type {
  ActivityKind,
  CashActivity,
  Execution,
  Transfer,
} from '../../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../../shared/domain/account/transfer-filters.schema.js'
import type { RecordPage } from '../../records/records-port.js'
import type { Balance, PositionList } from '../../../../shared/domain/account/account.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { Bar, BarSession, Timespan } from '../../../../shared/domain/market/bar.js'
import type {
  AccountId,
  ClientOrderId,
  Symbol,
  ConnectionId,
  InstructionId,
  WaitingId,
} from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Instrument, StockKind } from '../../../../shared/domain/instruments/instrument.js'
import type { OptionChain } from '../../../../shared/domain/instruments/option-chain.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import type {
  ReferenceDataName,
  ReferenceDataAnswer,
  ReferenceDataParams,
} from '../../../../shared/domain/reference/reference-data.js'
import type { AssistantIdentity } from '../../../../shared/domain/instructions/connection.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import type { AsyncResult } from '../../../../shared/domain/instructions/refusal.js'
import type { NewsSummary } from '../../../../shared/domain/reference/news.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { PersonalLimitsView } from '../../../../shared/domain/orders/limits/personal-limits.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { AssistantJob, JobPlan } from '../../../../shared/domain/instructions/assistant-job.js'
import type {
  HoldReason,
  WaitingInstruction,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { ListRequest } from '../../../../shared/domain/reference/list-change.js'
import type { WatchlistsView } from '../../../../shared/domain/reference/watchlist-book.js'
import type {
  OwnWindowItems,
  WindowRequest,
  WindowResult,
} from '../../../../shared/domain/instructions/window-request.js'
import type { ChangedList } from '../../market/watchlists/watchlist-book.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { WaitingRequest } from '../../../../shared/domain/instructions/waiting-request.js'
import type { ToolsetScope } from '../connections/toolset-scope.js'
import type { OrderFigures } from './order-figures.js'

/** A page of records. Days are yyyy-MM-dd, both included; null is open. */
export interface AssistantRecordQuery {
  readonly from: string | null
  readonly to: string | null
  readonly cursor: string | null
}

/** Orders of an account's history, newest first; not complete where there are older ones. */
export interface AssistantHistory {
  readonly orders: readonly Order[]
  readonly complete: boolean
}

/** An instruction, and the order that came of it as it is now; null without one (CONFIRM-43). */
export interface FollowedInstruction extends Instruction {
  readonly order?: Order | null
}

/** The days of a history, and how many of its orders. */
export interface AssistantHistoryQuery {
  /** The first day, yyyy-MM-dd; null: the earliest. */
  readonly from: string | null
  /** The last day; null: today. */
  readonly to: string | null
  readonly limit: number
}

/** The newest bars of a symbol. */
export interface AssistantBarQuery {
  readonly timespan: Timespan
  readonly count: number
  /** As in `BarQuery`; null when not given. */
  readonly sessions: readonly BarSession[] | null
}

/**
 * Everything that an assistant can access, for one connection. Reads are limited to the
 * connection's scope here in core, and the audit chain records each one. Nothing here unlocks,
 * arms, changes policy, approves, extends or switches (CONFIRM-6).
 */
export interface ConnectionPort extends ToolsetScope {
  /** Remembers the numbers of an answer that is sent, for later reasons (CONFIRM-45). */
  recordSent(connection: ConnectionId, answer: unknown): void
  accounts(connection: ConnectionId): AsyncResult<readonly AssistantAccount[]>
  balance(connection: ConnectionId, accountId: AccountId): AsyncResult<Balance>
  positions(connection: ConnectionId, accountId: AccountId): AsyncResult<PositionList>
  openOrders(connection: ConnectionId, accountId: AccountId): AsyncResult<readonly Order[]>
  /**
   * Returns an order of the session. An unknown one (of an earlier day) is requested from the
   * broker's Order Detail.
   */
  order(
    connection: ConnectionId,
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): AsyncResult<Order>
  history(
    connection: ConnectionId,
    accountId: AccountId,
    query: AssistantHistoryQuery,
  ): AsyncResult<AssistantHistory>
  /** Returns a page of the cash movements; `kind` null for every kind. */
  cashActivities(
    connection: ConnectionId,
    accountId: AccountId,
    query: AssistantRecordQuery & { readonly kind: ActivityKind | null },
  ): AsyncResult<RecordPage<CashActivity>>
  executions(
    connection: ConnectionId,
    accountId: AccountId,
    query: AssistantRecordQuery,
  ): AsyncResult<RecordPage<Execution>>
  /** Rows without their detail. */
  transfers(
    connection: ConnectionId,
    accountId: AccountId,
    query: AssistantRecordQuery & { readonly filters: TransferFilters },
  ): AsyncResult<RecordPage<Transfer>>
  transfer(
    connection: ConnectionId,
    accountId: AccountId,
    transferId: string,
  ): AsyncResult<Transfer>
  instruments(
    connection: ConnectionId,
    symbols: readonly Symbol[],
  ): AsyncResult<readonly Instrument[]>
  /** Finds stocks by symbol or name; `kind` null among every kind. */
  search(
    connection: ConnectionId,
    text: string,
    limit: number,
    kind: StockKind | null,
  ): AsyncResult<readonly Instrument[]>
  /** @param missing what to do without a price: refuse the call, or omit the quote */
  quotes(
    connection: ConnectionId,
    symbols: readonly Symbol[],
    missing?: 'refuse' | 'omit',
  ): AsyncResult<readonly Quote[]>
  depth(connection: ConnectionId, symbol: Symbol): AsyncResult<Depth>
  /** Returns the time of the exchange, by which the ages of quotes count. */
  exchangeTime(connection: ConnectionId): AsyncResult<ExchangeTime>
  /**
   * Returns the listed options of a symbol. Refuses a symbol without options, and an `expiration`
   * on which none expires; null is any.
   */
  optionChain(
    connection: ConnectionId,
    symbol: Symbol,
    expiration: string | null,
  ): AsyncResult<OptionChain>
  /** Returns the newest bars. `sessions` is as in BarQuery; null when not given. */
  bars(
    connection: ConnectionId,
    symbol: Symbol,
    query: AssistantBarQuery,
  ): AsyncResult<readonly Bar[]>
  /** Returns the broker's written summary about stocks and funds. */
  news(connection: ConnectionId, symbols: readonly Symbol[]): AsyncResult<NewsSummary>
  /** Queries reference data, which is not cached. */
  referenceData(
    connection: ConnectionId,
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): AsyncResult<ReferenceDataAnswer>
  /** Returns the person's watchlists, except the one in the preferences. */
  watchlists(connection: ConnectionId): AsyncResult<WatchlistsView>
  /** Changes a watchlist. The person sees the change and can undo it; it reaches no order. */
  changeWatchlist(connection: ConnectionId, request: ListRequest): AsyncResult<ChangedList>
  /** Returns what the connection has in the window: its alerts and its drawings. */
  windowItems(connection: ConnectionId): AsyncResult<OwnWindowItems>
  /** Changes the window. The person sees the change and can undo it; it reaches no order. */
  changeWindow(connection: ConnectionId, request: WindowRequest): AsyncResult<WindowResult>
  policy(connection: ConnectionId): AsyncResult<AssistantPolicyView>
  /**
   * Returns the broker's estimate, or Countersign's own where the broker offers none; `source`
   * states which.
   */
  preview(connection: ConnectionId, draft: OrderDraft): AsyncResult<OrderPreview>
  /** Finds the orders of a common job. Requests and sends nothing. */
  plan(connection: ConnectionId, job: AssistantJob): AsyncResult<JobPlan>

  /**
   * Requests instructions and returns at once; several drafts become one batch. The same key and
   * digest return the same instructions.
   */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
  ): AsyncResult<readonly Instruction[]>
  /**
   * Checks a request and lets it wait for a condition, which wakes it for the person's decision. It
   * never sends anything.
   */
  addWaiting(connection: ConnectionId, request: WaitingRequest): AsyncResult<WaitingView>
  /** Returns the waiting instructions of the connection, those that ended lately too. */
  waiting(connection: ConnectionId): AsyncResult<readonly WaitingView[]>
  removeWaiting(connection: ConnectionId, id: WaitingId): AsyncResult<WaitingView>
  instruction(connection: ConnectionId, id: InstructionId): AsyncResult<FollowedInstruction>
  pending(connection: ConnectionId): AsyncResult<readonly Instruction[]>
  processed(connection: ConnectionId, limit: number): AsyncResult<readonly FollowedInstruction[]>
  revoke(connection: ConnectionId, id: InstructionId): AsyncResult<FollowedInstruction>
  /**
   * Resolves at once when the instruction has ended with a known outcome; otherwise when that
   * happens, when its outcome becomes unknown, or after `ms` (at most 25,000). Aborting the wait
   * changes nothing.
   */
  wait(
    connection: ConnectionId,
    id: InstructionId,
    ms: number,
    signal: AbortSignal,
  ): AsyncResult<FollowedInstruction>
  /**
   * Calls the listener after every change visible to the connection: its instructions, its policy,
   * and the orders and positions of its accounts.
   */
  watch(connection: ConnectionId, changed: () => void): () => void
}

/** The port of a session: the identity of its assistants, and what each can access. */
export interface AssistantPort extends ConnectionPort {
  /**
   * Returns the connection of a bearer key, a revoked one too; null for an unknown key. The key is
   * compared with every record in constant time.
   */
  authenticate(token: string): Promise<AssistantIdentity | null>
  /** Records that the connection called, and with which client. */
  markSeen(connection: ConnectionId, client: string | null): void
}

/**
 * Routes each connection to its own session: the open one or the shadow practice session. Neither
 * has access to the other's connections, accounts or orders (REL-37).
 */
export interface AssistantRouter {
  /** Returns the connection of a bearer key, a revoked one too; null for an unknown key. */
  authenticate(token: string): Promise<AssistantIdentity | null>
  /**
   * Returns the port of the session that the connection belongs to now. Do not store it, because
   * shadow practice starts and ends.
   */
  portOf(connection: ConnectionId): AssistantPort
}

/** A waiting instruction, its condition in words, and why it is not evaluated now. */
export interface WaitingView {
  readonly waiting: WaitingInstruction
  readonly condition: Message
  readonly held: HoldReason | null
  /** Null when it does not wait any more. */
  readonly expiresInMs: number | null
}

/** The time of a session's exchange, and how far it is ahead of this computer's clock in ms. */
export interface ExchangeTime {
  readonly environment: Environment
  readonly now: EpochMs
  readonly offsetMs: number
}

/** The estimated cost and fees of an order as decimal text, and what it does once it has filled. */
export interface OrderPreview {
  readonly cost: string
  readonly fees: string
  readonly currency: string
  readonly source: string
  /** By the names of the card; absent while balances are hidden, or the market is not known. */
  readonly effect?: OrderFigures | undefined
}

export interface AssistantAccount {
  readonly accountId: AccountId
  readonly label: string
  readonly type: string
  readonly product: string
  readonly environment: string
}

/** An assistant's view of its own limits. */
export interface AssistantPolicyView {
  readonly policy: Policy
  readonly usedToday: string
  /** The number of orders approved today or pending, against `ordersPerDay`. */
  readonly ordersToday: number
  readonly pending: number
  readonly halted: boolean
  /** The limits that the person set for every order, and the accounts that are locked out. */
  readonly person: Pick<PersonalLimitsView, 'limits' | 'lockOuts' | 'openOrders' | 'ordersToday'>
}
