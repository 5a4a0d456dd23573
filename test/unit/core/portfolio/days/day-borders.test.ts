import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DayBorders } from '../../../../../electron/core/portfolio/day-borders.js'
import { asMoney, asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { Quote } from '../../../../../shared/domain/market/quote.js'
import { shares } from '../client-fixture.js'
import { PortfolioTest } from '../portfolio-fixture.js'

const money = (text: string) => asMoney(dec(text))
const quote = (name: string, close: string | null): Quote =>
  ({
    symbol: symbol(name),
    previousClose: close === null ? null : asPrice(dec(close)),
  }) as Quote

describe('REL-41: the gain of the day over the border of two days', () => {
  it('stands still until it is read from the close that the change is measured from', async () => {
    const test = new PortfolioTest()
    // Ten shares from 9.90 to 10.00.
    test.held = [shares({ dayPnl: money('1.00') })]
    await test.open()
    test.price('AAPL', '10', '9.90')
    await test.pass(1_200)
    const before = test.simulation.wall()
    // The next day begins: the change of the same price is now measured from 10.05.
    test.held = [shares({ dayPnl: money('-0.50') })]
    test.price('AAPL', '10', '10.05')
    const [stopped] = test.portfolio.positions.get() ?? []
    expect(stopped).toMatchObject({ dayPnl: '1.00', valuedAt: expect.any(Number) })
    expect(stopped?.valuedAt).toBeLessThanOrEqual(before)
    await test.pass(1_000)
    const [read] = test.portfolio.positions.get() ?? []
    expect(read).toMatchObject({ dayPnl: '-0.50' })
    expect(read).not.toHaveProperty('valuedAt')
  })

  it('is not read again for a price of the same day', async () => {
    const test = await new PortfolioTest().open()
    for (const price of ['10', '11', '12']) test.price('AAPL', price, '9.90')
    await test.pass(3_000)
    expect(test.requested).toEqual([])
  })

  it('is noticed once a day and symbol, whatever quotes come between', () => {
    const messages = fc.array(
      fc.record({
        name: fc.constantFrom('A', 'B'),
        close: fc.constantFrom('1', '1.0', '2', '3', null),
      }),
    )
    fc.assert(
      fc.property(messages, (sent) => {
        const borders = new DayBorders()
        const closes = new Map<string, string>()
        for (const { name, close } of sent) {
          const now = close === null ? undefined : String(Number(close))
          const known = closes.get(name)
          const isOther = known !== undefined && now !== undefined && now !== known
          expect(borders.beginsDay(quote(name, close))).toBe(isOther)
          if (now !== undefined) closes.set(name, now)
        }
      }),
    )
  })

  it('forgets symbols that are not held any more', () => {
    const borders = new DayBorders()
    borders.beginsDay(quote('A', '1'))
    borders.beginsDay(quote('B', '1'))
    borders.retain(new Set([symbol('B')]))
    expect(borders.beginsDay(quote('A', '2'))).toBe(false)
    expect(borders.beginsDay(quote('B', '2'))).toBe(true)
  })
})
