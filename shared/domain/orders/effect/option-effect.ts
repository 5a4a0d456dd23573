import {
  abs,
  add,
  dec,
  div,
  isNegative,
  isZero,
  minOf,
  mul,
  neg,
  sub,
  ZERO,
  type Decimal,
  type Money,
} from '../../decimal.js'
import {
  payoffAtOnce,
  STANDARD_MULTIPLIER,
  type PayoffLeg,
  type StrategyPayoff,
} from '../strategy-payoff.js'
import { afterChanges, type HeldCover } from './held-cover.js'
import { termsOf } from './holdings.js'
import { openedPart, type EffectKind, type LegChange } from './leg-changes.js'
import { toCents, type Bound, type EffectFacts, type OrderEffect } from './effect-types.js'
import { portfolioMargin } from './portfolio-margin.js'

/** What an order of options does to margin and risk. */
export interface OptionEffect {
  readonly margin: OrderEffect['margin']
  readonly bounds: Pick<OrderEffect, 'maxLoss' | 'maxGain'>
  /** Null where nothing is opened, and where the legs expire on different days. */
  readonly payoff: StrategyPayoff | null
}

export interface OptionInput {
  readonly facts: EffectFacts
  readonly changes: readonly LegChange[]
  readonly kind: EffectKind
  readonly cash: Decimal | null
  /** What the closed legs cost when they were opened; null while it is not known. */
  readonly basis: Decimal | null
  readonly cover: HeldCover | null
}

const ONE = dec('1')
const PLACES = 12
const NO_RISK = { bounds: { maxLoss: null, maxGain: null }, payoff: null } as const

/** Returns the margin of the underlying's short options before and after. */
function marginOf({ facts, changes, cover }: OptionInput): OrderEffect['margin'] {
  const none = { shares: ZERO, options: [], isComplete: true }
  const before = cover?.before ?? none
  // Held options have the marks of their positions.
  const after = afterChanges(before, changes, facts.markOf)
  const terms = { spot: facts.spot, account: facts.account, isBroad: facts.isBroad }
  return { before: portfolioMargin(before, terms), after: portfolioMargin(after, terms) }
}

/** A leg of the position after the order, and what it costs to hold it from now on. */
interface RiskPart {
  readonly leg: PayoffLeg
  readonly expiration: string | null
  readonly value: Decimal
}

/**
 * Returns the position that the order makes a strategy, at its value of now: as many units as the
 * order trades, and no more than are held. Null while it or its price is not known.
 */
function heldPart({ facts, changes }: OptionInput): readonly RiskPart[] | null {
  const { draft, positions, spot } = facts
  const position = positions?.find(
    ({ accountId, positionId }) =>
      accountId === draft.accountId && positionId === draft.terms?.legging?.positionId,
  )
  const [change] = changes
  if (position === undefined || change === undefined) return null
  const option = position.assetClass === 'option' ? termsOf(position) : null
  const price = option === null ? spot : position.lastPrice
  if ((position.assetClass === 'option' && option === null) || price === null) return null
  const held = abs<Decimal>(position.quantity)
  const perUnit = option === null ? STANDARD_MULTIPLIER : ONE
  const size = minOf<Decimal>(held, mul(abs<Decimal>(change.change), perUnit))
  const signed = isNegative(position.quantity) ? neg<Decimal>(size) : size
  const multiplier = option === null ? ONE : (position.multiplier ?? STANDARD_MULTIPLIER)
  return [
    {
      leg: { count: div(signed, perUnit, PLACES, 'half-even') ?? ZERO, option },
      expiration: option?.expiration ?? null,
      value: mul(mul(signed, price), multiplier),
    },
  ]
}

/** Returns the holdings that cover the legs which the order sells, at their present value. */
function coverParts(input: OptionInput): readonly RiskPart[] | null {
  const { facts, cover, kind } = input
  if (facts.draft.terms?.legging?.direction === 'in') return heldPart(input)
  if (cover === null || kind === 'close' || kind === 'reduce') return []
  const parts: RiskPart[] = []
  for (const { option, contracts } of cover.longs) {
    if (option.terms === null || option.mark === null) return null
    parts.push({
      leg: { count: contracts, option: option.terms },
      expiration: option.terms.expiration,
      value: mul(mul(contracts, option.mark), option.multiplier),
    })
  }
  if (cover.shares === null) return parts
  if (facts.spot === null) return null
  const { shares, held } = cover.shares
  const count = div(
    isNegative(held) ? neg(shares) : shares,
    STANDARD_MULTIPLIER,
    PLACES,
    'half-even',
  )
  return [
    ...parts,
    {
      leg: { count: count ?? ZERO, option: null },
      expiration: null,
      value: mul(isNegative(held) ? neg<Decimal>(shares) : shares, facts.spot),
    },
  ]
}

