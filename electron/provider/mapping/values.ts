import {
  asMoney,
  asPrice,
  asQuantity,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Tradable } from '../../../shared/domain/instruments/instrument.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** Add units to numbers that the wire may omit. */
export const price = (value: Decimal | null): Price | null =>
  value === null ? null : asPrice(value)
export const quantity = (value: Decimal | null): Quantity | null =>
  value === null ? null : asQuantity(value)
export const money = (value: Decimal | null): Money | null =>
  value === null ? null : asMoney(value)

/** Returns the later of two times, each of which may be absent. */
export const later = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || (b !== null && b > a) ? b : a

/**
 * Creates a reader of wire values. An unknown value becomes null: it is shown as unknown and
 * enables nothing.
 */
export const tableReader =
  <T extends string>(table: Readonly<Record<string, T>>) =>
  (word: string | null | undefined): T | null =>
    word !== null && word !== undefined && Object.hasOwn(table, word) ? (table[word] ?? null) : null

/** Inverts a table from domain names to wire values. */
export const inverted = <K extends string>(
  table: Readonly<Record<K, string>>,
): Readonly<Record<string, K>> =>
  Object.fromEntries(
    (Object.entries(table) as [K, string][]).map(([ours, theirs]) => [theirs, ours]),
  )

/**
 * Reads whether trading is allowed (TRADING-6): OC tradable, CO liquidate only, NT not tradable; an
 * unpublished value does not enable trading.
 */
export const tradableOf = (word: string | null | undefined): Tradable =>
  tableReader<Tradable>({ OC: 'yes', CO: 'close-only', NT: 'no' })(word) ?? 'no'

/** Formats a date as yyyy-MM-dd, from that or from yyyyMMdd; null for anything else. */
export function dayOf(text: string | null): string | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text ?? '')
  return match === null ? null : `${match[1]}-${match[2]}-${match[3]}`
}

/** Wraps a reader: null for an absent value, `unknown` for an unknown one. */
export const orUnknown =
  <T extends string>(read: (word: string | null | undefined) => T | null) =>
  (word: string | null | undefined): T | 'unknown' | null =>
    word === null || word === undefined || word === '' ? null : (read(word) ?? 'unknown')
