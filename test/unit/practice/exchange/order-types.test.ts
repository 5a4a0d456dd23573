import { describe, expect, it } from 'vitest'
import {
  timeAt,
  CASH,
  ExchangeFixture,
  levels,
  MARGIN,
  shares,
  TEN,
  usd,
  value,
} from './exchange-fixture.js'

describe('market and limit orders', () => {
  it('fill a market buy at the best offers upwards, with a print per execution', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ order_type: 'MARKET', quantity: '400' })
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      filled_quantity: '400.00000',
      filled_price: '100.0125',
      total_quantity: '400.00000',
    })
    expect(fixture.prints).toEqual([
      { symbol: 'AAPL', price: usd(100.01), size: shares(300), aggressor: 'buy' },
      { symbol: 'AAPL', price: usd(100.02), size: shares(100), aggressor: 'buy' },
    ])
    expect(fixture.eventTypes(id)).toEqual(['FILLED', 'FINAL_FILLED'])
    expect(fixture.exchange.last('AAPL')).toBe(usd(100.02))
  })

  it('continue a market order larger than the book with the next step', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ order_type: 'MARKET', quantity: '900' })
    expect(fixture.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      filled_quantity: '800.00000',
    })
    fixture.step(levels([99.99, 300]), levels([100.05, 50]))
    expect(fixture.order(id).filled_quantity).toBe('850.00000')
    fixture.step(levels([99.99, 300]), levels([100.05, 80]))
    expect(fixture.order(id).status).toBe('FILLED')
  })

  it('fill a resting buy in parts as others sell, without prints already on the tape', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '100.00', quantity: '100' })
    expect(fixture.exchange.depth('AAPL', 2).bids).toEqual(levels([100, 100], [99.99, 300]))
    fixture.step(levels([99.99, 300]), levels([100.01, 300]), ['sell', 100, 40])
    expect(fixture.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      filled_quantity: '40.00000',
      filled_price: '100.00',
    })
    fixture.step(levels([99.99, 300]), levels([100.01, 300]), ['sell', 99.99, 100])
    expect(fixture.order(id).status).toBe('FILLED')
    expect(fixture.eventTypes(id)).toEqual(['FILLED', 'FINAL_FILLED'])
    expect(fixture.prints).toEqual([])
  })

  it('queue behind the simulated size at the price, and advance when it leaves', () => {
    const fixture = new ExchangeFixture().step(levels([100, 300]), levels([100.02, 300]))
    const id = fixture.placed({ limit_price: '100.00', quantity: '10' })
    fixture.step(levels([100, 300]), levels([100.02, 300]), ['sell', 100, 290])
    expect(fixture.order(id).filled_quantity).toBe('0.00000')
    // The simulated size returns with 300, behind the 10 shares ahead of the order.
    fixture.step(levels([100, 300]), levels([100.02, 300]), ['sell', 100, 15])
    expect(fixture.order(id).filled_quantity).toBe('5.00000')
  })

  it('fill at their own price, with a print, when the simulated book moves through them', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '100.00', quantity: '100' })
    fixture.step(levels([99.9, 100]), levels([99.95, 60]))
    expect(fixture.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      filled_quantity: '60.00000',
      filled_price: '100.00',
    })
    expect(fixture.prints).toEqual([
      { symbol: 'AAPL', price: usd(100), size: shares(60), aggressor: 'sell' },
    ])
  })

  it('trade fractions and amounts at the best price; an amount is floored to five decimals', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const fraction = fixture.placed({ order_type: 'MARKET', quantity: '0.12345' })
    expect(fixture.order(fraction)).toMatchObject({
      status: 'FILLED',
      filled_quantity: '0.12345',
      filled_price: '100.01',
    })
    const amount = fixture.placed({
      order_type: 'MARKET',
      entrust_type: 'AMOUNT',
      total_cash_amount: '50.00',
    })
    expect(fixture.order(amount)).toMatchObject({
      status: 'FILLED',
      entrust_type: 'AMOUNT',
      filled_quantity: '0.49995',
      total_quantity: '0.49995',
    })
    const sale = fixture.placed({
      order_type: 'MARKET',
      entrust_type: 'AMOUNT',
      side: 'SELL',
      total_cash_amount: '20.00',
    })
    expect(fixture.order(sale)).toMatchObject({ status: 'FILLED', filled_quantity: '0.20002' })
  })

  it('orders of two customers match each other', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '5' }, CASH)
    const sell = fixture.placed({ side: 'SELL', quantity: '5', limit_price: '100.00' }, CASH)
    const buy = fixture.placed({ quantity: '5', limit_price: '100.00' })
    expect(fixture.order(sell, CASH).status).toBe('FILLED')
    expect(fixture.order(buy).status).toBe('FILLED')
  })
})

