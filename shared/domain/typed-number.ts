import { parseDecimal, type Decimal } from './decimal.js'

/**
 * Digits, or digits in groups of three that stand apart all in the same way; a point before what is
 * less than one.
 */
const PLAIN = /^\d+(?:\.\d+)?$/
const GROUPED = /^\d{1,3}(?:([,'\s])\d{3})(?:\1\d{3})*(?:\.\d+)?$/

/**
 * A number as a person types it: thousands may stand apart as the desk writes them, and a dollar
 * sign before it. Null for anything else,
 * powers of ten included, and for a comma where none stands in a number that this desk writes:
 * "1,5" is meant for one and a half by
 * whoever writes it so, and must not become fifteen.
 */
export function typedNumber(typed: string): Decimal | null {
  const text = typed.trim().replace(/^\$\s*/, '')
  return PLAIN.test(text) || GROUPED.test(text)
    ? parseDecimal(text.replaceAll(/[,'\s]/g, ''))
    : null
}
