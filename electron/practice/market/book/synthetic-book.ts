import type { PriceLevel } from '../../model/market-step.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { SegmentKind } from '../calendar/calendar.js'
import { roundLot } from '../tapes/minute-tape.js'
import type { PriceGrid } from '../math/price-grid.js'
import { hash3, logNormal } from '../math/random.js'
import type { Security } from '../securities/security.js'

/** How long a level keeps its size, in ms; each level has its own phase. */
const LEVEL_LIFE_MS = 4_096

/** The shape of a symbol's book away from the touch. */
export interface BookShape {
  readonly key: number
  /** Usual level size in tape units. */
  readonly base: number
  /** Largest gap between levels, in price increments. */
  readonly gap: number
  /** Books of liquid symbols get thicker away from the touch, illiquid ones thinner. */
  readonly liquid: boolean
  readonly grid: PriceGrid
  readonly unit: SizeUnits
  readonly lot: number
}

/**
 * Derives the book's shape from how much a symbol trades. One share of its figures equals `shares`
 * current ones.
 */
export function bookShape(security: Security, key: number, shares = 1): BookShape {
  const { grid, unit, lot, levelSize } = security
  const price = security.referencePrice / shares
  const ticksWide = (security.spread * price) / grid.tickAt(price)
  return {
    key: hash3(key, 40, 0),
    base: levelSize * shares,
    gap: Math.max(1, Math.min(400, Math.round(ticksWide * 0.7))),
    liquid: security.tradesPerMinute >= 15,
    grid,
    unit,
    lot,
  }
}

/**
 * Generates one side of simulated liquidity, best first, from the touch outwards. A level's size
 * depends only on its price and a slow clock, so it stays while the touch moves around it.
 */
export function syntheticSide(
  shape: BookShape,
  touch: PriceUnits,
  up: boolean,
  time: number,
  kind: SegmentKind,
  count: number,
): PriceLevel[] {
  const side: PriceLevel[] = []
  const { key, gap, liquid, grid, unit } = shape
  const base = kind === 'regular' ? shape.base : shape.base * 0.35
  let price = touch
  for (let i = 0; i < count && price > 0; i += 1) {
    const h = hash3(
      key,
      price,
      Math.floor((time + ((price * 977) & (LEVEL_LIFE_MS - 1))) / LEVEL_LIFE_MS),
    )
    const depth = liquid ? 1 + 0.25 * Math.min(i, 6) : Math.max(0.35, 1 - 0.06 * i)
    const lot = shape.lot === 0 ? roundLot(price) : shape.lot
    const wanted = base * depth * logNormal(h) * logNormal(Math.imul(h, 0x9e3779b1) >>> 0)
    const lots = Math.max(1, Math.round(wanted / lot))
    // Adds odd-lot quantity now and then.
    const odd = (h & 0xff) < 24 ? 1 + (((h >>> 8) & 0x3f) % lot) : 0
    side.push({ price, size: (lots * lot + odd) * unit })
    const steps = gap === 1 ? 1 : 1 + (hash3(key, price, 1) % gap)
    price = up ? grid.above(price, steps) : grid.below(price, steps)
  }
  return side
}
