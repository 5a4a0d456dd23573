import { decimalText, parseDecimal, type Decimal } from '../../../../shared/domain/decimal.js'

/** The separators with which a locale writes numbers. */
interface Marks {
  readonly decimal: string
  readonly group: string
  /**
   * Digits between group separators left of the last three: three, or two where lakhs are counted.
   */
  readonly groupSize: number
}

const cache = new Map<string, Marks>()

/**
 * Returns the separators of a locale, always with Western digits, so that a ticket reads the same
 * on every keyboard.
 */
function marksOf(locale: string): Marks {
  const cached = cache.get(locale)
  if (cached !== undefined) return cached
  const parts = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    useGrouping: true,
  }).formatToParts(-1_234_567.5)
  const marks = {
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
    groupSize: parts.filter((part) => part.type === 'integer').at(-2)?.value.length ?? 3,
  }
  cache.set(locale, marks)
  return marks
}

const spaces = /[\s\u00a0\u202f]/g
const isSpace = (mark: string): boolean => mark.replace(spaces, '') === ''
const DIGITS = /^\d+$/

/**
 * Returns the digits of an integer part without group separators; null when a separator is
 * misplaced ("1,23" is not 123).
 */
function ungrouped(integerPart: string, group: string, size: number): string | null {
  if (!integerPart.includes(group)) return DIGITS.test(integerPart) ? integerPart : null
  const [first = '', ...groups] = integerPart.split(group)
  const last = groups.length - 1
  const isGrouped =
    DIGITS.test(first) &&
    first.length <= size &&
    groups.every((part, index) => DIGITS.test(part) && part.length === (index === last ? 3 : size))
  return isGrouped ? first + groups.join('') : null
}

export type InputReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'value'; readonly value: Decimal }

/**
 * Reads typed text by the separators of `locale`. Never guesses: text that only another locale
 * could read is invalid, since "1.234" is a thousand in some locales and one in others.
 */
export function readInput(text: string, locale: string): InputReading {
  const bare = text.trim()
  if (bare === '') return { kind: 'empty' }
  const { decimal, group, groupSize } = marksOf(locale)
  const negative = /^[-−]/.test(bare)
  const unsigned = negative ? bare.slice(1) : bare
  const unspaced = isSpace(group) ? unsigned.replace(spaces, ' ') : unsigned
  const [integerPart = '', fraction, ...more] = unspaced.split(decimal)
  if (more.length > 0 || (integerPart === '' && (fraction ?? '') === '')) return { kind: 'invalid' }
  const digits =
    integerPart === '' ? '0' : ungrouped(integerPart, isSpace(group) ? ' ' : group, groupSize)
  if (digits === null || (fraction !== undefined && fraction !== '' && !DIGITS.test(fraction))) {
    return { kind: 'invalid' }
  }
  const decimals = fraction === undefined || fraction === '' ? '' : `.${fraction}`
  const value = parseDecimal(`${negative ? '-' : ''}${digits}${decimals}`)
  return value === null ? { kind: 'invalid' } : { kind: 'value', value }
}

/**
 * Formats a decimal as a person would type it: no groups, every place kept. `readInput` returns the
 * same value.
 */
export const writeInput = (value: Decimal, locale: string): string =>
  decimalText(value).replace('.', marksOf(locale).decimal)
