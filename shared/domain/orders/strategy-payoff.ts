import {
  abs,
  add,
  asMoney,
  asPrice,
  dec,
  div,
  fromInteger,
  gt,
  isNegative,
  isPositive,
  isZero,
  lt,
  mul,
  neg,
  sub,
  ZERO,
  type Decimal,
  type Money,
  type Price,
} from '../decimal.js'
import type { StrategyLeg } from './strategies.js'

/** The result of a strategy at one price of the underlying. */
export interface PayoffPoint {
  readonly price: Price
  readonly result: Money
}

/** What a strategy brings or costs at its expiration, by the price of the underlying. */
export interface StrategyPayoff {
  /** The points between which the result is a straight line: zero, and every strike. */
  readonly points: readonly PayoffPoint[]
  /** By how much the result changes per unit of price above the highest strike. */
  readonly slope: Decimal
  readonly maxGain: Money | 'unlimited'
  /** Zero or negative. */
  readonly maxLoss: Money | 'unlimited'
  readonly breakEvens: readonly Price[]
}

/** Decimal places of a break-even. */
const PLACES = 4

/**
 * One leg of a payoff. `count` is signed: bought (+) or sold (-), in contracts; for a leg of stock
 * in units of as many shares as a contract has.
 */
export interface PayoffLeg {
  readonly count: Decimal
  readonly option: Pick<NonNullable<StrategyLeg['option']>, 'type' | 'strike'> | null
}

/** Returns what one unit of underlying of a leg is at its expiration. */
function intrinsic({ option }: PayoffLeg, price: Decimal): Decimal {
  if (option === null) return price
  const inTheMoney =
    option.type === 'call' ? sub<Decimal>(price, option.strike) : sub<Decimal>(option.strike, price)
  return isPositive(inTheMoney) ? inTheMoney : ZERO
}

/**
 * Returns the payoff of legs that are all settled at one moment. The only computation of maximum
 * loss and gain: the strategy builder, the limits and the cards use it (CONFIRM-40).
 * @param net what the legs cost together per share of the underlying; negative for a credit
 * @param units shares that a count of one delivers
 */
export function payoffAtOnce(
  legs: readonly PayoffLeg[],
  net: Decimal,
  units: Decimal,
): StrategyPayoff {
  const resultAt = (price: Decimal): Money => {
    const value = legs.reduce((sum, leg) => add(sum, mul(leg.count, intrinsic(leg, price))), ZERO)
    return asMoney(mul(sub(value, net), units))
  }
  const strikes = legs.flatMap(({ option }) => option?.strike ?? [])
  const prices = [asPrice(ZERO), ...distinct(strikes)]
  const points = prices.map((price) => ({ price, result: resultAt(price) }))
  const rising = legs
    .filter(({ option }) => option === null || option.type === 'call')
    .reduce((sum, leg) => add(sum, leg.count), ZERO)
  const slope = mul(rising, units)
  const results = points.map(({ result }) => result)
  return {
    points,
    slope,
    maxGain: isPositive(slope) ? 'unlimited' : extreme(results, gt),
    maxLoss: isNegative(slope) ? 'unlimited' : extreme(results, lt),
    breakEvens: breakEvens(points, slope),
  }
}

/**
 * Returns the payoff at expiration; null when the legs expire on different days, because then the
 * later ones still have a value that no formula knows exactly.
 * @param net what one unit costs per share of the underlying; negative for a credit
 * @param units shares that all units together deliver: contracts × multiplier
 */
export function strategyPayoff(
  legs: readonly StrategyLeg[],
  net: Decimal,
  units: Decimal,
): StrategyPayoff | null {
  const days = new Set(legs.flatMap(({ option }) => option?.expiration ?? []))
  if (legs.length === 0 || days.size > 1) return null
  return payoffAtOnce(
    legs.map(({ side, ratio, option }) => ({
      count: fromInteger(side === 'buy' ? ratio : -ratio),
      option,
    })),
    net,
    units,
  )
}

/** Returns the prices in ascending order, each once. */
const distinct = (prices: readonly Price[]): readonly Price[] =>
  prices
    .toSorted((a, b) => (gt(a, b) ? 1 : -1))
    .filter((price, index, sorted) => index === 0 || gt(price, sorted[index - 1] ?? price))

const extreme = (results: readonly Money[], isBeyond: (a: Money, b: Money) => boolean): Money =>
  results.reduce((found, result) => (isBeyond(result, found) ? result : found))

/** Returns the prices at which the result changes its sign. */
function breakEvens(points: readonly PayoffPoint[], slope: Decimal): readonly Price[] {
  const breakEvenPrices: Decimal[] = []
  for (const [index, { price, result }] of points.entries()) {
    const next = points[index + 1]
    if (isZero(result)) breakEvenPrices.push(price)
    if (next === undefined) {
      const crosses = !isZero(result) && !isZero(slope) && isNegative(result) !== isNegative(slope)
      const distance = crosses ? div(neg(result), slope, PLACES, 'half-even') : null
      if (distance !== null) breakEvenPrices.push(add<Decimal>(price, distance))
      continue
    }
    if (isZero(result) || isZero(next.result) || isNegative(result) === isNegative(next.result)) {
      continue
    }
    const change = abs(sub<Decimal>(next.result, result))
    const part = div(mul(sub<Decimal>(next.price, price), abs(result)), change, PLACES, 'half-even')
    if (part !== null) breakEvenPrices.push(add<Decimal>(price, part))
  }
  return breakEvenPrices.map(asPrice)
}

/** Shares per contract of a standard option, and per unit of a leg of stock. */
export const STANDARD_MULTIPLIER = dec('100')
