import type { EpochMs } from '../../../shared/domain/time.js'
import type { OptionInstrument, PriceStep, StrategyLeg } from '../model/instrument.js'
import { hashText } from '../market/math/random.js'
import { CENT, PRICE_SCALE, SIZE_SCALE, type PriceUnits } from '../model/units.js'
import { CONTRACT_MULTIPLIER, type Contract } from './contracts.js'
import type { Touch } from './quotes.js'

/**
 * One part of a combination that is traded as one: contracts, or hundreds of the underlying's
 * shares where `contract` is null.
 */
export interface StrategyPart {
  readonly contract: Contract | null
  readonly symbol: string
  /** How many a unit of the combination buys (+) or sells (-). */
  readonly ratio: number
}

/**
 * Options (and shares) of one underlying in a fixed ratio. Its price is the net price of a unit,
 * per share.
 */
export interface Strategy {
  readonly symbol: string
  readonly parts: readonly StrategyPart[]
  /** The first of its contracts; they all belong to one name. */
  readonly first: Contract
  /** When the nearest of its contracts ends. */
  readonly endsAt: EpochMs
}

/** Combinations are priced by the cent, whatever the steps of their parts are. */
export const STRATEGY_GRID: readonly PriceStep[] = [{ from: 0, step: CENT }]
/**
 * A combination is quoted tighter than its parts one by one: the house takes one risk, not several.
 */
const TIGHTER = 0.6
const MAX_PARTS = 5
const PART = /([+-]\d{1,2})\*([A-Z0-9.]{1,24})/y

/**
 * The symbol under which a combination trades: its parts by name, so that each combination has one.
 */
export const strategySymbol = (legs: readonly StrategyLeg[]): string =>
  [...legs]
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .map(({ symbol, ratio }) => `${ratio > 0 ? '+' : '-'}${Math.abs(ratio)}*${symbol}`)
    .join('')

/** Reads such a symbol; null when it is none, or when `find` does not know a part. */
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

/** The net price of a unit from the prices of its parts. */
export const netPrice = (
  parts: readonly StrategyPart[],
  priceOf: (part: StrategyPart) => number,
): number => parts.reduce((sum, part) => sum + part.ratio * priceOf(part), 0)

/**
 * The house's net market: inside of what the parts' own markets add up to, by the cent. A bid of 0
 * is none.
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

/** The price of a share between the house's quotes, by the cent. */
export const shareTouch = (spot: PriceUnits): Touch => ({
  bid: Math.floor(spot / CENT) * CENT,
  ask: Math.ceil((spot + 1) / CENT) * CENT,
})

/**
 * What the exchange must know of a combination. It has no strike of its own; those of its parts are
 * in `legs`.
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
