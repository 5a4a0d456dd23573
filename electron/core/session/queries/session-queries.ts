import type { RequestBudgetPort } from '../../orders/request-budget-port.js'
import type { OpenOrderList } from '../../orders/reconcile/open-order-lists.js'
import type { Balance, PositionList } from '../../../../shared/domain/account/account.js'
import {
  clientOrderId,
  type AccountId,
  type ClientOrderId,
  type Symbol,
} from '../../../../shared/domain/ids.js'
import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type {
  OrderHistoryPage,
  OrderPreview,
  TradeOutcome,
} from '../../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { MarketDataService } from '../../market/market-data-service.js'
import type { OrderCheckDeps } from '../../orders/pre-trade-check.js'
import type { Reconciler } from '../../orders/reconcile/reconciler.js'
import type { OrderReports } from '../../orders/reconcile/order-reports.js'
import type { OrderCheckRequest, OrderService } from '../../orders/order-service.js'
import type { Denial } from '../../risk/risk-limits.js'
import type { OrderProjection } from '../../orders/order-projection.js'
import { estimateOrder, isPreviewed } from '../../orders/order-estimate.js'
import { reduceOrder } from '../../orders/reduce-order.js'
import type { LiveValue } from '../../live-values.js'
import type { PortfolioPort } from '../../portfolio/portfolio-port.js'
import { withShownDayPnl } from '../../portfolio/shown-balance.js'
import type { ClockPort, RandomPort } from '../../ports.js'
import { randomHex } from '../../hex.js'
import type { ProviderPorts } from '../provider-ports.js'
import { readOrderHistory, type OrderHistoryQuery } from './order-history.js'
import { priceOrder, type RiskQuote } from '../../risk/pricing.js'
import { readError } from '../../read-error.js'
import { message } from '../../../../shared/messages/make-message.js'

const ID_BYTES = 16

/** The market data of one order. */
export interface OrderMarket {
  readonly listing: Listing
  /**
   * The price of the order as a whole: of its outcome, or of all legs together. Null while any part
   * has no price.
   */
  readonly price: RiskQuote | null
  /** The broker's quote of the one instrument; null for a combination. */
  readonly quote: Quote | null
  /** The price increment near this price; null where unknown. */
  readonly step: Decimal | null
}

export interface SessionQueriesDeps {
  readonly portfolio: Pick<PortfolioPort, 'balance' | 'positions'>
  readonly shownBalance: LiveValue<Balance | null>
  readonly market: MarketDataService
  readonly orderService: Pick<OrderService, 'outcome' | 'check'>
  readonly trade: Pick<ProviderPorts['trade'], 'detail' | 'history' | 'preview'>
  readonly intake: Pick<OrderReports, 'observe'>
  readonly lists: Pick<Reconciler, 'listOpenOrders'>
  readonly projection: Pick<OrderProjection, 'get'>
  readonly budget: Pick<RequestBudgetPort, 'cancelDelayMs'>
  readonly clock: ClockPort
  readonly random: RandomPort
  readonly orderCheckDeps: OrderCheckDeps
  /** The maximum age in ms of a quote used in an estimate. */
  readonly staleQuoteMs: number
  readonly listing: OrderCheckDeps['listing']
  readonly ready: () => boolean
}

/**
 * Queries about any account and symbol, independent of the selection in the window. Used to
 * evaluate an assistant's requests and for its reads.
 */
export class SessionQueries {
  readonly #deps: SessionQueriesDeps

  constructor(deps: SessionQueriesDeps) {
    this.#deps = deps
  }

  async balance(accountId: AccountId): Promise<Result<Balance, AppError>> {
    const { portfolio, shownBalance } = this.#deps
    const balance = await this.#read(() => portfolio.balance(accountId))
    return balance.ok ? ok(withShownDayPnl(balance.value, shownBalance.get())) : balance
  }

  positions(accountId: AccountId): Promise<Result<PositionList, AppError>> {
    return this.#read(() => this.#deps.portfolio.positions(accountId))
  }

  /**
   * Returns the quote of a symbol and its age in ms. Requests a new one when it is older than
   * `maxAgeMs`. Null for an unknown symbol.
   */
  async quote(
    symbol: Symbol,
    maxAgeMs: number,
  ): Promise<{ readonly quote: Quote; readonly ageMs: number | null } | null> {
    const { ready, market } = this.#deps
    const price = ready() ? await market.quotes.confirmed(symbol, maxAgeMs) : null
    const quote = market.quotes.get(symbol)
    return price === null || quote === undefined ? null : { quote, ageMs: price.ageMs }
  }

