import { describe, expect, it } from 'vitest'
import { CurrencyAmounts, CurrencyTotals } from '../../../shared/domain/account/currency-amounts.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'

const amounts = (...parts: readonly (readonly [string, string])[]): CurrencyAmounts =>
  CurrencyAmounts.sumOf(
    parts.map(([currency, amount]) => ({ currency, amount: asMoney(dec(amount)) })),
  )

describe('amounts of several currencies', () => {
  it('are summed within a currency only', () => {
    const sums = amounts(['USD', '1.10'], ['EUR', '5'], ['USD', '2'])
    expect(sums.in('USD')).toBe('3.1')
    expect(sums.in('EUR')).toBe('5')
    expect(sums.in('CHF')).toBe('0')
  })

  it('are one sum when no other currency has money', () => {
    expect(amounts(['USD', '1'], ['EUR', '2'], ['EUR', '-2']).only('USD')).toBe('1')
    expect(amounts().only('USD')).toBe('0')
    expect(amounts(['USD', '1'], ['EUR', '2']).only('USD')).toBeNull()
    expect(amounts(['EUR', '2']).only('USD')).toBeNull()
  })

  it('are added to others, each currency to itself', () => {
    const sums = amounts(['USD', '1'], ['EUR', '2']).plus(amounts(['EUR', '3'], ['CHF', '4']))
    expect([sums.in('USD'), sums.in('EUR'), sums.in('CHF')]).toEqual(['1', '5', '4'])
  })
})

const totals = (...rows: readonly (readonly [string, string | null])[]): CurrencyTotals =>
  CurrencyTotals.sumOf(
    rows.map(([currency, amount]) => ({
      currency,
      amount: amount === null ? null : asMoney(dec(amount)),
    })),
  )

describe('totals of a figure over rows', () => {
  it('are unknown while a row of their currency has no figure: a part is not the whole', () => {
    expect(totals().in('USD')).toBeNull()
    expect(totals(['USD', null]).in('USD')).toBeNull()
    expect(totals(['USD', '1.10'], ['USD', null]).in('USD')).toBeNull()
    expect(totals(['USD', '1.10'], ['EUR', null], ['USD', '2']).in('USD')).toBe('3.1')
  })

  it('are one total only when every row is in its currency', () => {
    expect(totals(['USD', '1.10'], ['USD', '2']).only('USD')).toBe('3.1')
    expect(totals(['USD', '1.10'], ['EUR', '2']).only('USD')).toBeNull()
    expect(totals(['EUR', '2']).only('USD')).toBeNull()
    expect(totals().only('USD')).toBeNull()
  })
})
