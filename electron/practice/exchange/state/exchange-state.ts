import { createEmitter } from '../../../../shared/domain/emitter.js'
import { sessionAt } from '../../../../shared/domain/market/exchange-time.js'
import type { Product } from '../../../../shared/domain/market/product-hours.js'
import type { MarketSession } from '../../../../shared/domain/market/quote.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { Ledger, type LedgerAccount } from '../../ledger/ledger.js'
import type { Cents } from '../../ledger/money.js'
import { marketValue, positionKey, type Position } from '../../ledger/position.js'
import {
  addRequirements,
  NO_REQUIREMENT,
  valueAccount,
  type Holding,
  type Valuation,
} from '../../ledger/valuation.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type {
  AccountEvent,
  ExchangeDeps,
  ExchangeSwitches,
  TradeEvent,
} from '../api/exchange-api.js'
import type { OrderNumber } from '../book/book.js'
import { chargesOf } from '../orders/charges.js'
import { eventOf } from '../orders/order-events.js'
import { Holds, type Need } from '../orders/holds.js'
import { bookPrice, type PracticeOrder } from '../orders/order.js'
import type { ProductRules } from '../orders/product-rules.js'
import type { TradeEventType, WireStatus } from '../../model/wire-records.js'
import { createSymbolMarket, type SymbolMarket } from '../book/symbol-market.js'
import { SymbolWatches } from './symbol-watches.js'

export type { SymbolMarket } from '../book/symbol-market.js'

/** The orders of one account: in order of placement, and by their ids. */
export interface AccountOrders {
  readonly all: PracticeOrder[]
  readonly byClientId: Map<string, PracticeOrder>
  readonly byOrderId: Map<string, PracticeOrder>
  /** The orders of each combo, by its combo_order_id. */
  readonly groups: Map<string, PracticeOrder[]>
}

/**
 * The rules by which orders of a combo affect each other. Injected, because their code imports
 * matching, which imports this module.
 */
export interface GroupRules {
  /** Handles an order that was filled or ended. */
  changed(state: ExchangeState, order: PracticeOrder): void
  /** Starts and resizes orders as earlier changes require; never called during a match. */
  settle(state: ExchangeState): void
  /** Returns the part of an order's need that the order itself holds. */
  need(state: ExchangeState, order: PracticeOrder, need: Need): Need
}

const NO_GROUPS: GroupRules = {
  changed: () => undefined,
  settle: () => undefined,
  need: (_state, _order, need) => need,
}

export const DEFAULT_SWITCHES: ExchangeSwitches = {
  pendingMs: 250,
  listingLagMs: 0,
  institutional: false,
  eventAgreement: true,
  skipChecks: false,
}

export type RulesTable = Readonly<Partial<Record<Product, ProductRules<ExchangeState>>>>

/** The state of the exchange, shared by all its parts, which are functions over it. */
export class ExchangeState {
  readonly orders: PracticeOrder[] = []
  readonly open = new Map<OrderNumber, PracticeOrder>()
  readonly byAccount = new Map<string, AccountOrders>()
  readonly markets = new Map<string, SymbolMarket>()
  /** PENDING orders by submission time. */
  readonly pending: PracticeOrder[] = []
  readonly ledger: Ledger
  readonly holds = new Holds()
  /** Orders whose combos have members to start or resize. */
  readonly waitingGroups = new Set<PracticeOrder>()
  /** Orders that an algorithm executes. */
  readonly algos = new Set<PracticeOrder>()
  readonly watches: SymbolWatches
  readonly orderEvents = createEmitter<TradeEvent>()
  readonly accountEvents = createEmitter<AccountEvent>()
  /** The rules of every product that is traded. */
  readonly products: readonly ProductRules<ExchangeState>[]
  switches: ExchangeSwitches
  time: EpochMs
  session: MarketSession
  /** The market phase of every product. */
  readonly phases = new Map<Product, string>()
  /** The next instant at which a scheduled event is due. */
  boundary: EpochMs

