import { describe, expect, it } from 'vitest'
import { LATE_PRICES_MS } from '../../../../electron/core/portfolio/seen-prices.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { underlyingKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { MSFT, shares } from './client-fixture.js'
import { FIRST, PortfolioTest } from './portfolio-fixture.js'

describe('REL-41: positions after a fill', () => {
  const more = shares({ quantity: asQuantity(dec('20')), averageCost: asPrice(dec('9')) })

  it('stand still until they are read: no value of new prices and old sizes', async () => {
    const test = await new PortfolioTest().open()
    test.price('AAPL', '11')
    await test.pass(1_200)
    // The fill came before its event: at this price the old size was not held any more.
    test.price('AAPL', '11.5')
    await test.pass(100)
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(300)
    expect(test.values()).toEqual(['110.00'])
    test.held = [more]
    await test.pass(300)
    expect(test.requested).toContain('positions A1 afterFill')
    await test.pass(LATE_PRICES_MS)
    expect(test.values()).toEqual(['240.00'])
    test.price('AAPL', '13')
    expect(test.values()).toEqual(['260.00'])
  })

  it('stand still for as long as they cannot be read, at a moment before the fill', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'positions'
    const filledAt = test.simulation.wall()
    const before = filledAt - 1_000
    test.portfolio.onPositionsChanged(FIRST, null)
    await test.pass(2_000)
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(60_000)
    expect(test.values()).toEqual(['100.00'])
    expect(test.portfolio.positions.get()).toMatchObject([{ valuedAt: before, lastPrice: '12' }])
    test.fails = null
    void test.portfolio.refresh()
    await test.pass(100 + LATE_PRICES_MS)
    expect(test.values()).toEqual(['120.00'])
    expect(test.portfolio.positions.get()?.[0]).not.toHaveProperty('valuedAt')
  })

  it('are requested every 5 s while they stand still, until they can be read', async () => {
    const test = await new PortfolioTest().open()
    test.fails = 'positions'
    test.portfolio.onPositionsChanged(FIRST, null)
    await test.pass(10_000)
    test.price('AAPL', '12')
    test.fails = null
    await test.pass(5_000)
    expect(test.values()).toEqual(['120.00'])
    test.fails = 'positions'
    test.forget()
    void test.portfolio.refresh()
    await test.pass(8_000)
    expect(test.requested).toEqual(['positions A1', 'balance A1'])
  })

  it('positions of which the fill came before the first answer belong to its request', async () => {
    const test = new PortfolioTest()
    test.price('AAPL', '10')
    test.answerMs = 200
    const loading = test.portfolio.load()
    await test.pass(250)
    await loading
    const requestedAt = test.simulation.wall() - 50
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(200)
    expect(test.portfolio.positions.get()).toMatchObject([
      { marketValue: '100', valuedAt: requestedAt, lastPrice: '12' },
    ])
  })

  it('positions of other instruments than the filled one go on at once', async () => {
    const test = new PortfolioTest()
    test.price('MSFT', '10')
    test.held = [shares(), shares({ positionId: 'P2', symbol: MSFT })]
    await test.open()
    test.portfolio.onPositionsChanged(FIRST, [underlyingKey(shares())])
    test.price('AAPL', '12')
    test.price('MSFT', '12')
    expect(test.values()).toEqual(['100.00', '120.00'])
  })

  it('show an answer that was asked for before the fill as it was, and do not move it', async () => {
    const test = await new PortfolioTest().open()
    test.answerMs = 200
    void test.portfolio.refresh()
    const requestedAt = test.simulation.wall()
    await test.pass(100)
    test.portfolio.onPositionsChanged(FIRST, null)
    test.price('AAPL', '12')
    await test.pass(150)
    test.price('AAPL', '13')
    expect(test.portfolio.positions.get()).toMatchObject([
      { marketValue: '100', valuedAt: requestedAt },
    ])
  })

  it('read the balance again where a read of positions alone shows a fill without notice', async () => {
    const test = await new PortfolioTest().open()
    // While an order changes, only the positions are read at the regular time.
    await test.pass(24_000)
    test.portfolio.onOrdersChanged(FIRST)
    await test.pass(600)
    test.forget()
    test.held = [more]
    test.gain = '40'
    await test.pass(2_000)
    expect(test.requested).toEqual(['positions A1', 'balance A1'])
    await test.pass(20_000)
    expect(test.net()).toBe('1000')
    expect(test.portfolio.balance.get()?.valuedAt).toBeNull()
  })
})

describe('REL-41: the balance of the account', () => {
  it('does not move by a price that it contains, although the price comes later', async () => {
    const test = await new PortfolioTest().open()
    test.gain = '40'
    void test.portfolio.refresh()
    await test.pass(100)
    // The broker valued ten shares at 12 before that price reached the client.
    test.price('AAPL', '12')
    expect([test.values(), test.net()]).toEqual([['120.00'], '1000'])
    test.price('AAPL', '13')
    expect([test.values(), test.net()]).toEqual([['130.00'], '1010'])
  })

  it('never shows an answer that a newer one overtook', async () => {
    const test = await new PortfolioTest().open()
    test.answerMs = 3_000
    test.gain = '20'
    test.portfolio.onOrdersChanged(FIRST)
    await test.pass(500)
    test.answerMs = 10
    void test.portfolio.refresh()
    await test.pass(100)
    const newer = test.portfolio.balance.get()?.asOf
    await test.pass(3_000)
    expect(test.portfolio.balance.get()?.asOf).toBe(newer)
  })
})
