import { describe, expect, it } from 'vitest'
import { asPrice, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { uncoveredPerShare } from '../../../../shared/domain/orders/effect/portfolio-margin.js'

const SPOT = dec('100')
const margin = (type: 'call' | 'put', strike: string, kind: 'stock' | 'broad' = 'stock'): string =>
  decimalText(uncoveredPerShare({ type, strike: asPrice(dec(strike)) }, SPOT, kind))

describe('the margin of an uncovered option beyond its own value', () => {
  it('is a fifth of the price less what it is out of the money', () => {
    expect(margin('put', '95')).toBe('15')
    expect(margin('call', '105')).toBe('15')
    expect(margin('call', '90')).toBe('20')
  })

  it('is at least a tenth of the price for a call, and of the strike for a put', () => {
    expect(margin('call', '130')).toBe('10')
    expect(margin('put', '70')).toBe('7')
  })

  it('is fifteen hundredths of the price for a broad index', () => {
    expect(margin('put', '100', 'broad')).toBe('15')
    expect(margin('call', '130', 'broad')).toBe('10')
  })
})
