import { describe, expect, it } from 'vitest'
import { dec } from '../../../shared/domain/decimal.js'
import {
  directionOf,
  formatChange,
  formatCompact,
  formatMoney,
  formatPrice,
  formatQuantity,
  formatRatio,
} from '../../../renderer/format/decimal.js'
import { exchangeStamp, exchangeTime, formatAge, timeHint } from '../../../renderer/format/time.js'

describe('numbers', () => {
  it.each([
    ['185.2', '185.20'],
    ['185.2000', '185.20'],
    ['185.2050', '185.205'],
    ['0.8123', '0.8123'],
    ['0.5', '0.5000'],
    ['0', '0.00'],
    ['1234567.891', '1,234,567.891'],
    ['-0.25', '−0.2500'],
  ])('write the price %s as %s', (value, expected) =>
    expect(formatPrice(dec(value))).toBe(expected),
  )

  it('keep digits that a floating point number would lose', () => {
    expect(formatMoney(dec('90071992547409931.17'))).toBe('90,071,992,547,409,931.17')
    expect(formatQuantity(dec('123456789012345678.12345'))).toBe('123,456,789,012,345,678.12345')
    expect(formatPrice(dec('1.005'), 2)).toBe('1.01')
  })

  it('put the sign before a change, and none before nothing', () => {
    expect([
      formatChange(dec('1.5')),
      formatChange(dec('-1.5')),
      formatChange(dec('0.00')),
    ]).toEqual(['+1.50', '−1.50', '0.00'])
    expect([
      formatRatio(dec('0.0123')),
      formatRatio(dec('-0.00004')),
      formatRatio(dec('0.5'), false),
    ]).toEqual(['+1.23%', '0.00%', '50.00%'])
    expect(formatMoney(dec('-412.08'), 'USD', true)).toBe('−$412.08')
    expect(formatMoney(dec('3'), 'EUR', true)).toBe('+€3.00')
  })

  it('survive a currency that is none', () =>
    expect(formatMoney(dec('3'), 'POINTS')).toBe('3.00 POINTS'))

  it('shorten volumes', () =>
    expect(['1234567', '1600000', '999', '0.5'].map((value) => formatCompact(dec(value)))).toEqual([
      '1.23M',
      '1.60M',
      '999',
      '0.5',
    ]))

  it('show a dash where there is nothing, never a zero', () => {
    for (const write of [
      formatPrice,
      formatChange,
      formatQuantity,
      formatMoney,
      formatRatio,
      formatCompact,
    ]) {
      expect(write(null)).toBe('—')
    }
  })

  it('point up, down or nowhere', () =>
    expect([dec('0.01'), dec('-1'), dec('0.00'), null].map(directionOf)).toEqual([
      'up',
      'down',
      'flat',
      'flat',
    ]))
})

describe('times', () => {
  const OPEN = Date.UTC(2026, 10, 20, 14, 30, 5)
  it('stand in the zone of the exchange, on both sides of the change of clocks', () => {
    expect(exchangeTime(OPEN)).toBe('09:30:05')
    expect(exchangeTime(Date.UTC(2026, 6, 1, 13, 30, 0))).toBe('09:30:00')
    expect(exchangeTime(Date.UTC(2026, 10, 20, 5, 0, 0))).toBe('00:00:00')
  })

  it("say the day when it is not the exchange's today", () => {
    expect(exchangeStamp(OPEN, OPEN + 3_600_000)).toBe('09:30:05')
    expect(exchangeStamp(OPEN, OPEN + 86_400_000)).toBe('Nov 20 09:30')
    expect(exchangeStamp(OPEN, OPEN + 365 * 86_400_000)).toBe('Nov 20 09:30')
  })

  it("tell the whole time and the person's own on hover", () =>
    expect(timeHint(OPEN)).toMatch(/Nov 20, 2026.*09:30:05 EST · .* your time$/))

  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_000, '59 min'],
    [7_200_000, '2 h'],
    [200_000_000, '2 d'],
  ])('write an age of %i ms as %s', (age, expected) => expect(formatAge(age)).toBe(expected))
})
