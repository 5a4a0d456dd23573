import {
  abs,
  add,
  cmp,
  div,
  eq,
  isNegative,
  isPositive,
  isZero,
  mul,
  neg,
  sub,
  sum,
  toScale,
  ZERO,
  type Decimal,
} from '../../../../../shared/domain/decimal.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'

const CENTS = 2
/** Decimal places of the units of a leg. */
const UNIT_PLACES = 8

/** What one leg traded in a fill of an order of several legs. */
export interface FilledLeg {
  readonly key: InstrumentKey
  readonly isBuy: boolean
  /** Units of the leg in this fill, positive. */
  readonly units: Decimal
  readonly multiplier: Decimal
  /** The cash that the broker booked for the leg at that instant, after fees; null: not listed. */
  readonly cash: Decimal | null
}

/** A fill of an order of several legs: its execution has the net price of the whole. */
export interface StrategyFill {
  /** What was received for the whole before fees; negative for what was paid. */
  readonly net: Decimal
  /** Its share of the fees of its order; null where the order does not report them. */
  readonly fees: Decimal | null
  /** All fees of its order: one fill has no more. */
  readonly maxFees: Decimal | null
  readonly legs: readonly FilledLeg[]
}

/** One leg of a fill with a price of its own. */
export interface PricedLeg extends FilledLeg {
  /** What was paid for the leg without fees; negative for what was received. */
  readonly value: Decimal
  readonly fees: Decimal
  /** True where no record prices the leg, so that it has a share of the net price. */
  readonly isAllotted: boolean
}

/**
 * One execution of an order of several legs. The broker does not publish whether it lists one for
 * the strategy, at its net price, or one for each leg; both are understood.
 */
export interface StrategyExecution {
  readonly time: EpochMs
  /** The side of the order. */
  readonly isBuy: boolean
  readonly price: Decimal
  readonly quantity: Decimal
}

type OrderedLeg = Omit<FilledLeg, 'units' | 'cash'> & { readonly quantity: Decimal }

/** What an order of several legs trades. */
export interface StrategyOrder {
  /** The units of the strategy, and of each leg, for the whole order. */
  readonly quantity: Decimal
  readonly legs: readonly OrderedLeg[]
  /** All fees of the order, and the units that it filled for them; null: not reported. */
  readonly paid: { readonly fees: Decimal; readonly filled: Decimal } | null
  readonly maxFees: Decimal | null
  /** Returns the cash that was booked for an instrument at an instant; null: not listed. */
  readonly cashOf: (key: InstrumentKey, time: EpochMs) => Decimal | null
}

/** The legs of what an order filled at one instant. */
export interface PricedMoment {
  readonly time: EpochMs
  readonly legs: readonly PricedLeg[]
}

/** Units of the strategy that filled at one instant, and what its legs traded. */
interface Moment {
  readonly time: EpochMs
  readonly units: Decimal
  readonly net: Decimal
  readonly legs: readonly FilledLeg[]
  /** What was paid for each leg, where there is one execution for each leg. */
  readonly values: readonly Decimal[] | null
}

/** Prices the legs of an order's executions, executions of one instant together. */
export function pricedMoments(
  order: StrategyOrder,
  executions: readonly StrategyExecution[],
): readonly PricedMoment[] {
  const { maxFees, paid } = order
  const times = [...new Set(executions.map(({ time }) => time))]
  const moments = times.map((time) =>
    momentOf(
      order,
      executions.filter((execution) => execution.time === time),
      time,
    ),
  )
  const sizes = moments.map(({ units }) => units)
  const missing = paid === null ? ZERO : sub(paid.filled, sum(sizes))
  const fees = shared(paid?.fees ?? ZERO, isPositive(missing) ? [...sizes, missing] : sizes)
  return moments.map(({ time, net, legs, values }, index) => {
    const ownFees = paid === null ? null : (fees[index] ?? ZERO)
    const fill = { net, fees: ownFees, maxFees, legs }
    return { time, legs: pricedLegs(fill, values) }
  })
}

function momentOf(
  order: StrategyOrder,
  executions: readonly StrategyExecution[],
  time: EpochMs,
): Moment {
  const { quantity: ordered, legs, maxFees, cashOf } = order
  const filled = sum(executions.map(({ quantity }) => quantity))
  const filledLegs = (orderedUnits: Decimal): readonly FilledLeg[] =>
    legs.map(({ key, isBuy, quantity, multiplier }) => ({
      key,
      isBuy,
      units: div(mul(quantity, filled), orderedUnits, UNIT_PLACES, 'half-even') ?? ZERO,
      multiplier,
      cash: cashOf(key, time),
    }))
  const byOrder: Moment = {
    time,
    units: filled,
    net: sum(executions.map((execution) => netValue(execution, legs))),
    legs: filledLegs(ordered),
    values: null,
  }
  const values = legValues(legs, executions)
  if (values === null) return byOrder
  const all = sum(legs.map(({ quantity }) => quantity))
  const byLeg: Moment = {
    time,
    units: div(mul(filled, ordered), all, UNIT_PLACES, 'half-even') ?? ZERO,
    net: neg(sum(values)),
    legs: filledLegs(all),
    values,
  }
  const fits = ({ net, legs: own }: Moment) =>
    bookedLegs({ net, fees: null, maxFees, legs: own }) !== null
  return fits(byOrder) && !fits(byLeg) ? byOrder : byLeg
}

