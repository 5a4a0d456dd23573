import type {
  AccountId,
  ClientOrderId,
  Symbol,
  ConnectionId,
} from '../../../../shared/domain/ids.js'
import type { OptionChain } from '../../../../shared/domain/instruments/option-chain.js'
import type { Balance, PositionList } from '../../../../shared/domain/account/account.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import type { Instrument, StockKind } from '../../../../shared/domain/instruments/instrument.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type {
  ReferenceDataAnswer,
  ReferenceDataName,
  ReferenceDataParams,
} from '../../../../shared/domain/reference/reference-data.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type {
  ActivityKind,
  CashActivity,
  Execution,
  Transfer,
} from '../../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../../shared/domain/account/transfer-filters.schema.js'
import type { NewsSummary } from '../../../../shared/domain/reference/news.js'
import type { RecordQueries } from '../../records/record-queries.js'
import type { RecordPage } from '../../records/records-port.js'
import type { TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { refuse, type AsyncResult } from '../../../../shared/domain/instructions/refusal.js'
import type {
  AssistantAccount,
  AssistantBarQuery,
  AssistantHistory,
  AssistantHistoryQuery,
  AssistantPolicyView,
  AssistantPort,
  AssistantRecordQuery,
  ExchangeTime,
  OrderPreview,
} from './assistant-port.js'
import type { PolicyUsage } from '../policy/policy-types.js'
import type { ReadLog } from './read-log.js'
import type { AssistantJob, JobPlan } from '../../../../shared/domain/instructions/assistant-job.js'
import { planJob } from './jobs/plan-job.js'
import { MarketReads, toRefusal } from './market-reads.js'
import type { ReadOrderFigures } from './order-figures.js'
import { policyView, previewView } from './assistant-views.js'
import { ReadAccess, type ReadAccessDeps } from './read-access.js'
import { parseTime, rangeOf } from './record-range.js'
import { message } from '../../../../shared/messages/make-message.js'

const MAX_SYMBOLS = 100

export interface AssistantReadDeps extends ReadAccessDeps {
  readonly readLog: ReadLog
  readonly timers: TimerPort
  readonly usage: (connection: ConnectionId) => PolicyUsage
  /** Absent where orders have no figures beside their cost. */
  readonly figures?: ReadOrderFigures | undefined
}

/** The reads of the port, without instructions and identity. */
export type AssistantReadsPort = Pick<
  AssistantPort,
  | 'accounts'
  | 'balance'
  | 'positions'
  | 'openOrders'
  | 'order'
  | 'history'
  | 'cashActivities'
  | 'executions'
  | 'transfers'
  | 'transfer'
  | 'instruments'
  | 'search'
  | 'quotes'
  | 'depth'
  | 'exchangeTime'
  | 'optionChain'
  | 'bars'
  | 'news'
  | 'referenceData'
  | 'policy'
  | 'preview'
  | 'plan'
>

const unknownOrder = () => refuse('not-found', message('refusals.orderNowhere'))

/**
 * An assistant's reads, limited to its connection's scope and recorded in the audit chain. A paused
 * connection may read.
 */
export class AssistantReads implements AssistantReadsPort {
  readonly #deps: AssistantReadDeps
  readonly #session: TradingSession
  protected readonly access: ReadAccess
  protected readonly market: MarketReads

  constructor(deps: AssistantReadDeps) {
    this.#deps = deps
    this.#session = deps.session
    this.access = new ReadAccess(deps)
    this.market = new MarketReads(deps.session, deps.timers)
  }

  accounts(id: ConnectionId): AsyncResult<readonly AssistantAccount[]> {
    const connection = this.access.ready(id)
    if (!connection.ok) return Promise.resolve(connection)
    this.#deps.readLog.record(id, 'accounts', 'all')
    return Promise.resolve(
      ok(
        this.access
          .visibleAccounts(connection.value)
          .map(({ accountId, label, type, product }) => ({
            accountId,
            label,
            type,
            product,
            environment: this.#session.environment,
          })),
      ),
    )
  }

  async balance(id: ConnectionId, accountId: AccountId): AsyncResult<Balance> {
    const connection = this.access.account(id, accountId)
    if (!connection.ok) return connection
    if (connection.value.policy.balances === 'hidden') {
      return refuse('not-allowed', message('refusals.balancesHidden'))
    }
    this.#deps.readLog.record(id, 'balance', accountId)
    return toRefusal(await this.#session.queries.balance(accountId))
  }

  async positions(id: ConnectionId, accountId: AccountId): AsyncResult<PositionList> {
    const connection = this.access.holdings(id, accountId)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'positions', accountId)
    return toRefusal(await this.#session.queries.positions(accountId))
  }

  openOrders(id: ConnectionId, accountId: AccountId): AsyncResult<readonly Order[]> {
    const connection = this.access.account(id, accountId)
    if (!connection.ok) return Promise.resolve(connection)
    this.#deps.readLog.record(id, 'open-orders', accountId)
    return Promise.resolve(
      ok(
        this.#session.streams.orders
          .all()
          .filter((order) => order.accountId === accountId && !isFinal(order.status)),
      ),
    )
  }

  async order(
    id: ConnectionId,
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): AsyncResult<Order> {
    const connection = this.access.account(id, accountId)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'order', clientOrderId)
    const found = this.#session.streams.orders
      .all()
      .find((order) => order.clientOrderId === clientOrderId)
    // An order of another account is refused like an unknown one.
    if (found !== undefined) return found.accountId === accountId ? ok(found) : unknownOrder()
    const fetched = await this.#session.queries.order(accountId, clientOrderId)
    if (!fetched.ok) return toRefusal(fetched)
    return fetched.value?.accountId === accountId ? ok(fetched.value) : unknownOrder()
  }

  async history(
    id: ConnectionId,
    accountId: AccountId,
    { from, to, limit }: AssistantHistoryQuery,
  ): AsyncResult<AssistantHistory> {
    const connection = this.access.account(id, accountId)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'history', accountId)
    const page = await this.#session.queries.history({
      accountId,
      from: parseTime(from, false),
      to: parseTime(to, true),
      cursor: null,
    })
    if (!page.ok) return toRefusal(page)
    const { orders, cursor } = page.value
    return ok({
      orders: orders.slice(0, limit),
      complete: cursor === null && orders.length <= limit,
    })
  }

  cashActivities(
    id: ConnectionId,
    accountId: AccountId,
    { kind, ...query }: AssistantRecordQuery & { readonly kind: ActivityKind | null },
  ): AsyncResult<RecordPage<CashActivity>> {
    return this.#records(id, accountId, 'cash-activities', (records) =>
      records.cashActivities({ ...rangeOf(accountId, query), kinds: kind === null ? [] : [kind] }),
    )
  }

  executions(
    id: ConnectionId,
    accountId: AccountId,
    query: AssistantRecordQuery,
  ): AsyncResult<RecordPage<Execution>> {
    return this.#records(id, accountId, 'executions', (records) =>
      records.executions(rangeOf(accountId, query)),
    )
  }

  transfers(
    id: ConnectionId,
    accountId: AccountId,
    { filters, ...query }: AssistantRecordQuery & { readonly filters: TransferFilters },
  ): AsyncResult<RecordPage<Transfer>> {
    return this.#records(id, accountId, 'transfers', (records) =>
      records.transfers({ ...rangeOf(accountId, query), filters }),
    )
  }

  transfer(id: ConnectionId, accountId: AccountId, transferId: string): AsyncResult<Transfer> {
    return this.#records(id, accountId, 'transfer', (records) =>
      records.transfer(accountId, transferId),
    )
  }

  /** Records show money and holdings, so a connection that may not see these gets none. */
  async #records<T>(
    id: ConnectionId,
    accountId: AccountId,
    kind: string,
    request: (records: RecordQueries) => Promise<Result<T, AppError>>,
  ): AsyncResult<T> {
    const connection = this.access.holdings(id, accountId)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, kind, accountId)
    return toRefusal(await request(this.#session.records))
  }

  async instruments(
    id: ConnectionId,
    symbols: readonly Symbol[],
  ): AsyncResult<readonly Instrument[]> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'instruments', symbols.slice(0, 5).join(' '))
    return this.market.instruments(symbols.slice(0, MAX_SYMBOLS))
  }

  async search(
    id: ConnectionId,
    text: string,
    limit: number,
    kind: StockKind | null,
  ): AsyncResult<readonly Instrument[]> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'search', text.slice(0, 40))
    return toRefusal(await this.#session.market.searchInstruments(text, limit, kind ?? undefined))
  }

  async quotes(
    id: ConnectionId,
    symbols: readonly Symbol[],
    missing: 'refuse' | 'omit' = 'refuse',
  ): AsyncResult<readonly Quote[]> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'quotes', symbols.slice(0, 5).join(' '))
    return this.market.quotes(symbols.slice(0, MAX_SYMBOLS), missing)
  }

  exchangeTime(id: ConnectionId): AsyncResult<ExchangeTime> {
    const connection = this.access.ready(id)
    if (!connection.ok) return Promise.resolve(connection)
    const { exchangeOffsetMs } = this.#session.connection.view()
    return Promise.resolve(
      ok({
        environment: this.#session.environment,
        now: this.#session.queries.exchangeNow(),
        offsetMs: exchangeOffsetMs ?? 0,
      }),
    )
  }

  async optionChain(
    id: ConnectionId,
    symbol: Symbol,
    expiration: string | null,
  ): AsyncResult<OptionChain> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'option-chain', symbol)
    return this.market.optionChain(symbol, expiration)
  }

  async depth(id: ConnectionId, symbol: Symbol): AsyncResult<Depth> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'depth', symbol)
    return this.market.depth(symbol)
  }

  async bars(
    id: ConnectionId,
    symbol: Symbol,
    { timespan, count, sessions }: AssistantBarQuery,
  ): AsyncResult<readonly Bar[]> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'bars', symbol)
    return this.market.bars({ symbol, timespan, count, sessions })
  }

  async news(id: ConnectionId, symbols: readonly Symbol[]): AsyncResult<NewsSummary> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'news', symbols.slice(0, 5).join(' '))
    return this.market.news(symbols)
  }

  async referenceData(
    id: ConnectionId,
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): AsyncResult<ReferenceDataAnswer> {
    const connection = this.access.ready(id)
    if (!connection.ok) return connection
    this.#deps.readLog.record(
      id,
      name,
      String(params['symbol'] ?? params['symbols'] ?? '').slice(0, 40),
    )
    return this.market.referenceData(name, params)
  }

  policy(id: ConnectionId): AsyncResult<AssistantPolicyView> {
    const connection = this.access.active(id)
    if (!connection.ok) return Promise.resolve(connection)
    this.#deps.readLog.record(id, 'policy', 'own')
    const { usage, halted } = this.#deps
    return Promise.resolve(ok(policyView(connection.value, usage(id), halted.get(), this.#session)))
  }

  async preview(id: ConnectionId, draft: OrderDraft): AsyncResult<OrderPreview> {
    const connection = this.access.account(id, draft.accountId)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, 'preview', draft.symbol)
    const answer = await this.market.preview(draft)
    if (!answer.ok) return answer
    // The figures name what is held and what is free for it.
    const isShown = connection.value.policy.balances !== 'hidden'
    const effect = isShown
      ? await this.#deps.figures?.(connection.value, draft, answer.value)
      : null
    return ok(previewView(answer.value, draft, effect))
  }

  async plan(id: ConnectionId, job: AssistantJob): AsyncResult<JobPlan> {
    // The orders of all jobs but this one show what is held.
    const connection =
      job.kind === 'cancel-all'
        ? this.access.account(id, job.accountId)
        : this.access.holdings(id, job.accountId)
    if (!connection.ok) return connection
    this.#deps.readLog.record(id, `plan-${job.kind}`, job.accountId)
    return planJob(this.#session, this.market, job)
  }
}
