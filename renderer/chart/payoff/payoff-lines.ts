import type { Decimal } from '../../../shared/domain/decimal.js'
import { closeMinute, exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import type { StrategyLeg } from '../../../shared/domain/orders/strategies.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import { toNumber } from '../number.js'
import { impliedVolatility, optionValue } from './option-value.js'

/** A result in the currency, at a price of the underlying. */
export interface PayoffLinePoint {
  readonly price: number
  readonly result: number
}
export type PayoffLine = readonly PayoffLinePoint[]

/** A leg with what the market says about it. */
export interface PayoffLeg extends StrategyLeg {
  /** Between bid and ask, per share; null while it is not known. */
  readonly mid: Decimal | null
  /** The broker's implied volatility, used where the price gives none. */
  readonly impliedVolatility: Decimal | null
}

/** What the result of a strategy is computed from. */
export interface PayoffTerms {
  readonly legs: readonly PayoffLeg[]
  /** What one unit costs per share; negative for a credit. */
  readonly net: Decimal
  /** Shares that all units together deliver: contracts × multiplier. */
  readonly units: Decimal
  /** The price of the underlying; null while it is not known. */
  readonly spot: Decimal | null
  /** The instant that the line of today is for, in epoch milliseconds. */
  readonly now: number
}

/** The range of prices that a picture shows. */
export interface PayoffRange {
  readonly from: number
  readonly to: number
}

/** The lines of a strategy over the price of its underlying. */
export interface PayoffLines {
  readonly range: PayoffRange
  /** When the first leg expires: exact with one expiration, an estimate with several. */
  readonly end: PayoffLine
  /** Now, estimated; null where a leg has no volatility. */
  readonly today: PayoffLine | null
  /** The strikes, at which the lines bend. */
  readonly strikes: readonly number[]
}

/** What several expirations bring at most and at least, and where the result is zero: estimates. */
export interface PayoffEstimate {
  readonly maxGain: number | 'unlimited'
  readonly maxLoss: number | 'unlimited'
  readonly breakEvens: readonly number[]
}

const YEAR_MS = 365 * DAY_MS
/** Points of a curved line. */
const SAMPLES = 96
/** How far a picture reaches beyond the outermost strike and the price. */
const MARGIN = { ofSpan: 0.2, ofPrice: 0.06 }
/** How far beyond the highest strike the extremes of several expirations are searched. */
const FAR = 4
const FAR_SAMPLES = 800

interface ValuedLeg {
  readonly sign: number
  /** Null for shares. */
  readonly option: NonNullable<StrategyLeg['option']> | null
  readonly strike: number
  readonly expiresAt: number
  /** Null where neither the price nor the broker gives one. */
  readonly volatility: number | null
}

const expiryOf = (day: string): number => exchangeInstant(day, closeMinute(day))

/** Reads a leg, with the volatility that explains its price. */
function valued({ side, ratio, option, ...leg }: PayoffLeg, terms: PayoffTerms): ValuedLeg {
  const sign = side === 'buy' ? ratio : -ratio
  if (option === null) return { sign, option, strike: 0, expiresAt: 0, volatility: null }
  const [strike, expiresAt] = [toNumber(option.strike), expiryOf(option.expiration)]
  const years = (expiresAt - terms.now) / YEAR_MS
  const solved =
    leg.mid === null || terms.spot === null
      ? null
      : impliedVolatility(
          { type: option.type, strike },
          toNumber(terms.spot),
          years,
          toNumber(leg.mid),
        )
  const volatility =
    solved ?? (leg.impliedVolatility === null ? null : toNumber(leg.impliedVolatility))
  return { sign, option, strike, expiresAt, volatility }
}

/** Returns the result by price at an instant; null where a living leg has no volatility. */
function resultAt(
  legs: readonly ValuedLeg[],
  { net, units }: PayoffTerms,
  time: number,
): ((price: number) => number) | null {
  const lives = (leg: ValuedLeg): boolean => leg.option !== null && leg.expiresAt > time
  if (legs.some((leg) => lives(leg) && leg.volatility === null)) return null
  const [cost, shares] = [toNumber(net), toNumber(units)]
  const legValue = ({ option, strike, expiresAt, volatility }: ValuedLeg, price: number): number =>
    option === null
      ? price
      : optionValue(
          { type: option.type, strike },
          price,
          (expiresAt - time) / YEAR_MS,
          volatility ?? 0,
        )
  return (price) =>
    (legs.reduce((sum, leg) => sum + leg.sign * legValue(leg, price), 0) - cost) * shares
}

/** Returns the line through evenly spread prices and the strikes of a range. */
function lineOf(
  result: (price: number) => number,
  { from, to }: PayoffRange,
  strikes: readonly number[],
  count: number,
): PayoffLine {
  const even = Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count)
  const within = strikes.filter((strike) => strike > from && strike < to)
  return [...even, ...within]
    .toSorted((a, b) => a - b)
    .map((price) => ({ price, result: result(price) }))
}

