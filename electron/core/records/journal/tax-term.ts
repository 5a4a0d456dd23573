import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import { yearAfter, type TradeDate } from '../../../../shared/domain/market/trade-date.js'

/**
 * Roots of options on broad stock indexes (Cboe, Nasdaq and MIAX product lists). ASSUMPTION: a root
 * that is missing here is treated as an option on a stock or a fund.
 */
const BROAD_INDEX_ROOTS: ReadonlySet<string> = new Set([
  ...['SPX', 'SPXW', 'SPXPM', 'XSP', 'NANOS', 'SPESG', 'OEX', 'XEO'],
  ...['NDX', 'NDXP', 'NQX', 'XND', 'DJX'],
  ...['RUT', 'RUTW', 'MRUT', 'RUI', 'RLG', 'RLV'],
  ...['VIX', 'VIXW', 'MXEA', 'MXEF', 'MXACW', 'MXUSA', 'MXWLD', 'UKXM'],
])

/**
 * False for futures and options on broad stock indexes: 26 U.S.C. §1256 divides
 * their gains 60/40, however long they were held.
 */
export function hasTerm(key: InstrumentKey): boolean {
  const { assetClass, symbol } = keyParts(key)
  if (assetClass === 'futures') return false
  return assetClass !== 'option' || !BROAD_INDEX_ROOTS.has(parseOcc(symbol)?.root ?? symbol)
}

/**
 * Returns the first day on which a sale is long-term. The holding period begins the day after the
 * trade date of the purchase, so that this is the first day of the thirteenth month, also for a
 * purchase on the last day of a month (26 U.S.C. §1222: long-term is more than one year).
 */
export const longTermFrom = (acquired: TradeDate): TradeDate => yearAfter(acquired)

/** Returns the term of what was bought and sold on these trade dates. */
export const termOf = (acquired: TradeDate, sold: TradeDate): 'short' | 'long' =>
  sold >= longTermFrom(acquired) ? 'long' : 'short'
