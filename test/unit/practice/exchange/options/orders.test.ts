import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  CASH,
  MARGIN,
  crossingPrice,
  leg,
  optionFixture,
  type OptionFixture,
  cents,
  buyContract,
} from './option-fixture.js'

describe('an order in one option contract', () => {
  it('trades against the simulated quotes, opens a position and costs 100 times its price', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    const before = fixture.exchange.balance(MARGIN)
    const id = buyContract(fixture, call, 2)
    const { legs, fees, filled_price: price, position_intent: intent } = fixture.detail(id)
    expect(legs).toMatchObject([
      {
        id: '1',
        symbol: 'AAPL',
        side: 'BUY',
        quantity: '2.00000',
        option_type: 'CALL',
        option_category: 'AMERICAN',
        option_contract_multiplier: '100',
      },
    ])
    expect(intent).toBeUndefined()
    expect(fixture.positions()).toMatchObject([
      {
        instrument_type: 'OPTION',
        symbol: 'AAPL',
        quantity: '2.00000',
        option_strategy: 'SINGLE',
        cost: (Number(price) * 200).toFixed(2),
        legs: [
          {
            symbol: call.symbol,
            option_exercise_price: (call.strike / 10_000).toFixed(2),
            expiration_type: 'PM',
          },
        ],
      },
    ])
    const after = fixture.exchange.balance(MARGIN)
    const paid =
      (before.ok ? cents(before.value.total_cash_balance) : 0) -
      (after.ok ? cents(after.value.total_cash_balance) : 0)
    expect(paid).toBe(
      cents(price) * 200 + (fees ?? []).reduce((sum, fee) => sum + cents(fee.actual_value), 0),
    )
    expect(fixture.tradeEvents.at(-1)?.payload).toMatchObject({
      scene_type: 'FINAL_FILLED',
      category: 'US_OPTION',
      symbol: 'AAPL',
      qty: '2.0000000000',
    })
    expect(fixture.options.ticks(call.symbol, 1)[0]).toMatchObject({
      size: 200_000,
      aggressor: 'buy',
    })
  })

  it('rests below the market and fills when the market reaches it', () => {
    const fixture = optionFixture()
    const put = fixture.near('TSLA', 'PUT')
    const bid = Math.round(Number(crossingPrice(fixture, put.symbol, 'SELL')) * 100)
    const order = fixture.order([leg(put, 'BUY')], { limit_price: (bid / 100).toFixed(2) })
    expect(fixture.place(order)).toBeNull()
    expect(fixture.detail(order.client_order_id).status).toBe('SUBMITTED')
    for (
      let minute = 0;
      minute < 40 && fixture.detail(order.client_order_id).status === 'SUBMITTED';
      minute += 1
    ) {
      fixture.wait(60_000)
    }
    expect(fixture.detail(order.client_order_id)).toMatchObject({
      status: 'FILLED',
      filled_price: (bid / 100).toFixed(2),
    })
  })

  it('lasts for the day; a GTC buy lasts until the contract expires', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL', 3, 1)
    const [day, gtc] = [
      fixture.order([leg(call, 'BUY')], { limit_price: '0.01' }),
      fixture.order([leg(call, 'BUY')], { limit_price: '0.01', time_in_force: 'GTC' }),
    ]
    expect([fixture.place(day), fixture.place(gtc)]).toEqual([null, null])
    fixture.skip(exchangeInstant('2026-11-20', 16 * 60))
    expect([
      fixture.detail(day.client_order_id).status,
      fixture.detail(gtc.client_order_id).status,
    ]).toEqual(['CANCELLED', 'SUBMITTED'])
    expect(fixture.place(fixture.order([leg(call, 'BUY')], { limit_price: '0.01' }))).toContain(
      'OPENAPI_DAY_ORDER_NOT_ALLOWED_AFT_CORE_TIME_LIMIT',
    )
    fixture.skip(call.expiry.time)
    expect(fixture.detail(gtc.client_order_id).status).toBe('CANCELLED')
  })

  it('is refused with the documented codes', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    const put = fixture.near('AAPL', 'PUT', -2)
    const orderWith = (over: Parameters<OptionFixture['order']>[1], legs = [leg(call, 'BUY')]) =>
      fixture.place(fixture.order(legs, { limit_price: '1.00', ...over }))?.split(' ')[0] ?? null
    expect([
      orderWith({ limit_price: '1.005' }),
      orderWith({ limit_price: '4.03' }),
      orderWith({ limit_price: null }),
      orderWith({ limit_price: '0' }),
      orderWith({ stop_price: '1.00' }),
      orderWith({ quantity: '1.5' }),
      orderWith({ quantity: '2' }),
      orderWith({ quantity: '20000' }),
      orderWith({ side: 'SHORT' }),
      orderWith({ time_in_force: 'IOC' }),
      orderWith({ support_trading_session: 'ALL' }),
      orderWith({ order_type: 'MARKET', limit_price: null }),
      orderWith({ order_type: 'TRAILING_STOP_LOSS' }),
      orderWith({ entrust_type: 'AMOUNT' }),
      orderWith({ option_strategy: 'STRADDLE' }),
      orderWith({ legs: [] }),
      orderWith({ legs: null }),
      orderWith({}, [{ ...leg(call, 'BUY'), strike_price: '271.01' }]),
      orderWith({}, [{ ...leg(call, 'BUY'), option_expire_date: '2026-11-28' }]),
      orderWith({}, [{ ...leg(call, 'BUY'), symbol: 'MSFT' }]),
      orderWith({}, [leg(call, 'SELL')]),
      orderWith({ position_intent: 'SELL_TO_OPEN' }),
      orderWith({ position_intent: 'BUY_TO_CLOSE' }),
      orderWith({ limit_price: '200', quantity: '10', legs: [leg(call, 'BUY', 10)] }),
      fixture
        .place(
          fixture.order([leg(put, 'SELL')], {
            side: 'SELL',
            limit_price: '1.00',
            time_in_force: 'GTC',
          }),
        )
        ?.split(' ')[0],
      fixture
        .place(
          fixture.order([leg(put, 'SELL')], {
            side: 'SELL',
            limit_price: '1.00',
            position_intent: 'SELL_TO_CLOSE',
          }),
        )
        ?.split(' ')[0],
      fixture
        .place(fixture.order([leg(call, 'BUY')], { limit_price: '1.00', algo_type: 'TWAP' }))
        ?.split(' ')[0],
    ]).toEqual([
      'OPENAPI_OPTION_PRICE_STEP_LT',
      'OPENAPI_OPTION_PRICE_STEP_LT',
      ...Array<string>(12).fill('OPENAPI_PARAM_ERR'),
      'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
      'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
      'OPENAPI_PARAM_ERR',
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
      'OPENAPI_PARAM_ERR',
    ])
    expect(fixture.positions()).toEqual([])
  })

  it('can be previewed where it cannot be placed', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    const order = fixture.order([leg(call, 'SELL', 3)], {
      side: 'SELL',
      quantity: '3',
      order_type: 'MARKET',
      time_in_force: 'GTC',
    })
    expect(fixture.exchange.preview({ account_id: MARGIN, new_orders: [order] })).toMatchObject({
      ok: true,
      value: {
        estimated_cost: (Number(crossingPrice(fixture, call.symbol, 'SELL')) * 300).toFixed(2),
        currency: 'USD',
      },
    })
  })

  it('closes no more than is held, and opens nothing while there is something to close', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    buyContract(fixture, call, 2)
    const sell = (quantity: number, intent: 'SELL_TO_CLOSE' | 'SELL_TO_OPEN', price = '99') =>
      fixture.place(
        fixture.order([leg(call, 'SELL', quantity)], {
          side: 'SELL',
          quantity: String(quantity),
          limit_price: price,
          position_intent: intent,
        }),
      )
    expect(sell(1, 'SELL_TO_OPEN')).toContain('OPENAPI_PARAM_ERR')
    expect(sell(3, 'SELL_TO_CLOSE')).toContain('OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY')
    expect(sell(1, 'SELL_TO_CLOSE')).toBeNull()
    expect(sell(2, 'SELL_TO_CLOSE')).toContain('OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY')
    expect(sell(1, 'SELL_TO_CLOSE', crossingPrice(fixture, call.symbol, 'SELL'))).toBeNull()
    expect(fixture.positions()[0]?.quantity).toBe('1.00000')
  })

  it('is replaced in price, quantity and legs', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    const order = fixture.order([leg(call, 'BUY')], { limit_price: '0.50' })
    expect(fixture.place(order)).toBeNull()
    const replace = (change: object) =>
      fixture.exchange.replace({
        account_id: MARGIN,
        modify_orders: [{ client_order_id: order.client_order_id, ...change }],
      })
    expect(replace({ quantity: '3', limit_price: '0.60' })).toMatchObject({ ok: true })
    expect(fixture.detail(order.client_order_id)).toMatchObject({
      total_quantity: '3.00000',
      limit_price: '0.60',
      legs: [{ quantity: '3.00000' }],
    })
    expect(replace({ quantity: '2', legs: [{ id: '1', quantity: '2' }] })).toMatchObject({
      ok: true,
    })
    expect(fixture.detail(order.client_order_id)).toMatchObject({
      total_quantity: '2.00000',
      legs: [{ quantity: '2.00000' }],
    })
    expect(replace({ legs: [{ id: '9', quantity: '2' }] })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    expect(replace({ legs: [{ id: '1', quantity: '5' }] })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
  })
})

