import type { Position } from '../../../shared/domain/account/account.js'
import {
  abs,
  add,
  asMoney,
  asPrice,
  dec,
  div,
  isZero,
  maxOf,
  minOf,
  mul,
  sub,
  sum,
  toScale,
  ZERO,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { AssumptionChoice } from '../../../shared/domain/app/broker-assumptions.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { otherSide } from '../../../shared/domain/instruments/event-contract.js'
import { contractSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import { earliestOf, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketPrices } from '../market/quote-hub.js'
import { singleLegPositions } from '../../../shared/domain/account/single-leg-positions.js'

const CENTS = 2
const RATIO_PLACES = 6
const NET_PRICE_PLACES = 4

/** A part of a position's value: quantity × multiplier × the price of one quote. */
export interface PositionMark {
  readonly symbol: Symbol
  readonly quantity: Quantity
  readonly multiplier: Decimal
  /** True for "no" contracts: the quotes of an event market are prices of "yes". */
  readonly mirrored: boolean
}

/**
 * Returns the quotes that the position's value depends on; none when they are not known, as for a
 * combination whose legs the broker does not describe.
 */
export const marksOf = (position: Position): readonly PositionMark[] =>
  allKnown((singleLegPositions(position) ?? []).map(markOf)) ?? []

/** Returns the symbols of the quotes that the values of positions depend on. */
export const quotesOf = (positions: readonly Position[]): ReadonlySet<Symbol> =>
  new Set(positions.flatMap(marksOf).map(({ symbol }) => symbol))

/** Returns the positions whose values depend on a symbol's quote. */
export const heldWith = (positions: readonly Position[], symbol: Symbol): readonly Position[] =>
  positions.filter((position) => marksOf(position).some((mark) => mark.symbol === symbol))

function markOf(position: Position): PositionMark | null {
  const { assetClass, legs, quantity, outcome } = position
  const symbol = contractSymbol(position)
  const multiplier =
    assetClass === 'option' ? (legs?.[0]?.option?.multiplier ?? null) : position.multiplier
  return symbol === null || multiplier === null || outcome === 'unknown'
    ? null
    : { symbol, quantity, multiplier, mirrored: outcome === 'no' }
}

/** Returns the values when there are some and each of them is known. */
function allKnown<T>(values: readonly (T | null)[]): readonly [T, ...(readonly T[])] | null {
  const known = values.filter((value) => value !== null)
  const [first, ...more] = known
  return first === undefined || known.length < values.length ? null : [first, ...more]
}

/**
 * Which price values an option. ASSUMPTION: half-way between bid and ask, as most brokers do,
 * because its last trade may be days old. The provider does not publish its rule, and a person can
 * set it for a connection.
 */
export type OptionValue = AssumptionChoice<'optionValue'>
const ASSUMED_OPTION_VALUE: OptionValue = 'midpoint'
const HALF = dec('0.5')

/** Returns the price that values one unit; null while it is not known. */
function markPrice(
  assetClass: AssetClass,
  prices: MarketPrices,
  optionValue: OptionValue,
): Price | null {
  const ask = quotedPrice(prices.ask)
  if (assetClass !== 'option' || optionValue === 'last' || ask === null) {
    return quotedPrice(prices.last)
  }
  // An offer without a bid is a whole quote: nobody wants the contract, which may be worthless.
  return asPrice(mul(add<Decimal>(quotedPrice(prices.bid) ?? ZERO, ask), HALF))
}

const toCents = (value: Decimal): Money => toScale(asMoney(value), CENTS, 'half-up')

/**
 * Adds the multiplier of the instrument's listing where the broker's position has none, and the
 * value that follows from it.
 */
export function withMultiplier(position: Position, multiplier: Decimal): Position {
  const known = { ...position, multiplier }
  return { ...known, marketValue: position.marketValue ?? brokerValue(known) }
}

/**
 * Values a position at the prices of its own quotes. This is the only valuation: every window,
 * total and assistant shows its result.
 *
 * The broker's own figures move by the change of value since the broker calculated them, so that
 * Countersign agrees with the broker about cost and start of the day. They remain unchanged while
 * one of the prices, or the value of a price of 1, is unknown, or the broker's own price is newer.
 * @param pricesOf the latest prices of a symbol; undefined without one
 */
export function valuePosition(
  position: Position,
  pricesOf: (symbol: Symbol) => MarketPrices | undefined,
  optionValue: OptionValue = ASSUMED_OPTION_VALUE,
): Position {
  if (isZero(position.quantity)) return position
  const priced = pricedMarks(position, pricesOf, optionValue)
  if (priced === null) return position
  const value = toCents(sum(priced.map(({ value }) => value)))
  const before = brokerValue(position)
  const moved = before === null ? null : sub(value, before)
  const shift = (money: Money | null): Money | null =>
    money === null || moved === null ? money : toCents(add(money, moved))
  const unrealizedPnl = shift(position.unrealizedPnl) ?? gainFromCost(position, value)
  const [first, ...more] = priced
  return {
    ...position,
    lastPrice: more.length === 0 ? first.price : netPrice(position, value),
    pricedAt: earliestOf(priced.map(({ receivedAt }) => receivedAt)),
    marketValue: value,
    unrealizedPnl,
    unrealizedPnlRatio:
      unrealizedPnl === null
        ? position.unrealizedPnlRatio
        : ratioOf(unrealizedPnl, sub(value, unrealizedPnl)),
    dayPnl: shift(position.dayPnl),
  }
}

/** The lowest and the highest of some amounts. */
export interface MoneyRange {
  readonly low: Money
  readonly high: Money
}

/**
 * Returns between which values a position was at some prices, each of its quotes for itself; null
 * while one of the quotes has none.
 * @param pricesOf the prices of a symbol
 */
export function valueRange(
  position: Position,
  pricesOf: (symbol: Symbol) => readonly MarketPrices[],
  optionValue: OptionValue = ASSUMED_OPTION_VALUE,
): MoneyRange | null {
  const ranges = marksOf(position).map((mark) => {
    const values = pricesOf(mark.symbol).flatMap((prices) => {
      const price = priceOf(mark, position.assetClass, prices, optionValue)
      return price === null ? [] : [valueAt(mark, price)]
    })
    return values.length === 0 ? null : { low: values.reduce(minOf), high: values.reduce(maxOf) }
  })
  const known = allKnown(ranges)
  return known === null
    ? null
    : {
        low: toCents(sum(known.map(({ low }) => low))),
        high: toCents(sum(known.map(({ high }) => high))),
      }
}

interface PricedMark {
  readonly price: Price
  readonly value: Decimal
  readonly receivedAt: EpochMs | null
}

/** Returns the marks at their prices; null while one of them is missing. */
const pricedMarks = (
  position: Position,
  pricesOf: (symbol: Symbol) => MarketPrices | undefined,
  optionValue: OptionValue,
): readonly [PricedMark, ...(readonly PricedMark[])] | null =>
  allKnown(
    marksOf(position).map((mark) => {
      const found = pricesOf(mark.symbol)
      if (found === undefined || isOlder(found, position)) return null
      const price = priceOf(mark, position.assetClass, found, optionValue)
      const { receivedAt } = found
      return price === null ? null : { price, value: valueAt(mark, price), receivedAt }
    }),
  )

/**
 * True for prices that are older than the broker's own: nothing has kept them up to date, or they
 * were received before it. A price of an option that is read in turns may have been: the broker may
 * value options by another rule, and its price would come and go with every read of the positions.
 */
const isOlder = (
  { receivedAt, isOutdated }: MarketPrices,
  { assetClass, pricedAt }: Position,
): boolean =>
  receivedAt !== null &&
  (isOutdated === true || (assetClass !== 'option' && pricedAt !== null && receivedAt < pricedAt))

/** Returns the price of one unit of a mark; null while it is not known. */
function priceOf(
  { mirrored }: PositionMark,
  assetClass: AssetClass,
  prices: MarketPrices,
  optionValue: OptionValue,
): Price | null {
  const quoted = markPrice(assetClass, prices, optionValue)
  return quoted !== null && mirrored ? otherSide(quoted) : quoted
}

const valueAt = ({ quantity, multiplier }: PositionMark, price: Price): Decimal =>
  mul(mul(price, quantity), multiplier)

/** Returns the value at the broker's own price, or the value that the broker reports. */
function brokerValue(position: Position): Money | null {
  const { lastPrice, quantity, multiplier, legs } = position
  const isSingle = (legs ?? []).length < 2
  return isSingle && lastPrice !== null && multiplier !== null
    ? toCents(mul(mul(lastPrice, quantity), multiplier))
    : position.marketValue
}

/** Returns the gain over the average cost, for a broker that reports no gain. */
function gainFromCost({ averageCost, quantity, multiplier }: Position, value: Money): Money | null {
  return averageCost === null || multiplier === null
    ? null
    : toCents(sub(value, asMoney(mul(mul(averageCost, quantity), multiplier))))
}

const netPrice = ({ quantity, multiplier }: Position, value: Money): Price | null =>
  multiplier === null
    ? null
    : (div(value, mul(quantity, multiplier), NET_PRICE_PLACES, 'half-up') as Price | null)

const ratioOf = (gain: Money, cost: Money): Decimal | null =>
  isZero(cost) ? null : div(gain, abs(cost), RATIO_PLACES, 'half-even')