/** Returns the prices to show: every strike, the given marks and the price, with a margin. */
function rangeOf(strikes: readonly number[], marks: readonly number[]): PayoffRange {
  const shown = [...strikes, ...marks]
  const [low, high] = [Math.min(...shown), Math.max(...shown)]
  const margin = Math.max((high - low) * MARGIN.ofSpan, high * MARGIN.ofPrice)
  return { from: Math.max(0, low - margin), to: high + margin }
}

/** True when the legs end on different days. */
export const hasSeveralExpirations = (legs: readonly StrategyLeg[]): boolean =>
  new Set(legs.flatMap(({ option }) => option?.expiration ?? [])).size > 1

const firstExpiry = (legs: readonly ValuedLeg[]): number =>
  Math.min(...legs.filter(({ option }) => option !== null).map(({ expiresAt }) => expiresAt))

/**
 * Returns the line of an exact payoff, which is straight between its points.
 * @param slope by how much the result changes per unit of price above the last point
 */
export function exactLines(
  points: readonly { readonly price: Decimal; readonly result: Decimal }[],
  slope: Decimal,
  breakEvens: readonly Decimal[],
): PayoffLines {
  const bends = points.map(({ price, result }) => ({
    price: toNumber(price),
    result: toNumber(result),
  }))
  const strikes = bends.slice(1).map(({ price }) => price)
  const range = rangeOf(strikes, breakEvens.map(toNumber))
  const last = bends.at(-1) ?? { price: 0, result: 0 }
  const rise = toNumber(slope)
  const end = [...bends, { price: range.to, result: last.result + rise * (range.to - last.price) }]
  return {
    range,
    end: lineOf((price) => resultOn(end, price), range, strikes, 1),
    today: null,
    strikes,
  }
}

/**
 * Returns the lines of a strategy; null without an option leg, and for several expirations while
 * the later legs have no volatility.
 * @param marks further prices that the picture shows, such as break-evens
 */
export function payoffLines(terms: PayoffTerms, marks: readonly number[]): PayoffLines | null {
  const legs = terms.legs.map((leg) => valued(leg, terms))
  const strikes = legs.filter(({ option }) => option !== null).map(({ strike }) => strike)
  if (strikes.length === 0) return null
  const atEnd = resultAt(legs, terms, firstExpiry(legs))
  if (atEnd === null) return null
  const spot = terms.spot === null ? [] : [toNumber(terms.spot)]
  const range = rangeOf(strikes, [...marks, ...spot])
  const atNow = resultAt(legs, terms, terms.now)
  const isBefore = terms.now < firstExpiry(legs)
  return {
    range,
    end: lineOf(atEnd, range, strikes, SAMPLES),
    today: atNow === null || !isBefore ? null : lineOf(atNow, range, strikes, SAMPLES),
    strikes,
  }
}

/**
 * Returns the extremes and break-evens on the day on which the first of several expirations comes,
 * with today's volatilities; null while they are not known.
 */
export function payoffEstimate(terms: PayoffTerms): PayoffEstimate | null {
  const legs = terms.legs.map((leg) => valued(leg, terms))
  const strikes = legs.filter(({ option }) => option !== null).map(({ strike }) => strike)
  const result = strikes.length === 0 ? null : resultAt(legs, terms, firstExpiry(legs))
  if (result === null) return null
  const line = lineOf(result, { from: 0, to: Math.max(...strikes) * FAR }, strikes, FAR_SAMPLES)
  const results = line.map((point) => point.result)
  const rising = legs
    .filter(({ option }) => option === null || option.type === 'call')
    .reduce((sum, { sign }) => sum + sign, 0)
  return {
    maxGain: rising > 0 ? 'unlimited' : Math.max(...results),
    maxLoss: rising < 0 ? 'unlimited' : Math.min(...results),
    breakEvens: zeros(line),
  }
}

/** Returns the prices at which a line changes its sign. */
function zeros(line: PayoffLine): readonly number[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1]
    if (before === undefined || before.result < 0 === point.result < 0) return []
    const part = before.result / (before.result - point.result)
    return [before.price + (point.price - before.price) * part]
  })
}

/** Returns the result of a line at a price. */
export function resultOn(line: PayoffLine, price: number): number {
  const index = line.findIndex((point) => point.price >= price)
  const [before, after] = [line[index - 1], line[index]]
  if (after === undefined) return line.at(-1)?.result ?? 0
  if (before === undefined || after.price === before.price) return after.result
  const part = (price - before.price) / (after.price - before.price)
  return before.result + (after.result - before.result) * part
}
