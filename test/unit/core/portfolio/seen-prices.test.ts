import { describe, expect, it } from 'vitest'
import { SeenPrices } from '../../../../electron/core/portfolio/seen-prices.js'
import { AccountAtClient, AAPL, MSFT } from './client-fixture.js'

const lastOf = (seen: SeenPrices, name = AAPL) => seen.pricesOf(name).map(({ last }) => last)

describe('REL-41: the prices that were seen while an account was read', () => {
  it('are the one of the beginning and all that followed, of every symbol', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    const seen = new SeenPrices(client.quotes)
    client.price('AAPL', '11')
    client.price('AAPL', '9')
    client.price('MSFT', '71')
    expect(lastOf(seen)).toEqual(['10', '11', '9'])
    expect(lastOf(seen, MSFT)).toEqual(['71'])
  })

  it('are none of a symbol without a quote, and leave out a quote without any price', () => {
    const client = new AccountAtClient()
    const seen = new SeenPrices(client.quotes)
    expect(lastOf(seen)).toEqual([])
    client.quoted('AAPL')
    client.price('AAPL', '10')
    expect(lastOf(seen)).toEqual(['10'])
  })

  it('end when they are disposed of', () => {
    const client = new AccountAtClient()
    client.price('AAPL', '10')
    const seen = new SeenPrices(client.quotes)
    seen.dispose()
    client.price('AAPL', '11')
    expect(lastOf(seen)).toEqual(['10'])
    expect(client.listeners).toBe(0)
  })
})
