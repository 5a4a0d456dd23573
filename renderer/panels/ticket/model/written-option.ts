import {
  asMoney,
  dec,
  isNegative,
  maxOf,
  mul,
  sub,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { OptionContract } from '../../../../shared/domain/instruments/option.js'

/**
 * FINRA rule 4210(f)(2)(E): the margin of an uncovered option beyond its own value, as a fraction
 * of the underlying's value, less what it is out of the money, but at least a tenth.
 */
const USUAL = { stock: dec('0.2'), broad: dec('0.15') } as const
const LEAST = dec('0.1')
const NOTHING = dec('0')

/**
 * Returns what an uncovered option that is sold to open takes from buying power, beyond the premium
 * that it brings. Shares or a longer option that cover it lower the requirement.
 */
export function writtenRequirement(
  { type, strike, underlyingKind }: Pick<OptionContract, 'type' | 'strike' | 'underlyingKind'>,
  spot: Price,
  units: Quantity,
  multiplier: Decimal,
): Money | null {
  if (type === null) return null
  const away = type === 'call' ? sub<Decimal>(strike, spot) : sub<Decimal>(spot, strike)
  const out = isNegative(away) ? NOTHING : away
  const share = USUAL[underlyingKind === 'index' ? 'broad' : 'stock']
  const usual = sub<Decimal>(mul(spot, share), out)
  const least = mul(type === 'call' ? spot : strike, LEAST)
  return asMoney(mul(mul(maxOf(usual, least), units), multiplier))
}

/** Returns buying power after an option is sold to open. */
export const powerAfterWriting = (power: Money, requirement: Money, fees: Money): Money =>
  sub(sub(power, requirement), fees)
