import { describe, expect, it } from 'vitest'
import { dec } from '../../../../shared/domain/decimal.js'
import { formatProductPrice, formatSymbolPrice } from '../../../../renderer/format/product-price.js'

describe('the price of a product', () => {
  it('is in cents for an event contract and an option below one dollar', () => {
    expect(formatProductPrice(dec('0.62'), 'event')).toBe('0.62')
    expect(formatProductPrice(dec('0.6'), 'option')).toBe('0.60')
  })

  it('keeps a tenth of a cent that the price has', () => {
    expect(formatProductPrice(dec('0.625'), 'event')).toBe('0.625')
    expect(formatProductPrice(dec('0.62333333'), 'event', 4)).toBe('0.6233')
  })

  it('has four places below one dollar for stocks and coins', () => {
    expect(formatProductPrice(dec('0.62'), 'stock')).toBe('0.6200')
    expect(formatProductPrice(dec('0.62'), 'crypto')).toBe('0.6200')
  })

  it('follows the spelling of a symbol', () => {
    expect(formatSymbolPrice(dec('0.62'), 'KXRATECUTCOUNT-26DEC31-T3')).toBe('0.62')
    expect(formatSymbolPrice(dec('0.62'), 'NVDA261218C00190000')).toBe('0.62')
    expect(formatSymbolPrice(dec('0.62'), 'DOGEUSD')).toBe('0.6200')
    expect(formatSymbolPrice(dec('185.2'), 'AAPL')).toBe('185.20')
  })

  it('is a dash where there is none', () => {
    expect(formatSymbolPrice(null, 'AAPL')).toBe('—')
    expect(formatProductPrice(null, 'event')).toBe('—')
  })
})
