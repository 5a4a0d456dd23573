import { cmp, eq, gt, lt, sub, type Decimal, type Price } from '../decimal.js'
import type { OptionStrategy, OptionType } from '../instruments/option.js'

/** A leg of a strategy, per unit of it. */
export interface StrategyLeg {
  readonly side: 'buy' | 'sell'
  /** Contracts per unit; hundreds of shares for a leg of stock. */
  readonly ratio: number
  /** Null for a leg of stock. `expiration` is yyyy-MM-dd. */
  readonly option: {
    readonly type: OptionType
    readonly strike: Price
    readonly expiration: string
  } | null
}

/** A strategy that the provider accepts. `side`: bought for a debit, or sold for a credit. */
export interface NamedStrategy {
  readonly strategy: OptionStrategy
  readonly side: 'buy' | 'sell'
}

type Option = NonNullable<StrategyLeg['option']>
/** A leg with its contracts bought (+) or sold (-). */
interface Signed {
  readonly option: Option | null
  readonly count: number
}
interface SignedOption extends Signed {
  readonly option: Option
}

const isOption = (leg: Signed): leg is SignedOption => leg.option !== null
const hasCounts = (legs: readonly Signed[], ...counts: readonly number[]): boolean =>
  legs.length === counts.length && legs.every(({ count }, index) => count === counts[index])
const isEqualStrike = (a: Option, b: Option): boolean => eq(a.strike, b.strike)
const width = (low: Option, high: Option): Decimal => sub<Decimal>(high.strike, low.strike)

function pair([a, b]: readonly SignedOption[]): OptionStrategy | null {
  if (a === undefined || b === undefined) return null
  const isOneDay = a.option.expiration === b.option.expiration
  if (a.option.type !== b.option.type) {
    if (!isOneDay || !hasCounts([a, b], 1, 1)) return null
    return isEqualStrike(a.option, b.option) ? 'straddle' : 'strangle'
  }
  if (isOneDay) {
    if (isEqualStrike(a.option, b.option)) return null
    // The option that is bought is the dearer one: the lower call, the higher put.
    const isBought = a.option.type === 'call' ? hasCounts([a, b], 1, -1) : hasCounts([a, b], -1, 1)
    return isBought ? 'vertical' : null
  }
  const [near, far] = a.option.expiration < b.option.expiration ? [a, b] : [b, a]
  if (!hasCounts([near, far], -1, 1)) return null
  return isEqualStrike(a.option, b.option) ? 'calendar' : 'diagonal'
}

function wings(legs: readonly SignedOption[]): OptionStrategy | null {
  const [a, b, c, d] = legs.map(({ option }) => option)
  if (a === undefined || b === undefined || c === undefined) return null
  if (!lt(a.strike, b.strike)) return null
  if (d === undefined) {
    return hasCounts(legs, 1, -2, 1) && eq(width(a, b), width(b, c)) ? 'butterfly' : null
  }
  const isCondor =
    hasCounts(legs, 1, -1, -1, 1) && eq(width(a, b), width(c, d)) && gt(c.strike, b.strike)
  return isCondor ? 'condor' : null
}

function iron(
  puts: readonly SignedOption[],
  calls: readonly SignedOption[],
): OptionStrategy | null {
  const [outerPut, innerPut] = puts
  const [innerCall, outerCall] = calls
  if (
    outerPut === undefined ||
    innerPut === undefined ||
    innerCall === undefined ||
    outerCall === undefined ||
    !hasCounts(puts, -1, 1) ||
    !hasCounts(calls, 1, -1) ||
    !lt(outerPut.option.strike, innerPut.option.strike) ||
    !lt(innerCall.option.strike, outerCall.option.strike)
  ) {
    return null
  }
  if (isEqualStrike(innerPut.option, innerCall.option)) return 'iron-butterfly'
  return lt(innerPut.option.strike, innerCall.option.strike) ? 'iron-condor' : null
}

function withStock(stock: Signed, options: readonly SignedOption[]): OptionStrategy | null {
  if (stock.count !== 1) return null
  const call = options.find(({ option, count }) => option.type === 'call' && count === -1)
  const put = options.find(({ option, count }) => option.type === 'put' && count === 1)
  if (options.length === 1) return call === undefined ? null : 'covered-stock'
  if (options.length !== 2 || call === undefined || put === undefined) return null
  const isCollar =
    call.option.expiration === put.option.expiration && !gt(put.option.strike, call.option.strike)
  return isCollar ? 'collar-with-stock' : null
}

/** Names legs as a buyer holds them, for a debit; null when they are no strategy. */
function boughtStrategy(legs: readonly Signed[]): OptionStrategy | null {
  const options = legs.filter(isOption).toSorted((a, b) => cmp(a.option.strike, b.option.strike))
  const stock = legs.find(({ option }) => option === null)
  if (stock !== undefined) {
    return options.length === legs.length - 1 ? withStock(stock, options) : null
  }
  if (options.length === 1) return options[0]?.count === 1 ? 'single' : null
  if (options.length === 2) return pair(options)
  const [first] = options
  if (options.some(({ option }) => option.expiration !== first?.option.expiration)) return null
  const puts = options.filter(({ option }) => option.type === 'put')
  const calls = options.filter(({ option }) => option.type === 'call')
  if (puts.length === 0 || calls.length === 0) return wings(options)
  return puts.length === 2 && calls.length === 2 ? iron(puts, calls) : null
}

/**
 * Returns the strategy that the legs are, and whether it is bought or sold; null when the provider
 * has no name for them (TRADING-4.2).
 */
export function recognizeStrategy(legs: readonly StrategyLeg[]): NamedStrategy | null {
  const signed = legs.map(
    ({ side, ratio, option }): Signed => ({
      option,
      count: side === 'buy' ? ratio : -ratio,
    }),
  )
  const bought = boughtStrategy(signed)
  if (bought !== null) return { strategy: bought, side: 'buy' }
  const sold = boughtStrategy(signed.map((leg) => ({ ...leg, count: -leg.count })))
  return sold === null ? null : { strategy: sold, side: 'sell' }
}
