import type { HouseLevel } from '../market-step.js'
import { UNIT_SIZE, type PriceUnits } from '../units.js'
import type { SegmentKind } from './calendar.js'
import type { Security } from './listings.js'
import { roundLot } from './minute-tape.js'
import { above, below } from './price-grid.js'
import { hash3, logNormal } from './random.js'

/** How long a level keeps its size, in ms; each level has its own phase. */
const LEVEL_LIFE_MS = 4_096

/** What the book of one name looks like away from the touch. */
export interface BookShape {
  readonly key: number
  /** Usual size of a level in shares. */
  readonly base: number
  /** Largest gap between levels, in steps of the grid. */
  readonly gap: number
  /** Liquid names get thicker away from the touch, illiquid ones thinner. */
  readonly liquid: boolean
}

/** The shape that follows from how much a name trades. */
export function bookShape(security: Security, key: number): BookShape {
  const perTrade = security.dailyVolume / 390 / security.tradesPerMinute
  const ticksWide = (security.spread * security.listing.referencePrice) / (security.listing.referencePrice >= 10_000 ? 100 : 1)
  return { key: hash3(key, 40, 0), base: Math.min(12_000, Math.max(60, perTrade * 0.9)), gap: Math.max(1, Math.min(400, Math.round(ticksWide * 0.7))), liquid: security.tradesPerMinute >= 15 }
}

/**
 * House liquidity on one side, best first, from the touch outwards. A level's size depends on its price and a slow clock
 * alone: it stays while the touch moves around it.
 */
export function houseSide(shape: BookShape, touch: PriceUnits, up: boolean, time: number, kind: SegmentKind, count: number): HouseLevel[] {
  const side: HouseLevel[] = []
  const { key, gap, liquid } = shape
  const base = kind === 'regular' ? shape.base : shape.base * 0.35
  let price = touch
  for (let i = 0; i < count && price > 0; i += 1) {
    const h = hash3(key, price, Math.floor((time + ((price * 977) & (LEVEL_LIFE_MS - 1))) / LEVEL_LIFE_MS))
    const depth = liquid ? 1 + 0.25 * Math.min(i, 6) : Math.max(0.35, 1 - 0.06 * i)
    const lot = roundLot(price)
    const wanted = base * depth * logNormal(h) * logNormal(Math.imul(h, 0x9e3779b1) >>> 0)
    const lots = Math.max(1, Math.round(wanted / lot))
    // A touch of odd-lot interest now and then.
    const odd = (h & 0xff) < 24 ? 1 + ((h >>> 8) & 0x3f) % lot : 0
    side.push({ price, size: (lots * lot + odd) * UNIT_SIZE })
    const steps = gap === 1 ? 1 : 1 + (hash3(key, price, 1) % gap)
    price = up ? above(price, steps) : below(price, steps)
  }
  return side
}
