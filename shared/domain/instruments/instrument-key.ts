import type { Position } from '../account/account.js'
import type { Brand } from '../brand.js'
import type { Symbol } from '../ids.js'
import type { LegOption, OrderTerms, Unknown } from '../orders/order-terms.js'
import type { Side } from '../side.js'
import type { AssetClass } from './instrument.js'
import { occSymbol, parseOcc } from './option.js'

/**
 * The class and the full identity of one contract: "stock AAPL", "option AAPL261218C00190000",
 * "event KXRATE-26DEC-T3 no". Two positions of one symbol in different products have different
 * keys. Only the functions of this file make keys.
 */
export type InstrumentKey = Brand<string, 'InstrumentKey'>

const keyOf = (assetClass: AssetClass, ...parts: readonly string[]): InstrumentKey =>
  [assetClass, ...parts].join(' ') as InstrumentKey

/**
 * Returns the OCC symbol of a leg, without the spaces that some sources pad it with; null when the
 * broker describes the contract incompletely.
 */
export function legContract({
  symbol,
  option,
}: {
  readonly symbol: Symbol
  readonly option: Pick<LegOption, 'type' | 'strike' | 'expiration'> | null
}): Symbol | null {
  if (parseOcc(symbol) !== null) return symbol.replaceAll(' ', '') as Symbol
  const { type, strike, expiration } = option ?? { type: null, strike: null, expiration: null }
  if (strike === null || expiration === null || (type !== 'call' && type !== 'put')) return null
  return occSymbol({ root: symbol, type, strike, expiration })
}

type Leg = Parameters<typeof legContract>[0]

/** Returns the key of a contract; null for several legs, and for an unknown contract or outcome. */
function contractKey(
  assetClass: AssetClass,
  symbol: Symbol,
  legs: readonly Leg[],
  outcome: OrderTerms['outcome'] | undefined,
): InstrumentKey | null {
  if (assetClass === 'event') {
    return outcome === 'yes' || outcome === 'no' ? keyOf(assetClass, symbol, outcome) : null
  }
  if (assetClass !== 'option') return keyOf(assetClass, symbol)
  const [only = { symbol, option: null }, ...more] = legs
  const contract = more.length === 0 ? legContract(only) : null
  return contract === null ? null : keyOf(assetClass, contract)
}

/** Returns the key of a position; null for a combination of several contracts. */
export const positionInstrumentKey = ({
  assetClass,
  symbol,
  legs,
  outcome,
}: Pick<Position, 'assetClass' | 'symbol' | 'legs' | 'outcome'>): InstrumentKey | null =>
  contractKey(assetClass, symbol, legs ?? [], outcome)

/** What identifies the instrument that an order trades. */
export interface OrderedInstrument {
  readonly assetClass: AssetClass
  readonly symbol: Symbol
  readonly terms?: Pick<OrderTerms, 'legs' | 'outcome'> | undefined
}

/** Returns the key of what an order trades; null for an order of several legs. */
export const orderInstrumentKey = ({
  assetClass,
  symbol,
  terms,
}: OrderedInstrument): InstrumentKey | null =>
  contractKey(assetClass, symbol, terms?.legs ?? [], terms?.outcome)

/** A leg of an order: what it trades, and in which direction. */
export interface KeyedLeg {
  readonly key: InstrumentKey
  readonly side: Side | Unknown
}

/** Returns the legs of an order; a leg without an option is a stock. */
export const legInstrumentKeys = ({ terms }: OrderedInstrument): readonly KeyedLeg[] =>
  (terms?.legs ?? []).flatMap((leg) => {
    const assetClass = leg.option === null && parseOcc(leg.symbol) === null ? 'stock' : 'option'
    const key = contractKey(assetClass, leg.symbol, [leg], null)
    return key === null ? [] : [{ key, side: leg.side }]
  })