  constructor(
    readonly deps: ExchangeDeps,
    private readonly table: RulesTable,
    readonly groups: GroupRules = NO_GROUPS,
  ) {
    this.products = Object.values(table)
    this.switches = { ...DEFAULT_SWITCHES, ...deps.switches }
    this.ledger = new Ledger((number) => deps.ids('position', number))
    this.watches = new SymbolWatches((symbol) => deps.watch?.(symbol) ?? (() => undefined))
    this.time = this.boundary = deps.now()
    this.session = sessionAt(this.time)
    this.setTime(this.time)
  }

  /** Returns the rules of a product; throws for a product that is not traded. */
  rules(product: Product): ProductRules<ExchangeState> {
    const rules = this.table[product]
    if (rules === undefined) throw new RangeError(`no rules for ${product}`)
    return rules
  }

  rulesFor(product: Product): ProductRules<ExchangeState> | undefined {
    return this.table[product]
  }

  /**
   * Returns the market of a listed symbol, creating it on first use; undefined when the symbol is
   * not listed.
   */
  market(symbol: string): SymbolMarket | undefined {
    const known = this.markets.get(symbol)
    if (known !== undefined) return known
    const instrument = this.deps.instrument(symbol)
    const rules = instrument === undefined ? undefined : this.table[instrument.product]
    const reference = rules === undefined ? undefined : this.deps.reference(symbol)
    if (instrument === undefined || rules === undefined || reference === undefined) return undefined
    const market = createSymbolMarket(instrument, rules.lot, reference)
    this.markets.set(symbol, market)
    return market
  }

  ordersOf(accountId: string): AccountOrders {
    let orders = this.byAccount.get(accountId)
    if (orders === undefined) {
      orders = { all: [], byClientId: new Map(), byOrderId: new Map(), groups: new Map() }
      this.byAccount.set(accountId, orders)
    }
    return orders
  }

  /**
   * Adds an order to its account. An open order is also added to `open`, and its symbol is watched.
   */
  file(order: PracticeOrder): void {
    this.orders.push(order)
    const accountOrders = this.ordersOf(order.accountId)
    accountOrders.all.push(order)
    accountOrders.byClientId.set(order.clientOrderId, order)
    accountOrders.byOrderId.set(order.orderId, order)
    if (order.combo !== null) {
      accountOrders.groups.set(order.combo.comboOrderId, [
        ...(accountOrders.groups.get(order.combo.comboOrderId) ?? []),
        order,
      ])
    }
    if (order.stage === 'done') return
    this.open.set(order.number, order)
    if (order.stage === 'algo') this.algos.add(order)
    this.scheduleBoundary(order.expiresAt)
    if (this.table[order.product]?.onDemand === true) {
      this.watches.add(order.number, order.view.terms.symbol)
    }
  }

  /** Removes an ended order from the open orders. */
  close(order: PracticeOrder): void {
    this.open.delete(order.number)
    this.watches.remove(order.number)
  }

  order(number: OrderNumber): PracticeOrder | undefined {
    return this.orders[number - 1]
  }

  /**
   * Returns the last price of a symbol; null for an unknown one. A symbol without a watch is priced
   * by its venue.
   */
  last(symbol: string): PriceUnits | null {
    const market = this.market(symbol)
    const rules = market === undefined ? undefined : this.table[market.instrument.product]
    const queriesVenue =
      rules?.onDemand === true && (rules.markedByQuote === true || !this.watches.has(symbol))
    return (queriesVenue ? this.deps.reference(symbol)?.last : undefined) ?? market?.last ?? null
  }

  /** Returns the price that values one unit of a position. */
  mark({ symbol, outcome }: Pick<Position, 'product' | 'symbol' | 'outcome'>): PriceUnits {
    const last = this.last(symbol) ?? 0
    return outcome === null ? last : bookPrice({ event: { outcome, mode: null } }, last)
  }

