import { createEmitter } from '../../../../shared/domain/emitter.js'
import { sessionByRule } from '../../../../shared/domain/market/exchange-time.js'
import type { Product } from '../../../../shared/domain/market/product-hours.js'
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
import type {
  AccountEvent,
  ExchangeDeps,
  ExchangeSwitches,
  TradeEvent,
} from '../api/exchange-api.js'
import { chargesOf } from '../orders/charges.js'
import { eventOf } from '../orders/order-events.js'
import { Holds, type Need } from '../orders/holds.js'
import type { PracticeOrder } from '../orders/order.js'
import type { ProductRules } from '../orders/product-rules.js'
import { ClockSlice } from './clock-slice.js'
import { MarketsSlice } from './markets-slice.js'
import { OrderBookSlice } from './order-book-slice.js'
import type { TradeEventType, WireStatus } from '../../model/wire-records.js'

/** The named slices of the state, for functions that need no others. */
export type Slices<Name extends keyof ExchangeState> = Pick<ExchangeState, Name>

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
  combinesPositions: false,
  skipChecks: false,
  haltedSymbols: [],
}

export type RulesTable = Readonly<Partial<Record<Product, ProductRules<ExchangeState>>>>

/**
 * The state of the exchange, composed of slices. The parts of the exchange are functions over the
 * slices that they name in their first parameter ({@link Slices}). The methods of this class touch
 * several slices.
 */
export class ExchangeState {
  readonly deps: ExchangeDeps
  readonly groups: GroupRules
  readonly #table: RulesTable
  readonly clock: ClockSlice
  readonly orders = new OrderBookSlice()
  readonly holds = new Holds()
  readonly markets: MarketsSlice
  /** Accounts, positions and the journal. */
  readonly ledger: Ledger
  readonly orderEvents = createEmitter<TradeEvent>()
  readonly accountEvents = createEmitter<AccountEvent>()
  /** The rules of every product that is traded. */
  readonly products: readonly ProductRules<ExchangeState>[]
  switches: ExchangeSwitches

  constructor(deps: ExchangeDeps, table: RulesTable, groups: GroupRules = NO_GROUPS) {
    this.deps = deps
    this.groups = groups
    this.#table = table
    this.products = Object.values(table)
    this.switches = { ...DEFAULT_SWITCHES, ...deps.switches }
    this.ledger = new Ledger((number) => deps.ids('position', number))
    this.clock = new ClockSlice(deps.now())
    this.markets = new MarketsSlice(deps, table, this.clock)
    this.setTime(this.clock.time)
  }

  /** Returns the rules of a product; throws for a product that is not traded. */
  rules(product: Product): ProductRules<ExchangeState> {
    const rules = this.#table[product]
    if (rules === undefined) throw new RangeError(`no rules for ${product}`)
    return rules
  }

  rulesFor(product: Product): ProductRules<ExchangeState> | undefined {
    return this.#table[product]
  }

  /** Adds an order. The symbol of an open one is watched until the order is closed. */
  file(order: PracticeOrder): void {
    this.orders.add(order)
    if (order.stage === 'done') return
    this.clock.scheduleBoundary(order.expiresAt)
    if (this.#table[order.product]?.onDemand === true) {
      this.markets.watches.add(order.number, order.view.terms.symbol)
    }
  }

  /** Removes an ended order from the open orders. */
  close(order: PracticeOrder): void {
    this.orders.open.delete(order.number)
    this.markets.watches.remove(order.number)
  }

  /** Values an account at the last trades; undefined for an unknown account. */
  value(accountId: string): Valuation | undefined {
    const account = this.ledger.accounts.get(accountId)
    if (account === undefined) return undefined
    const holdings: Holding[] = [...account.positions.values()].map((position) => {
      const mark = this.markets.mark(position)
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
    let total = this.holds.cash(account.accountId)
    for (const rules of this.products) {
      if (rules.marginInUse !== undefined && rules.accounts.includes(account.accountClass)) {
        total += rules.marginInUse(this, account)
      }
    }
    return total
  }

  /** Emits an order event; `status` overrides the order's own status. */
  emit(eventType: TradeEventType, order: PracticeOrder, status?: WireStatus): void {
    if (this.orderEvents.size === 0) return
    const instrument = this.markets.find(order.view.terms.symbol)?.instrument
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
      time: this.clock.time,
      payload,
      charges: chargesOf(this, rules, order, order.view),
    })
  }

  /** Sets the clock without processing anything; for a new or restored exchange. */
  setTime(time: EpochMs): void {
    this.clock.time = epochMs(time)
    this.clock.session = sessionByRule(time)
    for (const rules of this.products) this.clock.phases.set(rules.product, rules.phase(time))
    this.planBoundary()
  }

  /**
   * Finds the next instant at which a scheduled event is due: a change of trading hours, an order's
   * expiry, the expiry of a position.
   */
  planBoundary(): void {
    let next = Number.POSITIVE_INFINITY
    const consider = (time: EpochMs | null): void => {
      if (time !== null && time > this.clock.time) next = Math.min(next, time)
    }
    for (const rules of this.products) consider(rules.next(this.clock.time))
    for (const { algo } of this.orders.algos) consider(algo === null ? null : epochMs(algo.next))
    for (const order of this.orders.open.values()) {
      consider(order.expiresAt)
      this.markets.scheduledEvents(order.view.terms.symbol).forEach(consider)
    }
    for (const { positions } of this.ledger.accounts.values()) {
      for (const position of positions.values()) {
        if (position.size !== 0 && position.product !== 'EQUITY') {
          this.markets.scheduledEvents(position.symbol).forEach(consider)
        }
      }
    }
    this.clock.boundary = epochMs(next)
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
