import type { Disposer } from '../../../../shared/domain/brand.js'
import type { OrderNumber } from '../book/book-levels.js'

/**
 * The symbols whose steps the exchange needs because orders are open in them. Each symbol has one
 * watch, whatever the number of orders.
 */
export class SymbolWatches {
  private readonly symbols = new Map<OrderNumber, string>()
  private readonly watched = new Map<string, { orders: number; readonly end: Disposer }>()

  constructor(private readonly watch: (symbol: string) => Disposer) {}

  has(symbol: string): boolean {
    return this.watched.has(symbol)
  }

  add(order: OrderNumber, symbol: string): void {
    if (this.symbols.has(order)) return
    this.symbols.set(order, symbol)
    const known = this.watched.get(symbol)
    if (known === undefined) this.watched.set(symbol, { orders: 1, end: this.watch(symbol) })
    else known.orders += 1
  }

  remove(order: OrderNumber): void {
    const symbol = this.symbols.get(order)
    const watch = symbol === undefined ? undefined : this.watched.get(symbol)
    if (symbol === undefined || watch === undefined) return
    this.symbols.delete(order)
    watch.orders -= 1
    if (watch.orders > 0) return
    this.watched.delete(symbol)
    watch.end()
  }

  clear(): void {
    for (const order of [...this.symbols.keys()]) this.remove(order)
  }
}
