import type { RequestBudgetPort } from '../orders/request-budget-port.js'
import type { OpenOrderList } from '../orders/reconcile/open-order-lists.js'
import type { Balance, PositionList } from '../../../shared/domain/account/account.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../shared/domain/ids.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Listing } from '../../../shared/domain/instruments/listing.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { OrderCheckDeps } from '../orders/pre-trade-check.js'
import type { Reconciler } from '../orders/reconcile/reconciler.js'
import type { OrderReports } from '../orders/reconcile/order-reports.js'
import type { OrderCheckRequest, OrderService } from '../orders/order-service.js'
import type { Denial } from '../risk/risk-limits.js'
import type { OrderProjection } from '../orders/order-projection.js'
import type { OrderReadsPort } from '../orders/order-reads-port.js'
import { reduceOrder } from '../orders/reduce-order.js'
import type { LiveValue } from '../live-values.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import { withShownDayPnl } from '../portfolio/shown-balance.js'
import type { ClockPort } from '../ports.js'
import { priceOrder, type RiskQuote } from '../risk/pricing.js'
import { readError } from './read-error.js'
import { message } from '../../../shared/messages/make-message.js'

/**
 * Queries about any account and symbol, independent of the selection in the window. Used to
 * evaluate an assistant's requests and for its reads.
 */
export interface SessionQueries {
  balance(accountId: AccountId): Promise<Result<Balance, AppError>>
  positions(accountId: AccountId): Promise<Result<PositionList, AppError>>
  /**
   * Returns the quote of a symbol and its age in ms. Requests a new one when it is older than
   * `maxAgeMs`. Null for an unknown symbol.
   */
  quote(
    symbol: Symbol,
    maxAgeMs: number,
  ): Promise<{ readonly quote: Quote; readonly ageMs: number | null } | null>
  /**
   * Returns the listing and price of an order, legs and outcomes included. Requests quotes older
   * than `maxAgeMs` again. Null where the broker does not list it.
   */
  market(draft: OrderDraft, maxAgeMs: number): Promise<Result<OrderMarket | null, AppError>>
  /**
   * Returns the value of one unit relative to its price (100 for an option, the point value of a
   * future); null where it is unknown.
   */
  multiplier(draft: OrderDraft): Promise<Decimal | null>
  /**
   * Runs the checks of the order gateway on a new order or a change, and sends nothing. Empty when
   * it could be sent now.
   */
  check(request: OrderCheckRequest): Promise<Result<readonly Denial[], AppError>>
  /**
   * Returns the outcome of a ticket without sending anything; null where the order gateway never
   * received it. Fails until the session is ready.
   */
  outcome(ticket: string): Promise<Result<TradeOutcome | null, AppError>>
  /**
   * Requests Order Detail for one order and updates the session's order where there is one. Null
   * where the broker reports no such order; an error where it gave no answer.
   */
  order(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Result<Order | null, AppError>>
  /**
   * Reads an account's list of open orders to its end, beginning after this call, and updates the
   * session's orders. Returns the ids of the listed orders.
   *
   * @param isProof true where the list has to prove which orders do not work any more
   */
  openOrders(
    accountId: AccountId,
    isProof: boolean,
  ): Promise<Result<Pick<OpenOrderList, 'ids' | 'unreadable'>, AppError>>
  /** Returns the milliseconds after which the broker's limits allow a cancellation. */
  cancelDelayMs(): number
  /** Returns the exchange's current time. The practice exchange has a clock of its own. */
  exchangeNow(): EpochMs
}

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
  readonly reads: Pick<OrderReadsPort, 'detail'>
  readonly intake: Pick<OrderReports, 'observe'>
  readonly lists: Pick<Reconciler, 'listOpenOrders'>
  readonly projection: Pick<OrderProjection, 'get'>
  readonly budget: Pick<RequestBudgetPort, 'cancelDelayMs'>
  readonly clock: ClockPort
  readonly listing: OrderCheckDeps['listing']
  readonly ready: () => boolean
}

/** Creates the session's reads. */
export function createSessionQueries(deps: SessionQueriesDeps): SessionQueries {
  const { portfolio, market, orderService, clock } = deps
  const read = async <T>(
    request: () => Promise<Result<T, ProviderFailure>>,
  ): Promise<Result<T, AppError>> => {
    if (!deps.ready()) return notReady()
    const answer = await request()
    return answer.ok ? answer : err(readError(answer.error))
  }
  return {
    async balance(accountId) {
      const balance = await read(() => portfolio.balance(accountId))
      return balance.ok ? ok(withShownDayPnl(balance.value, deps.shownBalance.get())) : balance
    },
    positions: (accountId) => read(() => portfolio.positions(accountId)),
    async quote(symbol, maxAgeMs) {
      const price = deps.ready() ? await market.quotes.confirmed(symbol, maxAgeMs) : null
      const quote = market.quotes.get(symbol)
      return price === null || quote === undefined ? null : { quote, ageMs: price.ageMs }
    },
    async market(draft, maxAgeMs) {
      const found = deps.ready() ? await deps.listing(draft) : notReady()
      if (!found.ok || found.value === null) return found.ok ? ok(null) : found
      const listing = found.value
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
    },
    async multiplier(draft) {
      const listing = deps.ready() ? await deps.listing(draft) : null
      return listing?.ok === true ? (listing.value?.multiplier ?? null) : null
    },
    check: async (request) => (deps.ready() ? orderService.check(request) : notReady()),
    outcome: async (ticket) => (deps.ready() ? ok(await orderService.outcome(ticket)) : notReady()),
    async order(accountId, clientOrderId) {
      const answer = await read(() => deps.reads.detail(accountId, clientOrderId, 'settle'))
      if (!answer.ok) return answer
      if (answer.value.seen === 'absent') return ok(null)
      const { observation } = answer.value
      if (deps.projection.get(clientOrderId) !== undefined) deps.intake.observe(observation)
      // Do not add an order of an earlier day to the session's orders: reading it must not show it
      // in the window.
      return ok(
        deps.projection.get(clientOrderId) ??
          reduceOrder(null, { fact: 'observed', observation }).tracked?.order ??
          null,
      )
    },
    async openOrders(accountId, isProof) {
      const list = await read(() => deps.lists.listOpenOrders(accountId, isProof))
      return list.ok ? ok(list.value) : list
    },
    cancelDelayMs: () => deps.budget.cancelDelayMs(),
    exchangeNow: () => epochMs(clock.now() + (market.offsetMs ?? 0)),
  }
}

const notReady = (): Result<never, AppError> =>
  err(appError('session/not-ready', message('session.notConnected'), { order: 'not-placed' }))