describe('stop and trailing orders', () => {
  it('trigger a sell stop at a trade at or below it, as a market order', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    const id = fixture.placed({ side: 'SELL', order_type: 'STOP_LOSS', stop_price: '99.90' })
    fixture.step(levels([99.91, 300]), levels([99.95, 300]), ['sell', 99.91, 10])
    expect(fixture.order(id).status).toBe('SUBMITTED')
    fixture.step(levels([99.9, 300], [99.89, 300]), levels([99.95, 300]), ['sell', 99.9, 10])
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      filled_price: '99.90',
      stop_price: '99.90',
    })
  })

  it('rest a buy stop limit at its limit after the trigger', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({
      order_type: 'STOP_LOSS_LIMIT',
      stop_price: '100.50',
      limit_price: '100.40',
    })
    fixture.step(levels([100.45, 300]), levels([100.5, 300]), ['buy', 100.5, 10])
    expect(fixture.order(id).status).toBe('SUBMITTED')
    fixture.step(levels([100.3, 300]), levels([100.45, 300]), ['sell', 100.3, 400])
    expect(fixture.order(id)).toMatchObject({ status: 'FILLED', filled_price: '100.40' })
  })

  it.each([
    ['AMOUNT', '0.50'],
    ['PERCENTAGE', '0.005'],
  ] as const)('trail %s %s behind the best bid upwards, and never down', (kind, step) => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    const id = fixture.placed({
      side: 'SELL',
      order_type: 'TRAILING_STOP_LOSS',
      trailing_type: kind,
      trailing_stop_step: step,
    })
    fixture.step(levels([102, 300]), levels([102.02, 300]), ['buy', 102.02, 10])
    fixture.step(levels([101.6, 300]), levels([101.62, 300]), ['sell', 101.6, 10])
    expect(fixture.order(id).status).toBe('SUBMITTED')
    fixture.step(levels([101.48, 300]), levels([101.5, 300]), ['sell', 101.48, 10])
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      filled_price: '101.48',
      trailing_type: kind,
      trailing_stop_step: step,
    })
  })

  it('can trigger one another', () => {
    const fixture = new ExchangeFixture().step(levels([100, 5], [99.5, 300]), levels([100.01, 300]))
    fixture.placed({ order_type: 'MARKET', quantity: '20' })
    const first = fixture.placed({
      side: 'SELL',
      order_type: 'STOP_LOSS',
      stop_price: '100.00',
      quantity: '10',
    })
    const second = fixture.placed({
      side: 'SELL',
      order_type: 'STOP_LOSS',
      stop_price: '99.60',
      quantity: '10',
    })
    fixture.step(levels([100, 5], [99.5, 300]), levels([100.01, 300]), ['sell', 100, 1])
    expect(fixture.order(first).status).toBe('FILLED')
    expect(fixture.order(second)).toMatchObject({ status: 'FILLED', filled_price: '99.50' })
  })
})

