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

export type { BookSide, OrderNumber } from './book-levels.js'

/** One match against what rested. `maker` is null for the house. */
export interface Execution {
  readonly price: PriceUnits
  readonly size: SizeUnits
  readonly maker: OrderNumber | null
}

/**
 * Both sides of the house, best first. They are read only when the book is looked at, and must not
 * change by then.
 */
export interface MarketMakerQuotes {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/** A taker of the house's own market. */
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
 * A limit order book with price-time priority, in integer units. It holds the house's liquidity per
 * price and customers'
 * orders in one queue a price. House decreases leave from the back of the house's own volume, so
 * that a customer only gains
 * place when what stands before it trades or leaves; house increases join the back. Never crossed
 * after a call.
 */
export class Book {
  private readonly bids: Level[] = []
  private readonly asks: Level[] = []
  /** Entries of customers in the queues. */
  private customers = 0
  /**
   * What the house and its takers did last while no customer was in the book. The next move of the
   * house replaces it, hence it is
   * worked out only when somebody looks: most steps of most symbols are seen by nobody.
   */
  private deferred: { readonly quotes: MarketMakerQuotes; trade: MarketTrade | null } | null = null

  /** `lot` is the unit in which {@link depth} tells sizes. */
  constructor(
    private readonly scale: Scale = STOCK_SCALE,
    private readonly lot: SizeUnits = UNIT_SIZE,
  ) {}

  best(side: BookSide): PriceUnits | null {
    return this.levels(side)[0]?.price ?? null
  }

  /**
   * Joins the back of the queue at `price`. The caller has matched first: a crossing price is
   * refused with a throw.
   */
  add(side: BookSide, price: PriceUnits, maker: OrderNumber, size: SizeUnits): void {
    const opposite = this.best(side === 'bid' ? 'ask' : 'bid')
    if (opposite !== null && within(side === 'bid' ? 'ask' : 'bid', opposite, price)) {
      throw new RangeError('the order would cross the book')
    }
    this.levelAt(side, price).queue.push({ maker, size })
    this.customers += 1
  }

  /** Takes an order out. False when it does not rest at that price. */
  remove(side: BookSide, price: PriceUnits, maker: OrderNumber): boolean {
    return this.edit(side, price, maker, 0)
  }

  /** Makes an order smaller; it keeps its place. */
  reduce(side: BookSide, price: PriceUnits, maker: OrderNumber, size: SizeUnits): boolean {
    return this.edit(side, price, maker, size)
  }

  /** Matches up to `size` against `side`, best price first, oldest first, not beyond `limit`. */
  take(side: BookSide, limit: PriceUnits | null, size: SizeUnits): Execution[] {
    const executions: Execution[] = []
    const levels = this.levels(side)
    let left = size
    while (left > 0) {
      const level = levels[0]
      if (level === undefined || !within(side, level.price, limit)) break
      left = this.consume(level, left, executions)
      if (level.queue.length === 0) levels.shift()
    }
    return executions
  }

  /** How much could be taken within `limit`, and what it would cost. At most `size`. */
  quote(
    side: BookSide,
    limit: PriceUnits | null,
    size: SizeUnits,
  ): { readonly size: SizeUnits; readonly cash: CashUnits } {
    let taken = 0
    let cash = 0n
    for (const level of this.levels(side)) {
      if (taken >= size || !within(side, level.price, limit)) break
      const part = Math.min(size - taken, sizeOf(level))
      taken += part
      cash += cashOf(level.price, part, this.scale)
    }
    return { size: taken, cash }
  }

  /** The largest size, floored to the finest unit, that `cash` buys from `side`. */
  affordable(side: BookSide, cash: CashUnits): SizeUnits {
    let left = cash
    let size = 0
    for (const level of this.levels(side)) {
      const here = sizeOf(level)
      const cost = cashOf(level.price, here, this.scale)
      if (cost > left) return size + sizeFor(left, level.price, this.scale)
      left -= cost
      size += here
    }
    return size
  }

  /**
   * Moves the house to new levels. Where the house comes to stand at or beyond customers' orders it
   * takes them at their prices;
   * those executions are returned with the house as the aggressor.
   */
  setMarketMakerQuotes(
    quotes: MarketMakerQuotes,
  ): readonly { readonly side: BookSide; readonly execution: Execution }[] {
    if (this.customers === 0) {
      this.deferred = { quotes, trade: null }
      return NOTHING
    }
    this.place(quotes)
    return this.uncross()
  }

