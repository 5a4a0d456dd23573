import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, decimalText } from '../../../../../shared/domain/decimal.js'
import { occSymbol, OPTION_TYPES } from '../../../../../shared/domain/instruments/option.js'
import { parseOptionQuery } from '../../../../../electron/core/market/search/option-query.js'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns root, strike, type and expiration as one text; open ones are dots. */
function described(text: string): string | null {
  const query = parseOptionQuery(text)
  if (query === null) return null
  const { root, strike, type, expiration } = query
  const { year, month, day } = expiration
  return [root, strike ?? '.', type ?? '.', year ?? '.', month ?? '.', day ?? '.'].join(' ')
}

describe('a description of options', () => {
  it.each([
    ['nvda 190c dec', 'NVDA 190 call . 12 .'],
    ['aapl 270 put 18 dec', 'AAPL 270 put . 12 18'],
    ['AAPL 18 Dec 26 270 P', 'AAPL 270 put 2026 12 18'],
    ['spy dec 18 680 call', 'SPY 680 call . 12 18'],
    ['spy 680', 'SPY 680 . . . .'],
    ['nvda 190 dec', 'NVDA 190 . . 12 .'],
    ['nvda dec 18', 'NVDA . . . 12 18'],
    ['nvda c187.5 12/18', 'NVDA 187.5 call . 12 18'],
    ['nvda puts 2026-12-18', 'NVDA . put 2026 12 18'],
    ['nvda 18dec26 190 c', 'NVDA 190 call 2026 12 18'],
    ['nvda $190 calls jan 2027', 'NVDA 190 call 2027 1 .'],
    ["nvda 190p ene '27", 'NVDA 190 put 2027 1 .'],
    ['nvda dec 18 2026 2000c', 'NVDA 2000 call 2026 12 18'],
    ['nvda 2000 call 18dec26', 'NVDA 2000 call 2026 12 18'],
    ['f 12 c', 'F 12 call . . .'],
    ['brk.b 500p', 'BRK.B 500 put . . .'],
    ['NVDA261218C00190000', 'NVDA 190.000 call 2026 12 18'],
  ])('is read from "%s"', (text, expected) => expect(described(text)).toBe(expected))

  it.each([
    'nvda',
    'bank of america',
    'crude oil',
    'es dec six',
    'nvda 190c 200p 5 6',
    '190c nvda',
  ])('is not found in "%s"', (text) => expect(parseOptionQuery(text)).toBeNull())

  it('is the same in every order of its parts', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 9_999 }),
        fc.constantFrom(...OPTION_TYPES),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
        (strike, type, month, day, order) => {
          const parts = [`${strike}`, type, `${day}${MONTHS[month - 1] ?? ''}26`]
          const text = `nvda ${order.map((index) => parts[index] ?? '').join(' ')}`
          expect(described(text)).toBe(`NVDA ${strike} ${type} 2026 ${month} ${day}`)
        },
      ),
    ))

  it('reads every OCC symbol', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.constantFrom(...OPTION_TYPES),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (thousandths, type, month, day) => {
          const strike = dec((thousandths / 1_000).toFixed(3))
          const two = (value: number): string => String(value).padStart(2, '0')
          const expiration = `2026-${two(month)}-${two(day)}`
          const symbol = occSymbol({ root: 'NVDA', expiration, type, strike })
          expect(parseOptionQuery(`${symbol ?? ''}`)).toMatchObject({
            strike: decimalText(strike),
            type,
            expiration: { year: 2026, month, day },
          })
        },
      ),
    ))

  it('never fails, whatever is typed', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const query = parseOptionQuery(text)
        if (query !== null) expect(query.root).toMatch(/^[A-Z0-9][A-Z0-9.]{0,5}$/)
      }),
    ))
})
