import { hash3, logNormal } from '../market/math/random.js'
import type { PriceLevel } from '../model/market-step.js'
import type { PriceStep } from '../model/instrument.js'
import { PRICE_SCALE, UNIT_SIZE, type PriceUnits } from '../model/units.js'
import { gridOf, type Contract } from './contracts.js'

const DOLLAR = 10 ** PRICE_SCALE
/** How long a level keeps its size, in ms; each level has its own phase. */
const LEVEL_LIFE_MS = 8_192

const stepAt = (grid: readonly PriceStep[], price: number): PriceUnits => {
  let { step } = grid[0] ?? { step: 1 }
  for (const range of grid) if (price >= range.from) ({ step } = range)
  return step
}
/** The nearest price of the grid at or below; 0 when there is none above nothing. */
export const gridDown = (grid: readonly PriceStep[], price: number): PriceUnits => {
  const step = stepAt(grid, price)
  return Math.max(0, Math.floor(price / step) * step)
}
/** The nearest price of the grid at or above, never nothing. */
export const gridUp = (grid: readonly PriceStep[], price: number): PriceUnits => {
  // A boundary itself is still reached by the finer steps below it.
  let { step } = grid[0] ?? { step: 1 }
  for (const range of grid) if (price > range.from) ({ step } = range)
  return Math.max(step, Math.ceil(price / step) * step)
}
/** The nearest price of the grid, which may be nothing. */
export const gridNear = (grid: readonly PriceStep[], price: number): PriceUnits => {
  const step = stepAt(grid, price)
  return Math.max(0, Math.round(price / step) * step)
}

/** The house's best prices; a bid of 0 is none. */
export interface Touch {
  readonly bid: PriceUnits
  readonly ask: PriceUnits
}

/**
 * Width of the house's market in USD: it grows with the value, and shrinks with how much the name
 * is traded. Fitted by eye.
 */
const widthOf = (value: number, interest: number): number =>
  (0.004 + 0.006 * Math.sqrt(value) + 0.003 * value) / (0.2 + 0.8 * interest)

/**
 * The house quotes around the value, on the grid of the contract: it never sells below the value
 * nor buys above it.
 */
export function touchOf(contract: Contract, value: number): Touch {
  const grid = gridOf(contract.program)
  const half = widthOf(value, contract.program.interest) / 2
  return {
    bid: gridDown(grid, (value - half) * DOLLAR),
    ask: gridUp(grid, (value + half) * DOLLAR),
  }
}

/**
 * House liquidity from the touch outwards, best first, in whole contracts. A level's size depends
 * on its price and a slow clock
 * alone: it stays while the touch moves around it.
 */
export function syntheticLevels(
  grid: readonly PriceStep[],
  interest: number,
  key: number,
  touch: PriceUnits,
  up: boolean,
  time: number,
  count: number,
): PriceLevel[] {
  const levels: PriceLevel[] = []
  const usual = 6 + 70 * interest
  let price = touch
  for (let i = 0; i < count && price > 0; i += 1) {
    const h = hash3(
      key,
      price,
      Math.floor((time + ((price * 977) & (LEVEL_LIFE_MS - 1))) / LEVEL_LIFE_MS),
    )
    levels.push({
      price,
      size: Math.max(1, Math.round(usual * logNormal(h) * (1 + 0.5 * i))) * UNIT_SIZE,
    })
    price = up ? gridUp(grid, price + 1) : gridDown(grid, price - 1)
  }
  return levels
}
