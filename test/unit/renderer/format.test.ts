import { describe, expect, it } from 'vitest'
import { dec } from '../../../shared/domain/decimal.js'
import {
  directionOf,
  formatCompact,
  formatExact,
  formatMoney,
  formatQuantity,
  formatRatio,
  formatShortRatio,
} from '../../../renderer/format/decimal.js'
import { formatPriceChange, formatStockPrice } from '../../../renderer/format/product-price.js'
import {
  clockStamp,
  dayStamp,
  exchangeIso,
  exchangeStamp,
  exchangeTime,
  formatAge,
  timeHint,
} from '../../../renderer/format/time.js'

describe('formatted numbers', () => {
  it.each([
    ['185.2', '185.20'],
    ['185.2000', '185.20'],
    ['185.2050', '185.205'],
    ['0.8123', '0.8123'],
    ['0.5', '0.5000'],
    ['0', '0.0000'],
    ['0.00001214', '0.00001214'],
    ['1234567.891', '1,234,567.891'],
    ['-0.25', '−0.2500'],
  ])('show the price %s as %s', (value, expected) =>
    expect(formatStockPrice(dec(value))).toBe(expected),
  )

  it('preserve digits that a floating point number would lose', () => {
    expect(formatMoney(dec('90071992547409931.17'))).toBe('90,071,992,547,409,931.17')
    expect(formatQuantity(dec('123456789012345678.12345'))).toBe('123,456,789,012,345,678.12345')
    expect(formatQuantity(dec('0.000000001'))).toBe('0.000000001')
  })

  it('have a sign on a change, and none on zero', () => {
    expect([
      formatPriceChange(dec('1.5'), 'AAPL', dec('185')),
      formatPriceChange(dec('-1.5'), 'AAPL', dec('185')),
      formatPriceChange(dec('0.00'), 'AAPL', dec('185')),
      formatPriceChange(dec('0.01'), 'SNDL', dec('0.9')),
    ]).toEqual(['+1.50', '−1.50', '0.00', '+0.0100'])
    expect([
      formatRatio(dec('0.0123')),
      formatRatio(dec('-0.00004')),
      formatRatio(dec('0.5'), false),
    ]).toEqual(['+1.23%', '0.00%', '50.00%'])
    expect(
      ['0.0999', '0.09996', '-0.1092', '0.9996', '12.3456', '0'].map((value) =>
        formatShortRatio(dec(value)),
      ),
    ).toEqual(['+9.99%', '+10.0%', '−10.9%', '+100%', '+1,235%', '0.00%'])
    expect(formatMoney(dec('-412.08'), 'USD', true)).toBe('−$412.08')
    expect(formatMoney(dec('3'), 'EUR', true)).toBe('+€3.00')
  })

  it('accept an invalid currency code', () =>
    expect(formatMoney(dec('3'), 'POINTS')).toBe('3.00 POINTS'))

  it('are shortened for volumes', () => {
    expect(['962714', '726860000', '99990'].map((value) => formatCompact(dec(value)))).toEqual([
      '962.7K',
      '726.9M',
      '99.99K',
    ])
    expect(['1234567', '1600000', '999', '0.5'].map((value) => formatCompact(dec(value)))).toEqual([
      '1.23M',
      '1.60M',
      '999',
      '0.5',
    ])
  })

  it('are a dash where there is no value, never a zero', () => {
    for (const write of [
      formatStockPrice,
      formatExact,
      formatQuantity,
      formatMoney,
      formatRatio,
      formatCompact,
    ]) {
      expect(write(null)).toBe('—')
    }
  })

  it('have the direction up, down or flat', () =>
    expect([dec('0.01'), dec('-1'), dec('0.00'), null].map(directionOf)).toEqual([
      'up',
      'down',
      'flat',
      'flat',
    ]))
})

describe('formatted times', () => {
  const OPEN = Date.UTC(2026, 10, 20, 14, 30, 5)
  it("are in the exchange's time zone, in summer and in winter", () => {
    expect(exchangeTime(OPEN)).toBe('09:30:05')
    expect(exchangeTime(Date.UTC(2026, 6, 1, 13, 30, 0))).toBe('09:30:00')
    expect(exchangeTime(Date.UTC(2026, 10, 20, 5, 0, 0))).toBe('00:00:00')
  })

  it("include the date when it is not the exchange's current day", () => {
    expect(exchangeStamp(OPEN, OPEN + 3_600_000)).toBe('09:30:05')
    expect(exchangeStamp(OPEN, OPEN + 86_400_000)).toBe('Nov 20 09:30')
    expect(exchangeStamp(OPEN, OPEN + 365 * 86_400_000)).toBe('Nov 20 09:30')
  })

  it('outside market tables have the same zone and its name', () => {
    expect(dayStamp(OPEN)).toBe('Nov 20 09:30 ET')
    expect(clockStamp(OPEN)).toBe('09:30:05 ET')
  })

  it('formatted times in exports are ISO 8601 with the offset of their day', () => {
    expect(exchangeIso(OPEN)).toBe('2026-11-20T09:30:05-05:00')
    expect(exchangeIso(Date.UTC(2026, 6, 2, 3, 59, 59))).toBe('2026-07-01T23:59:59-04:00')
  })

  it('have a tooltip with the full time and local time', () =>
    expect(timeHint(OPEN)).toMatch(/Nov 20, 2026.*09:30:05 EST · .* your time$/))

  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_000, '59 min'],
    [7_200_000, '2 h'],
    [200_000_000, '2 d'],
  ])('show an age of %i ms as %s', (age, expected) => expect(formatAge(age)).toBe(expected))
})
