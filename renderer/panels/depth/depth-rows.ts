import {
  add,
  cmp,
  dec,
  div,
  fromInteger,
  isPositive,
  maxOf,
  sub,
  ZERO_QUANTITY,
  decimalText,
  toInteger,
  type Decimal,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import {
  orderInstrumentKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isWorking } from '../../../shared/domain/orders/order-state.js'
import type { Depth, DepthLevel } from '../../../shared/domain/market/quote.js'

export type BookSide = 'bid' | 'ask'

/**
 * One level of the book, every number exact; `share` and `cumulativeShare` are whole percents for
 * the bars ("41").
 */
export interface DepthRow {
  readonly side: BookSide
  readonly price: Price
  readonly size: Quantity
  readonly cumulative: Quantity
  readonly share: string
  readonly cumulativeShare: string
  /** The person's own open units at this price; null for none. */
  readonly own: Quantity | null
}

export interface BookView {
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly spread: Price | null
  /** The spread in basis points of the mid price. */
  readonly spreadBasisPoints: Decimal | null
  /** Bid share of all shown size, as percent text ("41.25"); null for an empty book. */
  readonly bidShare: string | null
}

const HUNDRED = dec('100')
/**
 * Sizes have at most five places. They are scaled to integers, which divide many times faster than
 * decimals, since a book changes with each frame.
 */
const SIZE_PLACES = 5
const percent = (part: Quantity, total: Quantity): string => {
  const [some, all] = [toInteger(part, SIZE_PLACES), toInteger(total, SIZE_PLACES)]
  return some === null || all === null || all <= 0n
    ? '0'
    : decimalText(fromInteger((some * 10_000n) / all, 2))
}

/**
 * Returns the nearest whole percent, which is at most three pixels of a bar. An exact share would
 * change the style of the bar with every size of the book.
 */
const wholePercent = (part: Quantity, total: Quantity): string => {
  const [some, all] = [toInteger(part, SIZE_PLACES), toInteger(total, SIZE_PLACES)]
  return some === null || all === null || all <= 0n ? '0' : `${(some * 200n + all) / (all * 2n)}`
}

/**
 * Sums the open units of the person's own resting limit orders by side and price, of the instrument
 * whose book it is: not of its options, nor of the other outcome.
 */
export function ownSizes(
  orders: readonly Order[],
  account: AccountId | null,
  key: InstrumentKey | null,
): ReadonlyMap<string, Quantity> {
  const sizes = new Map<string, Quantity>()
  for (const order of orders) {
    if (
      key === null ||
      order.accountId !== account ||
      !isWorking(order.status) ||
      order.type !== 'limit' ||
      orderInstrumentKey(order) !== key
    ) {
      continue
    }
    if (order.limitPrice === null || order.quantity === null) continue
    const level = ownKey(order.side === 'buy' ? 'bid' : 'ask', order.limitPrice)
    sizes.set(
      level,
      add(sizes.get(level) ?? ZERO_QUANTITY, sub(order.quantity, order.filledQuantity)),
    )
  }
  return sizes
}

/** Equal prices share a key, whatever their trailing zeros. */
const ownKey = (side: BookSide, price: Price): string =>
  `${side}:${decimalText(price)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')}`

function rows(
  side: BookSide,
  levels: readonly DepthLevel[],
  ownByLevel: ReadonlyMap<string, Quantity>,
): { size: Quantity; cumulative: Quantity; level: DepthLevel; own: Quantity | null }[] {
  let running = ZERO_QUANTITY
  return levels.map((level) => {
    running = add(running, level.size)
    return {
      level,
      size: level.size,
      cumulative: running,
      own: ownByLevel.get(ownKey(side, level.price)) ?? null,
    }
  })
}

const bestFirst = (levels: readonly DepthLevel[], side: BookSide): readonly DepthLevel[] =>
  [...levels].sort((a, b) => (side === 'bid' ? cmp(b.price, a.price) : cmp(a.price, b.price)))

/**
 * Computes the displayed book: `count` levels a side, best first; bars are relative to the largest
 * level of both sides.
 */
export function bookView(
  depth: Depth,
  ownByLevel: ReadonlyMap<string, Quantity>,
  count: number,
): BookView {
  const bids = rows('bid', bestFirst(depth.bids, 'bid').slice(0, count), ownByLevel)
  const asks = rows('ask', bestFirst(depth.asks, 'ask').slice(0, count), ownByLevel)
  const largest = [...bids, ...asks].reduce(
    (maximum, row) => maxOf(maximum, row.size),
    ZERO_QUANTITY,
  )
  const bidTotal = bids.at(-1)?.cumulative ?? ZERO_QUANTITY
  const askTotal = asks.at(-1)?.cumulative ?? ZERO_QUANTITY
  const deepest = maxOf(bidTotal, askTotal)
  const finish =
    (side: BookSide) =>
    (row: (typeof bids)[number]): DepthRow => ({
      side,
      price: row.level.price,
      size: row.size,
      cumulative: row.cumulative,
      own: row.own,
      share: wholePercent(row.size, largest),
      cumulativeShare: wholePercent(row.cumulative, deepest),
    })
  const [bestBid, bestAsk] = [bids[0]?.level.price, asks[0]?.level.price]
  const spread = bestBid === undefined || bestAsk === undefined ? null : sub(bestAsk, bestBid)
  const middle =
    bestBid === undefined || bestAsk === undefined
      ? null
      : div(add(bestBid, bestAsk), dec('2'), 6, 'half-even')
  const ratio = spread === null || middle === null ? null : div(spread, middle, 8, 'half-even')
  const total = add(bidTotal, askTotal)
  return {
    bids: bids.map(finish('bid')),
    asks: asks.map(finish('ask')),
    spread,
    spreadBasisPoints:
      ratio === null
        ? null
        : div(ratio, div(dec('0.01'), HUNDRED, 4, 'down') ?? ratio, 1, 'half-even'),
    bidShare: isPositive(total) ? percent(bidTotal, total) : null,
  }
}
