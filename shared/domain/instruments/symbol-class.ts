import type { AssetClass } from './instrument.js'
import { parseOcc } from './option.js'

/**
 * Product code, month letter and one or two digits of the year ("ESZ6"), or the continuous contract
 * ("MESmain").
 */
const FUTURES = /^[A-Z0-9]{1,4}(main|[FGHJKMNQUVXZ]\d{1,2})$/
/** Series, then a date and what follows ("KXRATECUTCOUNT-26DEC31-T3"). */
const EVENT = /^[A-Z0-9.]+-\d{2}[A-Z0-9.]*(-[A-Z0-9.]+)*$/
/** A coin and the dollar; no US ticker has six letters. */
const CRYPTO = /^(?=.{6,})[A-Z0-9]{2,10}USD[TC]?$/

/**
 * What a symbol looks like, by the way each product spells its symbols (MARKET-2
 * to 5). A guess: what the
 * provider lists about a symbol always wins over it.
 */
export function symbolClass(symbol: string): AssetClass {
  if (parseOcc(symbol) !== null) return 'option'
  if (EVENT.test(symbol)) return 'event'
  if (FUTURES.test(symbol)) return 'futures'
  return CRYPTO.test(symbol) ? 'crypto' : 'stock'
}