  /**
   * A taker of the house's own market matches as in {@link take}; what it takes from customers is
   * returned.
   */
  applyMarketTrade(side: BookSide, limit: PriceUnits, size: SizeUnits): readonly Execution[] {
    if (this.deferred !== null && this.deferred.trade === null) {
      this.deferred.trade = { side, limit, size }
      return NOTHING
    }
    return this.take(side, limit, size).filter(({ maker }) => maker !== null)
  }

  /** Both sides with house and customers together, in whole lots, best first. */
  depth(levels: number): { readonly bids: PriceLevel[]; readonly asks: PriceLevel[] } {
    const view = (side: BookSide): PriceLevel[] => {
      const out: PriceLevel[] = []
      for (const level of this.levels(side)) {
        if (out.length >= levels) break
        const size = Math.floor(sizeOf(level) / this.lot) * this.lot
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
    return { bids: side(this.levels('bid')), asks: side(this.levels('ask')) }
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
    this.deferred = null
    side(this.bids, state.bids)
    side(this.asks, state.asks)
    this.customers = [...this.bids, ...this.asks].reduce(
      (count, { queue }) => count + queue.filter(({ maker }) => maker !== null).length,
      0,
    )
  }

  /** A side as it stands, with what was told but not worked out yet. */
  private levels(side: BookSide): Level[] {
    if (this.deferred !== null) {
      const { quotes, trade } = this.deferred
      this.deferred = null
      this.place(quotes)
      if (trade !== null) this.take(trade.side, trade.limit, trade.size)
    }
    return side === 'bid' ? this.bids : this.asks
  }

  private place({ bids, asks }: MarketMakerQuotes): void {
    setMarketMakerLevels('bid', this.bids, bids, null)
    setMarketMakerLevels(
      'ask',
      this.asks,
      asks,
      bids.reduce((best, level) => (level.size > 0 ? Math.max(best, level.price) : best), 0),
    )
  }

  private indexOf(side: BookSide, price: PriceUnits): number {
    const levels = this.levels(side)
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

  private levelAt(side: BookSide, price: PriceUnits): Level {
    const levels = this.levels(side)
    const index = this.indexOf(side, price)
    const found = levels[index]
    if (found?.price === price) return found
    const level: Level = { price, queue: [] }
    levels.splice(index, 0, level)
    return level
  }

  private edit(side: BookSide, price: PriceUnits, maker: OrderNumber, size: SizeUnits): boolean {
    const levels = this.levels(side)
    const index = this.indexOf(side, price)
    const level = levels[index]
    const place =
      level?.price === price ? level.queue.findIndex((entry) => entry.maker === maker) : -1
    const entry = level?.queue[place]
    if (level === undefined || entry === undefined) return false
    if (size > 0) entry.size = Math.min(entry.size, size)
    else {
      level.queue.splice(place, 1)
      this.customers -= 1
    }
    if (level.queue.length === 0) levels.splice(index, 1)
    return true
  }

  private consume(level: Level, size: SizeUnits, executions: Execution[]): SizeUnits {
    let left = size
    while (left > 0) {
      const entry = level.queue[0]
      if (entry === undefined) break
      const part = Math.min(left, entry.size)
      executions.push({ price: level.price, size: part, maker: entry.maker })
      entry.size -= part
      left -= part
      if (entry.size > 0) continue
      level.queue.shift()
      if (entry.maker !== null) this.customers -= 1
    }
    return left
  }

  /**
   * The house stands uncrossed with itself, so one side of every crossing pair is customers': it
   * rested first and sets the price.
   */
  private uncross(): { readonly side: BookSide; readonly execution: Execution }[] {
    const out: { side: BookSide; execution: Execution }[] = []
    for (;;) {
      const bid = this.bids[0]
      const ask = this.asks[0]
      if (bid === undefined || ask === undefined || bid.price < ask.price) return out
      const resting: BookSide = marketMakerSize(bid) === 0 ? 'bid' : 'ask'
      const incoming: BookSide = resting === 'bid' ? 'ask' : 'bid'
      const size = Math.min(sizeOf(bid), sizeOf(ask))
      this.take(incoming, null, size)
      for (const execution of this.take(resting, null, size)) out.push({ side: resting, execution })
    }
  }
}
