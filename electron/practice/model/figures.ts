import type { RuledSession } from '../../../shared/domain/market/quote.js'
import { decimalText, div, trim } from '../../../shared/domain/decimal.js'
import {
  CENT,
  PRICE_SCALE,
  SIZE_SCALE,
  UNIT_SIZE,
  cashDecimal,
  priceDecimal,
  type CashUnits,
  type PriceUnits,
  type SizeUnits,
} from './units.js'

/** Formats wire numbers and codes in exact integer arithmetic. It runs for every tick. */

const PRICE_UNIT = 10 ** PRICE_SCALE

/** Formats a price with two decimals, or four where the price is finer. */
export function priceText(price: PriceUnits): string {
  const sign = price < 0 ? '-' : ''
  const units = Math.abs(price)
  const fraction = units % PRICE_UNIT
  const integerUnits = (units - fraction) / PRICE_UNIT
  const digits =
    fraction % CENT === 0
      ? String(fraction / CENT).padStart(2, '0')
      : String(fraction).padStart(PRICE_SCALE, '0')
  return `${sign}${integerUnits}.${digits}`
}

/** Formats a market data size: whole units without decimals, fractions without trailing zeros. */
export function sizeText(size: SizeUnits): string {
  const fraction = size % UNIT_SIZE
  const integerUnits = (size - fraction) / UNIT_SIZE
  return fraction === 0
    ? String(integerUnits)
    : `${integerUnits}.${String(fraction).padStart(SIZE_SCALE, '0').replace(/0+$/, '')}`
}

export const cashText = (cash: CashUnits): string => decimalText(trim(cashDecimal(cash)))

/** Returns `part / total` as a fraction with four decimals; null when `total` is zero. */
export function ratioText(part: PriceUnits, total: PriceUnits): string | null {
  const ratio = div(priceDecimal(part), priceDecimal(total), 4, 'half-even')
  return ratio === null ? null : decimalText(ratio)
}

/** Returns `part / total` as a percentage with two decimals, "1.69%"; null when `total` is zero. */
export function percentText(part: PriceUnits, total: PriceUnits): string | null {
  const percent = div(priceDecimal(part * 100), priceDecimal(total), 2, 'half-even')
  return percent === null ? null : `${decimalText(percent)}%`
}

/** The wire's session codes (MARKET-1). Trades happen in no other session. */
export const SESSION_CODES: Readonly<Record<RuledSession, 'PRE' | 'RTH' | 'ATH' | 'OVN'>> = {
  pre: 'PRE',
  regular: 'RTH',
  post: 'ATH',
  overnight: 'OVN',
  closed: 'OVN',
}

export const SESSIONS_BY_WORD: Readonly<Record<string, RuledSession | undefined>> = {
  PRE: 'pre',
  RTH: 'regular',
  ATH: 'post',
  OVN: 'overnight',
}
