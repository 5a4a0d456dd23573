import {
  add,
  asMoney,
  dec,
  div,
  gt,
  isNegative,
  maxOf,
  minOf,
  mul,
  neg,
  ZERO,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../../shared/domain/decimal.js'
import type { OptionType } from '../../../../../shared/domain/instruments/option.js'
import {
  payoffAtOnce,
  type PayoffLeg,
} from '../../../../../shared/domain/orders/strategy-payoff.js'

/**
 * One leg for the risk calculation. A stock leg has no option. Quantities are totals, in contracts
 * or shares.
 */
export interface RiskLeg {
  readonly side: 'buy' | 'sell'
  readonly quantity: Quantity
  readonly option: {
    readonly type: OptionType
    readonly strike: Price
    readonly expiration: string
  } | null
}

/** How the positions of the account bear on an option order (CONFIRM-48). */
export interface OrderCover {
  /** True when every leg only reduces a position, and nothing loses its cover. */
  readonly closes: boolean
  /** How many units of the order would only reduce; zero where something loses its cover. */
  readonly available: Quantity
  /** True when no more short options are uncovered after the order than before it. */
  readonly isCovered: boolean
  /** The long legs in the position that cover the legs which the order sells. */
  readonly legs: readonly RiskLeg[]
  /** The shares that cover them, and those held; zero without any. */
  readonly shares: Quantity
  readonly heldShares: Quantity
}

/**
 * The maximum loss of the legs at expiration, before the premium paid or received; negative when
 * they are always worth something. An unlimited loss is replaced by a stressed one.
 */
export interface LegLoss {
  readonly maxLoss: Money
  readonly unlimited: boolean
  readonly uncovered: boolean
}

/**
 * An uncovered call counts as buying its shares at twice their estimated price. Its true loss is
 * unlimited.
 */
const STRESS = dec('2')

/** Drops long legs that expire before a short one, because they hedge nothing at its expiration. */
function withoutExpiredHedges(legs: readonly RiskLeg[]): readonly RiskLeg[] {
  const last = legs.reduce(
    (latest, { side, option }) =>
      side === 'sell' && option !== null && option.expiration > latest ? option.expiration : latest,
    '',
  )
  return legs.filter(
    ({ side, option }) => side === 'sell' || option === null || option.expiration >= last,
  )
}

/** Places past the point that a leg of stock has in contracts. */
const PLACES = 12

/** Converts a leg for the payoff; shares count in units of a contract. */
function payoffLeg({ side, quantity, option }: RiskLeg, multiplier: Decimal): PayoffLeg {
  const size = option === null ? (div(quantity, multiplier, PLACES, 'up') ?? quantity) : quantity
  return { count: side === 'buy' ? size : neg(size), option }
}

const count = (legs: readonly RiskLeg[], side: RiskLeg['side'], type: OptionType | null): Decimal =>
  legs
    .filter((leg) => leg.side === side && (leg.option?.type ?? null) === type)
    .reduce<Decimal>((total, { quantity }) => add<Decimal>(total, quantity), ZERO)

/**
 * Returns the maximum loss of the legs together over every final price of the underlying. The
 * payoff is linear between zero and the strikes, so only those prices are checked. Above the last
 * strike the loss of uncovered calls is unlimited and is replaced by a stressed one. `premium` is
 * the price of one unit, used to estimate the price of the underlying.
 */
export function legLoss(all: readonly RiskLeg[], multiplier: Decimal, premium: Decimal): LegLoss {
  const legs = withoutExpiredHedges(all)
  const payoff = payoffAtOnce(
    legs.map((leg) => payoffLeg(leg, multiplier)),
    ZERO,
    multiplier,
  )
  const strikes = legs.flatMap(({ option }) => (option === null ? [] : [option.strike]))
  const worst = payoff.points
    .map(({ result }): Decimal => result)
    .reduce((min, result) => minOf(min, result))
  // Units that gain or lose with every further dollar of the underlying.
  const { slope } = payoff
  const unlimited = isNegative(slope)
  const high = strikes.reduce<Decimal>((max, strike) => maxOf<Decimal>(max, strike), ZERO)
  const stressed = unlimited ? mul(neg(slope), mul(STRESS, add(high, maxOf(premium, ZERO)))) : ZERO
  return {
    maxLoss: asMoney(unlimited ? maxOf(neg(worst), stressed) : neg(worst)),
    unlimited,
    uncovered: unlimited || gt(count(legs, 'sell', 'put'), count(legs, 'buy', 'put')),
  }
}
