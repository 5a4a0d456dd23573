import { cmp, decimalText, toInteger, type Decimal, type Price } from '../decimal.js'
import type { Symbol } from '../ids.js'
import { parseOcc, type ExpirationCycle, type OptionContract, type OptionStyle } from './option.js'

/** The places of the finest strike, a thousandth of a dollar. */
const STRIKE_PLACES = 3

/** The call and the put of one strike; null where only one of them is listed. */
export interface ChainRow {
  readonly strike: Price
  readonly call: Symbol | null
  readonly put: Symbol | null
}

/** The contracts of one root that expire on one day. */
export interface ChainExpiry {
  /** yyyy-MM-dd. */
  readonly expiration: string
  readonly root: string
  readonly cycle: ExpirationCycle | null
  readonly style: OptionStyle | null
  readonly settlement: OptionContract['settlement']
  /** The currency value of a price of 1. */
  readonly multiplier: Decimal
  /** By strike, ascending. */
  readonly rows: readonly ChainRow[]
}

/** Every listed option of an underlying; without expiries where it has none. */
export interface OptionChain {
  readonly underlying: Symbol
  /** By day, then by root. */
  readonly expiries: readonly ChainExpiry[]
}

/**
 * Returns the underlyings whose chain may list a symbol, the likeliest first: itself, or the
 * underlying of an option. Weekly and adjusted contracts have a root of their own ("SPXW",
 * "AAPL1").
 */
export function possibleUnderlyings(text: string): readonly string[] {
  const root = parseOcc(text)?.root
  if (root === undefined) return [text]
  const plain = root.replace(/(W|\d)$/, '')
  return plain === root || plain === '' ? [root] : [root, plain]
}

/** Groups listed contracts that have not expired on `today` (yyyy-MM-dd) into a chain. */
export function chainOf(
  underlying: Symbol,
  contracts: readonly OptionContract[],
  today: string,
): OptionChain {
  const groups = new Map<string, OptionContract[]>()
  for (const contract of contracts) {
    if (!contract.listed || contract.type === null || contract.expiration < today) continue
    const key = `${contract.expiration} ${contract.root}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [contract])
    else group.push(contract)
  }
  const expiries = [...groups.keys()].toSorted().flatMap((key) => expiryOf(groups.get(key) ?? []))
  return { underlying, expiries }
}

/** Returns a chain without the contracts that have expired on `today` (yyyy-MM-dd). */
export const withoutExpired = (chain: OptionChain, today: string): OptionChain =>
  chain.expiries.every(({ expiration }) => expiration >= today)
    ? chain
    : { ...chain, expiries: chain.expiries.filter(({ expiration }) => expiration >= today) }

function expiryOf(contracts: readonly OptionContract[]): readonly ChainExpiry[] {
  const [first] = contracts
  if (first === undefined) return []
  const rows = new Map<string, ChainRow>()
  for (const { strike, type, symbol } of contracts) {
    const key = String(toInteger(strike, STRIKE_PLACES) ?? decimalText(strike))
    const row = rows.get(key) ?? { strike, call: null, put: null }
    rows.set(key, type === 'call' ? { ...row, call: symbol } : { ...row, put: symbol })
  }
  const { expiration, root, cycle, style, settlement, multiplier } = first
  return [
    {
      expiration,
      root,
      cycle,
      style,
      settlement,
      multiplier,
      rows: [...rows.values()].sort((a, b) => cmp(a.strike, b.strike)),
    },
  ]
}
