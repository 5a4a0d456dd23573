import type { Account } from '../../account/account.js'
import {
  abs,
  add,
  asMoney,
  cmp,
  dec,
  div,
  gt,
  gte,
  isNegative,
  isPositive,
  isZero,
  maxOf,
  minOf,
  mul,
  neg,
  sub,
  sum,
  toScale,
  ZERO,
  type Decimal,
  type Money,
  type Price,
} from '../../decimal.js'
import type { OptionTerms } from '../../instruments/instrument-key.js'
import type { OptionType } from '../../instruments/option.js'
import { payoffAtOnce, type PayoffLeg } from '../strategy-payoff.js'
import type { OptionHolding, UnderlyingHoldings } from './holdings.js'
import { contractsOfShares, coversOf, coveringShares, shortsOf, widthOf } from './option-cover.js'

/** What the margin of short options depends on beside the holdings. */
export interface MarginFacts {
  /** The price of the underlying; null while it is not known. */
  readonly spot: Decimal | null
  readonly account: Account['type'] | undefined
  /** True for a broad index, which needs less margin than one stock. */
  readonly isBroad: boolean
}

/** A number of short contracts with the margin of each. */
interface Charge {
  readonly contracts: Decimal
  readonly perContract: Decimal
  /** The value of one contract where nothing covers it, otherwise zero. */
  readonly mark: Decimal
}

const HALF = dec('0.5')
const CENTS = 2

/** Reduces the charges of spreads to what their legs together can lose at most. */
function cappedCharges(charges: readonly Charge[], loss: Decimal): readonly Charge[] {
  const total = sum(charges.map(({ contracts, perContract }) => mul(contracts, perContract)))
  let excess = maxOf(sub<Decimal>(total, loss), ZERO)
  return charges
    .toSorted((a, b) => cmp(b.perContract, a.perContract))
    .flatMap((charge) => {
      const { contracts, perContract } = charge
      if (isZero(excess) || isZero(perContract)) return [charge]
      const free = minOf<Decimal>(contracts, div(excess, perContract, 0, 'down') ?? ZERO)
      excess = sub<Decimal>(excess, mul(free, perContract))
      const uncovered = sub<Decimal>(contracts, free)
      const reduced = isPositive(uncovered) ? excess : ZERO
      excess = isPositive(uncovered) ? ZERO : excess
      return [
        { ...charge, contracts: free, perContract: ZERO },
        ...(isPositive(uncovered)
          ? [
              { ...charge, contracts: dec('1'), perContract: sub<Decimal>(perContract, reduced) },
              { ...charge, contracts: sub<Decimal>(uncovered, dec('1')) },
            ]
          : []),
      ].filter(({ contracts: count }) => isPositive(count))
    })
}

/** Returns the most that paired options can lose at their expiration, before what was paid. */
function lossOf(pairs: readonly PayoffLeg[], multiplier: Decimal): Decimal {
  if (pairs.length === 0) return ZERO
  // Each short call is paired with a long one, so the result is level above the last strike.
  const { points } = payoffAtOnce(pairs, ZERO, multiplier)
  return neg(points.reduce<Decimal>((least, { result }) => minOf<Decimal>(least, result), ZERO))
}

type Covered = OptionHolding & { readonly terms: OptionTerms }

/** Returns the charges of the short options of one type; null while a price is missing. */
function chargesOf(
  holdings: UnderlyingHoldings,
  type: OptionType,
  facts: MarginFacts,
): readonly Charge[] | null {
  let shares = coveringShares(holdings, type)
  const used = new Map<OptionHolding, Decimal>()
  const spreads: Charge[] = []
  const pairs: PayoffLeg[] = []
  const otherCharges: Charge[] = []
  let multiplier: Decimal = ZERO
  for (const short of shortsOf(holdings, type)) {
    const { terms } = short
    if (terms === null) return null
    multiplier = maxOf(multiplier, short.multiplier)
    let open = abs<Decimal>(short.contracts)
    const byShares = minOf<Decimal>(open, contractsOfShares(shares, short.multiplier))
    if (isPositive(byShares)) {
      const charge = chargeByShares({ ...short, terms }, byShares, facts)
      if (charge === null) return null
      otherCharges.push(charge)
      shares = sub<Decimal>(shares, mul(byShares, short.multiplier))
      open = sub<Decimal>(open, byShares)
    }
    for (const long of coversOf(holdings, terms)) {
      const free = sub<Decimal>(long.contracts, used.get(long) ?? ZERO)
      const paired = minOf<Decimal>(open, free)
      if (!isPositive(paired)) continue
      used.set(long, add<Decimal>(used.get(long) ?? ZERO, paired))
      open = sub<Decimal>(open, paired)
      const perContract = mul(widthOf(terms, long.terms), short.multiplier)
      spreads.push({ contracts: paired, perContract, mark: ZERO })
      pairs.push(
        { count: neg<Decimal>(paired), option: terms },
        { count: paired, option: long.terms },
      )
    }
    if (isZero(open)) continue
    const naked = uncoveredCharge({ ...short, terms }, open, facts)
    if (naked === null) return null
    otherCharges.push(naked)
  }
  return [...cappedCharges(spreads, lossOf(pairs, multiplier)), ...otherCharges]
}

