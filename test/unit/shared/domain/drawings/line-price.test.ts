import { describe, expect, it } from 'vitest'
import { decimalText, fromInteger, type Price } from '../../../../../shared/domain/decimal.js'
import type { Anchor } from '../../../../../shared/domain/drawings/drawing.schema.js'
import type { DrawingKind } from '../../../../../shared/domain/drawings/drawing-kinds.js'
import { extensionLevels, retracementLevels } from '../../../../../shared/domain/drawings/levels.js'
import { linePrice, linePrices } from '../../../../../shared/domain/drawings/line-price.js'
import { anchor } from '../../../core/drawings/drawing-fixture.js'

const priceAt = (kind: DrawingKind, anchors: readonly Anchor[], minute: number): string | null => {
  const price = linePrice({ kind, anchors }, anchor(minute, '0').time)
  return price === null ? null : decimalText(price)
}
const texts = (prices: readonly { readonly price: Price }[]): string[] =>
  prices.map(({ price }) => decimalText(price))

describe('REL-35 the price of a line at a time', () => {
  const rising = [anchor(0, '100.00'), anchor(10, '101.00')]

  it('is exact between the ends of a trend line and absent outside', () => {
    expect(priceAt('trend-line', rising, 3)).toBe('100.3')
    expect(priceAt('trend-line', rising, 11)).toBeNull()
    expect(priceAt('trend-line', rising, -1)).toBeNull()
  })

  it('goes on beyond the second point of a ray, and not before the first', () => {
    expect(priceAt('ray', rising, 25)).toBe('102.5')
    expect(priceAt('ray', rising, -1)).toBeNull()
  })

  it('goes into the past on a ray that was drawn to the left', () => {
    expect(priceAt('ray', [...rising].reverse(), -10)).toBe('99')
    expect(priceAt('ray', [...rising].reverse(), 11)).toBeNull()
  })

  it('is the same at every time on a horizontal line', () => {
    expect(priceAt('horizontal', [anchor(0, '0.30')], 999_999)).toBe('0.30')
  })

  it('has two prices on a channel, as far apart as its third point is from the line', () => {
    const prices = linePrices(
      { kind: 'channel', anchors: [...rising, anchor(5, '99.50')] },
      anchor(10, '0').time,
    )
    expect(prices.map(decimalText)).toEqual(['101', '100'])
  })

  it('keeps ten places of a price that no tick meets', () => {
    expect(priceAt('trend-line', [anchor(0, '1'), anchor(3, '2')], 1)).toBe('1.3333333333')
  })

  it('is absent on a vertical line', () => {
    expect(priceAt('ray', [anchor(0, '1'), anchor(0, '2')], 0)).toBeNull()
  })

  it('counts bars instead of time where a chart says so', () => {
    const night = new Map([0, 10, 1_000].map((minute, bar) => [anchor(minute, '0').time, bar]))
    const price = linePrice(
      { kind: 'trend-line', anchors: [anchor(0, '100'), anchor(1_000, '102')] },
      anchor(10, '0').time,
      (time) => fromInteger(night.get(time) ?? 0),
    )
    expect(price === null ? null : decimalText(price)).toBe('101')
  })
})

describe('REL-35 the levels of a move', () => {
  it('are exact for a retracement', () => {
    const levels = retracementLevels(anchor(0, '100.00'), anchor(10, '110.00'))
    expect(texts(levels)).toEqual(
      ['110', '107.64', '106.18', '105', '103.82', '102.14', '100'].map((text) =>
        expect.stringMatching(new RegExp(`^${text.replace('.', '\\.')}(\\.?0*)?$`)),
      ),
    )
  })

  it('start at the third point for an extension', () => {
    const levels = extensionLevels(anchor(0, '100'), anchor(10, '110'), anchor(12, '105'))
    expect(texts(levels).map((text) => Number.parseFloat(text))).toEqual([
      105, 108.82, 111.18, 115, 117.72, 121.18, 131.18,
    ])
  })
})
