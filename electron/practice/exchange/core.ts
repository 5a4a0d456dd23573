import type { Disposer } from '../../../shared/domain/brand.js'
import { sessionAt } from '../../../shared/domain/exchange-time.js'
import type { TradingSession } from '../../../shared/domain/quote.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { Ledger } from '../ledger/ledger.js'
import { ppm } from '../ledger/money.js'
import { valueAccount, WHOLE, type Marks, type Ratios, type Valuation } from '../ledger/valuation.js'
import type { PriceUnits, SizeUnits } from '../units.js'
import type { ExchangeDeps, ExchangeSwitches, TradedListing, TradeEvent } from './api.js'
import { Book, type OrderNumber } from './book.js'
import { eventOf } from './events.js'
import { Holds } from './holds.js'
import type { PracticeOrder } from './order.js'
import { chargesOf } from './order-record.js'
import type { SceneType, WireStatus } from './records.js'
import { nextBoundary } from './schedule.js'

/** One symbol's book and the orders that are not in it. */
export interface SymbolMarket {
  readonly listing: TradedListing
  readonly book: Book
  last: PriceUnits
  /** The last trade of the last regular session: the base of the day's gains. */
  close: PriceUnits
  /** False from a session change to the symbol's next step: the book still stands as the old session left it. */
  fresh: boolean
  /** Orders that wait for their session, an opening or a closing. */
  readonly waiting: Set<OrderNumber>
  /** Stops and trails that have not been touched. */
  readonly triggers: Set<OrderNumber>
  /** Market orders that the book could not fill at once. */
  readonly running: Set<OrderNumber>
  /** Trade prices that the triggers have not seen yet. */
  readonly prints: PriceUnits[]
}

/** The orders of one account, as placed, and by the customer's ids. */
export interface AccountOrders {
  readonly all: PracticeOrder[]
  readonly byClientId: Map<string, PracticeOrder>
  readonly byOrderId: Map<string, PracticeOrder>
}

export const DEFAULT_SWITCHES: ExchangeSwitches = { pendingMs: 250, listingLagMs: 0, institutional: false }

/** The state of the exchange, and what every part of it needs. Parts are functions over it. */
export class Core {
  readonly orders: PracticeOrder[] = []
  readonly open = new Map<OrderNumber, PracticeOrder>()
  readonly byAccount = new Map<string, AccountOrders>()
  readonly markets = new Map<string, SymbolMarket>()
  /** PENDING orders by the time they are submitted. */
  readonly pending: PracticeOrder[] = []
  readonly ledger: Ledger
  readonly holds = new Holds()
  switches: ExchangeSwitches
  time: EpochMs
  session: TradingSession
  boundary: EpochMs
  private readonly listeners = new Set<(event: TradeEvent) => void>()
  private readonly ratioCache = new Map<string, readonly [Ratios, Ratios]>()
  private readonly marks: Marks = { last: (symbol) => this.market(symbol)?.last ?? 0, ratios: (symbol, short) => this.ratios(symbol, short) }

  constructor(readonly deps: ExchangeDeps) {
    this.switches = { ...DEFAULT_SWITCHES, ...deps.switches }
    this.time = deps.now()
    this.session = sessionAt(this.time)
    this.boundary = nextBoundary(this.time)
    this.ledger = new Ledger((number) => deps.ids('position', number))
  }

  /** The market of a listed symbol, opened on first use. */
  market(symbol: string): SymbolMarket | undefined {
    const known = this.markets.get(symbol)
    if (known !== undefined) return known
    const listing = this.deps.listing(symbol)
    const reference = listing === undefined ? undefined : this.deps.reference(symbol)
    if (listing === undefined || reference === undefined) return undefined
    const market: SymbolMarket = {
      listing, book: new Book(), last: reference.last, close: reference.previousClose, fresh: false,
      waiting: new Set(), triggers: new Set(), running: new Set(), prints: [],
    }
    this.markets.set(symbol, market)
    return market
  }

  ordersOf(accountId: string): AccountOrders {
    let orders = this.byAccount.get(accountId)
    if (orders === undefined) {
      orders = { all: [], byClientId: new Map(), byOrderId: new Map() }
      this.byAccount.set(accountId, orders)
    }
    return orders
  }

  /** Files an order under its account; an open one counts as open. */
  file(order: PracticeOrder): void {
    this.orders.push(order)
    const mine = this.ordersOf(order.accountId)
    mine.all.push(order)
    mine.byClientId.set(order.clientOrderId, order)
    mine.byOrderId.set(order.orderId, order)
    if (order.stage !== 'done') this.open.set(order.number, order)
  }

  order(number: OrderNumber): PracticeOrder | undefined {
    return this.orders[number - 1]
  }

  /** Margin ratios of a symbol; the whole value where it is not marginable or not known. */
  ratios(symbol: string, short: boolean): Ratios {
    let pair = this.ratioCache.get(symbol)
    if (pair === undefined) {
      const listing = this.deps.listing(symbol)
      const whole: Ratios = { initial: WHOLE, intraday: WHOLE, maintenance: WHOLE }
      pair = listing?.marginable === true
        ? [
            { initial: ppm(listing.initialMarginLong), intraday: ppm(listing.intradayMarginLong), maintenance: ppm(listing.maintenanceMarginLong) },
            { initial: ppm(listing.initialMarginShort), intraday: ppm(listing.intradayMarginShort), maintenance: ppm(listing.maintenanceMarginShort) },
          ]
        : [whole, whole]
      this.ratioCache.set(symbol, pair)
    }
    return pair[short ? 1 : 0]
  }

  /** Values an account at the last trades; undefined for an unknown account. */
  value(accountId: string): Valuation | undefined {
    const account = this.ledger.accounts.get(accountId)
    return account === undefined ? undefined : valueAccount(account, this.holds.cash(accountId), this.marks)
  }

  /** Tells a customer's execution to the market, and its price to the triggers. */
  print(market: SymbolMarket, price: PriceUnits, size: SizeUnits, aggressor: 'buy' | 'sell'): void {
    this.touch(market, price)
    this.deps.onPrint(market.listing.symbol, this.time, price, size, aggressor)
  }

  touch(market: SymbolMarket, price: PriceUnits): void {
    market.last = price
    if (market.triggers.size > 0) market.prints.push(price)
  }

  /** Sends an order event; `status` where the scene shows another than the order's own. */
  emit(scene: SceneType, order: PracticeOrder, status?: WireStatus): void {
    if (this.listeners.size === 0) return
    const listing = this.deps.listing(order.view.terms.symbol)
    if (listing === undefined) return
    const event: TradeEvent = { accountId: order.accountId, time: this.time, payload: eventOf(scene, order, listing, status), charges: chargesOf(order.view) }
    for (const listener of this.listeners) listener(event)
  }

  listen(listener: (event: TradeEvent) => void): Disposer {
    // A wrapper of its own, so that the same function may listen twice and each disposer ends one of them.
    const own = (event: TradeEvent): void => listener(event)
    this.listeners.add(own)
    return () => void this.listeners.delete(own)
  }

  /** Sets the clock without letting anything happen; for a fresh or restored exchange. */
  setTime(time: EpochMs): void {
    this.time = epochMs(time)
    this.session = sessionAt(time)
    this.boundary = nextBoundary(time)
  }
}
