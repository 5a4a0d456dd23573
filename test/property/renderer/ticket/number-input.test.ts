import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, fromInteger, eq, type Decimal } from '../../../../shared/domain/decimal.js'
import { readInput, writeInput } from '../../../../renderer/ui/ticket/model/number-input.js'

/** Returns the typed value, or null while there is none. */
const inputValue = (text: string, locale: string): Decimal | null => {
  const reading = readInput(text, locale)
  return reading.kind === 'value' ? reading.value : null
}

const LOCALES = [
  'en-US',
  'en-IN',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'pt-BR',
  'ar-EG',
  'hi-IN',
  'sv-SE',
]
const decimals = fc
  .record({
    digits: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    scale: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ digits, scale }) => fromInteger(digits, scale))

describe.each(LOCALES)('numbers typed in %s', (locale) => {
  it('are read back exactly as they were written', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const read = inputValue(writeInput(value, locale), locale)
        expect(read === null ? null : decimalText(read)).toBe(decimalText(value))
      }),
    )
  })

  it('are read exactly with the locale’s own group separators', () => {
    const format = new Intl.NumberFormat(locale, {
      numberingSystem: 'latn',
      useGrouping: true,
      maximumFractionDigits: 8,
    })
    fc.assert(
      fc.property(decimals, (value) => {
        const parsed = inputValue(
          format
            .format(decimalText(value) as Intl.StringNumericLiteral)
            .replace(/[\u200e\u200f\u061c]/g, ''),
          locale,
        )
        expect(parsed !== null && eq(parsed, value)).toBe(true)
      }),
    )
  })

  it('are either read as exactly one value or refused, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789.,-−\u00a0 ’e'), maxLength: 14 }),
        (text) => {
          const reading = readInput(text, locale)
          if (reading.kind !== 'value') return
          const reparsed = inputValue(writeInput(reading.value, locale), locale)
          expect(reparsed !== null && eq(reparsed, reading.value)).toBe(true)
        },
      ),
    )
  })
})

describe('number input in a locale', () => {
  it.each([
    ['185,20', 'en-US'],
    ['1.5', 'de-DE'],
    ['1,23,456', 'en-US'],
    ['1,2345', 'en-US'],
    ['1.2.3', 'en-US'],
    ['1e5', 'en-US'],
    ['0x10', 'en-US'],
    ['--1', 'en-US'],
    ['.', 'en-US'],
    ['∞', 'en-US'],
  ])('refuses the ambiguous %s in %s', (text, locale) => {
    expect(readInput(text, locale)).toEqual({ kind: 'invalid' })
  })
  it.each([
    ['1,234.50', 'en-US', '1234.50'],
    ['.5', 'en-US', '0.5'],
    ['12.', 'en-US', '12'],
    [' 7 ', 'en-US', '7'],
    ['1.234', 'de-DE', '1234'],
    ['1 234,5', 'fr-FR', '1234.5'],
    ['1,23,456', 'en-IN', '123456'],
  ])('reads %s in %s as %s', (text, locale, expected) => {
    const read = inputValue(text, locale)
    expect(read === null ? null : decimalText(read)).toBe(expected)
  })
})
