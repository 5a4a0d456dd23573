import { dec, isNegative, maxOf, mul, sub, ZERO, type Decimal, type Price } from '../decimal.js'
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
