import type { PriceLevel } from '../../model/market-step.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'

export type BookSide = 'bid' | 'ask'

/** Names an order in a book: its running number. House liquidity has none. */
export type OrderNumber = number

/** What one participant has in a level. `maker` is null for the house. */
export interface Entry {
  readonly maker: OrderNumber | null
  size: SizeUnits
}

/** Everything at one price. */
export interface Level {
  readonly price: PriceUnits
  /** First in, first out. */
  readonly queue: Entry[]
}

/** True when `a` is the better price of that side. */
export const better = (side: BookSide, a: PriceUnits, b: PriceUnits): boolean =>
  side === 'bid' ? a > b : a < b
/** True when a price of that side can be reached within `limit`; null reaches everything. */
export const within = (side: BookSide, price: PriceUnits, limit: PriceUnits | null): boolean =>
  limit === null || !better(side, limit, price)
export const sizeOf = (level: Level): SizeUnits =>
  level.queue.reduce((total, entry) => total + entry.size, 0)
export const marketMakerSize = (level: Level): SizeUnits =>
  level.queue.reduce((total, entry) => (entry.maker === null ? total + entry.size : total), 0)

/** House levels best first, each price once: as they come, unless somebody told them otherwise. */
function inOrder(side: BookSide, targets: readonly PriceLevel[]): readonly PriceLevel[] {
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
 * Brings the house's volume in a level to `target`: less leaves from the back of its own, more
 * joins the back of the queue.
 */
function resizeMarketMaker(level: Level, target: SizeUnits): void {
  const { queue } = level
  const only = queue[0]
  // Nearly every level holds nothing but one piece of the house's.
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
 * Takes the house out of all levels from place `at` on that are better than `until`; the place of
 * the first that is not.
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
 * Gives the house's volume at every price of a side. Targets and levels stand best first, hence one
 * walk over both. Ask prices up to
 * `beyond` are passed over.
 */
export function setMarketMakerLevels(
  side: BookSide,
  levels: Level[],
  targets: readonly PriceLevel[],
  beyond: PriceUnits | null,
): void {
  let place = 0
  for (const { price, size } of inOrder(side, targets)) {
    if (size <= 0 || (beyond !== null && price <= beyond)) continue
    place = clearMarketMaker(side, levels, place, price)
    const level = levels[place]
    if (level?.price === price) resizeMarketMaker(level, size)
    else levels.splice(place, 0, { price, queue: [{ maker: null, size }] })
    place += 1
  }
  clearMarketMaker(side, levels, place, null)
}