/** Returns the legs that the order opens. */
const openedParts = (changes: readonly LegChange[]): readonly RiskPart[] =>
  changes.flatMap((change) => {
    const opened = openedPart(change)
    if (isZero(opened)) return []
    const count =
      change.option === null
        ? (div(opened, STANDARD_MULTIPLIER, PLACES, 'half-even') ?? ZERO)
        : opened
    return [
      {
        leg: { count, option: change.option },
        expiration: change.option?.expiration ?? null,
        value: ZERO,
      },
    ]
  })

/** Returns the days on which the bought (or the sold) options expire. */
const daysOf = (parts: readonly RiskPart[], isSold: boolean): ReadonlySet<string> =>
  new Set(
    parts.flatMap(({ leg, expiration }) =>
      expiration !== null && isNegative(leg.count) === isSold ? [expiration] : [],
    ),
  )

/**
 * Returns the legs that decide what the position can lose: a bought option that expires before a
 * sold one protects nothing then, and one that expires later can be exercised. Null where the sold
 * ones expire on different days, because none of them is the last to lose.
 */
function losingLegs(parts: readonly RiskPart[]): readonly PayoffLeg[] | null {
  const [sold, ...others] = daysOf(parts, true)
  if (others.length > 0) return null
  return parts
    .filter(
      ({ leg, expiration }) =>
        sold === undefined || expiration === null || isNegative(leg.count) || expiration >= sold,
    )
    .map(({ leg }) => leg)
}

/**
 * Returns the legs that decide what the position can gain. Null where a bought option outlives a
 * sold one, or another bought one: what it is worth then is not known.
 */
function gainingLegs(parts: readonly RiskPart[]): readonly PayoffLeg[] | null {
  const [bought, ...others] = daysOf(parts, false)
  const outlives = [...daysOf(parts, true)].some((sold) => bought !== undefined && bought > sold)
  return others.length > 0 || outlives ? null : parts.map(({ leg }) => leg)
}

const lossOf = (bound: Money | 'unlimited'): Bound =>
  bound === 'unlimited' ? bound : toCents(isNegative(bound) ? neg<Decimal>(bound) : ZERO)
const gainOf = (bound: Money | 'unlimited'): Bound =>
  bound === 'unlimited' ? bound : toCents(isNegative(bound) ? ZERO : bound)

/**
 * Returns what the position that the order opens can lose and gain until its last expiration, with
 * what covers it. What its closed legs brought belongs to it. Without bounds where nothing is
 * opened; without a payoff where the legs expire on different days.
 */
function riskOf(input: OptionInput): Pick<OptionEffect, 'bounds' | 'payoff'> {
  const { facts, changes, cash, basis } = input
  const opened = openedParts(changes)
  const covering = coverParts(input)
  if (opened.length === 0 || covering === null || cash === null || basis === null) return NO_RISK
  const parts = [...opened, ...covering]
  const paid = parts.reduce<Decimal>((total, { value }) => add<Decimal>(total, value), neg(cash))
  const cost = add<Decimal>(add<Decimal>(paid, basis), facts.fees ?? ZERO)
  const net = div(cost, STANDARD_MULTIPLIER, PLACES, 'half-even') ?? ZERO
  const payoff = (legs: readonly PayoffLeg[] | null) =>
    legs === null ? null : payoffAtOnce(legs, net, STANDARD_MULTIPLIER)
  const [losing, gaining] = [payoff(losingLegs(parts)), payoff(gainingLegs(parts))]
  const isOneDay = new Set(parts.flatMap(({ expiration }) => expiration ?? [])).size <= 1
  return {
    bounds: {
      maxLoss: losing === null ? null : lossOf(losing.maxLoss),
      maxGain: gaining === null ? null : gainOf(gaining.maxGain),
    },
    payoff: isOneDay ? gaining : null,
  }
}

/** Returns what an order of options does to margin and risk. */
export const optionEffect = (input: OptionInput): OptionEffect => ({
  margin: marginOf(input),
  ...riskOf(input),
})

/** Returns by how much the margin grows; null while it is not known. */
export const marginGrowth = (margin: OrderEffect['margin']): Decimal | null =>
  margin === null || margin.before === null || margin.after === null
    ? null
    : sub<Decimal>(margin.after, margin.before)
