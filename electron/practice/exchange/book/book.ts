import type { PriceLevel } from '../../model/market-step.js'
import {
  cashOf,
  sizeFor,
  STOCK_SCALE,
  UNIT_SIZE,
  type CashUnits,
  type PriceUnits,
  type Scale,
  type SizeUnits,
} from '../../model/units.js'
import {
  better,
  marketMakerSize,
  setMarketMakerLevels,
  sizeOf,
  within,
  type BookSide,
  type Level,
  type OrderNumber,
} from './book-levels.js'

/** One match against a resting entry. `maker` is null for market makers. */
export interface Execution {
  readonly price: PriceUnits
  readonly size: SizeUnits
  readonly maker: OrderNumber | null
}

/**
 * Both sides of the market makers, best first. The book reads them only when it is next queried, so
 * they must not change before that.
 */
export interface MarketMakerQuotes {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/** A trade among the market's own participants, not a customer's. */
interface MarketTrade {
  readonly side: BookSide
  readonly limit: PriceUnits
  readonly size: SizeUnits
}

/** A side of a book as plain data: price, then `[maker, size]` in queue order. */
export type SideState = readonly (readonly [
  PriceUnits,
  readonly (readonly [OrderNumber | null, SizeUnits])[],
])[]
export interface BookState {
  readonly bids: SideState
  readonly asks: SideState
}

const NOTHING: readonly never[] = []

/**
 * A limit order book with price-time priority, in integer units. Each price has one queue of
 * market-maker and customer entries. Market-maker decreases leave from the back of their own
 * entries, so a customer advances only when an entry ahead trades or leaves; increases join the
 * back. Never crossed after a call.
 */
export class Book {
  readonly #scale: Scale
  readonly #lot: SizeUnits
  readonly #bids: Level[] = []
  readonly #asks: Level[] = []
  /** Number of customer entries in the queues. */
  #customers = 0
  /**
   * The latest quotes and market trade received while no customer was in the book. The next quotes
   * replace them, so they are applied only when the book is queried; most steps of most symbols
   * never are.
   */
  #deferred: { readonly quotes: MarketMakerQuotes; trade: MarketTrade | null } | null = null

  /** `lot` is the unit of the sizes that {@link depth} returns. */
  constructor(scale: Scale = STOCK_SCALE, lot: SizeUnits = UNIT_SIZE) {
    this.#scale = scale
    this.#lot = lot
  }

  best(side: BookSide): PriceUnits | null {
    return this.#levels(side)[0]?.price ?? null
  }

  /**
   * Adds an order to the back of the queue at `price`. The caller must have matched it first:
   * throws when the price would cross the book.
   */
  add(side: BookSide, price: PriceUnits, maker: OrderNumber, size: SizeUnits): void {
    const opposite = this.best(side === 'bid' ? 'ask' : 'bid')
    if (opposite !== null && within(side === 'bid' ? 'ask' : 'bid', opposite, price)) {
      throw new RangeError('the order would cross the book')
    }
    this.#levelAt(side, price).queue.push({ maker, size })
    this.#customers += 1
  }

  /** Removes an order. Returns false when it does not rest at that price. */
  remove(side: BookSide, price: PriceUnits, maker: OrderNumber): boolean {
    return this.#edit(side, price, maker, 0)
  }

  /**
   * Reduces an order's size; it keeps its queue position. Returns false when it does not rest at
   * that price.
   */
  reduce(side: BookSide, price: PriceUnits, maker: OrderNumber, size: SizeUnits): boolean {
    return this.#edit(side, price, maker, size)
  }

  /** Matches up to `size` against `side`, best price first, oldest first, within `limit`. */
  take(side: BookSide, limit: PriceUnits | null, size: SizeUnits): Execution[] {
    const executions: Execution[] = []
    const levels = this.#levels(side)
    let left = size
    while (left > 0) {
      const level = levels[0]
      if (level === undefined || !within(side, level.price, limit)) break
      left = this.#consume(level, left, executions)
      if (level.queue.length === 0) levels.shift()
    }
    return executions
  }

