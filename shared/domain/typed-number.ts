import { parseDecimal, type Decimal } from './decimal.js'

/**
 * Digits, or digits in groups of three with one and the same separator; then an optional fraction
 * after a point.
 */
const PLAIN = /^\d+(?:\.\d+)?$/
const GROUPED = /^\d{1,3}(?:([,'\s])\d{3})(?:\1\d{3})*(?:\.\d+)?$/

/**
 * Parses a number as a person types it, with optional thousands separators and a dollar sign.
 * Returns null for anything else, including powers of ten and a comma in another place: "1,5" is
 * meant as one and a half and must not become fifteen.
 */
export function typedNumber(typed: string): Decimal | null {
  const text = typed.trim().replace(/^\$\s*/, '')
  return PLAIN.test(text) || GROUPED.test(text)
    ? parseDecimal(text.replaceAll(/[,'\s]/g, ''))
    : null
}
