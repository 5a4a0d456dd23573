import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dec, eq, gt, isPositive, mul, snap, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { nextMoment } from '../../../shared/domain/market/practice-times.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { epochMs } from '../../../shared/domain/time.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { priceOf, quantity, SessionFixture } from './session-fixture.js'

const FUND = symbol('SPY')
/** Its quotes change about once in ten minutes of the night. */
const QUIET = symbol('DIA')
/** Listed without the overnight session. */
const DAY_ONLY = symbol('DNN')

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open({ pingMs: 200 })
  const { practice, ready } = desk.practice
  const to = nextMoment('overnight', epochMs(ready.exchangeTime))
  await practice.command({ command: 'clock', to })
  await desk.until('the night is reached', async () => {
    const { exchangeTime } = (await practice.command({ command: 'clock' })) as {
      readonly exchangeTime: number
    }
    return exchangeTime >= to
  })
})
afterAll(() => desk.close())

async function quoteOf(name: typeof FUND): Promise<Quote> {
  const quotes = desk.session.streams.quotes([name])
  const release = quotes.subscribe(() => undefined)
  await desk.until('a quote', () => quotes.all()[0]?.ask != null)
  release()
  return quotes.all()[0]!
}

/** A limit so far above the offer that the order fills, and within the price band. */
const above = (price: Decimal): string => `${snap(mul(price, dec('1.005')), dec('0.01'), 'up')}`

const nightOrder = (name: typeof FUND, limitPrice: string) =>
  desk.draft({
    accountId: desk.selected,
    assetClass: 'stock',
    symbol: name,
    side: 'buy',
    type: 'limit',
    limitPrice: priceOf(limitPrice),
    timeInForce: 'day',
    session: 'night',
    size: quantity('3'),
  })

describe('the overnight session', () => {
  test('has quotes, and a last price and change of the night beside those of the day', async () => {
    const quotes = desk.session.streams.quotes([FUND])
    const stop = quotes.subscribe(() => undefined)
    await desk.until('a quote of the night', () => quotes.all()[0]?.session === 'overnight')
    expect(gt(quotes.all()[0]!.ask!, quotes.all()[0]!.bid!)).toBe(true)
    stop()
    const details = desk.session.streams.details([FUND])
    const release = details.subscribe(() => undefined)
    await desk.until('figures of the night', () => details.all()[0]?.overnight?.last != null)
    const { overnight, extended } = details.all()[0]!
    release()
    expect(isPositive(overnight!.last!)).toBe(true)
    expect(overnight!.changeRatio).not.toBeNull()
    expect(extended?.last).not.toBeNull()
  })

  test('fills an order for the night only, at a price of the night', async () => {
    const { ask } = await quoteOf(FUND)
    const id = await desk.placeFilled(nightOrder(FUND, above(ask!)))
    const order = desk.row(id)!
    expect(eq(order.filledQuantity, dec('3'))).toBe(true)
    expect(order.session).toBe('night')
    expect(gt(order.averageFillPrice!, mul(ask!, dec('0.99')))).toBe(true)
  })

  test('fills an order in a stock whose next quote is minutes away', async () => {
    const { ask } = await quoteOf(QUIET)
    const id = await desk.placeFilled(nightOrder(QUIET, above(ask!)))
    expect(eq(desk.row(id)!.filledQuantity, dec('3'))).toBe(true)
  })

  test('refuses what does not trade overnight, and says why', async () => {
    const { last } = await desk.quote(DAY_ONLY)
    const order = nightOrder(DAY_ONLY, `${snap(last!, dec('0.01'), 'down')}`)
    const placed = expectOk(await desk.session.orders.submit(desk.ticket(), order))
    if (placed.outcome !== 'rejected') throw new Error(JSON.stringify(placed))
    expect(inEnglish(placed.reason)).toMatch(/overnight|night|extended/i)
  })
})