  /** Returns the size that could be taken within `limit`, at most `size`, and its cost. */
  quote(
    side: BookSide,
    limit: PriceUnits | null,
    size: SizeUnits,
  ): { readonly size: SizeUnits; readonly cash: CashUnits } {
    let taken = 0
    let cash = 0n
    for (const level of this.#levels(side)) {
      if (taken >= size || !within(side, level.price, limit)) break
      const part = Math.min(size - taken, sizeOf(level))
      taken += part
      cash += cashOf(level.price, part, this.#scale)
    }
    return { size: taken, cash }
  }

  /** Returns the largest size, floored to the finest unit, that `cash` can buy from `side`. */
  affordable(side: BookSide, cash: CashUnits): SizeUnits {
    let cashLeft = cash
    let size = 0
    for (const level of this.#levels(side)) {
      const here = sizeOf(level)
      const cost = cashOf(level.price, here, this.#scale)
      if (cost > cashLeft) return size + sizeFor(cashLeft, level.price, this.#scale)
      cashLeft -= cost
      size += here
    }
    return size
  }

  /**
   * Moves the market makers to new quotes. Where these cross customers' orders, the orders fill at
   * their own prices; returns those executions, with the market maker as the aggressor.
   */
  setMarketMakerQuotes(
    quotes: MarketMakerQuotes,
  ): readonly { readonly side: BookSide; readonly execution: Execution }[] {
    if (this.#customers === 0) {
      this.#deferred = { quotes, trade: null }
      return NOTHING
    }
    this.#place(quotes)
    return this.#uncross()
  }

  /**
   * Matches a trade of the market's own participants as {@link take} does; returns the executions
   * against customers.
   */
  applyMarketTrade(side: BookSide, limit: PriceUnits, size: SizeUnits): readonly Execution[] {
    if (this.#deferred !== null && this.#deferred.trade === null) {
      this.#deferred.trade = { side, limit, size }
      return NOTHING
    }
    return this.take(side, limit, size).filter(({ maker }) => maker !== null)
  }

  /** Returns both sides, market makers and customers together, in whole lots, best first. */
  depth(levels: number): { readonly bids: PriceLevel[]; readonly asks: PriceLevel[] } {
    const view = (side: BookSide): PriceLevel[] => {
      const out: PriceLevel[] = []
      for (const level of this.#levels(side)) {
        if (out.length >= levels) break
        const size = Math.floor(sizeOf(level) / this.#lot) * this.#lot
        if (size > 0) out.push({ price: level.price, size })
      }
      return out
    }
    return { bids: view('bid'), asks: view('ask') }
  }

  state(): BookState {
    const side = (levels: readonly Level[]): SideState =>
      levels.map(
        (level) =>
          [level.price, level.queue.map((entry) => [entry.maker, entry.size] as const)] as const,
      )
    return { bids: side(this.#levels('bid')), asks: side(this.#levels('ask')) }
  }

  load(state: BookState): void {
    const side = (levels: Level[], from: SideState): void => {
      levels.splice(
        0,
        levels.length,
        ...from.map(([price, queue]) => ({
          price,
          queue: queue.map(([maker, size]) => ({ maker, size })),
        })),
      )
    }
    this.#deferred = null
    side(this.#bids, state.bids)
    side(this.#asks, state.asks)
    this.#customers = [...this.#bids, ...this.#asks].reduce(
      (count, { queue }) => count + queue.filter(({ maker }) => maker !== null).length,
      0,
    )
  }

  /** Returns a side's levels after applying any deferred quotes and trade. */
  #levels(side: BookSide): Level[] {
    if (this.#deferred !== null) {
      const { quotes, trade } = this.#deferred
      this.#deferred = null
      this.#place(quotes)
      if (trade !== null) this.take(trade.side, trade.limit, trade.size)
    }
    return side === 'bid' ? this.#bids : this.#asks
  }

  #place({ bids, asks }: MarketMakerQuotes): void {
    setMarketMakerLevels('bid', this.#bids, bids, null)
    setMarketMakerLevels(
      'ask',
      this.#asks,
      asks,
      bids.reduce((best, level) => (level.size > 0 ? Math.max(best, level.price) : best), 0),
    )
  }

  #indexOf(side: BookSide, price: PriceUnits): number {
    const levels = this.#levels(side)
    let low = 0
    let high = levels.length
    while (low < high) {
      const middle = (low + high) >> 1
      const level = levels[middle]
      if (level !== undefined && better(side, level.price, price)) low = middle + 1
      else high = middle
    }
    return low
  }

  #levelAt(side: BookSide, price: PriceUnits): Level {
    const levels = this.#levels(side)
    const index = this.#indexOf(side, price)
    const found = levels[index]
    if (found?.price === price) return found
    const level: Level = { price, queue: [] }
    levels.splice(index, 0, level)
    return level
  }

  #edit(side: BookSide, price: PriceUnits, maker: OrderNumber, size: SizeUnits): boolean {
    const levels = this.#levels(side)
    const index = this.#indexOf(side, price)
    const level = levels[index]
    const place =
      level?.price === price ? level.queue.findIndex((entry) => entry.maker === maker) : -1
    const entry = level?.queue[place]
    if (level === undefined || entry === undefined) return false
    if (size > 0) entry.size = Math.min(entry.size, size)
    else {
      level.queue.splice(place, 1)
      this.#customers -= 1
    }
    if (level.queue.length === 0) levels.splice(index, 1)
    return true
  }

  #consume(level: Level, size: SizeUnits, executions: Execution[]): SizeUnits {
    let sizeLeft = size
    while (sizeLeft > 0) {
      const entry = level.queue[0]
      if (entry === undefined) break
      const part = Math.min(sizeLeft, entry.size)
      executions.push({ price: level.price, size: part, maker: entry.maker })
      entry.size -= part
      sizeLeft -= part
      if (entry.size > 0) continue
      level.queue.shift()
      if (entry.maker !== null) this.#customers -= 1
    }
    return sizeLeft
  }

  /**
   * Matches crossing levels. Market makers' quotes never cross each other, so one side of every
   * crossing pair belongs to customers: it rested first and sets the price.
   */
  #uncross(): { readonly side: BookSide; readonly execution: Execution }[] {
    const out: { side: BookSide; execution: Execution }[] = []
    for (;;) {
      const bid = this.#bids[0]
      const ask = this.#asks[0]
      if (bid === undefined || ask === undefined || bid.price < ask.price) return out
      const resting: BookSide = marketMakerSize(bid) === 0 ? 'bid' : 'ask'
      const incoming: BookSide = resting === 'bid' ? 'ask' : 'bid'
      const size = Math.min(sizeOf(bid), sizeOf(ask))
      this.take(incoming, null, size)
      for (const execution of this.take(resting, null, size)) out.push({ side: resting, execution })
    }
  }
}
