import type { Balance, Position } from '../../../shared/domain/account/account.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../shared/domain/ids.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Listing } from '../../../shared/domain/instruments/listing.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { OrderCheckDeps } from '../orders/pre-trade-check.js'
import type { OrderReports } from '../orders/order-reports.js'
import type { OrderService } from '../orders/order-service.js'
import type { OrderProjection } from '../orders/order-projection.js'
import type { OrderReadsPort } from '../orders/order-reads-port.js'
import { reduceOrder } from '../orders/reduce-order.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import type { ClockPort } from '../ports.js'
import { priceOrder, type RiskQuote } from '../risk/pricing.js'
import { readError } from './read-error.js'

/**
 * Questions about any account and symbol, whatever the person is looking at: for judging what an
 * assistant asks, and for its reads.
 */
export interface SessionQueries {
  balance(accountId: AccountId): Promise<Result<Balance, AppError>>
  positions(accountId: AccountId): Promise<Result<readonly Position[], AppError>>
  /**
   * The price of one symbol and how long ago it was confirmed; asks when that is longer ago than
   * `maxAgeMs`. Null for an unknown symbol.
   */
  quote(
    symbol: Symbol,
    maxAgeMs: number,
  ): Promise<{ readonly quote: Quote; readonly ageMs: number | null } | null>
  /**
   * What an order is about and what it would trade at, legs and outcomes included; prices are asked
   * for when they were confirmed longer
   * ago than `maxAgeMs`. Null where the provider does not list it.
   */
  market(draft: OrderDraft, maxAgeMs: number): Promise<Result<OrderMarket | null, AppError>>
  /**
   * What one unit of the order is worth of its price (100 for an option, the point value of a
   * future); null where it cannot be told.
   */
  multiplier(draft: OrderDraft): Promise<Decimal | null>
  /**
   * What became of a ticket, without sending anything; null where it never came to the order desk.
   * Fails until the session is ready.
   */
  outcome(ticket: string): Promise<Result<TradeOutcome | null, AppError>>
  /**
   * Asks Order Detail about one order now: what it says is taken over into the session's row where
   * there is one. Null where the
   * broker says that there is no such order; an error where it did not say.
   */
  order(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Result<Order | null, AppError>>
  /** What the exchange's clock shows; practice runs on its own. */
  exchangeNow(): EpochMs
}

/** The market of one order. */
export interface OrderMarket {
  readonly listing: Listing
  /**
   * As the order trades it: of the outcome that it names, of all legs together. Null while a part
   * of it has no price.
   */
  readonly price: RiskQuote | null
  /** The quote of the one thing it is about, as the provider tells it; null for a combination. */
  readonly quote: Quote | null
  /** The step of prices about here; null where none is known. */
  readonly step: Decimal | null
}

export function createSessionQueries(deps: {
  readonly portfolio: Pick<PortfolioPort, 'balance' | 'positions'>
  readonly market: MarketDataService
  readonly orderService: Pick<OrderService, 'outcome'>
  readonly reads: Pick<OrderReadsPort, 'detail'>
  readonly intake: Pick<OrderReports, 'observe'>
  readonly projection: Pick<OrderProjection, 'get'>
  readonly clock: ClockPort
  readonly listing: OrderCheckDeps['listing']
  readonly ready: () => boolean
}): SessionQueries {
  const { portfolio, market, orderService, clock } = deps
  const read = async <T>(
    request: () => Promise<Result<T, ProviderFailure>>,
  ): Promise<Result<T, AppError>> => {
    if (!deps.ready()) return notReady()
    const answer = await request()
    return answer.ok ? answer : err(readError(answer.error))
  }
  return {
    balance: (accountId) => read(() => portfolio.balance(accountId)),
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
    outcome: async (ticket) => (deps.ready() ? ok(await orderService.outcome(ticket)) : notReady()),
    async order(accountId, clientOrderId) {
      const answer = await read(() => deps.reads.detail(accountId, clientOrderId, 'settle'))
      if (!answer.ok) return answer
      if (answer.value.seen === 'absent') return ok(null)
      const { observation } = answer.value
      if (deps.projection.get(clientOrderId) !== undefined) deps.intake.observe(observation)
      // An order of an earlier day stays out of the session's list: reading it must not put it on
      // the screen.
      return ok(
        deps.projection.get(clientOrderId) ??
          reduceOrder(null, { fact: 'observed', observation }).tracked?.order ??
          null,
      )
    },
    exchangeNow: () => epochMs(clock.now() + (market.offsetMs ?? 0)),
  }
}

const notReady = (): Result<never, AppError> =>
  err(appError('session/not-ready', 'The desk is not connected yet', { order: 'not-placed' }))
