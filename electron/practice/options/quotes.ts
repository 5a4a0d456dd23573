import { hash3, logNormal } from '../market/math/random.js'
import type { PriceLevel } from '../model/market-step.js'
import type { PriceStep } from '../model/instrument.js'
import { PRICE_SCALE, UNIT_SIZE, type PriceUnits } from '../model/units.js'
import { gridOf, type Contract } from './contracts.js'

const DOLLAR = 10 ** PRICE_SCALE
/** How long a level's size stays the same, in ms; each level has its own phase. */
const LEVEL_LIFE_MS = 8_192

const stepAt = (grid: readonly PriceStep[], price: number): PriceUnits => {
  let { step } = grid[0] ?? { step: 1 }
  for (const range of grid) if (price >= range.from) ({ step } = range)
  return step
}
/** Returns the nearest grid price at or below `price`; 0 when there is none above 0. */
export const gridDown = (grid: readonly PriceStep[], price: number): PriceUnits => {
  const step = stepAt(grid, price)
  return Math.max(0, Math.floor(price / step) * step)
}
/** Returns the nearest grid price at or above `price`, at least one step. */
export const gridUp = (grid: readonly PriceStep[], price: number): PriceUnits => {
  // A boundary price is itself reached by the finer steps below it.
  let { step } = grid[0] ?? { step: 1 }
  for (const range of grid) if (price > range.from) ({ step } = range)
  return Math.max(step, Math.ceil(price / step) * step)
}
/** Returns the nearest grid price, possibly 0. */
export const gridNear = (grid: readonly PriceStep[], price: number): PriceUnits => {
  const step = stepAt(grid, price)
  return Math.max(0, Math.round(price / step) * step)
}

/** The market makers' best prices; a bid of 0 means no bid. */
export interface Touch {
  readonly bid: PriceUnits
  readonly ask: PriceUnits
}

/**
 * Returns the width of the market makers' quotes in USD. It grows with the value and shrinks with
 * the underlying's activity. Fitted by eye.
 */
const widthOf = (value: number, interest: number): number =>
  (0.004 + 0.006 * Math.sqrt(value) + 0.003 * value) / (0.2 + 0.8 * interest)

/**
 * Returns the market makers' quotes around the value on the contract's price grid: the ask is never
 * below the value, the bid never above it.
 */
export function touchOf(contract: Contract, value: number): Touch {
  const grid = gridOf(contract.program)
  const half = widthOf(value, contract.program.interest) / 2
  return {
    bid: gridDown(grid, (value - half) * DOLLAR),
    ask: gridUp(grid, (value + half) * DOLLAR),
  }
}

/** The market makers of one contract or combination. */
interface Makers {
  readonly grid: readonly PriceStep[]
  readonly interest: number
  /** Key of the draws. */
  readonly key: number
}

/** Returns the levels of one side from the best price outwards, in whole contracts. */
type SideOf = (touch: PriceUnits, up: boolean, time: number, count: number) => PriceLevel[]

/**
 * Returns the reader of market-maker levels. A level's size depends only on its price and a slow
 * clock, so it stays while the best price moves around it.
 */
export const syntheticLevels =
  ({ grid, interest, key }: Makers): SideOf =>
  (touch, up, time, count) => {
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
