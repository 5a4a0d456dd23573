import type { Position } from '../../../shared/domain/account/account.js'
import {
  abs,
  add,
  asPrice,
  cmp,
  dec,
  decimalText,
  lt,
  mul,
  sub,
  toScale,
  type Decimal,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import {
  legInstrumentKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import { parseOcc, type OptionType } from '../../../shared/domain/instruments/option.js'
import type {
  ChainExpiry,
  ChainRow,
  OptionChain,
} from '../../../shared/domain/instruments/option-chain.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { DAY_MS } from '../../../shared/domain/time.js'
import type { RowStore } from '../../stores/row-store.js'
import { otherThan } from '../../bridge/same-content.js'

/** Names one expiry of a chain: two roots may expire on the same day. */
export const expiryKey = ({ expiration, root }: Pick<ChainExpiry, 'expiration' | 'root'>): string =>
  `${expiration} ${root}`

/** Returns the calendar days from one day to another, both yyyy-MM-dd. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/**
 * Returns the expiry to show: the chosen one; else the selected option's; else the first that has
 * not expired today.
 */
export function shownExpiry(
  { expiries }: OptionChain,
  chosen: string | null,
  selected: Symbol,
  today: string,
): ChainExpiry | null {
  const own = parseOcc(selected)
  return (
    expiries.find((expiry) => expiryKey(expiry) === chosen) ??
    expiries.find((expiry) => own !== null && expiryKey(expiry) === expiryKey(own)) ??
    expiries.find(({ expiration }) => expiration > today) ??
    expiries[0] ??
    null
  )
}

/** Where the underlying's price lies among the strikes. */
export interface MoneyPlace {
  /** The index of the nearest strike; null without a price or rows. */
  readonly nearest: number | null
  /** The number of strikes below the price: their calls are in the money, the puts above it. */
  readonly below: number
}

const HALF = dec('0.5')
/** Quotes that are this much older than the newest say nothing about the price now. */
const PARITY_AGE_MS = 60_000

/** Returns the middle of a quote; null without both sides. */
const middleOf = ({ bid, ask }: Quote): Decimal | null =>
  bid === null || ask === null ? null : mul(add<Decimal>(bid, ask), HALF)

/**
 * Derives the underlying's price from its options, for an index that the broker does not quote: by
 * put-call parity, strike + call - put, at the strike where both are closest. Without interest, so
 * it is the price at the expiration; null until a strike has prices of both.
 */
export function parityPrice(
  rows: readonly ChainRow[],
  quoteOf: (symbol: Symbol) => Quote | undefined,
): Price | null {
  const pairs = rows.flatMap(({ strike, call, put }) => {
    const [ofCall, ofPut] = [call, put].map((symbol) =>
      symbol === null ? undefined : quoteOf(symbol),
    )
    if (ofCall === undefined || ofPut === undefined) return []
    const [callPrice, putPrice] = [middleOf(ofCall), middleOf(ofPut)]
    if (callPrice === null || putPrice === null) return []
    const receivedAt = Math.min(ofCall.receivedAt, ofPut.receivedAt)
    return [{ strike, difference: sub<Decimal>(callPrice, putPrice), receivedAt }]
  })
  const newest = Math.max(...pairs.map(({ receivedAt }) => receivedAt))
  const [closest] = pairs
    .filter(({ receivedAt }) => newest - receivedAt <= PARITY_AGE_MS)
    .toSorted((a, b) => cmp(abs(a.difference), abs(b.difference)))
  return closest === undefined
    ? null
    : asPrice(toScale(add<Decimal>(closest.strike, closest.difference), 2, 'half-even'))
}

/** Finds the price of the underlying among the strikes, which ascend. */
export function moneyPlace(rows: readonly ChainRow[], spot: Price | null): MoneyPlace {
  if (spot === null || rows.length === 0) return { nearest: null, below: 0 }
  const above = rows.findIndex(({ strike }) => !lt(strike, spot))
  const below = above < 0 ? rows.length : above
  const [low, high] = [rows[below - 1], rows[below]]
  if (low === undefined) return { nearest: 0, below }
  if (high === undefined) return { nearest: below - 1, below }
  const lowIsNearer = lt(abs(sub(spot, low.strike)), abs(sub(high.strike, spot)))
  return { nearest: lowIsNearer ? below - 1 : below, below }
}

/** Returns `count` strikes around the nearest one; all for null. */
export function strikesAround(
  rows: readonly ChainRow[],
  nearest: number | null,
  count: number | null,
): readonly ChainRow[] {
  if (count === null || rows.length <= count) return rows
  const center = nearest ?? Math.floor(rows.length / 2)
  const start = Math.max(0, Math.min(rows.length - count, center - Math.floor(count / 2)))
  return rows.slice(start, start + count)
}

/** Returns the contracts of these rows. */
export const contractsOf = (rows: readonly ChainRow[]): readonly Symbol[] =>
  rows.flatMap(({ call, put }) => [call, put].filter((symbol) => symbol !== null))

/** Returns the account's position in each option contract; short ones are negative. */
export function ownContracts(
  positions: readonly Position[],
  accountId: AccountId | null,
): ReadonlyMap<InstrumentKey, Quantity> {
  const sizes = new Map<InstrumentKey, Quantity>()
  for (const { assetClass, accountId: owner, legs = [], quantity } of positions) {
    if (assetClass !== 'option' || owner !== accountId) continue
    for (const leg of legs) {
      const key = legInstrumentKey(leg)
      const size = legs.length === 1 ? quantity : leg.quantity
      if (key === null || size === null) continue
      const before = sizes.get(key)
      sizes.set(key, before === undefined ? size : add(before, size))
    }
  }
  return sizes
}

/** Returns a reader of {@link ownContracts}: the same map until a position has another size. */
export function ownContractsReader(
  positions: Pick<RowStore<string, Position>, 'all'>,
  accountId: AccountId | null,
): () => ReadonlyMap<InstrumentKey, Quantity> {
  let rows: readonly Position[] | null = null
  let latest: ReadonlyMap<InstrumentKey, Quantity> = new Map()
  return () => {
    if (rows === positions.all()) return latest
    rows = positions.all()
    latest = otherThan(latest, ownContracts(rows, accountId))
    return latest
  }
}

/** The names of the figures that both sides of the chain show. */
export const CHAIN_FIGURES = [
  'bid',
  'ask',
  'last',
  'change',
  'impliedVolatility',
  'delta',
  'gamma',
  'theta',
  'vega',
  'openInterest',
  'volume',
] as const
export type ChainFigure = (typeof CHAIN_FIGURES)[number]

export const columnId = (side: OptionType, figure: ChainFigure): string => `${side}-${figure}`

/** What a press on a cell means. */
export type ChainPress =
  | { readonly kind: 'order'; readonly symbol: Symbol; readonly side: 'buy' | 'sell' }
  | { readonly kind: 'show'; readonly symbol: Symbol }

/** Returns the meaning of a press on a cell: an ask buys, a bid sells, other figures show. */
export function pressOf(row: ChainRow, column: string): ChainPress | null {
  const [side, figure] = column.split('-')
  const symbol = side === 'call' ? row.call : side === 'put' ? row.put : null
  if (symbol === null) return null
  if (figure === 'ask') return { kind: 'order', symbol, side: 'buy' }
  if (figure === 'bid') return { kind: 'order', symbol, side: 'sell' }
  return { kind: 'show', symbol }
}

/** The key of a row: its strike. */
export const strikeKey = ({ strike }: ChainRow): string => decimalText(strike)

/** True when the option of a side is in the money at a strike. */
export const isInTheMoney = (
  side: OptionType,
  strike: Decimal,
  /** The lowest strike that is not below the price; null where all are. */
  spot: { readonly lowestAbove: Decimal | null; readonly isKnown: boolean },
): boolean => {
  if (!spot.isKnown) return false
  const isBelow = spot.lowestAbove === null || cmp(strike, spot.lowestAbove) < 0
  return side === 'call' ? isBelow : !isBelow
}
