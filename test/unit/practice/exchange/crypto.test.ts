import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { timeAt, CRYPTO, ExchangeFixture, usd, value } from './exchange-fixture.js'

const coins = (count: number): number => Math.round(count * 1e8)
/** Starts with 89,990 × 2 by 90,010 × 2 coins; DOGE costs 0.16. */
const fixtureAt = (start = timeAt(10 * 60)): ExchangeFixture =>
  quote(new ExchangeFixture({}, start), 89_990)
const quote = (fixture: ExchangeFixture, bid: number, symbol = 'BTCUSD'): ExchangeFixture => {
  const level = (price: number, size: number) => ({ price: usd(price), size: coins(size) })
  return fixture
    .wait(1)
    .step(
      [level(bid, 2), level(bid - 10, 5)],
      [level(bid + 20, 2), level(bid + 30, 5)],
      ['buy', bid + 20, 0.001],
      symbol,
    )
}
const btc = (over: Partial<NewOrderBody> = {}): Partial<NewOrderBody> => ({
  instrument_type: 'CRYPTO',
  symbol: 'BTCUSD',
  order_type: 'MARKET',
  time_in_force: 'IOC',
  quantity: '0.01',
  support_trading_session: null,
  ...over,
})
const limit = (price: string, over: Partial<NewOrderBody> = {}): Partial<NewOrderBody> =>
  btc({ order_type: 'LIMIT', time_in_force: 'GTC', limit_price: price, ...over })
const assets = (fixture: ExchangeFixture) =>
  value(fixture.exchange.balance(CRYPTO)).account_currency_assets[0]!
const position = (fixture: ExchangeFixture) => value(fixture.exchange.positions(CRYPTO))[0]

