import { afterEach, describe, expect, it } from 'vitest'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { learnSteps, onMissingSteps } from '../../../../renderer/format/listed-steps.js'
import {
  formatAverage,
  formatAverageCost,
  formatProductPrice,
  formatSymbolPrice,
} from '../../../../renderer/format/product-price.js'

const missing: string[] = []
let forget: Disposer = () => undefined
const listen = (): void => {
  forget = onMissingSteps((symbol) => missing.push(symbol))
}
afterEach(() => {
  forget()
  missing.length = 0
})

const DOGE = { symbol: 'DOGEUSD', assetClass: 'crypto' } as const
const steps = (step: string) => [{ from: asPrice(dec('0')), step: dec(step) }]

describe('the price of a product', () => {
  it('is in cents for an event contract and an option below one dollar', () => {
    expect(formatProductPrice(dec('0.62'), { symbol: 'KX-26DEC31', assetClass: 'event' })).toBe(
      '0.62',
    )
    expect(formatProductPrice(dec('0.6'), { symbol: 'NVDA', assetClass: 'option' })).toBe('0.60')
  })

  it('keeps a tenth of a cent that the price has', () => {
    expect(formatSymbolPrice(dec('0.625'), 'KXRATECUTCOUNT-26DEC31-T3')).toBe('0.625')
  })

  it('has the places of the step below one dollar, of a stock and of a listed coin', () => {
    expect(formatSymbolPrice(dec('0.62'), 'SNDL')).toBe('0.6200')
    learnSteps([{ symbol: DOGE.symbol, steps: steps('0.0001') }])
    expect(formatProductPrice(dec('0.62'), DOGE)).toBe('0.6200')
    expect(formatSymbolPrice(dec('185.2'), 'AAPL')).toBe('185.20')
  })

  it('names the listing whose step it misses, and writes every digit meanwhile', () => {
    listen()
    expect(formatSymbolPrice(dec('0.00001214'), 'SHIBUSD')).toBe('0.00001214')
    expect(missing).toEqual(['SHIBUSD'])
    learnSteps([{ symbol: 'SHIBUSD', steps: steps('0.00000001') }])
    expect(formatSymbolPrice(dec('0.0000121'), 'SHIBUSD')).toBe('0.00001210')
    expect(missing).toEqual(['SHIBUSD'])
  })

  it('has two more places as an average, where it needs them or where a column aligns', () => {
    learnSteps([{ symbol: DOGE.symbol, steps: steps('0.0001') }])
    expect(formatAverage(dec('0.1581'), DOGE)).toBe('0.1581')
    expect(formatAverage(dec('0.158123456'), DOGE)).toBe('0.158123')
    expect(formatAverageCost(dec('0.1581'), DOGE)).toBe('0.158100')
    expect(formatAverageCost(dec('185.1'), { symbol: 'AAPL', assetClass: 'stock' })).toBe(
      '185.1000',
    )
  })

  it('is a dash where there is none', () => {
    expect(formatSymbolPrice(null, 'AAPL')).toBe('—')
    expect(formatProductPrice(null, DOGE)).toBe('—')
  })
})