describe('an option position overnight', () => {
  it('starts the next day without a gain, even if its market was read after the close', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL', 0, 3)
    buyContract(fixture, call, 2)
    fixture.skip(exchangeInstant('2026-11-20', 17 * 60))
    expect(Number(fixture.positions()[0]?.day_profit_loss)).not.toBe(0)
    fixture.exchange.depth(call.symbol, 1)
    fixture.skip(exchangeInstant('2026-11-23', 4 * 60))
    expect(fixture.positions()[0]?.day_profit_loss).toBe('0.00')
  })
})

describe('option permissions of an account', () => {
  it('allow a cash account to buy, cover calls with shares and secure puts with cash only', () => {
    const fixture = optionFixture()
    const [call, higher, put] = [
      fixture.near('KO', 'CALL', 1, 6),
      fixture.near('KO', 'CALL', 2, 6),
      fixture.near('KO', 'PUT', -1, 6),
    ]
    const sell = (contract: typeof call) =>
      fixture.place(
        fixture.order([leg(contract, 'SELL')], {
          side: 'SELL',
          limit_price: crossingPrice(fixture, contract.symbol, 'SELL'),
        }),
        CASH,
      )
    expect(sell(call)).toContain('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    expect(
      fixture.place(
        fixture.order([leg(call, 'BUY'), leg(higher, 'SELL')], {
          option_strategy: 'VERTICAL',
          limit_price: '5.00',
        }),
        CASH,
      ),
    ).toContain('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    fixture.buyShares('KO', 100, CASH)
    expect(sell(call)).toBeNull()
    expect(sell(higher)).toContain('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    const equity = {
      instrument_type: 'EQUITY' as const,
      symbol: 'KO',
      legs: null,
      option_strategy: null,
      side: 'SELL' as const,
      order_type: 'MARKET' as const,
      support_trading_session: 'CORE' as const,
    }
    expect(fixture.place(fixture.order([], equity), CASH)).toContain(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    const before = fixture.optionBuyingPower(CASH)
    expect(sell(put)).toBeNull()
    expect(before - fixture.optionBuyingPower(CASH)).toBeCloseTo(
      put.strike / 100 -
        Number(
          fixture.positions(CASH).find(({ legs }) => legs[0]?.symbol === put.symbol)?.cost_price,
        ) *
          100,
      0,
    )
    expect(
      fixture.place(
        fixture.order([leg(fixture.near('TSLA', 'PUT'), 'SELL')], {
          side: 'SELL',
          limit_price: '1.00',
        }),
        CASH,
      ),
    ).toContain('OPENAPI_DAY_BUYING_POWER_INSUFFICIENT')
  })

  it('survive saving and restoring', () => {
    const fixture = optionFixture()
    const order = fixture.order(
      [leg(fixture.near('AAPL', 'CALL'), 'BUY'), leg(fixture.near('AAPL', 'CALL', 1), 'SELL')],
      { option_strategy: 'VERTICAL', limit_price: '0.05', time_in_force: 'GTC' },
    )
    expect(fixture.place(order)).toBeNull()
    const saved = JSON.parse(JSON.stringify(fixture.exchange.snapshotState())) as unknown
    const other = optionFixture()
    other.to(epochMs(fixture.now))
    expect(other.exchange.restoreState(saved)).toMatchObject({ ok: true })
    expect(other.detail(order.client_order_id)).toEqual(fixture.detail(order.client_order_id))
    expect(other.exchange.snapshotState()).toEqual(fixture.exchange.snapshotState())
  })
})