describe('a crypto order', () => {
  it('buys to eight decimals, without fees, at any hour', () => {
    for (const start of [
      timeAt(10 * 60),
      timeAt(3 * 60),
      timeAt(12 * 60, '2026-11-21'),
      timeAt(23 * 60, '2026-11-26'),
    ]) {
      const fixture = fixtureAt(start)
      const id = fixture.placed(btc({ quantity: '0.00012345' }), CRYPTO)
      const order = fixture.order(id, CRYPTO)
      expect(order).toMatchObject({
        status: 'FILLED',
        instrument_type: 'CRYPTO',
        total_quantity: '0.00012345',
        filled_quantity: '0.00012345',
        filled_price: '90010.00',
      })
      expect(order.order_id).toMatch(/^CO[0-9A-Z]{24}$/)
      for (const member of ['commission', 'fees', 'support_trading_session']) {
        expect(order).not.toHaveProperty(member)
      }
      expect(assets(fixture)).toMatchObject({ cash_balance: '9988.89', unsettled_cash: '0.00' })
      expect(position(fixture)).toMatchObject({
        instrument_type: 'CRYPTO',
        quantity: '0.00012345',
        market_value: '11.11',
      })
      expect(fixture.events.at(-1)?.payload).toMatchObject({
        category: 'US_CRYPTO',
        qty: '0.0001234500',
      })
      expect(
        ORDER_OPERATIONS.getOrder.response.safeParse(value(fixture.exchange.detail(CRYPTO, id)))
          .success,
      ).toBe(true)
    }
  })

  it('a crypto order by amount buys and sells the quantity that the amount pays for', () => {
    const fixture = fixtureAt()
    const money = (total_cash_amount: string, over: Partial<NewOrderBody> = {}) =>
      btc({ entrust_type: 'AMOUNT', quantity: null, total_cash_amount, ...over })
    expect(fixture.order(fixture.placed(money('900.10'), CRYPTO), CRYPTO)).toMatchObject({
      entrust_type: 'AMOUNT',
      filled_quantity: '0.01000000',
    })
    expect(assets(fixture)).toMatchObject({ cash_balance: '9099.90', frozen_amount: '0.00' })
    expect(
      fixture.order(fixture.placed(money('89.99', { side: 'SELL' }), CRYPTO), CRYPTO),
    ).toMatchObject({ filled_quantity: '0.00100000', status: 'FILLED' })
    expect(assets(fixture).cash_balance).toBe('9189.89')
    const resting = fixture.placed(
      money('100.00', { order_type: 'LIMIT', limit_price: '80000.00', time_in_force: 'DAY' }),
      CRYPTO,
    )
    expect(fixture.order(resting, CRYPTO)).toMatchObject({
      status: 'SUBMITTED',
      total_quantity: '0.00125000',
    })
    expect(assets(fixture).frozen_amount).toBe('100.00')
  })

  it('a crypto order at the market takes the available quantity and ends', () => {
    const fixture = new ExchangeFixture({}, timeAt(10 * 60)).wait(1)
    fixture.step(
      [{ price: usd(1), size: coins(100) }],
      [{ price: usd(2), size: coins(30) }],
      ['buy', 2, 1],
      'DOGEUSD',
    )
    const id = fixture.placed(btc({ symbol: 'DOGEUSD', quantity: '50' }), CRYPTO)
    expect(fixture.order(id, CRYPTO)).toMatchObject({
      status: 'CANCELLED',
      filled_quantity: '30.00000000',
    })
  })

  it('a crypto order with a stop waits for its price', () => {
    const fixture = fixtureAt()
    fixture.placed(btc(), CRYPTO)
    const id = fixture.placed(
      btc({
        order_type: 'STOP_LOSS_LIMIT',
        time_in_force: 'DAY',
        side: 'SELL',
        stop_price: '89000.00',
        limit_price: '88000.00',
      }),
      CRYPTO,
    )
    expect(fixture.watched).toEqual(['BTCUSD'])
    quote(fixture, 88_970)
    expect(fixture.order(id, CRYPTO)).toMatchObject({ status: 'FILLED', filled_price: '88970.00' })
    expect(fixture.watched).toEqual([])
  })

  it("a crypto order for the day ends at midnight UTC, whatever the stock market's hours", () => {
    const fixture = fixtureAt()
    const day = fixture.placed(limit('80000', { time_in_force: 'DAY' }), CRYPTO)
    const gtc = fixture.placed(limit('80000'), CRYPTO)
    const midnight = epochMs(Date.UTC(2026, 10, 19))
    fixture.to(epochMs(midnight - 1))
    expect(fixture.order(day, CRYPTO).status).toBe('SUBMITTED')
    fixture.to(midnight)
    expect([fixture.order(day, CRYPTO).status, fixture.order(gtc, CRYPTO).status]).toEqual([
      'CANCELLED',
      'SUBMITTED',
    ])
    expect(fixture.now).toBe(midnight)
  })

  it('has neither preview nor replace', () => {
    const fixture = fixtureAt()
    const body = {
      account_id: CRYPTO,
      new_orders: [
        {
          client_order_id: 'p',
          combo_type: 'NORMAL',
          market: 'US',
          side: 'BUY',
          entrust_type: 'QTY',
          ...btc(),
        } as NewOrderBody,
      ],
    }
    expect(fixture.exchange.preview(body)).toMatchObject({
      ok: false,
      error: { status: 417, code: 'OPENAPI_SYSTEM_ERROR' },
    })
    const id = fixture.placed(limit('80000'), CRYPTO)
    expect(
      fixture.exchange.replace({
        account_id: CRYPTO,
        modify_orders: [{ client_order_id: id, quantity: '0.02' }],
      }),
    ).toMatchObject({ ok: false, error: { status: 417, code: 'OPENAPI_PARAM_ERR' } })
    expect(fixture.order(id, CRYPTO)).toMatchObject({
      status: 'SUBMITTED',
      total_quantity: '0.01000000',
    })
  })

  it('is refused in every unsupported form', () => {
    const fixture = fixtureAt()
    const wrong: [Partial<NewOrderBody>, RegExp][] = [
      [{ time_in_force: 'DAY' }, /time_in_force/],
      [{ time_in_force: 'GTC' }, /time_in_force/],
      [{ order_type: 'LIMIT', limit_price: '80000' }, /time_in_force/],
      [{ order_type: 'STOP_LOSS', stop_price: '80000', time_in_force: 'DAY' }, /order_type/],
      [{ order_type: 'TRAILING_STOP_LOSS', time_in_force: 'DAY' }, /order_type/],
      [{ side: 'SHORT' }, /side/],
      [{ quantity: '0.000000001' }, /quantity/],
      [{ quantity: '-1' }, /quantity/],
      [{ symbol: 'AAPL' }, /symbol/],
      [
        { order_type: 'LIMIT', time_in_force: 'DAY', limit_price: '80000.001' },
        /price step is 0.01/,
      ],
      [{ trailing_type: 'AMOUNT' }, /trailing_type/],
      [
        {
          order_type: 'STOP_LOSS_LIMIT',
          time_in_force: 'DAY',
          side: 'SELL',
          entrust_type: 'AMOUNT',
          quantity: null,
          total_cash_amount: '50',
          stop_price: '80000',
          limit_price: '80000',
        },
        /entrust_type/,
      ],
      [{ legs: [] }, /legs/],
    ]
    for (const [over, message] of wrong) {
      expect(fixture.refusal(btc(over), CRYPTO)).toMatchObject({
        status: 417,
        code: 'OPENAPI_PARAM_ERR',
        message: expect.stringMatching(message) as string,
      })
    }
  })

  it('respects the limits of an order, of a trade and of all open buys', () => {
    const fixture = fixtureAt()
    const belowMinimum = 'OPENAPI_CRYPTO_ORDER_BUY_SELL_LIMIT_MINIMUM'
    expect(fixture.refusal(limit('19999.99', { quantity: '0.0001' }), CRYPTO).code).toBe(
      belowMinimum,
    )
    expect(
      fixture.refusal(
        btc({ entrust_type: 'AMOUNT', quantity: null, total_cash_amount: '1.99' }),
        CRYPTO,
      ).code,
    ).toBe(belowMinimum)
    expect(fixture.placed(limit('20000', { quantity: '0.0001' }), CRYPTO)).toBeTruthy()
    expect(fixture.refusal(limit('80000', { quantity: '1.26' }), CRYPTO).message).toMatch(
      /100000.00 USD a trade/,
    )
    expect(fixture.refusal(limit('80000', { quantity: '0.13' }), CRYPTO).code).toBe(
      'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
    )
    const rich = new ExchangeFixture({}, timeAt(10 * 60), [
      {
        userId: 'U',
        accountId: CRYPTO,
        accountNumber: '1',
        type: 'CASH',
        accountClass: 'CRYPTO',
        depositCents: 100_000_000,
      },
    ])
    quote(rich, 89_990)
    for (let count = 0; count < 2; count += 1) {
      rich.placed(limit('80000', { quantity: '1.2' }), CRYPTO)
    }
    expect(rich.refusal(limit('80000', { quantity: '0.2' }), CRYPTO).message).toMatch(
      /open buys together at most 200000.00 USD/,
    )
    expect(rich.placed(limit('80000', { quantity: '0.1' }), CRYPTO)).toBeTruthy()
  })

  it('sells what is held, and never leaves a remainder too small to sell', () => {
    const fixture = fixtureAt()
    fixture.placed(btc({ quantity: '0.001' }), CRYPTO)
    expect(fixture.refusal(btc({ side: 'SELL', quantity: '0.0011' }), CRYPTO).code).toBe(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    expect(fixture.refusal(btc({ side: 'SELL', quantity: '0.00098' }), CRYPTO).code).toBe(
      'OPENAPI_CRYPTO_ORDER_BUY_SELL_LIMIT_MINIMUM',
    )
    const part = fixture.placed(limit('95000', { side: 'SELL', quantity: '0.0005' }), CRYPTO)
    expect(fixture.refusal(btc({ side: 'SELL', quantity: '0.0006' }), CRYPTO).code).toBe(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    fixture.exchange.cancel({ account_id: CRYPTO, client_order_id: part })
    expect(fixture.placed(btc({ side: 'SELL', quantity: '0.001' }), CRYPTO)).toBeTruthy()
    expect(position(fixture)).toBeUndefined()
  })
})

describe('a crypto position', () => {
  it('starts its day at midnight UTC', () => {
    const fixture = fixtureAt()
    fixture.placed(btc({ quantity: '0.1' }), CRYPTO)
    quote(fixture, 90_980)
    expect(position(fixture)).toMatchObject({
      day_profit_loss: '99.00',
      unrealized_profit_loss: '99.00',
    })
    fixture.to(epochMs(Date.UTC(2026, 10, 19)))
    expect(position(fixture)).toMatchObject({
      day_profit_loss: '0.00',
      unrealized_profit_loss: '99.00',
    })
    quote(fixture, 91_080)
    expect(position(fixture)).toMatchObject({
      day_profit_loss: '10.00',
      unrealized_profit_loss: '109.00',
    })
  })
})