  /**
   * Returns the listing and price of an order, legs and outcomes included. Requests quotes older
   * than `maxAgeMs` again. Null where the broker does not list it.
   */
  async market(draft: OrderDraft, maxAgeMs: number): Promise<Result<OrderMarket | null, AppError>> {
    const { ready, market } = this.#deps
    const listed = ready() ? await this.#deps.listing(draft) : notReady()
    if (!listed.ok || listed.value === null) return listed.ok ? ok(null) : listed
    const listing = listed.value
    const quotes = new Map<Symbol, RiskQuote>()
    await Promise.all(
      listing.parts.map(async ({ symbol }) => {
        const price = await market.quotes.confirmed(symbol, maxAgeMs)
        if (price !== null) quotes.set(symbol, price)
      }),
    )
    const { quote: price, pricing } = priceOrder(draft, listing, quotes)
    const [only, ...more] = listing.parts
    return ok({
      listing,
      price,
      step: pricing.step,
      quote:
        only === undefined || more.length > 0 ? null : (market.quotes.get(only.symbol) ?? null),
    })
  }

  /**
   * Returns the value of one unit relative to its price (100 for an option, the point value of a
   * future); null where it is unknown.
   */
  async multiplier(draft: OrderDraft): Promise<Decimal | null> {
    const listing = this.#deps.ready() ? await this.#deps.listing(draft) : null
    return listing?.ok === true ? (listing.value?.multiplier ?? null) : null
  }

  /**
   * Runs the checks of the order gateway on a new order or a change, and sends nothing. Empty when
   * it could be sent now.
   */
  async check(request: OrderCheckRequest): Promise<Result<readonly Denial[], AppError>> {
    return this.#deps.ready() ? this.#deps.orderService.check(request) : notReady()
  }

  /**
   * Returns the outcome of a ticket without sending anything; null where the order gateway never
   * received it. Fails until the session is ready.
   */
  async outcome(ticket: string): Promise<Result<TradeOutcome | null, AppError>> {
    return this.#deps.ready() ? ok(await this.#deps.orderService.outcome(ticket)) : notReady()
  }

  /**
   * Requests Order Detail for one order and updates the session's order where there is one. Null
   * where the broker reports no such order; an error where it gave no answer.
   */
  async order(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<Result<Order | null, AppError>> {
    const { trade, projection, intake } = this.#deps
    const answer = await this.#read(() => trade.detail(accountId, clientOrderId, 'settle'))
    if (!answer.ok) return answer
    if (answer.value.seen === 'absent') return ok(null)
    const { observation } = answer.value
    if (projection.get(clientOrderId) !== undefined) intake.observe(observation)
    // Do not add an order of an earlier day to the session's orders: reading it must not show it
    // in the window.
    return ok(
      projection.get(clientOrderId) ??
        reduceOrder(null, { fact: 'observed', observation }).tracked?.order ??
        null,
    )
  }

  /**
   * Reads an account's list of open orders to its end, beginning after this call, and updates the
   * session's orders. Returns the ids of the listed orders.
   *
   * @param isProof true where the list has to prove which orders do not work any more
   */
  openOrders(
    accountId: AccountId,
    isProof: boolean,
  ): Promise<Result<Pick<OpenOrderList, 'ids' | 'unreadable'>, AppError>> {
    return this.#read(() => this.#deps.lists.listOpenOrders(accountId, isProof))
  }

  /** Returns a page of an account's past orders, newest first. */
  history(query: OrderHistoryQuery): Promise<Result<OrderHistoryPage, AppError>> {
    return readOrderHistory(query, this.#deps)
  }

  /** Returns what an order would cost, from the broker or, where it previews none, estimated. */
  async preview(draft: OrderDraft): Promise<Result<OrderPreview, AppError>> {
    const { clock, random, trade } = this.#deps
    if (!isPreviewed(draft)) return this.#estimate(draft)
    const asOf = clock.now()
    const answer = await trade.preview(draft, clientOrderId(randomHex(random, ID_BYTES)))
    if (!answer.ok) return err(readError(answer.error))
    const { cost, fees, currency } = answer.value
    return ok({ cost, fees, currency: currency.slice(0, 8), asOf, source: 'provider' })
  }

  /** Returns the milliseconds after which the broker's limits allow a cancellation. */
  cancelDelayMs(): number {
    return this.#deps.budget.cancelDelayMs()
  }

  /** Returns the exchange's current time. The practice exchange has a clock of its own. */
  exchangeNow(): EpochMs {
    return epochMs(this.#deps.clock.now() + (this.#deps.market.offsetMs ?? 0))
  }

  /** Estimates an order that the broker does not preview. */
  async #estimate(draft: OrderDraft): Promise<Result<OrderPreview, AppError>> {
    const { orderCheckDeps, clock, staleQuoteMs } = this.#deps
    const asOf = clock.now()
    const estimate = await estimateOrder(draft, staleQuoteMs, orderCheckDeps)
    if (!estimate.ok) return estimate
    const currency = estimate.value.currency.slice(0, 8)
    return ok({ ...estimate.value, currency, asOf, source: 'countersign' })
  }

  async #read<T>(request: () => Promise<Result<T, ProviderFailure>>): Promise<Result<T, AppError>> {
    if (!this.#deps.ready()) return notReady()
    const answer = await request()
    return answer.ok ? answer : err(readError(answer.error))
  }
}

const notReady = (): Result<never, AppError> =>
  err(appError('session/not-ready', message('session.notConnected'), { order: 'not-placed' }))
