import type { Product } from '../../../../shared/domain/market/product-hours.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Position } from '../../ledger/position.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { ExchangeDeps } from '../api/exchange-api.js'
import { createSymbolMarket, type SymbolMarket } from '../book/symbol-market.js'
import { bookPrice } from '../orders/order.js'
import type { ProductRules } from '../orders/product-rules.js'
import type { ClockSlice } from './clock-slice.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { OrderNumber } from '../book/book-levels.js'

/**
 * The symbols whose steps the exchange needs because orders are open in them. Each symbol has one
 * watch, whatever the number of orders.
 */
class SymbolWatches {
  readonly #watch: (symbol: string) => Disposer
  readonly #symbols = new Map<OrderNumber, string>()
  readonly #watched = new Map<string, { orders: number; readonly end: Disposer }>()

  constructor(watch: (symbol: string) => Disposer) {
    this.#watch = watch
  }

  has(symbol: string): boolean {
    return this.#watched.has(symbol)
  }

  add(order: OrderNumber, symbol: string): void {
    if (this.#symbols.has(order)) return
    this.#symbols.set(order, symbol)
    const watch = this.#watched.get(symbol)
    if (watch === undefined) this.#watched.set(symbol, { orders: 1, end: this.#watch(symbol) })
    else watch.orders += 1
  }

  remove(order: OrderNumber): void {
    const symbol = this.#symbols.get(order)
    const watch = symbol === undefined ? undefined : this.#watched.get(symbol)
    if (symbol === undefined || watch === undefined) return
    this.#symbols.delete(order)
    watch.orders -= 1
    if (watch.orders > 0) return
    this.#watched.delete(symbol)
    watch.end()
  }

  clear(): void {
    for (const order of [...this.#symbols.keys()]) this.remove(order)
  }
}

type MarketDeps = Pick<ExchangeDeps, 'instrument' | 'reference' | 'watch' | 'onPrint'>

/** The part of a product's rules that its markets use. */
type MarketRules = Pick<
  ProductRules<never>,
  'lot' | 'onDemand' | 'markedByQuote' | 'scheduledEvents'
>

/** The markets of all symbols, and their prices. */
export class MarketsSlice {
  /** The markets that have been used, by symbol. */
  readonly all = new Map<string, SymbolMarket>()
  readonly watches: SymbolWatches
  readonly #deps: MarketDeps
  readonly #rules: Readonly<Partial<Record<Product, MarketRules>>>
  readonly #clock: ClockSlice

  constructor(
    deps: MarketDeps,
    rules: Readonly<Partial<Record<Product, MarketRules>>>,
    clock: ClockSlice,
  ) {
    this.#deps = deps
    this.#rules = rules
    this.#clock = clock
    this.watches = new SymbolWatches((symbol) => deps.watch?.(symbol) ?? (() => undefined))
  }

  /**
   * Returns the market of a listed symbol, creating it on first use; undefined when the symbol is
   * not listed.
   */
  find(symbol: string): SymbolMarket | undefined {
    const known = this.all.get(symbol)
    if (known !== undefined) return known
    const instrument = this.#deps.instrument(symbol)
    const rules = instrument === undefined ? undefined : this.#rules[instrument.product]
    const reference = rules === undefined ? undefined : this.#deps.reference(symbol)
    if (instrument === undefined || rules === undefined || reference === undefined) return undefined
    const market = createSymbolMarket(instrument, rules.lot, reference)
    this.all.set(symbol, market)
    return market
  }

  /**
   * Returns the last price of a symbol; null for an unknown one. A symbol without a watch is priced
   * by its venue.
   */
  last(symbol: string): PriceUnits | null {
    const market = this.find(symbol)
    const rules = market === undefined ? undefined : this.#rules[market.instrument.product]
    const queriesVenue =
      rules?.onDemand === true && (rules.markedByQuote === true || !this.watches.has(symbol))
    return (queriesVenue ? this.#deps.reference(symbol)?.last : undefined) ?? market?.last ?? null
  }

  /** Returns the price that values one unit of a position. */
  mark({ product, symbol, outcome }: Pick<Position, 'product' | 'symbol' | 'outcome'>): PriceUnits {
    const isQuoted = this.#rules[product]?.markedByQuote === true
    const quoted = isQuoted ? this.#deps.reference(symbol)?.mark : undefined
    const last = quoted ?? this.last(symbol) ?? 0
    return outcome === null ? last : bookPrice({ event: { outcome, mode: null } }, last)
  }

  /** Reports a customer's execution to the market, and its price to the triggers. */
  print(market: SymbolMarket, price: PriceUnits, size: SizeUnits, aggressor: 'buy' | 'sell'): void {
    this.touch(market, price)
    const { symbol } = market.instrument
    this.#deps.onPrint({ symbol, time: this.#clock.time, price, size, aggressor })
  }

  touch(market: SymbolMarket, price: PriceUnits): void {
    market.last = price
    if (market.triggers.size > 0) market.prints.push(price)
  }

  /** Returns the instants that affect a holder or an open order of a symbol. */
  scheduledEvents(symbol: string): readonly EpochMs[] {
    const instrument = this.all.get(symbol)?.instrument ?? this.#deps.instrument(symbol)
    return instrument === undefined
      ? []
      : (this.#rules[instrument.product]?.scheduledEvents?.(instrument) ?? [])
  }
}
