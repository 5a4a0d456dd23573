import { decimalText, isNegative, neg, significantScale, toScale, trim, type Decimal } from '../../../shared/domain/decimal.js'
import { plainLine } from '../../../shared/domain/text-safety.js'

const CENTS = 2

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** A number as a person reads it: thousands apart, no needless zeros. */
export function numberWords(value: Decimal): string {
  const [whole = '0', fraction] = decimalText(trim(value)).split('.')
  return `${whole.startsWith('-') ? '-' : ''}${grouped(whole.replace('-', ''))}${fraction === undefined ? '' : `.${fraction}`}`
}

/** A price or an amount: at least two places, all that it has. */
export function priceWords(value: Decimal): string {
  const scale = Math.max(CENTS, significantScale(value))
  const [whole = '0', fraction = ''] = decimalText(toScale(value, scale, 'half-up')).split('.')
  return `${whole.startsWith('-') ? '-' : ''}${grouped(whole.replace('-', ''))}.${fraction}`
}

/** Money in words: "$1,875.00", "-$3.10", "1,875.00 EUR". */
export function moneyWords(value: Decimal, currency = 'USD'): string {
  const size = priceWords(toScale(isNegative(value) ? neg(value) : value, CENTS, 'half-up'))
  const sign = isNegative(value) ? '-' : ''
  return currency === 'USD' ? `${sign}$${size}` : `${sign}${size} ${currency}`
}

/** Reads what a person typed for a number: thousands may stand apart. */
export const typedText = (typed: string): string => typed.replace(/[,\s']/g, '')

/** Text of the provider (names of instruments and accounts) cut to what fits, as one plain line. */
export const told = (text: string, most: number): string => plainLine(text, most)

const LINK = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+/giu
/** How much of an assistant's words is looked at before it is cut; the rest of ten megabytes is never touched. */
const LOOKED_AT = 4_000
const REASON_CHARS = 280

/** The assistant's reason: one plain line of at most 280 characters, without links (rule 27). */
export const reasonWords = (text: string): string => plainLine(plainLine(text.slice(0, LOOKED_AT), LOOKED_AT).replace(LINK, '[link removed]'), REASON_CHARS)