/** Returns the charge of options that shares cover: half of what they are in the money. */
function chargeByShares(
  { terms: { type, strike }, multiplier }: Covered,
  contracts: Decimal,
  { spot }: MarginFacts,
): Charge | null {
  if (spot === null) return null
  const inside = type === 'call' ? sub<Decimal>(spot, strike) : sub<Decimal>(strike, spot)
  const amount = isNegative(inside) ? ZERO : mul(mul(inside, multiplier), HALF)
  return { contracts, perContract: toScale(amount, CENTS, 'up'), mark: ZERO }
}

/** Returns the charge of options that nothing covers, their own value included (FINRA 4210). */
function uncoveredCharge(
  { terms: { type, strike }, multiplier, mark }: Covered,
  contracts: Decimal,
  { spot, isBroad }: MarginFacts,
): Charge | null {
  if (spot === null || mark === null) return null
  const own = mul(mark, multiplier)
  const more = mul(
    uncoveredPerShare({ type, strike }, spot, isBroad ? 'broad' : 'stock'),
    multiplier,
  )
  return { contracts, perContract: toScale(add<Decimal>(own, more), CENTS, 'up'), mark: own }
}

/**
 * Adds the charges of both types. A move hurts calls or puts only, so a pair of both needs the
 * larger amount and the value of the other.
 */
function pairedTotal(calls: readonly Charge[], puts: readonly Charge[]): Decimal {
  const dearest = (charges: readonly Charge[]): Charge[] =>
    charges
      .filter(({ perContract }) => isPositive(perContract))
      .toSorted((a, b) => cmp(b.perContract, a.perContract))
  const [left, right] = [dearest(calls), dearest(puts)]
  let total: Decimal = ZERO
  while (left[0] !== undefined || right[0] !== undefined) {
    const [a, b] = [left[0], right[0]]
    const contracts =
      a === undefined || b === undefined
        ? (a?.contracts ?? b?.contracts ?? ZERO)
        : minOf(a.contracts, b.contracts)
    const isCallDearer = gte(a?.perContract ?? ZERO, b?.perContract ?? ZERO)
    const [more, less] = isCallDearer ? [a, b] : [b, a]
    total = add(total, mul(contracts, add(more?.perContract ?? ZERO, less?.mark ?? ZERO)))
    for (const side of [left, right]) {
      const first = side.shift()
      if (first === undefined) continue
      const open = sub<Decimal>(first.contracts, contracts)
      if (gt(open, ZERO)) side.unshift({ ...first, contracts: open })
    }
  }
  return total
}

/** Returns the cash that the short puts of a cash account set aside. */
const cashFor = (holdings: UnderlyingHoldings): Decimal | null =>
  shortsOf(holdings, 'put').reduce<Decimal | null>(
    (total, { terms, contracts, multiplier }) =>
      total === null || terms === null
        ? null
        : add<Decimal>(total, mul(mul(abs(contracts), terms.strike), multiplier)),
    ZERO,
  )

/**
 * Returns the margin that the short options of one underlying need, their own value included:
 * covered by shares half of what they are in the money, in spreads what all their legs together can
 * lose at most, otherwise FINRA rule 4210. Null while a price that it needs is missing.
 */
export function portfolioMargin(holdings: UnderlyingHoldings, facts: MarginFacts): Money | null {
  if (!holdings.isComplete) return null
  if (facts.account === 'cash') {
    const cash = cashFor(holdings)
    return cash === null ? null : asMoney(cash)
  }
  const calls = chargesOf(holdings, 'call', facts)
  const puts = chargesOf(holdings, 'put', facts)
  return calls === null || puts === null ? null : asMoney(pairedTotal(calls, puts))
}

/**
 * FINRA rule 4210(f)(2)(E): the margin of an uncovered option beyond its own value, as a fraction
 * of the underlying's value, less what it is out of the money, but at least `MIN_UNCOVERED_RATE`.
 */
const UNCOVERED_RATE = { stock: dec('0.2'), broad: dec('0.15') } as const
const MIN_UNCOVERED_RATE = dec('0.1')

/** Returns the margin of an uncovered option beyond its own value, per share. */
export function uncoveredPerShare(
  { type, strike }: { readonly type: OptionType; readonly strike: Price },
  spot: Decimal,
  kind: 'stock' | 'broad',
): Decimal {
  const away = type === 'call' ? sub<Decimal>(strike, spot) : sub<Decimal>(spot, strike)
  const out = isNegative(away) ? ZERO : away
  const usual = sub<Decimal>(mul(spot, UNCOVERED_RATE[kind]), out)
  return maxOf(usual, mul(type === 'call' ? spot : strike, MIN_UNCOVERED_RATE))
}
