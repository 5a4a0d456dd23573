import { describe, expect, it } from 'vitest'
import { asPrice, dec, decimalText } from '../../../../shared/domain/decimal.js'
import {
  strategyMargin,
  type MarginLeg,
} from '../../../../shared/domain/instruments/option-margin.js'

const SPOT = asPrice(dec('100'))
const leg = (
  side: 'buy' | 'sell',
  type: 'call' | 'put',
  strike: string,
  { mark = '2', ratio = 1, expiration = '2027-01-15' } = {},
): MarginLeg => ({
  side,
  ratio,
  option: { type, strike: asPrice(dec(strike)), expiration },
  mark: dec(mark),
})
const shares = (side: 'buy' | 'sell'): MarginLeg => ({
  side,
  ratio: 1,
  option: null,
  mark: SPOT,
})
const margin = (...legs: readonly MarginLeg[]): string | null => {
  const value = strategyMargin(legs, SPOT)
  return value === null ? null : decimalText(value)
}

describe('the margin of an option strategy', () => {
  it('is nothing without a short option, and for one that shares cover', () => {
    expect(margin(leg('buy', 'call', '100'), leg('buy', 'put', '100'))).toBe('0')
    expect(margin(shares('buy'), leg('sell', 'call', '110'))).toBe('0')
    expect(margin(shares('sell'), leg('sell', 'put', '90'))).toBe('0')
  })

  it('is the difference of the strikes of a credit spread, and nothing of a debit spread', () => {
    expect(margin(leg('sell', 'put', '95'), leg('buy', 'put', '90'))).toBe('5')
    expect(margin(leg('sell', 'call', '105'), leg('buy', 'call', '100'))).toBe('0')
  })

  it('is the wider side of an iron condor, because only one side can lose', () => {
    const condor = [
      leg('buy', 'put', '85'),
      leg('sell', 'put', '95'),
      leg('sell', 'call', '105'),
      leg('buy', 'call', '110'),
    ]
    expect(margin(...condor)).toBe('10')
  })

  it('is a fifth of the price less what an uncovered option is out of the money, at least a tenth', () => {
    expect(margin(leg('sell', 'put', '95'))).toBe('17')
    expect(margin(leg('sell', 'call', '130'))).toBe('12')
    expect(margin(leg('sell', 'put', '70'))).toBe('9')
  })

  it('is the larger side of a short straddle and the value of the other', () => {
    const straddle = [
      leg('sell', 'call', '100', { mark: '3' }),
      leg('sell', 'put', '100', { mark: '2' }),
    ]
    expect(margin(...straddle)).toBe('25')
  })

  it('does not cover a short option by one that expires earlier', () => {
    const near = leg('buy', 'call', '100', { expiration: '2026-12-18' })
    const far = leg('sell', 'call', '100')
    expect(margin(near, far)).toBe('22')
    expect(margin({ ...near, side: 'sell' }, { ...far, side: 'buy' })).toBe('0')
  })

  it('covers each contract once', () => {
    const ratio = [leg('sell', 'call', '105', { ratio: 2 }), leg('buy', 'call', '110')]
    // One is covered by five dollars; the other needs 2 + 20 − 5.
    expect(margin(...ratio)).toBe('22')
  })

  it('is not known without the price of the underlying or of an uncovered option', () => {
    expect(strategyMargin([leg('sell', 'put', '95')], null)).toBeNull()
    // A longer option covers it: the price of the underlying is not needed.
    const covered = [leg('sell', 'put', '95'), leg('buy', 'put', '90')]
    expect(strategyMargin(covered, null)).toEqual(strategyMargin(covered, SPOT))
    expect(strategyMargin([{ ...leg('sell', 'put', '95'), mark: null }], SPOT)).toBeNull()
  })

  it('is the strike of every short put in a cash account, which writes no uncovered call', () => {
    const cash = (...legs: readonly MarginLeg[]): string | null => {
      const value = strategyMargin(legs, SPOT, 'cash')
      return value === null ? null : decimalText(value)
    }
    expect(cash(leg('sell', 'put', '95'))).toBe('95')
    expect(cash(shares('buy'), leg('sell', 'call', '105'))).toBe('0')
    expect(cash(leg('sell', 'call', '105'))).toBeNull()
  })
})
