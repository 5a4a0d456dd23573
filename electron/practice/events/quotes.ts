import type { EpochMs } from '../../../shared/domain/time.js'
import { hash3, logNormal } from '../market/math/random.js'
import type { PriceLevel } from '../model/market-step.js'
import type { PriceStep } from '../model/instrument.js'
import { UNIT_SIZE, type PriceUnits } from '../model/units.js'
import type { EventMarket, TickRule } from './rules/types.js'

/** Payout of a settled yes, in price units: one dollar. */
export const PAYOUT: PriceUnits = 10_000

/** Price increments (TRADING-4.3): 0.01 to 0.99, some markets sub-cent, to 0.0001. */
const GRIDS: Readonly<Record<TickRule, readonly PriceStep[]>> = {
  cent: [{ from: 0, step: 100 }],
  tapered: [
    { from: 0, step: 10 },
    { from: 1_000, step: 100 },
    { from: 9_000, step: 10 },
  ],
  fine: [
    { from: 0, step: 1 },
    { from: 100, step: 10 },
    { from: 1_000, step: 100 },
    { from: 9_000, step: 10 },
    { from: 9_900, step: 1 },
  ],
}
export const gridOf = (market: EventMarket): readonly PriceStep[] => GRIDS[market.event.rule.ticks]

/** Returns the wire form of the grid: ranges with the first and last price that may be quoted. */
export function priceRanges(
  market: EventMarket,
): readonly { readonly start: PriceUnits; readonly end: PriceUnits; readonly step: PriceUnits }[] {
  const grid = gridOf(market)
  return grid.map(({ from, step }, index) => ({
    start: index === 0 ? step : from,
    end: grid[index + 1]?.from ?? PAYOUT - step,
    step,
  }))
}

const stepBelow = (grid: readonly PriceStep[], price: number): number =>
  grid.findLast(({ from }) => from < price)?.step ?? 100
const stepAt = (grid: readonly PriceStep[], price: number): number =>
  grid.findLast(({ from }) => from <= price)?.step ?? 100

/** Returns the next grid price below or above. */
const below = (grid: readonly PriceStep[], price: PriceUnits): PriceUnits =>
  price - stepBelow(grid, price)
const above = (grid: readonly PriceStep[], price: PriceUnits): PriceUnits =>
  price + stepAt(grid, price)
const snapDown = (grid: readonly PriceStep[], price: number): PriceUnits => {
  const step = stepAt(grid, price)
  return Math.floor(price / step) * step
}
const snapUp = (grid: readonly PriceStep[], price: number): PriceUnits => {
  const step = stepAt(grid, price)
  return Math.ceil(price / step) * step
}

/** Best prices of the yes side; null for an empty side. */
export interface Touch {
  readonly bid: PriceUnits | null
  readonly ask: PriceUnits | null
}

/**
 * Returns half the spread in price units: wide in the middle and in quiet markets, narrow near
 * certainty.
 */
const halfSpread = (market: EventMarket, chance: number): number => {
  const busy = Math.min(1, market.event.rule.tradesPerHour / 60)
  return 12 + (70 + 90 * (1 - busy)) * 4 * chance * (1 - chance)
}

/** Returns the best simulated prices at a time, around the probability of yes. */
export function touchAt(market: EventMarket, time: EpochMs): Touch {
  const chance = market.event.model.probability(market.index, time)
  const grid = gridOf(market)
  const half = halfSpread(market, chance)
  const bid = snapDown(grid, Math.max(0, chance * PAYOUT - half))
  const ask = snapUp(grid, Math.min(PAYOUT, chance * PAYOUT + half))
  return {
    bid: bid <= 0 ? null : bid,
    ask: ask >= PAYOUT ? null : ask === bid ? above(grid, ask) : ask,
  }
}

/** Returns the probability as a price on the grid, within the quotable range. */
export function fairPrice(market: EventMarket, time: EpochMs): PriceUnits {
  const grid = gridOf(market)
  const lowest = grid[0]?.step ?? 100
  const highest = PAYOUT - (grid.at(-1)?.step ?? 100)
  return Math.min(
    highest,
    Math.max(
      lowest,
      snapDown(
        grid,
        market.event.model.probability(market.index, time) * PAYOUT + stepAt(grid, 0) / 2,
      ),
    ),
  )
}

/** How long a level keeps its size, in ms; each level has its own phase. */
const LEVEL_LIFE_MS = 16_384

/**
 * Generates one side of simulated liquidity from the touch outwards; a level's size depends only on
 * its price and a slow clock.
 */
export function sideOf(
  market: EventMarket,
  touch: PriceUnits | null,
  up: boolean,
  time: EpochMs,
  count: number,
): PriceLevel[] {
  const side: PriceLevel[] = []
  const grid = gridOf(market)
  const base = market.event.rule.tradeSize * 6
  let price = touch ?? 0
  for (let i = 0; touch !== null && i < count && price > 0 && price < PAYOUT; i += 1) {
    const h = hash3(
      market.key,
      price,
      Math.floor((time + ((price * 977) & (LEVEL_LIFE_MS - 1))) / LEVEL_LIFE_MS),
    )
    const wanted =
      base * (1 + 0.35 * Math.min(i, 8)) * logNormal(h) * logNormal(Math.imul(h, 0x9e3779b1) >>> 0)
    side.push({ price, size: Math.max(1, Math.round(wanted)) * UNIT_SIZE })
    price = up ? above(grid, price) : below(grid, price)
  }
  return side
}
