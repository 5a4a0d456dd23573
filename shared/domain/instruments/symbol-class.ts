import type { AssetClass } from './instrument.js'
import { parseOcc } from './option.js'

/**
 * Product code, month letter and one or two digits of the year ("ESZ6"), or the continuous contract
 * ("MESmain").
 */
const FUTURES = /^[A-Z0-9]{1,4}(main|[FGHJKMNQUVXZ]\d{1,2})$/
/** A series, then a date and further parts ("KXRATECUTCOUNT-26DEC31-T3"). */
const EVENT = /^[A-Z0-9.]+-\d{2}[A-Z0-9.]*(-[A-Z0-9.]+)*$/
/** A coin and the dollar; no US ticker has six letters. */
const CRYPTO = /^(?=.{6,})[A-Z0-9]{2,10}USD[TC]?$/

/**
 * Guesses the asset class of a symbol by the spelling of each product (MARKET-2 to MARKET-5). The
 * provider's listing of a symbol always takes precedence.
 */
export function symbolClass(symbol: string): AssetClass {
  if (parseOcc(symbol) !== null) return 'option'
  if (EVENT.test(symbol)) return 'event'
  if (FUTURES.test(symbol)) return 'futures'
  return CRYPTO.test(symbol) ? 'crypto' : 'stock'
}
