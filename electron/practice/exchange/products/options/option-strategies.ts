import type { W_OPTION_STRATEGIES } from '../../../../../shared/wire/enums.js'
import type { PriceUnits } from '../../../model/units.js'

/** The names of combinations (TRADING-4.2). */
export type StrategyName = (typeof W_OPTION_STRATEGIES)[number]

/**
 * One part of a combination as it is told by its shape: an option, or hundreds of shares where
 * `right` is null.
 */
export interface Shape {
  readonly right: 'CALL' | 'PUT' | null
  readonly strike: PriceUnits
  readonly expiry: string
  /** Bought (+) or sold (-), how many a unit of the combination. */
  readonly ratio: number
}

type Option = Shape & { readonly right: 'CALL' | 'PUT' }
const isOption = (shape: Shape): shape is Option => shape.right !== null
const ratios = (legs: readonly Shape[]): string => legs.map(({ ratio }) => ratio).join(',')

/** Two options without shares. */
function two(legs: readonly Option[]): StrategyName | null {
  const [a, b] = legs
  if (a === undefined || b === undefined) return null
  if (a.right !== b.right) {
    if (a.expiry !== b.expiry || a.ratio !== 1 || b.ratio !== 1) return null
    return a.strike === b.strike ? 'STRADDLE' : 'STRANGLE'
  }
  if (a.expiry === b.expiry) {
    const [low, high] = a.strike < b.strike ? [a, b] : [b, a]
    // What is bought is the dearer of the two: the lower call, the higher put.
    return low.strike < high.strike &&
      ratios([low, high]) === (a.right === 'CALL' ? '1,-1' : '-1,1')
      ? 'VERTICAL'
      : null
  }
  const [near, far] = a.expiry < b.expiry ? [a, b] : [b, a]
  if (near.ratio !== -1 || far.ratio !== 1) return null
  return near.strike === far.strike ? 'CALENDAR' : 'DIAGONAL'
}

/** Three or four options of one right and expiration, by strike. */
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

/** Two puts below two calls: the inner ones are bought, the outer ones sold. */
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

/** Shares with options on them. */
function withShares(shares: Shape, options: readonly Option[]): StrategyName | null {
  if (shares.ratio !== 1) return null
  const call = options.find(({ right, ratio }) => right === 'CALL' && ratio === -1)
  const put = options.find(({ right, ratio }) => right === 'PUT' && ratio === 1)
  if (options.length === 1) return call === undefined ? null : 'COVERED_STOCK'
  if (options.length !== 2 || call === undefined || put === undefined) return null
  return call.expiry === put.expiry && put.strike <= call.strike ? 'COLLAR_WITH_STOCK' : null
}

/**
 * What a combination is called when it is bought, that is with the parts a buyer of it gets: buying
 * costs money. Null for parts
 * that are no combination; the same parts with every sign turned are what its seller has.
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

/** The same parts seen from the other side. */
export const turned = <T extends Shape>(legs: readonly T[]): T[] =>
  legs.map((leg) => ({ ...leg, ratio: -leg.ratio }))
