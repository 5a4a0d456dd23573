import {
  asMoney,
  asQuantity,
  div,
  isPositive,
  mul,
  sub,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../decimal.js'
import { otherSide } from '../instruments/event-contract.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Side } from '../side.js'
import type { Drawing } from './drawing.schema.js'
import { isPositionPlan } from './drawing-kinds.js'

/** The prices of a planned position. */
export interface PositionPlan {
  readonly side: Side
  readonly entry: Price
  readonly target: Price
  readonly stop: Price
}

/** Returns the plan of a long or short position; null for other kinds. */
export function positionPlan({ kind, anchors }: Pick<Drawing, 'kind' | 'anchors'>) {
  const [entry, target, stop] = anchors
  if (!isPositionPlan(kind) || entry === undefined || target === undefined || stop === undefined) {
    return null
  }
  return {
    side: kind === 'long-position' ? 'buy' : 'sell',
    entry: entry.price,
    target: target.price,
    stop: stop.price,
  } satisfies PositionPlan
}

/** How much a plan risks and gains. */
export interface PlanFigures {
  /** Per unit; zero or negative when the stop is on the wrong side of the entry. */
  readonly riskPrice: Decimal
  /** Per unit; zero or negative when the target is on the wrong side of the entry. */
  readonly rewardPrice: Decimal
  /** Reward divided by risk, to two places; null without a risk. */
  readonly ratio: Decimal | null
  /** The units that lose no more than the amount at risk; null where none can be calculated. */
  readonly quantity: Quantity | null
  /** What the quantity loses at the stop and gains at the target; null without a quantity. */
  readonly loss: Money | null
  readonly gain: Money | null
}

/** Coins have eight places; everything else is planned in units that any order accepts. */
const QUANTITY_PLACES: Readonly<Record<AssetClass, number>> = {
  stock: 0,
  option: 0,
  futures: 0,
  crypto: 8,
  event: 0,
}

/**
 * Returns the figures of a plan.
 * @param risk the amount that may be lost at the stop; null where the person has set none
 * @param multiplier the value of a price of 1 per unit: 100 for an option contract
 */
export function planFigures(
  { side, entry, target, stop }: PositionPlan,
  {
    risk,
    multiplier,
    assetClass,
  }: {
    readonly risk: Money | null
    readonly multiplier: Decimal
    readonly assetClass: AssetClass
  },
): PlanFigures {
  const isLong = side === 'buy'
  const riskPrice = isLong ? sub(entry, stop) : sub(stop, entry)
  const rewardPrice = isLong ? sub(target, entry) : sub(entry, target)
  const figures = { riskPrice, rewardPrice }
  if (!isPositive(riskPrice)) {
    return { ...figures, ratio: null, quantity: null, loss: null, gain: null }
  }
  const ratio = div(rewardPrice, riskPrice, 2, 'half-even')
  const unitRisk = mul(riskPrice, multiplier)
  const units = risk === null ? null : div(risk, unitRisk, QUANTITY_PLACES[assetClass], 'down')
  if (units === null || !isPositive(units)) {
    return { ...figures, ratio, quantity: null, loss: null, gain: null }
  }
  return {
    ...figures,
    ratio,
    quantity: asQuantity(units),
    loss: asMoney(mul(unitRisk, units)),
    gain: asMoney(mul(mul(rewardPrice, multiplier), units)),
  }
}

/** The order that a plan becomes in the ticket. */
export interface PlanOrder {
  readonly side: Side
  readonly outcome: 'yes' | 'no' | null
  readonly limitPrice: Price
  /** Null where the product's orders cannot have exits attached. */
  readonly exits: { readonly takeProfit: Price; readonly stopLoss: Price } | null
}

/** The products whose entries can have exits attached (TRADING-4.3). */
const LINKABLE: readonly AssetClass[] = ['stock', 'option']

/**
 * Returns the order of a plan. A chart of an event market shows the prices of "yes", so that a
 * short position is a purchase of "no", for one dollar less that price.
 */
export function planOrder(
  { side, entry, target, stop }: PositionPlan,
  assetClass: AssetClass,
): PlanOrder {
  const exits = LINKABLE.includes(assetClass) ? { takeProfit: target, stopLoss: stop } : null
  if (assetClass !== 'event') return { side, outcome: null, limitPrice: entry, exits }
  return side === 'buy'
    ? { side, outcome: 'yes', limitPrice: entry, exits }
    : { side: 'buy', outcome: 'no', limitPrice: otherSide(entry), exits }
}
