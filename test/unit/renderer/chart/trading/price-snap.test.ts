import { describe, expect, it } from 'vitest'
import { snapToGrid, stepOnGrid } from '../../../../../renderer/chart/trading/price-snap.js'
import { gridOf, STOCK_GRID } from '../../../../../shared/domain/instruments/price-grid.js'
import { asPrice, dec, decimalText } from '../../../../../shared/domain/decimal.js'
import { price } from '../../samples.js'

const text = (value: number, grid = STOCK_GRID): string | null => {
  const snapped = snapToGrid(value, grid)
  return snapped === null ? null : decimalText(snapped)
}
const OPTION_GRID = {
  steps: [
    { from: price('0'), step: dec('0.05') },
    { from: price('3'), step: dec('0.10') },
  ],
  bounds: null,
}
const EVENT_GRID = {
  steps: [{ from: price('0'), step: dec('0.01') }],
  bounds: { min: price('0.01'), max: price('0.99') },
}

describe('17.4, REL-35: a number from the chart becomes a price of the grid', () => {
  it('is the nearest tick, however many digits the pixel has', () => {
    expect([185.2049999, 185.205, 0.1 + 0.2].map((value) => text(value))).toEqual([
      '185.20',
      '185.21',
      '0.3000',
    ])
  })
  it('has the tick of its price: a stock below one dollar moves by hundredths of a cent', () => {
    expect(text(0.99994)).toBe('0.9999')
    expect(text(1.004)).toBe('1.00')
  })
  it('follows steps that grow with the price', () => {
    expect(text(2.974, OPTION_GRID)).toBe('2.95')
    expect(text(2.98, OPTION_GRID)).toBe('3.00')
    expect(text(3.16, OPTION_GRID)).toBe('3.20')
  })
  it('stays within the limits of an event contract and above zero', () => {
    expect([-0.4, 0.004, 1.7].map((value) => text(value, EVENT_GRID))).toEqual([
      '0.01',
      '0.01',
      '0.99',
    ])
    expect(text(-5)).toBe('0.0001')
  })
  it('is no price for what is no number', () =>
    expect([Number.NaN, Number.POSITIVE_INFINITY, 1e300].map((value) => text(value))).toEqual([
      null,
      null,
      null,
    ]))
  it('moves by keys over a change of the step, and not beyond a limit', () => {
    expect(decimalText(stepOnGrid(asPrice(dec('2.95')), 1, 2, OPTION_GRID))).toBe('3.10')
    expect(decimalText(stepOnGrid(price('0.98'), 1, 10, EVENT_GRID))).toBe('0.99')
  })
  it('uses the steps of a stock where none are published', () =>
    expect(gridOf(null)).toBe(STOCK_GRID))
})
