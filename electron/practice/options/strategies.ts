import type { EpochMs } from '../../../shared/domain/time.js'
import type { OptionInstrument, PriceStep, StrategyLeg } from '../model/instrument.js'
import { hashText } from '../market/math/random.js'
import { CENT, PRICE_SCALE, SIZE_SCALE, type PriceUnits } from '../model/units.js'
import { CONTRACT_MULTIPLIER, type Contract } from './contracts.js'
import type { Touch } from './quotes.js'

/**
 * One leg of a combination: contracts, or hundreds of the underlying's shares when `contract` is
 * null.
 */
export interface StrategyPart {
  readonly contract: Contract | null
  readonly symbol: string
  /** Bought (+) or sold (-) per unit of the combination. */
  readonly ratio: number
}

/**
 * Options (and shares) of one underlying in a fixed ratio. Its price is the net price of a unit,
 * per share.
 */
export interface Strategy {
  readonly symbol: string
  readonly parts: readonly StrategyPart[]
  /** Its first contract; all have the same underlying. */
  readonly first: Contract
  /** When its nearest contract expires. */
  readonly endsAt: EpochMs
}

/** Combinations are priced in cents, whatever the price steps of their legs. */
export const STRATEGY_GRID: readonly PriceStep[] = [{ from: 0, step: CENT }]
/**
 * Combination spreads relative to the sum of the legs' spreads. They are tighter because the market
 * maker takes one risk instead of several.
 */
const TIGHTER = 0.6
const MAX_PARTS = 5
const PART = /([+-]\d{1,2})\*([A-Z0-9.]{1,24})/y

/**
 * Returns the symbol of a combination: its legs sorted by symbol, so that each combination has
 * exactly one.
 */
export const strategySymbol = (legs: readonly StrategyLeg[]): string =>
  [...legs]
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .map(({ symbol, ratio }) => `${ratio > 0 ? '+' : '-'}${Math.abs(ratio)}*${symbol}`)
    .join('')

/**
 * Parses such a symbol; null when it is malformed or not a valid combination. `find` returns
 * undefined for the underlying's shares.
 */
export function readStrategy(
  symbol: string,
  find: (symbol: string) => Contract | undefined,
): Strategy | null {
  const parts: StrategyPart[] = []
  PART.lastIndex = 0
  while (PART.lastIndex < symbol.length && parts.length < MAX_PARTS) {
    const [, ratio, name] = PART.exec(symbol) ?? []
    if (ratio === undefined || name === undefined) return null
    parts.push({ contract: find(name) ?? null, symbol: name, ratio: Number(ratio) })
  }
  const contracts = parts.flatMap(({ contract }) => (contract === null ? [] : [contract]))
  const first = contracts[0]
  if (first === undefined || parts.length < 2 || parts.some(({ ratio }) => ratio === 0)) return null
  const sameName = parts.every(({ contract, symbol: name }) =>
    contract === null
      ? name === first.program.underlying && first.program.kind !== 'index'
      : contract.program === first.program,
  )
  if (!sameName || strategySymbol(parts) !== symbol) return null
  return {
    symbol,
    parts,
    first,
    endsAt: contracts.reduce(
      (end, { expiry }) => (expiry.time < end ? expiry.time : end),
      first.expiry.time,
    ),
  }
}

/** Returns the net price of a unit from the prices of its legs. */
export const netPrice = (
  parts: readonly StrategyPart[],
  priceOf: (part: StrategyPart) => number,
): number => parts.reduce((sum, part) => sum + part.ratio * priceOf(part), 0)

/**
 * Returns the market makers' net quotes, inside the sum of the legs' quotes, in cents. A bid of 0
 * means no bid.
 */
export function strategyTouch(
  parts: readonly StrategyPart[],
  touch: (part: StrategyPart) => Touch,
): Touch {
  const worst = netPrice(parts, (part) => (part.ratio > 0 ? touch(part).ask : touch(part).bid))
  const best = netPrice(parts, (part) => (part.ratio > 0 ? touch(part).bid : touch(part).ask))
  const middle = (worst + best) / 2
  const half = ((worst - best) / 2) * TIGHTER
  return {
    bid: Math.max(0, Math.floor((middle - half) / CENT) * CENT),
    ask: Math.max(CENT, Math.ceil((middle + half) / CENT) * CENT),
  }
}

/** Returns quotes of a share around its price, in cents. */
export const shareTouch = (spot: PriceUnits): Touch => ({
  bid: Math.floor(spot / CENT) * CENT,
  ask: Math.ceil((spot + 1) / CENT) * CENT,
})

/**
 * Returns a combination's instrument for the exchange. Its strike is only its first contract's; see
 * `legs`.
 */
export function strategyInstrument(
  { symbol, parts, first, endsAt }: Strategy,
  tradable: boolean,
): OptionInstrument {
  const { program, right, strike, expiry } = first
  return {
    product: 'OPTION',
    symbol,
    name: `${program.underlying} ${parts.length} legs`,
    instrumentId: String(3e13 + hashText(symbol)),
    exchangeCode: 'OPRA',
    status: tradable ? 'OC' : 'NT',
    scale: { price: PRICE_SCALE, size: SIZE_SCALE, multiplier: CONTRACT_MULTIPLIER },
    grid: STRATEGY_GRID,
    root: program.root,
    underlying: program.underlying,
    right,
    strike,
    expiry: expiry.day,
    expiresAt: endsAt,
    style: program.kind === 'index' ? 'EUROPEAN' : 'AMERICAN',
    settlement: program.kind === 'index' ? 'CASH' : 'PHYSICAL',
    legs: parts.map((part) => ({ symbol: part.symbol, ratio: part.ratio })),
  }
}
