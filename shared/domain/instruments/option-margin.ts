import {
  add,
  cmp,
  dec,
  isNegative,
  maxOf,
  mul,
  sub,
  ZERO,
  type Decimal,
  type Price,
} from '../decimal.js'
import type { Account } from '../account/account.js'
import type { OptionType } from './option.js'

/**
 * FINRA rule 4210(f)(2)(E): the margin of an uncovered option beyond its own value, as a fraction
 * of the underlying's value, less what it is out of the money, but at least a tenth.
 */
const USUAL = { stock: dec('0.2'), broad: dec('0.15') } as const
const LEAST = dec('0.1')

/** Returns the margin of an uncovered option beyond its own value, per share. */
export function uncoveredPerShare(
  { type, strike }: { readonly type: OptionType; readonly strike: Price },
  spot: Decimal,
  kind: 'stock' | 'broad',
): Decimal {
  const away = type === 'call' ? sub<Decimal>(strike, spot) : sub<Decimal>(spot, strike)
  const out = isNegative(away) ? ZERO : away
  const usual = sub<Decimal>(mul(spot, USUAL[kind]), out)
  return maxOf(usual, mul(type === 'call' ? spot : strike, LEAST))
}

/** One leg of a strategy for its margin. A leg without an option is a hundred shares. */
export interface MarginLeg {
  readonly side: 'buy' | 'sell'
  /** Contracts, or hundreds of shares, per unit. */
  readonly ratio: number
  readonly option: {
    readonly type: OptionType
    readonly strike: Price
    readonly expiration: string
  } | null
  /** The price of one share of the leg; null while it is not known. */
  readonly mark: Decimal | null
}

/** The margin of one short contract, per share. `mark` is the value that it adds uncovered. */
interface Charge {
  readonly amount: Decimal
  readonly mark: Decimal
}

type Option = NonNullable<MarginLeg['option']>

/** Returns what a short option needs that a long one covers: how far its strike is worse. */
function widthOf(short: Option, long: Option): Decimal {
  const width =
    short.type === 'call'
      ? sub<Decimal>(long.strike, short.strike)
      : sub<Decimal>(short.strike, long.strike)
  return isNegative(width) ? ZERO : width
}

/** Returns the legs of one side and type, one entry per contract, the riskiest first. */
function contractsOf(
  legs: readonly MarginLeg[],
  side: MarginLeg['side'],
  type: OptionType,
): readonly (MarginLeg & { readonly option: Option })[] {
  const found = legs.flatMap((leg) =>
    leg.side === side && leg.option?.type === type
      ? Array.from({ length: leg.ratio }, () => ({ ...leg, option: leg.option as Option }))
      : [],
  )
  const byStrike = (a: Option, b: Option): number => cmp(a.strike, b.strike)
  return found.sort((a, b) =>
    type === 'call' ? byStrike(a.option, b.option) : byStrike(b.option, a.option),
  )
}

/** Returns the charges of the short options of one type; null while a price is missing. */
function chargesOf(
  legs: readonly MarginLeg[],
  type: OptionType,
  spot: Price | null,
): readonly Charge[] | null {
  const longs = [...contractsOf(legs, 'buy', type)]
  const covering = legs.filter(
    ({ option, side }) => option === null && side === (type === 'call' ? 'buy' : 'sell'),
  )
  let shares = covering.reduce((count, { ratio }) => count + ratio, 0)
  const charges: Charge[] = []
  for (const short of contractsOf(legs, 'sell', type)) {
    if (shares > 0) {
      shares -= 1
      continue
    }
    const [cover] = longs
      .filter(({ option }) => option.expiration >= short.option.expiration)
      .sort((a, b) => cmp(widthOf(short.option, a.option), widthOf(short.option, b.option)))
    if (cover !== undefined) {
      longs.splice(longs.indexOf(cover), 1)
      charges.push({ amount: widthOf(short.option, cover.option), mark: ZERO })
      continue
    }
    if (short.mark === null || spot === null) return null
    const uncovered = uncoveredPerShare(short.option, spot, 'stock')
    charges.push({ amount: add(short.mark, uncovered), mark: short.mark })
  }
  return charges.sort((a, b) => cmp(b.amount, a.amount))
}

/** Returns the cash that short puts of a cash account set aside; null for a call without shares. */
function cashFor(legs: readonly MarginLeg[]): Decimal | null {
  const shares = legs
    .filter(({ option, side }) => option === null && side === 'buy')
    .reduce((count, { ratio }) => count + ratio, 0)
  if (contractsOf(legs, 'sell', 'call').length > shares) return null
  return contractsOf(legs, 'sell', 'put').reduce<Decimal>(
    (total, { option }) => add<Decimal>(total, option.strike),
    ZERO,
  )
}

/**
 * Returns the margin that the short options of a strategy need per share of one unit, their own
 * value included: covered by shares nothing, by a longer option of the strategy the difference of
 * the strikes, otherwise FINRA rule 4210. A move hurts calls or puts only, so a pair of both needs
 * the larger amount and the value of the other. In a cash account a put needs its strike. Null
 * while a price that it needs is missing, and for what a cash account cannot write.
 */
export function strategyMargin(
  legs: readonly MarginLeg[],
  spot: Price | null,
  account: Account['type'] = 'margin',
): Decimal | null {
  if (!legs.some(({ side, option }) => side === 'sell' && option !== null)) return ZERO
  if (account === 'cash') return cashFor(legs)
  const [calls, puts] = [chargesOf(legs, 'call', spot), chargesOf(legs, 'put', spot)]
  if (calls === null || puts === null) return null
  const none: Charge = { amount: ZERO, mark: ZERO }
  let total: Decimal = ZERO
  for (let index = 0; index < Math.max(calls.length, puts.length); index += 1) {
    const [a, b] = [calls[index] ?? none, puts[index] ?? none]
    const [more, less] = isNegative(sub<Decimal>(a.amount, b.amount)) ? [b, a] : [a, b]
    total = add(total, add(more.amount, less.mark))
  }
  return total
}