/**
 * Returns what was paid for each leg when the executions are one for each leg, in their order: as
 * many of each, in the ratio of the legs. Null otherwise.
 */
function legValues(
  legs: readonly OrderedLeg[],
  executions: readonly StrategyExecution[],
): readonly Decimal[] | null {
  if (executions.length % legs.length !== 0) return null
  const [firstLeg] = legs
  if (firstLeg === undefined) return null
  const values = legs.map(() => ZERO as Decimal)
  for (const [index, { price, quantity }] of executions.entries()) {
    const place = index % legs.length
    const [leg, first] = [legs[place], executions[index - place]]
    if (leg === undefined || first === undefined) return null
    if (!eq(mul(quantity, firstLeg.quantity), mul(first.quantity, leg.quantity))) return null
    const value = mul(mul(price, quantity), leg.multiplier)
    values[place] = add(values[place] ?? ZERO, leg.isBuy ? value : neg(value))
  }
  return values
}

/**
 * Returns what was received for an execution before fees: its net price times the multiplier of its
 * contracts. The legs' units may differ; the price counts for one unit of the strategy.
 */
function netValue(
  { isBuy, price, quantity }: StrategyExecution,
  legs: readonly Pick<FilledLeg, 'key' | 'multiplier'>[],
): Decimal {
  const option = legs.find(({ key }) => key.startsWith('option '))
  const value = mul(mul(price, quantity), (option ?? legs[0])?.multiplier ?? ZERO)
  return isBuy ? neg(value) : value
}

/** Gives each leg its value, and its share of the fees by its size. */
function valuedLegs(
  { fees, legs }: StrategyFill,
  values: readonly Decimal[],
  isAllotted: boolean,
): readonly PricedLeg[] {
  const units = legs.map((leg) => leg.units)
  const ownFees = shared(fees ?? ZERO, units)
  return legs.map((leg, index) => ({
    ...leg,
    value: values[index] ?? ZERO,
    fees: ownFees[index] ?? ZERO,
    isAllotted,
  }))
}

/**
 * Prices the legs of a fill. The cash that the broker booked for each leg says it, fees deducted;
 * where it is not listed, or does not fit the net price, executions of the legs do, and without
 * them the net price is shared out. In all cases the legs add up to the net price to the cent, and
 * their fees to those of the fill.
 *
 * @param values what was paid for each leg, where there is one execution for each leg
 */
export const pricedLegs = (
  fill: StrategyFill,
  values: readonly Decimal[] | null = null,
): readonly PricedLeg[] =>
  bookedLegs(fill) ?? (values === null ? allottedLegs(fill) : valuedLegs(fill, values, false))

function bookedLegs({ net, maxFees, legs }: StrategyFill): readonly PricedLeg[] | null {
  const booked = legs.flatMap(({ cash }) => (cash === null ? [] : [cash]))
  if (booked.length < legs.length) return null
  const paid = sub(net, sum(booked))
  // Cash at the same instant can belong to another order.
  if (isNegative(paid) || (maxFees !== null && cmp(paid, maxFees) > 0)) return null
  const shares = shared(paid, feeWeights(legs))
  return legs.map((leg, index) => {
    const ownFees = shares[index] ?? ZERO
    const value = neg(add(leg.cash ?? ZERO, ownFees))
    return { ...leg, value, fees: ownFees, isAllotted: false }
  })
}

/**
 * Returns by what the fees are divided among legs. The cash of a leg that paid none is a whole
 * number of cents per unit; where several may have paid them, they count by size.
 */
function feeWeights(legs: readonly FilledLeg[]): readonly Decimal[] {
  const payers = legs.map(({ cash, units, multiplier }) => {
    const size = mul(units, multiplier)
    const price = div(abs(cash ?? ZERO), size, CENTS, 'half-even')
    return price === null || !eq(mul(price, size), abs(cash ?? ZERO))
  })
  return legs.map(({ units }, index) =>
    payers.includes(true) && payers[index] !== true ? ZERO : units,
  )
}

/**
 * Shares the net price out by size: a price paid among the legs bought, a price received among the
 * legs sold; the other legs count nothing.
 */
function allottedLegs(fill: StrategyFill): readonly PricedLeg[] {
  const isPaid = isNegative(fill.net)
  const sizes = fill.legs.map(({ units, multiplier, isBuy }) => ({
    size: mul(units, multiplier),
    takes: isBuy === isPaid,
  }))
  const hasTaker = sizes.some(({ takes }) => takes)
  const values = shared(
    neg(fill.net),
    sizes.map(({ size, takes }) => (takes || !hasTaker ? size : ZERO)),
  )
  return valuedLegs(fill, values, true)
}

/** Divides an amount by weights, to the cent; the last part gets the rest, so nothing is lost. */
export function shared(amount: Decimal, weights: readonly Decimal[]): readonly Decimal[] {
  let [remaining, open] = [amount, sum(weights)]
  return weights.map((weight) => {
    if (!isPositive(weight) || isZero(open)) return ZERO
    const part = eq(weight, open)
      ? remaining
      : toScale(div(mul(remaining, weight), open, CENTS, 'half-even') ?? ZERO, CENTS, 'half-even')
    remaining = sub(remaining, part)
    open = sub(open, weight)
    return part
  })
}
