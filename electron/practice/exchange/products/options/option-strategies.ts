import type { W_OPTION_STRATEGIES } from '../../../../../shared/wire/enums.js'
import type { PriceUnits } from '../../../model/units.js'

/** The names of combinations (TRADING-4.2). */
export type StrategyName = (typeof W_OPTION_STRATEGIES)[number]

/** The shape of one leg of a combination: an option, or hundreds of shares when `right` is null. */
export interface Shape {
  readonly right: 'CALL' | 'PUT' | null
  readonly strike: PriceUnits
  readonly expiry: string
  /** Bought (+) or sold (-) per unit of the combination. */
  readonly ratio: number
}

type Option = Shape & { readonly right: 'CALL' | 'PUT' }
const isOption = (shape: Shape): shape is Option => shape.right !== null
const ratios = (legs: readonly Shape[]): string => legs.map(({ ratio }) => ratio).join(',')

/** Names two options without shares. */
function two(legs: readonly Option[]): StrategyName | null {
  const [a, b] = legs
  if (a === undefined || b === undefined) return null
  if (a.right !== b.right) {
    if (a.expiry !== b.expiry || a.ratio !== 1 || b.ratio !== 1) return null
    return a.strike === b.strike ? 'STRADDLE' : 'STRANGLE'
  }
  if (a.expiry === b.expiry) {
    const [low, high] = a.strike < b.strike ? [a, b] : [b, a]
    // The option bought is the more expensive one: the lower call, the higher put.
    return low.strike < high.strike &&
      ratios([low, high]) === (a.right === 'CALL' ? '1,-1' : '-1,1')
      ? 'VERTICAL'
      : null
  }
  const [near, far] = a.expiry < b.expiry ? [a, b] : [b, a]
  if (near.ratio !== -1 || far.ratio !== 1) return null
  return near.strike === far.strike ? 'CALENDAR' : 'DIAGONAL'
}

/** Names three or four options of one right and expiration, ordered by strike. */
function wings(legs: readonly Option[]): StrategyName | null {
  const [a, b, c, d] = legs.map(({ strike }) => strike)
  if (a === undefined || b === undefined || c === undefined) return null
  if (legs.length === 3) {
    return ratios(legs) === '1,-2,1' && b - a === c - b && b > a ? 'BUTTERFLY' : null
  }
  return d !== undefined && ratios(legs) === '1,-1,-1,1' && b - a === d - c && b > a && c > b
    ? 'CONDOR'
    : null
}

/** Names two puts below two calls, the inner ones bought and the outer ones sold. */
function iron(puts: readonly Option[], calls: readonly Option[]): StrategyName | null {
  const [outerPut, innerPut] = puts
  const [innerCall, outerCall] = calls
  if (
    outerPut === undefined ||
    innerPut === undefined ||
    innerCall === undefined ||
    outerCall === undefined
  ) {
    return null
  }
  if (
    ratios(puts) !== '-1,1' ||
    ratios(calls) !== '1,-1' ||
    outerPut.strike >= innerPut.strike ||
    innerCall.strike >= outerCall.strike
  ) {
    return null
  }
  if (innerPut.strike === innerCall.strike) return 'IRON_BUTTERFLY'
  return innerPut.strike < innerCall.strike ? 'IRON_CONDOR' : null
}

/** Names shares with options on them. */
function withShares(shares: Shape, options: readonly Option[]): StrategyName | null {
  if (shares.ratio !== 1) return null
  const call = options.find(({ right, ratio }) => right === 'CALL' && ratio === -1)
  const put = options.find(({ right, ratio }) => right === 'PUT' && ratio === 1)
  if (options.length === 1) return call === undefined ? null : 'COVERED_STOCK'
  if (options.length !== 2 || call === undefined || put === undefined) return null
  return call.expiry === put.expiry && put.strike <= call.strike ? 'COLLAR_WITH_STOCK' : null
}

/**
 * Returns the strategy's name for the legs as a buyer of it holds them (buying costs money). Null
 * when they are no strategy; a seller holds the same legs with opposite signs.
 */
export function strategyOf(legs: readonly Shape[]): StrategyName | null {
  const options = legs.filter(isOption).sort((a, b) => a.strike - b.strike)
  const shares = legs.find(({ right }) => right === null)
  if (shares !== undefined) {
    return options.length === legs.length - 1 ? withShares(shares, options) : null
  }
  if (options.length === 1) return options[0]?.ratio === 1 ? 'SINGLE' : null
  if (options.length === 2) return two(options)
  if (options.some(({ expiry }) => expiry !== options[0]?.expiry)) return null
  const puts = options.filter(({ right }) => right === 'PUT')
  const calls = options.filter(({ right }) => right === 'CALL')
  if (puts.length === 0 || calls.length === 0) return wings(options)
  return puts.length === 2 && calls.length === 2 ? iron(puts, calls) : null
}

/** Returns the same legs with opposite signs. */
export const turned = <T extends Shape>(legs: readonly T[]): T[] =>
  legs.map((leg) => ({ ...leg, ratio: -leg.ratio }))
