import type { Brand } from '../brand.js'
import { eq, type Price, type Quantity } from '../decimal.js'
import type { Symbol, TradingSymbol } from '../ids.js'
import type { LegOption } from './leg-option.schema.js'
import type { Unknown } from '../unknown.js'
import type { Side } from '../side.js'
import { EVENT_OUTCOMES, type EventOutcome } from './event-contract.js'
import type { AssetClass } from './instrument.js'
import { occSymbol, parseOcc, rootOf, type OccSymbol, type OptionType } from './option.js'
import { symbolClass } from './symbol-class.js'

/**
 * The class and the full identity of one contract: "stock AAPL", "option AAPL261218C00190000",
 * "event KXRATE-26DEC-T3 no". Two positions of one symbol in different products have different
 * keys. Only the functions of this file make keys.
 */
export type InstrumentKey = Brand<string, 'InstrumentKey'>

/**
 * What can cover or be covered in one account: "underlying AAPL" for a stock and all its options,
 * otherwise the class and the symbol. Only {@link underlyingKey} makes it.
 */
export type UnderlyingKey = Brand<string, 'UnderlyingKey'>

const keyOf = (assetClass: AssetClass, ...parts: readonly string[]): InstrumentKey =>
  [assetClass, ...parts].join(' ') as InstrumentKey

/** Returns the class of a key. */
export const keyClass = (key: InstrumentKey): AssetClass =>
  key.slice(0, key.indexOf(' ')) as AssetClass

/** The terms of one option contract. */
export interface OptionTerms {
  readonly type: OptionType
  readonly strike: Price
  readonly expiration: string
}

type DescribedOption = Pick<LegOption, 'type' | 'strike' | 'expiration'>

/** A leg as positions, orders and drafts describe it. */
export interface DescribedLeg {
  /** The root of an option, its OCC symbol, or the ticker of a stock. */
  readonly symbol: TradingSymbol
  readonly option: DescribedOption | null
}

/** Returns the terms of a leg's option; null when the broker does not describe all of them. */
function optionTerms(option: DescribedOption | null): OptionTerms | null {
  const { type, strike, expiration } = option ?? { type: null, strike: null, expiration: null }
  return strike === null || expiration === null || (type !== 'call' && type !== 'put')
    ? null
    : { type, strike, expiration }
}

/** True when no term that the broker states contradicts the OCC symbol. */
const fits = (occ: OccSymbol, option: DescribedOption | null): boolean =>
  option === null ||
  ((option.type === null || option.type === 'unknown' || option.type === occ.type) &&
    (option.expiration === null || option.expiration === occ.expiration) &&
    (option.strike === null || eq(option.strike, occ.strike)))

/**
 * Returns the OCC symbol of a leg, without the spaces that some sources pad it with; null when the
 * broker describes the contract incompletely, or contradicts itself.
 */
export function legContract({ symbol, option }: DescribedLeg): Symbol | null {
  const occ = parseOcc(symbol)
  if (occ !== null) return fits(occ, option) ? (symbol.replaceAll(' ', '') as Symbol) : null
  const terms = optionTerms(option)
  return terms === null ? null : occSymbol({ root: symbol, ...terms })
}

/** Returns the terms of the one option of a position; null for several legs and other products. */
export function optionOf({ legs }: Pick<DescribedInstrument, 'legs'>): OptionTerms | null {
  const [leg, ...more] = legs ?? []
  return leg === undefined || more.length > 0 ? null : optionTerms(leg.option)
}

/** What identifies what is held or ordered, as far as the broker describes it. */
export interface DescribedInstrument {
  readonly assetClass: AssetClass
  readonly symbol: TradingSymbol
  readonly legs?: readonly DescribedLeg[] | undefined
  readonly outcome?: EventOutcome | Unknown | null | undefined
}

/**
 * Returns the symbol of the market data and the ticket: of an option its OCC symbol, otherwise the
 * instrument's own. Null for several legs and for an unknown contract.
 */
export function contractSymbol({ assetClass, symbol, legs }: DescribedInstrument): Symbol | null {
  if (assetClass !== 'option') return symbol as Symbol
  const [only = { symbol, option: null }, ...more] = legs ?? []
  return more.length === 0 ? legContract(only) : null
}

/** Returns the key of a contract; null for several legs, and for an unknown contract or outcome. */
function contractKey(instrument: DescribedInstrument): InstrumentKey | null {
  const { assetClass, outcome } = instrument
  const contract = contractSymbol(instrument)
  if (contract === null) return null
  if (assetClass !== 'event') return keyOf(assetClass, contract)
  return outcome === 'yes' || outcome === 'no' ? keyOf(assetClass, contract, outcome) : null
}

/** Returns the key of a position; null for a combination of several contracts. */
export const positionInstrumentKey = (position: DescribedInstrument): InstrumentKey | null =>
  contractKey(position)