  /** Values an account at the last trades; undefined for an unknown account. */
  value(accountId: string): Valuation | undefined {
    const account = this.ledger.accounts.get(accountId)
    if (account === undefined) return undefined
    const holdings: Holding[] = [...account.positions.values()].map((position) => {
      const mark = this.mark(position)
      return { position, mark, value: marketValue(position, mark) }
    })
    let required = NO_REQUIREMENT
    for (const rules of this.products) {
      const ofProduct = holdings.filter(({ position }) => position.product === rules.product)
      if (ofProduct.length > 0) {
        required = addRequirements(required, rules.requirement(this, account, ofProduct, holdings))
      }
    }
    return valueAccount(account, this.held(account), holdings, required)
  }

  /** Returns the money held for an account's open orders, individually and together. */
  held(account: LedgerAccount): Cents {
    let held = this.holds.cash(account.accountId)
    for (const rules of this.products) {
      if (rules.marginInUse !== undefined && rules.accounts.includes(account.accountClass)) {
        held += rules.marginInUse(this, account)
      }
    }
    return held
  }

  /** Reports a customer's execution to the market, and its price to the triggers. */
  print(market: SymbolMarket, price: PriceUnits, size: SizeUnits, aggressor: 'buy' | 'sell'): void {
    this.touch(market, price)
    this.deps.onPrint(market.instrument.symbol, this.time, price, size, aggressor)
  }

  touch(market: SymbolMarket, price: PriceUnits): void {
    market.last = price
    if (market.triggers.size > 0) market.prints.push(price)
  }

  /** Emits an order event; `status` overrides the order's own status. */
  emit(eventType: TradeEventType, order: PracticeOrder, status?: WireStatus): void {
    if (this.orderEvents.size === 0) return
    const instrument = this.market(order.view.terms.symbol)?.instrument
    if (instrument === undefined) return
    const rules = this.rules(order.product)
    const payload = eventOf(
      eventType,
      order,
      { instrument, category: rules.category(instrument) },
      status,
    )
    this.orderEvents.emit({
      accountId: order.accountId,
      time: this.time,
      payload,
      charges: chargesOf(this, rules, order, order.view),
    })
  }

  /** Moves the next boundary to `time` if that is earlier. */
  scheduleBoundary(time: EpochMs): void {
    if (time < this.boundary) this.boundary = time
  }

  /** Sets the clock without processing anything; for a new or restored exchange. */
  setTime(time: EpochMs): void {
    this.time = epochMs(time)
    this.session = sessionAt(time)
    for (const rules of this.products) this.phases.set(rules.product, rules.phase(time))
    this.planBoundary()
  }

  /**
   * Finds the next instant at which a scheduled event is due: a change of trading hours, an order's
   * expiry, the expiry of a position.
   */
  planBoundary(): void {
    let next = Number.POSITIVE_INFINITY
    const consider = (time: EpochMs | null): void => {
      if (time !== null && time > this.time) next = Math.min(next, time)
    }
    for (const rules of this.products) consider(rules.next(this.time))
    for (const { algo } of this.algos) consider(algo === null ? null : epochMs(algo.next))
    for (const order of this.open.values()) {
      consider(order.expiresAt)
      this.scheduledEvents(order.view.terms.symbol).forEach(consider)
    }
    for (const { positions } of this.ledger.accounts.values()) {
      for (const position of positions.values()) {
        if (position.size !== 0 && position.product !== 'EQUITY') {
          this.scheduledEvents(position.symbol).forEach(consider)
        }
      }
    }
    this.boundary = epochMs(next)
  }

  /** Returns the instants that affect a holder or an open order of a symbol. */
  scheduledEvents(symbol: string): readonly EpochMs[] {
    const instrument = this.markets.get(symbol)?.instrument ?? this.deps.instrument(symbol)
    return instrument === undefined
      ? []
      : (this.table[instrument.product]?.scheduledEvents?.(instrument) ?? [])
  }

  /** Yields every open position of a product, with its account. */
  *positionsOf(
    product: Product,
  ): Generator<{ readonly accountId: string; readonly key: string; readonly position: Position }> {
    for (const { accountId, positions } of [...this.ledger.accounts.values()]) {
      for (const position of [...positions.values()]) {
        if (position.product === product && position.size !== 0) {
          yield { accountId, key: positionKey(position), position }
        }
      }
    }
  }
}