describe('sessions and times', () => {
  it('keep a regular-session DAY order waiting before the open and end it at the close', () => {
    const fixture = new ExchangeFixture({}, timeAt(5 * 60)).usualQuotes()
    const id = fixture.placed({ limit_price: '100.05' })
    expect(fixture.order(id).status).toBe('SUBMITTED')
    expect(fixture.exchange.depth('AAPL', 5).bids[0]).toEqual({
      price: usd(99.99),
      size: shares(300),
    })
    fixture.to(timeAt(9 * 60 + 30)).usualQuotes()
    expect(fixture.order(id).status).toBe('FILLED')
    const resting = fixture.placed()
    fixture.to(timeAt(16 * 60))
    expect(fixture.order(resting).status).toBe('CANCELLED')
    expect(fixture.eventTypes(resting)).toEqual(['CANCEL_SUCCESS'])
    expect(fixture.refusal().code).toBe('OPENAPI_DAY_ORDER_NOT_ALLOWED_AFT_CORE_TIME_LIMIT')
    expect(fixture.placed({ time_in_force: 'GTC' })).toBeTruthy()
  })

  it('take a GTC order off the book overnight, and end it after 60 days', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ time_in_force: 'GTC', limit_price: '99.50' })
    fixture.to(timeAt(17 * 60)).step(levels([99, 300]), levels([99.1, 300]))
    expect(fixture.order(id).status).toBe('SUBMITTED')
    fixture.to(timeAt(10 * 60, '2026-11-19')).usualQuotes()
    expect(fixture.exchange.depth('AAPL', 9).bids).toContainEqual({
      price: usd(99.5),
      size: shares(10),
    })
    fixture.to(timeAt(15 * 60, '2027-01-15'))
    expect(fixture.order(id).status).toBe('SUBMITTED')
    fixture.to(timeAt(17 * 60, '2027-01-17'))
    expect(fixture.order(id).status).toBe('CANCELLED')
  })

  it('trade ALL orders before the open and after the close until 20:00', () => {
    const fixture = new ExchangeFixture({}, timeAt(5 * 60)).usualQuotes()
    expect(
      fixture.order(fixture.placed({ support_trading_session: 'ALL', limit_price: '100.05' }))
        .status,
    ).toBe('FILLED')
    fixture.to(timeAt(17 * 60)).usualQuotes()
    expect(
      fixture.order(fixture.placed({ support_trading_session: 'ALL', limit_price: '100.05' }))
        .status,
    ).toBe('FILLED')
    const late = fixture.placed({ support_trading_session: 'ALL' })
    fixture.to(timeAt(20 * 60))
    expect(fixture.order(late).status).toBe('CANCELLED')
  })

  it('accept NIGHT orders only at night', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    expect(fixture.refusal({ support_trading_session: 'NIGHT' }).code).toBe(
      'OPENAPI_NO_NIGHT_TRADING_TIME',
    )
    fixture.to(timeAt(21 * 60)).usualQuotes()
    expect(
      fixture.order(fixture.placed({ support_trading_session: 'NIGHT', limit_price: '100.05' }))
        .status,
    ).toBe('FILLED')
    expect(
      fixture.refusal({
        support_trading_session: 'NIGHT',
        symbol: 'PENY',
        limit_price: '0.5',
        quantity: '200',
      }).code,
    ).toBe('OPENAPI_NOT_SUPPORT_EXTEND_HOUR')
    const rest = fixture.placed({ support_trading_session: 'NIGHT' })
    fixture.to(timeAt(4 * 60, '2026-11-19'))
    expect(fixture.order(rest).status).toBe('CANCELLED')
  })

  it('allow auction orders for institutions only, and trade them at the open and the close', () => {
    const retail = new ExchangeFixture({}, timeAt(9 * 60)).usualQuotes()
    for (const order_type of ['MARKET_ON_OPEN', 'MARKET_ON_CLOSE', 'LIMIT_ON_OPEN'] as const) {
      expect(retail.refusal({ order_type }).code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    }
    const fixture = new ExchangeFixture({ institutional: true }, timeAt(9 * 60)).usualQuotes()
    const open = fixture.placed({ order_type: 'MARKET_ON_OPEN' })
    const limit = fixture.placed({ order_type: 'LIMIT_ON_OPEN', limit_price: '99.00' })
    const close = fixture.placed({ order_type: 'MARKET_ON_CLOSE' })
    fixture.to(timeAt(9 * 60 + 30)).usualQuotes()
    expect([open, limit, close].map((id) => fixture.order(id).status)).toEqual([
      'FILLED',
      'CANCELLED',
      'SUBMITTED',
    ])
    expect(fixture.refusal({ order_type: 'MARKET_ON_OPEN' }).code).toBe('OPENAPI_NO_TRADING_TIME')
    fixture.to(timeAt(15 * 60)).step(levels([101, 300]), levels([101.01, 300]))
    fixture.to(timeAt(16 * 60))
    expect(fixture.order(close)).toMatchObject({ status: 'FILLED', filled_price: '101.01' })
  })

  it('leave a stop inactive outside the regular session', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    const id = fixture.placed({
      side: 'SELL',
      order_type: 'STOP_LOSS',
      stop_price: '99.00',
      time_in_force: 'GTC',
    })
    fixture.to(timeAt(17 * 60)).step(levels([98, 300]), levels([98.1, 300]), ['sell', 98, 10])
    expect(fixture.order(id).status).toBe('SUBMITTED')
    fixture.to(timeAt(9 * 60 + 30, '2026-11-19')).step(levels([98, 300]), levels([98.1, 300]))
    expect(fixture.order(id)).toMatchObject({ status: 'FILLED', filled_price: '98.00' })
  })

  it('fail an order at the open that would overdraw a cash account', () => {
    const fixture = new ExchangeFixture({}, timeAt(9 * 60)).usualQuotes()
    const id = fixture.placed({ order_type: 'MARKET', quantity: '230' }, CASH)
    fixture.to(timeAt(9 * 60 + 30)).step(levels([119, 300]), levels([120, 300]))
    expect(fixture.order(id, CASH).status).toBe('FAILED')
    expect(fixture.eventTypes(id)).toEqual(['PLACE_FAILED'])
    expect(value(fixture.exchange.balance(CASH)).account_currency_assets[0]).toMatchObject({
      cash_balance: '25000.00',
      frozen_amount: '0.00',
    })
  })
})

it('the same calls give the same results', () => {
  const run = (): unknown => {
    const fixture = new ExchangeFixture({ pendingMs: 100 }, TEN).usualQuotes()
    fixture.placed({ limit_price: '100.05' })
    fixture.wait(200).usualQuotes()
    return [fixture.exchange.snapshotState(), fixture.events, fixture.prints]
  }
  expect(run()).toEqual(run())
  expect(MARGIN).toHaveLength(26)
  expect(CASH).toHaveLength(26)
})