/** What identifies the instrument that an order or a draft trades. */
export interface OrderedInstrument {
  readonly assetClass: AssetClass
  readonly symbol: TradingSymbol
  readonly terms?: Pick<DescribedInstrument, 'legs' | 'outcome'> | null | undefined
}

/** Returns the key of what an order trades; null for an order of several legs. */
export const orderInstrumentKey = ({
  assetClass,
  symbol,
  terms,
}: OrderedInstrument): InstrumentKey | null => contractKey({ assetClass, symbol, ...terms })

/** Returns the symbol of the quotes of what an order trades; null for several legs. */
export const orderContractSymbol = ({
  assetClass,
  symbol,
  terms,
}: OrderedInstrument): Symbol | null => contractSymbol({ assetClass, symbol, ...terms })

/** A leg as an order trades it. */
export interface TradedLeg extends DescribedLeg {
  readonly side: Side | Unknown
  readonly quantity: Quantity
}

/** A leg of an order: what it trades, how much, and in which direction. */
export interface KeyedLeg extends Pick<TradedLeg, 'side' | 'quantity'> {
  readonly key: InstrumentKey
}

/** Returns the key of one leg; a leg without an option is a stock. */
export const legInstrumentKey = (leg: DescribedLeg): InstrumentKey | null =>
  contractKey({
    assetClass: leg.option === null && parseOcc(leg.symbol) === null ? 'stock' : 'option',
    symbol: leg.symbol,
    legs: [leg],
  })

/** Returns the legs of an order whose contracts are known. */
export const legInstrumentKeys = ({
  terms,
}: {
  readonly terms?: { readonly legs?: readonly TradedLeg[] | undefined } | null | undefined
}): readonly KeyedLeg[] =>
  (terms?.legs ?? []).flatMap((leg) => {
    const key = legInstrumentKey(leg)
    return key === null ? [] : [{ key, side: leg.side, quantity: leg.quantity }]
  })

/**
 * Returns the keys of all contracts that an order trades, sorted; empty while one of them is
 * unknown.
 */
export function tradedKeys(order: OrderedInstrument): readonly InstrumentKey[] {
  const legs = order.terms?.legs ?? []
  const keys = legs.length < 2 ? [orderInstrumentKey(order)] : legs.map(legInstrumentKey)
  const known = keys.filter((key) => key !== null)
  return known.length < keys.length ? [] : known.toSorted()
}

/** True when both trade the same contracts; false while one of them is unknown. */
export function tradesSame(a: OrderedInstrument, b: OrderedInstrument): boolean {
  const [first, second] = [tradedKeys(a), tradedKeys(b)]
  return (
    first.length > 0 &&
    first.length === second.length &&
    first.every((key, index) => key === second[index])
  )
}

/**
 * Returns the keys of what a symbol stands for in a list or above a chart, both outcomes of an
 * event market. The symbol's spelling gives the class.
 */
export function symbolKeys(symbol: Symbol): readonly InstrumentKey[] {
  const assetClass = symbolClass(symbol)
  const outcomes = assetClass === 'event' ? EVENT_OUTCOMES : [null]
  return outcomes
    .map((outcome) => contractKey({ assetClass, symbol, outcome }))
    .filter((key) => key !== null)
}

/**
 * Returns the key of the instrument whose prices the market data of a symbol are: of an event
 * market that is its "yes".
 */
export const pricedKey = (symbol: Symbol): InstrumentKey | null =>
  contractKey({ assetClass: symbolClass(symbol), symbol, outcome: 'yes' })

/**
 * Returns the symbol whose dates, bars and instrument an order is about: an option's underlying
 * stock or index, and every other product's own symbol.
 */
export const underlyingSymbol = ({
  assetClass,
  symbol,
}: Pick<DescribedInstrument, 'assetClass' | 'symbol'>): Symbol =>
  (assetClass === 'option' ? rootOf(symbol) : symbol) as Symbol

/** Returns the key by which a stock and all its options belong together. */
export const underlyingKey = ({
  assetClass,
  symbol,
}: Pick<DescribedInstrument, 'assetClass' | 'symbol'>): UnderlyingKey =>
  (assetClass === 'stock' || assetClass === 'option'
    ? `underlying ${rootOf(symbol)}`
    : `${assetClass} ${symbol}`) as UnderlyingKey

/** Returns the key of a symbol of a class; of an event market with the side. */
export const symbolKey = (
  assetClass: AssetClass,
  symbol: Symbol,
  outcome: 'yes' | 'no' | null = null,
): InstrumentKey =>
  outcome === null ? keyOf(assetClass, symbol) : keyOf(assetClass, symbol, outcome)

/** Returns what a key was made of. */
export function keyParts(key: InstrumentKey): {
  readonly assetClass: AssetClass
  readonly symbol: TradingSymbol
  readonly outcome: 'yes' | 'no' | null
} {
  const [assetClass, symbol, outcome] = key.split(' ')
  return {
    assetClass: assetClass as AssetClass,
    symbol: (symbol ?? '') as Symbol,
    outcome: outcome === 'yes' || outcome === 'no' ? outcome : null,
  }
}
