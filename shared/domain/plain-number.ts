import {
  decimalText,
  isNegative,
  neg,
  significantScale,
  toScale,
  trim,
  type Decimal,
} from './decimal.js'

const CENTS = 2

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Formats a number for a person: thousands separated, no needless zeros. */
export function formatPlainNumber(value: Decimal): string {
  const [integer = '0', fraction] = decimalText(trim(value)).split('.')
  return `${integer.startsWith('-') ? '-' : ''}${grouped(integer.replace('-', ''))}${fraction === undefined ? '' : `.${fraction}`}`
}

/** Formats a price or an amount with at least two decimals and without rounding. */
export function formatPlainPrice(value: Decimal): string {
  const scale = Math.max(CENTS, significantScale(value))
  const [integer = '0', fraction = ''] = decimalText(toScale(value, scale, 'half-up')).split('.')
  return `${integer.startsWith('-') ? '-' : ''}${grouped(integer.replace('-', ''))}.${fraction}`
}

/** Formats money: "$1,875.00", "-$3.10", "1,875.00 EUR". */
export function formatPlainMoney(value: Decimal, currency = 'USD'): string {
  const size = formatPlainPrice(toScale(isNegative(value) ? neg(value) : value, CENTS, 'half-up'))
  const sign = isNegative(value) ? '-' : ''
  return currency === 'USD' ? `${sign}$${size}` : `${sign}${size} ${currency}`
}
