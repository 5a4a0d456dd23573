import type { PriceLevel } from '../../model/market-step.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'

export type BookSide = 'bid' | 'ask'

/** An order's running number, its name in a book. Market-maker liquidity has none. */
export type OrderNumber = number

/** The size of one participant in a level. `maker` is null for market makers. */
export interface QueueEntry {
  readonly maker: OrderNumber | null
  size: SizeUnits
}

/** All liquidity at one price. */
export interface Level {
  readonly price: PriceUnits
  /** In time priority: first in, first out. */
  readonly queue: QueueEntry[]
}

/** True when `a` is the better price of that side. */
export const better = (side: BookSide, a: PriceUnits, b: PriceUnits): boolean =>
  side === 'bid' ? a > b : a < b
/** True when a price of that side can be reached within `limit`; null reaches every price. */
export const within = (side: BookSide, price: PriceUnits, limit: PriceUnits | null): boolean =>
  limit === null || !better(side, limit, price)
export const sizeOf = (level: Level): SizeUnits =>
  level.queue.reduce((total, entry) => total + entry.size, 0)
export const marketMakerSize = (level: Level): SizeUnits =>
  level.queue.reduce((total, entry) => (entry.maker === null ? total + entry.size : total), 0)

/**
 * Returns market-maker levels best first, each price once; sorts only when the input is not in
 * order.
 */
function bestFirst(side: BookSide, targets: readonly PriceLevel[]): readonly PriceLevel[] {
  for (let index = 1; index < targets.length; index += 1) {
    const previous = targets[index - 1]
    const next = targets[index]
    if (previous === undefined || next === undefined || better(side, previous.price, next.price)) {
      continue
    }
    return [...new Map(targets.map((level) => [level.price, level])).values()].sort((a, b) =>
      side === 'bid' ? b.price - a.price : a.price - b.price,
    )
  }
  return targets
}

/**
 * Sets the market makers' size in a level to `target`: removes from the back of their entries, adds
 * at the back of the queue.
 */
function resizeMarketMaker(level: Level, target: SizeUnits): void {
  const { queue } = level
  const only = queue[0]
  // Nearly every level consists of a single market-maker entry.
  if (queue.length === 1 && only !== undefined && only.maker === null) {
    only.size = target
    if (target === 0) queue.pop()
    return
  }
  let excess = marketMakerSize(level) - target
  if (excess < 0) {
    const last = queue.at(-1)
    if (last !== undefined && last.maker === null) last.size -= excess
    else queue.push({ maker: null, size: -excess })
    return
  }
  for (let place = queue.length - 1; place >= 0 && excess > 0; place -= 1) {
    const entry = queue[place]
    if (entry === undefined || entry.maker !== null) continue
    const part = Math.min(entry.size, excess)
    entry.size -= part
    excess -= part
    if (entry.size === 0) queue.splice(place, 1)
  }
}

/**
 * Removes market-maker size from all levels from `from` on that are better than `until`; returns
 * the index of the first that is not.
 */
function clearMarketMaker(
  side: BookSide,
  levels: Level[],
  from: number,
  until: PriceUnits | null,
): number {
  let place = from
  for (
    let level = levels[place];
    level !== undefined && (until === null || better(side, level.price, until));
    level = levels[place]
  ) {
    resizeMarketMaker(level, 0)
    if (level.queue.length === 0) levels.splice(place, 1)
    else place += 1
  }
  return place
}

/**
 * Sets the market makers' size at every price of a side. Targets and levels are both best first, so
 * one pass over both is enough. Skips ask prices up to `beyond`.
 */
export function setMarketMakerLevels(
  side: BookSide,
  levels: Level[],
  targets: readonly PriceLevel[],
  beyond: PriceUnits | null,
): void {
  let place = 0
  for (const { price, size } of bestFirst(side, targets)) {
    if (size <= 0 || (beyond !== null && price <= beyond)) continue
    place = clearMarketMaker(side, levels, place, price)
    const level = levels[place]
    if (level?.price === price) resizeMarketMaker(level, size)
    else levels.splice(place, 0, { price, queue: [{ maker: null, size }] })
    place += 1
  }
  clearMarketMaker(side, levels, place, null)
}
