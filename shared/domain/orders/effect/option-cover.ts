import {
  abs,
  add,
  cmp,
  div,
  isNegative,
  isPositive,
  isZero,
  minOf,
  mul,
  neg,
  sub,
  ZERO,
  type Decimal,
} from '../../decimal.js'
import type { OptionTerms } from '../../instruments/instrument-key.js'
import type { OptionType } from '../../instruments/option.js'
import type { OptionHolding, UnderlyingHoldings } from './holdings.js'

/** What covers the short options of one type, as the broker counts it (CONFIRM-48). */
export interface OptionCover {
  /** The contracts of each long option that cover a short one. */
  readonly longs: ReadonlyMap<OptionHolding, Decimal>
  /** The shares that cover a short option, always whole contracts of them. */
  readonly shares: Decimal
  /** The short contracts that nothing covers. */
  readonly uncovered: Decimal
}

/**
 * Returns how far the strike of a long option is worse than the strike of the short one it covers.
 */
export function widthOf(short: OptionTerms, long: OptionTerms): Decimal {
  const width =
    short.type === 'call'
      ? sub<Decimal>(long.strike, short.strike)
      : sub<Decimal>(short.strike, long.strike)
  return isNegative(width) ? ZERO : width
}

/** True for a short option of the type; one whose type is not known may be either. */
const isShortOf = ({ terms, contracts }: OptionHolding, type: OptionType): boolean =>
  isNegative(contracts) && (terms === null || terms.type === type)

/** Returns the short options of one type, the riskiest first; those without terms at the end. */
export const shortsOf = (
  { options }: UnderlyingHoldings,
  type: OptionType,
): readonly OptionHolding[] =>
  options
    .filter((option) => isShortOf(option, type))
    .toSorted((a, b) => {
      if (a.terms === null || b.terms === null) return a.terms === b.terms ? 0 : a.terms ? -1 : 1
      const order = cmp(a.terms.strike, b.terms.strike)
      return type === 'call' ? order : -order
    })

/** Returns the long options that cover a short one, the nearest first. */
export function coversOf(
  { options }: UnderlyingHoldings,
  short: OptionTerms,
): readonly (OptionHolding & { readonly terms: OptionTerms })[] {
  const usable = options.flatMap((option) =>
    option.terms?.type === short.type &&
    isPositive(option.contracts) &&
    option.terms.expiration >= short.expiration
      ? [option as OptionHolding & { readonly terms: OptionTerms }]
      : [],
  )
  const distance = ({ terms }: { readonly terms: OptionTerms }): Decimal =>
    abs(sub<Decimal>(terms.strike, short.strike))
  return usable.toSorted(
    (a, b) =>
      cmp(widthOf(short, a.terms), widthOf(short, b.terms)) || cmp(distance(a), distance(b)),
  )
}

/** Returns the shares that cover options of a type: held ones calls, shorted ones puts. */
export const coveringShares = ({ shares }: UnderlyingHoldings, type: OptionType): Decimal => {
  const usable = type === 'call' ? shares : neg<Decimal>(shares)
  return isPositive(usable) ? usable : ZERO
}

/** Returns the contracts that so many shares cover: only whole ones. */
export const contractsOfShares = (shares: Decimal, multiplier: Decimal): Decimal =>
  div(shares, multiplier, 0, 'down') ?? ZERO

/**
 * Returns what covers the short options of one type: long options that expire no earlier first,
 * then whole contracts by shares (CONFIRM-48).
 */
export function coverOf(holdings: UnderlyingHoldings, type: OptionType): OptionCover {
  const longs = new Map<OptionHolding, Decimal>()
  let free = coveringShares(holdings, type)
  let shares: Decimal = ZERO
  let uncovered: Decimal = ZERO
  for (const short of shortsOf(holdings, type)) {
    let open = abs<Decimal>(short.contracts)
    for (const long of short.terms === null ? [] : coversOf(holdings, short.terms)) {
      const used = longs.get(long) ?? ZERO
      const paired = minOf<Decimal>(open, sub<Decimal>(long.contracts, used))
      if (!isPositive(paired)) continue
      longs.set(long, add<Decimal>(used, paired))
      open = sub<Decimal>(open, paired)
    }
    const byShares = minOf<Decimal>(open, contractsOfShares(free, short.multiplier))
    const delivered = mul(byShares, short.multiplier)
    free = sub<Decimal>(free, delivered)
    shares = add<Decimal>(shares, delivered)
    open = sub<Decimal>(open, byShares)
    if (!isZero(open)) uncovered = add<Decimal>(uncovered, open)
  }
  return { longs, shares, uncovered }
}
