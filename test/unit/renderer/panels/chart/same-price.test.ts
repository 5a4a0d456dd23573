import { describe, expect, it } from 'vitest'
import { asPrice, dec, type Price } from '../../../../../shared/domain/decimal.js'
import { samePriceReader } from '../../../../../renderer/panels/chart/trading/use-last.js'

describe('the last price of the lines over the chart', () => {
  it('stays the same object while each quote has an equal price, so that nothing is rendered', () => {
    let last: Price | null = asPrice(dec('104.20'))
    const readLast = samePriceReader(() => last)
    const first = readLast()

    last = asPrice(dec('104.2'))

    expect(readLast()).toBe(first)
  })

  it('is another one with another price, and none when there is none', () => {
    let last: Price | null = asPrice(dec('104.20'))
    const readLast = samePriceReader(() => last)
    readLast()

    last = asPrice(dec('104.21'))
    expect(readLast()).toBe(last)

    last = null
    expect(readLast()).toBeNull()
  })
})
