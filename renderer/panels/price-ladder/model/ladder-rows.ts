import type { Position } from '../../../../shared/domain/account/account.js'
import {
  add,
  asMoney,
  decimalText,
  fromInteger,
  maxOf,
  mul,
  sub,
  toInteger,
  ZERO_QUANTITY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { PriceIndex } from '../../../../shared/domain/instruments/price-grid.js'
import type { Depth, DepthLevel, Quote } from '../../../../shared/domain/market/quote.js'
import type { OrderLine } from '../../../chart/trading/trade-lines.js'
import type { LadderSide } from './click-order.js'
import type { TicksPerRow } from './row-ticks.js'

/** The prices of a ladder: rows are numbered upwards from the lowest price. */
export interface LadderScale {
  readonly index: PriceIndex
  readonly ticks: TicksPerRow
}

/** What a price of the day is. */
export type DayMark = 'high' | 'low' | 'open' | 'previousClose'
const DAY_MARKS: readonly DayMark[] = ['high', 'low', 'open', 'previousClose']

/** One own order at one of its prices. */
export interface LadderOrder {
  readonly line: OrderLine
  /** Units that wait before it at its price, by estimate; null without an estimate. */
  readonly ahead: Quantity | null
}

/** One price of the ladder. Shares are percent texts for bars ("41.25"). */
export interface LadderRow {
  readonly row: number
  readonly price: Price
  readonly bid: Quantity | null
  readonly ask: Quantity | null
  readonly bidShare: string
  readonly askShare: string
  /** Units that traded here since the ladder has seen trades; null for none. */
  readonly volume: Quantity | null
  readonly volumeShare: string
  readonly isLast: boolean
  /** The size of the last trade, at its price; null elsewhere and where it is not known. */
  readonly lastSize: Quantity | null
  readonly isBestBid: boolean
  readonly isBestAsk: boolean
  readonly marks: readonly DayMark[]
  readonly isAverage: boolean
  /** The open profit or loss of the position at this price; null without a position. */
  readonly pnl: Money | null
  readonly buys: readonly LadderOrder[]
  readonly sells: readonly LadderOrder[]
}

/** A place in the ladder that a click or a key is about. */
export interface LadderPlace {
  readonly row: number
  readonly side: LadderSide
}

/** Indices begin at 0, one tick above zero: this makes them ticks, and rows round prices. */
const FIRST_TICK = 1

/** Returns the row of a price: between two rows the one below or above. */
export function rowOf(
  { index, ticks }: LadderScale,
  price: Decimal,
  rounding: 'down' | 'up',
): number {
  const position = (index.positionOf(price, rounding) + FIRST_TICK) / ticks
  return rounding === 'down' ? Math.floor(position) : Math.ceil(position)
}

/** Returns the price of a row, within the limits of the instrument. */
export const priceOfRow = ({ index, ticks }: LadderScale, row: number): Price =>
  index.priceOf(
    Math.min(
      index.last ?? Number.POSITIVE_INFINITY,
      Math.max(index.first, row * ticks - FIRST_TICK),
    ),
  )

/** The lowest and the highest row; null without an upper end. */
export const rowLimits = ({ index, ticks }: LadderScale) => ({
  first: Math.floor((index.first + FIRST_TICK) / ticks),
  last: index.last === null ? null : Math.ceil((index.last + FIRST_TICK) / ticks),
})

/** Sizes by row, and the largest of them. */
export interface LadderBook {
  readonly bids: ReadonlyMap<number, Quantity>
  readonly asks: ReadonlyMap<number, Quantity>
  readonly largest: Quantity
  readonly bestBid: number | null
  readonly bestAsk: number | null
  /** True when only the best bid and ask have sizes. */
  readonly isTouchOnly: boolean
}

function sizesByRow(
  levels: readonly DepthLevel[],
  scale: LadderScale,
  rounding: 'down' | 'up',
): Map<number, Quantity> {
  const sizes = new Map<number, Quantity>()
  for (const { price, size } of levels) {
    const row = rowOf(scale, price, rounding)
    sizes.set(row, add(sizes.get(row) ?? ZERO_QUANTITY, size))
  }
  return sizes
}

const touchOf = (price: Price | null, size: Quantity | null): readonly DepthLevel[] =>
  price === null || size === null ? [] : [{ price, size }]

/**
 * Returns the book by row: the depth, or the best bid and ask of the quote where there is no depth.
 * A row of several ticks never shows a bid above, nor an ask below, its own price.
 */
export function ladderBook(
  depth: Depth | null,
  quote: Quote | undefined,
  scale: LadderScale,
): LadderBook {
  const isTouchOnly = depth === null || (depth.bids.length === 0 && depth.asks.length === 0)
  const levels = isTouchOnly
    ? {
        bids: touchOf(quote?.bid ?? null, quote?.bidSize ?? null),
        asks: touchOf(quote?.ask ?? null, quote?.askSize ?? null),
      }
    : depth
  const bids = sizesByRow(levels.bids, scale, 'down')
  const asks = sizesByRow(levels.asks, scale, 'up')
  return {
    bids,
    asks,
    largest: [...bids.values(), ...asks.values()].reduce(maxOf, ZERO_QUANTITY),
    bestBid: bids.size === 0 ? null : Math.max(...bids.keys()),
    bestAsk: asks.size === 0 ? null : Math.min(...asks.keys()),
    isTouchOnly,
  }
}

/** Trades by price, since the ladder has seen them. */
export interface TradedVolume {
  readonly byPrice: ReadonlyMap<string, { readonly price: Price; readonly size: Quantity }>
  readonly lastSize: Quantity | null
}

/** Returns the traded units by row. */
export function volumeByRow(volume: TradedVolume, scale: LadderScale): Map<number, Quantity> {
  const rows = new Map<number, Quantity>()
  for (const { price, size } of volume.byPrice.values()) {
    const row = rowOf(scale, price, 'down')
    rows.set(row, add(rows.get(row) ?? ZERO_QUANTITY, size))
  }
  return rows
}

/** A coin has eight places, everything else fewer. */
const SIZE_PLACES = 8

/** Returns a part of a whole as percent text. */
function percent(part: Quantity | null, total: Quantity): string {
  if (part === null) return '0'
  const [some, all] = [toInteger(part, SIZE_PLACES), toInteger(total, SIZE_PLACES)]
  return some === null || all === null || all <= 0n
    ? '0'
    : decimalText(fromInteger((some * 10_000n) / all, 2))
}

/** What the rows show. */
export interface LadderSource {
  readonly scale: LadderScale
  /** The highest shown row. */
  readonly top: number
  readonly count: number
  readonly book: LadderBook
  readonly quote: Quote | undefined
  readonly volumes: ReadonlyMap<number, Quantity>
  readonly lastSize: Quantity | null
  readonly orders: readonly LadderOrder[]
  readonly position: Pick<Position, 'quantity' | 'averageCost' | 'multiplier'> | null
}

/** Returns the row of an own order: a buy never above its price, a sell never below it. */
export const rowOfOrder = (scale: LadderScale, { side, price }: OrderLine): number =>
  rowOf(scale, price, side === 'buy' ? 'down' : 'up')

/** Returns the open profit or loss of a position at a price; null while a part is not known. */
export function pnlAtPrice(position: LadderSource['position'], price: Price): Money | null {
  if (position === null) return null
  const { quantity, averageCost, multiplier } = position
  if (averageCost === null || multiplier === null) return null
  return asMoney(mul(mul(sub<Decimal>(price, averageCost), quantity), multiplier))
}

const NO_ORDERS: readonly LadderOrder[] = []
const NO_MARKS: readonly DayMark[] = []

/** Returns the shown rows, the highest price first. */
export function ladderRows(source: LadderSource): readonly LadderRow[] {
  const { scale, top, count, book, quote, volumes, lastSize, position } = source
  const limits = rowLimits(scale)
  const highest = limits.last === null ? top : Math.min(top, limits.last)
  const length = Math.max(0, Math.min(count, highest - limits.first + 1))
  const last = quote?.last == null ? null : rowOf(scale, quote.last, 'down')
  const average = position?.averageCost == null ? null : rowOf(scale, position.averageCost, 'down')
  const marks = marksByRow(quote, scale)
  const orders = ordersByRow(source.orders, scale)
  const traded = [...volumes.values()].reduce(maxOf, ZERO_QUANTITY)
  return Array.from({ length }, (_, offset): LadderRow => {
    const row = highest - offset
    const price = priceOfRow(scale, row)
    const [bid, ask] = [book.bids.get(row) ?? null, book.asks.get(row) ?? null]
    const volume = volumes.get(row) ?? null
    return {
      row,
      price,
      bid,
      ask,
      bidShare: percent(bid, book.largest),
      askShare: percent(ask, book.largest),
      volume,
      volumeShare: percent(volume, traded),
      isLast: row === last,
      lastSize: row === last ? lastSize : null,
      isBestBid: row === book.bestBid,
      isBestAsk: row === book.bestAsk,
      marks: marks.get(row) ?? NO_MARKS,
      isAverage: row === average,
      pnl: pnlAtPrice(position, price),
      buys: orders.buys.get(row) ?? NO_ORDERS,
      sells: orders.sells.get(row) ?? NO_ORDERS,
    }
  })
}

function marksByRow(quote: Quote | undefined, scale: LadderScale): Map<number, DayMark[]> {
  const marks = new Map<number, DayMark[]>()
  for (const mark of DAY_MARKS) {
    const price = quote?.[mark] ?? null
    if (price === null) continue
    const row = rowOf(scale, price, 'down')
    marks.set(row, [...(marks.get(row) ?? []), mark])
  }
  return marks
}

function ordersByRow(orders: readonly LadderOrder[], scale: LadderScale) {
  const [buys, sells] = [new Map<number, LadderOrder[]>(), new Map<number, LadderOrder[]>()]
  for (const order of orders) {
    const side = order.line.side === 'buy' ? buys : sells
    const row = rowOfOrder(scale, order.line)
    side.set(row, [...(side.get(row) ?? []), order])
  }
  return { buys, sells }
}

const sameNumber = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === null && b === null : decimalText(a) === decimalText(b)

const sameOrders = (a: readonly LadderOrder[], b: readonly LadderOrder[]): boolean =>
  a.length === b.length &&
  a.every(({ line, ahead }, place) => {
    const other = b[place]
    return (
      other !== undefined &&
      other.line.id === line.id &&
      other.line.order === line.order &&
      sameNumber(other.ahead, ahead)
    )
  })

/** True when both rows are shown the same. */
const sameRow = (a: LadderRow, b: LadderRow): boolean =>
  a.row === b.row &&
  a.isLast === b.isLast &&
  a.isBestBid === b.isBestBid &&
  a.isBestAsk === b.isBestAsk &&
  a.isAverage === b.isAverage &&
  a.bidShare === b.bidShare &&
  a.askShare === b.askShare &&
  a.volumeShare === b.volumeShare &&
  a.marks.join() === b.marks.join() &&
  sameNumber(a.price, b.price) &&
  sameNumber(a.bid, b.bid) &&
  sameNumber(a.ask, b.ask) &&
  sameNumber(a.volume, b.volume) &&
  sameNumber(a.lastSize, b.lastSize) &&
  sameNumber(a.pnl, b.pnl) &&
  sameOrders(a.buys, b.buys) &&
  sameOrders(a.sells, b.sells)

/** Returns the new rows, with the old object for each that did not change: it is not rendered. */
export function reuseRows(
  before: readonly LadderRow[],
  next: readonly LadderRow[],
): readonly LadderRow[] {
  const known = new Map(before.map((row) => [row.row, row]))
  return next.map((row) => {
    const old = known.get(row.row)
    return old !== undefined && sameRow(old, row) ? old : row
  })
}
