import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cmp, dec, fromInteger } from '../../../shared/domain/decimal.js'
import { occSymbol, parseOcc } from '../../../shared/domain/instruments/option.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'

describe('the class of a symbol', () => {
  it.each([
    ['AAPL', 'stock'],
    ['BRK.B', 'stock'],
    ['F', 'stock'],
    ['GOOGL', 'stock'],
    ['SPY', 'stock'],
    ['BRK-B', 'stock'],
    ['TUSD', 'stock'],
    ['AAPL250620C00150000', 'option'],
    ['SPXW261218P06000000', 'option'],
    ['ESZ6', 'futures'],
    ['MESmain', 'futures'],
    ['6EH27', 'futures'],
    ['CLF7', 'futures'],
    ['BTCUSD', 'crypto'],
    ['ETHUSD', 'crypto'],
    ['DOGEUSD', 'crypto'],
    ['KXRATECUTCOUNT-26DEC31-T3', 'event'],
    ['KXHIGHNY-26NOV22', 'event'],
    ['KXPRESPARTY-28-D', 'event'],
  ] as const)('%s is %s', (text, expected) => {
    expect(symbolClass(text)).toBe(expected)
  })
})

describe('OCC symbols', () => {
  it('are parsed back to the parts they were written from', () => {
    const days = fc
      .tuple(
        fc.integer({ min: 2000, max: 2099 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      )
      .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`)
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{1,6}$/),
        days,
        fc.constantFrom('call' as const, 'put' as const),
        fc.integer({ min: 1, max: 99_999_999 }),
        (root, expiration, type, thousandths) => {
          const strike = fromInteger(thousandths, 3)
          const text = occSymbol({ root, expiration, type, strike })
          const read = parseOcc(String(text))
          expect(read).toMatchObject({ root, expiration, type })
          expect(cmp(read?.strike ?? dec('0'), strike)).toBe(0)
          expect(symbolClass(String(text))).toBe('option')
        },
      ),
    )
  })

  it('are parsed with padding, and refused when malformed', () => {
    expect(parseOcc('AAPL  250620C00150000')).toEqual({
      root: 'AAPL',
      expiration: '2025-06-20',
      type: 'call',
      strike: '150.000',
    })
    for (const text of [
      '',
      'AAPL',
      'AAPL250631C00150000',
      'AAPL250620X00150000',
      'AAPL250620C0015000',
      'TOOLONGROOT250620C00150000',
    ]) {
      expect(parseOcc(text)).toBeNull()
    }
    expect(
      occSymbol({ root: 'AAPL', expiration: '2025-06-20', type: 'put', strike: dec('150.0001') }),
    ).toBeNull()
    expect(
      occSymbol({ root: 'AAPL', expiration: '2025-06-20', type: 'put', strike: dec('100000') }),
    ).toBeNull()
  })
})
