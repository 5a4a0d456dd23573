import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../../shared/domain/exchange-time.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  CASH,
  MARGIN,
  crossing,
  leg,
  optionFloor,
  shares,
  type OptionFloor,
} from './option-floor.js'

const cents = (text: string | undefined): number => Math.round(Number(text) * 100)
const buy = (
  floor: OptionFloor,
  contract: ReturnType<OptionFloor['near']>,
  quantity = 1,
  account = MARGIN,
): string => {
  const order = floor.order([leg(contract, 'BUY', quantity)], {
    quantity: String(quantity),
    limit_price: crossing(floor, contract.symbol, 'BUY'),
  })
  expect(floor.place(order, account)).toBeNull()
  expect(floor.detail(order.client_order_id, account).status).toBe('FILLED')
  return order.client_order_id
}

describe('an order in one contract', () => {
  it('trades against the house, is a position of the contract and costs a hundred times its price', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL')
    const before = floor.exchange.balance(MARGIN)
    const id = buy(floor, call, 2)
    const { legs, fees, filled_price: price, position_intent: intent } = floor.detail(id)
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
    expect(floor.positions()).toMatchObject([
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
    const after = floor.exchange.balance(MARGIN)
    const paid =
      (before.ok ? cents(before.value.total_cash_balance) : 0) -
      (after.ok ? cents(after.value.total_cash_balance) : 0)
    expect(paid).toBe(
      cents(price) * 200 + (fees ?? []).reduce((sum, fee) => sum + cents(fee.actual_value), 0),
    )
    expect(floor.tradeEvents.at(-1)?.payload).toMatchObject({
      scene_type: 'FINAL_FILLED',
      category: 'US_OPTION',
      symbol: 'AAPL',
      qty: '2.0000000000',
    })
    expect(floor.options.ticks(call.symbol, 1)[0]).toMatchObject({
      size: 200_000,
      aggressor: 'buy',
    })
  })

  it('rests below the market and fills when the market comes to it', () => {
    const floor = optionFloor()
    const put = floor.near('TSLA', 'PUT')
    const bid = Math.round(Number(crossing(floor, put.symbol, 'SELL')) * 100)
    const order = floor.order([leg(put, 'BUY')], { limit_price: (bid / 100).toFixed(2) })
    expect(floor.place(order)).toBeNull()
    expect(floor.detail(order.client_order_id).status).toBe('SUBMITTED')
    for (
      let minute = 0;
      minute < 40 && floor.detail(order.client_order_id).status === 'SUBMITTED';
      minute += 1
    ) {
      floor.wait(60_000)
    }
    expect(floor.detail(order.client_order_id)).toMatchObject({
      status: 'FILLED',
      filled_price: (bid / 100).toFixed(2),
    })
  })

  it('lasts for the day, GTC buys until the contract ends', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL', 3, 1)
    const [day, gtc] = [
      floor.order([leg(call, 'BUY')], { limit_price: '0.01' }),
      floor.order([leg(call, 'BUY')], { limit_price: '0.01', time_in_force: 'GTC' }),
    ]
    expect([floor.place(day), floor.place(gtc)]).toEqual([null, null])
    floor.skip(exchangeInstant('2026-11-20', 16 * 60))
    expect([
      floor.detail(day.client_order_id).status,
      floor.detail(gtc.client_order_id).status,
    ]).toEqual(['CANCELLED', 'SUBMITTED'])
    expect(floor.place(floor.order([leg(call, 'BUY')], { limit_price: '0.01' }))).toContain(
      'OPENAPI_DAY_ORDER_NOT_ALLOWED_AFT_CORE_TIME_LIMIT',
    )
    floor.skip(call.expiry.at)
    expect(floor.detail(gtc.client_order_id).status).toBe('CANCELLED')
  })

  it('is refused with the codes of the contract', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL')
    const put = floor.near('AAPL', 'PUT', -2)
    const one = (over: Parameters<OptionFloor['order']>[1], legs = [leg(call, 'BUY')]) =>
      floor.place(floor.order(legs, { limit_price: '1.00', ...over }))?.split(' ')[0] ?? null
    expect([
      one({ limit_price: '1.005' }),
      one({ limit_price: '4.03' }),
      one({ limit_price: null }),
      one({ limit_price: '0' }),
      one({ stop_price: '1.00' }),
      one({ quantity: '1.5' }),
      one({ quantity: '2' }),
      one({ quantity: '20000' }),
      one({ side: 'SHORT' }),
      one({ time_in_force: 'IOC' }),
      one({ support_trading_session: 'ALL' }),
      one({ order_type: 'MARKET', limit_price: null }),
      one({ order_type: 'TRAILING_STOP_LOSS' }),
      one({ entrust_type: 'AMOUNT' }),
      one({ option_strategy: 'STRADDLE' }),
      one({ legs: [] }),
      one({ legs: null }),
      one({}, [{ ...leg(call, 'BUY'), strike_price: '271.01' }]),
      one({}, [{ ...leg(call, 'BUY'), option_expire_date: '2026-11-28' }]),
      one({}, [{ ...leg(call, 'BUY'), symbol: 'MSFT' }]),
      one({}, [leg(call, 'SELL')]),
      one({ position_intent: 'SELL_TO_OPEN' }),
      one({ position_intent: 'BUY_TO_CLOSE' }),
      one({ limit_price: '200', quantity: '10', legs: [leg(call, 'BUY', 10)] }),
      floor
        .place(
          floor.order([leg(put, 'SELL')], {
            side: 'SELL',
            limit_price: '1.00',
            time_in_force: 'GTC',
          }),
        )
        ?.split(' ')[0],
      floor
        .place(
          floor.order([leg(put, 'SELL')], {
            side: 'SELL',
            limit_price: '1.00',
            position_intent: 'SELL_TO_CLOSE',
          }),
        )
        ?.split(' ')[0],
      floor
        .place(floor.order([leg(call, 'BUY')], { limit_price: '1.00', algo_type: 'TWAP' }))
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
    expect(floor.positions()).toEqual([])
  })

  it('may be previewed where it may not be placed', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL')
    const order = floor.order([leg(call, 'SELL', 3)], {
      side: 'SELL',
      quantity: '3',
      order_type: 'MARKET',
      time_in_force: 'GTC',
    })
    expect(floor.exchange.preview({ account_id: MARGIN, new_orders: [order] })).toMatchObject({
      ok: true,
      value: {
        estimated_cost: (Number(crossing(floor, call.symbol, 'SELL')) * 300).toFixed(2),
        currency: 'USD',
      },
    })
  })

  it('closes no more than is held, and opens nothing while there is something to close', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL')
    buy(floor, call, 2)
    const sell = (quantity: number, intent: 'SELL_TO_CLOSE' | 'SELL_TO_OPEN', price = '99') =>
      floor.place(
        floor.order([leg(call, 'SELL', quantity)], {
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
    expect(sell(1, 'SELL_TO_CLOSE', crossing(floor, call.symbol, 'SELL'))).toBeNull()
    expect(floor.positions()[0]?.quantity).toBe('1.00000')
  })

  it('is replaced in price, quantity and legs', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL')
    const order = floor.order([leg(call, 'BUY')], { limit_price: '0.50' })
    expect(floor.place(order)).toBeNull()
    const replace = (change: object) =>
      floor.exchange.replace({
        account_id: MARGIN,
        modify_orders: [{ client_order_id: order.client_order_id, ...change }],
      })
    expect(replace({ quantity: '3', limit_price: '0.60' })).toMatchObject({ ok: true })
    expect(floor.detail(order.client_order_id)).toMatchObject({
      total_quantity: '3.00000',
      limit_price: '0.60',
      legs: [{ quantity: '3.00000' }],
    })
    expect(replace({ quantity: '2', legs: [{ id: '1', quantity: '2' }] })).toMatchObject({
      ok: true,
    })
    expect(floor.detail(order.client_order_id)).toMatchObject({
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

describe('a combination', () => {
  const condor = (floor: OptionFloor, side: 'BUY' | 'SELL', quantity = 2) => {
    const other = side === 'BUY' ? 'SELL' : 'BUY'
    return [
      leg(floor.near('AAPL', 'PUT', -3), other, quantity),
      leg(floor.near('AAPL', 'PUT', -1), side, quantity),
      leg(floor.near('AAPL', 'CALL', 1), side, quantity),
      leg(floor.near('AAPL', 'CALL', 3), other, quantity),
    ]
  }

  it('fills all its legs at once, at prices that add up to the net price', () => {
    const floor = optionFloor()
    const order = floor.order(condor(floor, 'SELL'), {
      side: 'SELL',
      quantity: '2',
      option_strategy: 'IRON_CONDOR',
      limit_price: '0.05',
    })
    expect(floor.place(order)).toBeNull()
    const { status, filled_price: net, legs } = floor.detail(order.client_order_id)
    expect([status, legs?.length]).toEqual(['FILLED', 4])
    expect(
      floor
        .positions()
        .map(({ quantity }) => quantity)
        .sort(),
    ).toEqual(['-2.00000', '-2.00000', '2.00000', '2.00000'])
    expect(floor.positions().reduce((sum, { cost }) => sum - cents(cost), 0)).toBe(cents(net) * 200)
    for (const { cost_price: price } of floor.positions()) expect(Number(price)).toBeGreaterThan(0)
  })

  it('ties up the most that it can lose', () => {
    const floor = optionFloor()
    const before = floor.free()
    const order = floor.order(condor(floor, 'SELL'), {
      side: 'SELL',
      quantity: '2',
      option_strategy: 'IRON_CONDOR',
      limit_price: '4.90',
    })
    expect(floor.place(order)).toBeNull()
    // Wings of ten dollars, four dollars ninety taken in.
    expect(before - floor.free()).toBeGreaterThanOrEqual(2 * (1_000 - 490))
    expect(before - floor.free()).toBeLessThan(2 * (1_000 - 490) + 2)
  })

  it.each([
    ['bought where it is sold', { side: 'BUY' as const }, 'OPENAPI_PARAM_ERR'],
    [
      'of another name',
      { option_strategy: 'CONDOR' as const },
      'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
    ],
    [
      'with a stop',
      { order_type: 'STOP_LOSS' as const, limit_price: null, stop_price: '0.05' },
      'OPENAPI_PARAM_ERR',
    ],
    ['of part contracts', { quantity: '3' }, 'OPENAPI_PARAM_ERR'],
    ['finer than a cent', { limit_price: '0.055' }, 'OPENAPI_OPTION_PRICE_STEP_LT'],
  ] as const)('is refused %s', (_name, over, code) => {
    const floor = optionFloor()
    expect(
      floor.place(
        floor.order(condor(floor, 'SELL'), {
          side: 'SELL',
          quantity: '2',
          option_strategy: 'IRON_CONDOR',
          limit_price: '0.05',
          ...over,
        }),
      ),
    ).toContain(code)
    expect(floor.positions()).toEqual([])
  })

  it('of shares and a call is bought and given back as one', () => {
    const floor = optionFloor()
    const call = floor.near('KO', 'CALL', 2)
    const bought = floor.order([shares('KO', 'BUY', 200), leg(call, 'SELL', 2)], {
      symbol: 'KO',
      quantity: '2',
      option_strategy: 'COVERED_STOCK',
      limit_price: '120',
    })
    expect(floor.place(bought)).toBeNull()
    expect(
      floor
        .positions()
        .map(({ instrument_type: type, quantity }) => [type, quantity])
        .sort(),
    ).toEqual([
      ['EQUITY', '200.00000'],
      ['OPTION', '-2.00000'],
    ])
    const sold = floor.order([shares('KO', 'SELL', 200), leg(call, 'BUY', 2)], {
      symbol: 'KO',
      side: 'SELL',
      quantity: '2',
      option_strategy: 'COVERED_STOCK',
      limit_price: '20',
    })
    expect(floor.place(sold)).toBeNull()
    expect(floor.positions()).toEqual([])
  })

  it('grows leg by leg', () => {
    const floor = optionFloor()
    const [low, high] = [floor.near('AAPL', 'CALL'), floor.near('AAPL', 'CALL', 1)]
    buy(floor, low)
    const position = floor.positions()[0]?.position_id ?? ''
    const legIn = (over: Parameters<OptionFloor['order']>[1]) =>
      floor.place(
        floor.order([leg(high, 'SELL')], {
          side: 'SELL',
          limit_price: crossing(floor, high.symbol, 'SELL'),
          leg_in_or_out: 'LEG_IN',
          position_id: position,
          leg_in_strategy: 'VERTICAL',
          ...over,
        }),
      )
    expect(legIn({ position_id: 'NOPE' })).toContain('OPENAPI_PARAM_ERR')
    expect(legIn({ leg_in_strategy: 'CALENDAR' })).toContain(
      'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
    )
    expect(legIn({ leg_in_or_out: null })).toContain('OPENAPI_PARAM_ERR')
    expect(legIn({})).toBeNull()
    expect(
      floor.place(
        floor.order([leg(low, 'SELL')], {
          side: 'SELL',
          limit_price: crossing(floor, low.symbol, 'SELL'),
          leg_in_or_out: 'LEG_OUT',
          position_id: position,
        }),
      ),
    ).toBeNull()
    expect(floor.positions().map(({ legs }) => legs[0]?.symbol)).toEqual([high.symbol])
  })
})

describe('a position over night', () => {
  it('begins the next day without a gain, whoever has looked at its market after the close', () => {
    const floor = optionFloor()
    const call = floor.near('AAPL', 'CALL', 0, 3)
    buy(floor, call, 2)
    floor.skip(exchangeInstant('2026-11-20', 17 * 60))
    expect(Number(floor.positions()[0]?.day_profit_loss)).not.toBe(0)
    floor.exchange.depth(call.symbol, 1)
    floor.skip(exchangeInstant('2026-11-23', 4 * 60))
    expect(floor.positions()[0]?.day_profit_loss).toBe('0.00')
  })
})

describe('what an account may do', () => {
  it('a cash account buys options, covers calls with shares and secures puts with cash, and no more', () => {
    const floor = optionFloor()
    const [call, higher, put] = [
      floor.near('KO', 'CALL', 1, 6),
      floor.near('KO', 'CALL', 2, 6),
      floor.near('KO', 'PUT', -1, 6),
    ]
    const sell = (contract: typeof call) =>
      floor.place(
        floor.order([leg(contract, 'SELL')], {
          side: 'SELL',
          limit_price: crossing(floor, contract.symbol, 'SELL'),
        }),
        CASH,
      )
    expect(sell(call)).toContain('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    expect(
      floor.place(
        floor.order([leg(call, 'BUY'), leg(higher, 'SELL')], {
          option_strategy: 'VERTICAL',
          limit_price: '5.00',
        }),
        CASH,
      ),
    ).toContain('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    floor.buyShares('KO', 100, CASH)
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
    expect(floor.place(floor.order([], equity), CASH)).toContain(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    const before = floor.free(CASH)
    expect(sell(put)).toBeNull()
    expect(before - floor.free(CASH)).toBeCloseTo(
      put.strike / 100 -
        Number(
          floor.positions(CASH).find(({ legs }) => legs[0]?.symbol === put.symbol)?.cost_price,
        ) *
          100,
      0,
    )
    expect(
      floor.place(
        floor.order([leg(floor.near('TSLA', 'PUT'), 'SELL')], {
          side: 'SELL',
          limit_price: '1.00',
        }),
        CASH,
      ),
    ).toContain('OPENAPI_DAY_BUYING_POWER_INSUFFICIENT')
  })

  it('survives being saved', () => {
    const floor = optionFloor()
    const order = floor.order(
      [leg(floor.near('AAPL', 'CALL'), 'BUY'), leg(floor.near('AAPL', 'CALL', 1), 'SELL')],
      { option_strategy: 'VERTICAL', limit_price: '0.05', time_in_force: 'GTC' },
    )
    expect(floor.place(order)).toBeNull()
    const saved = JSON.parse(JSON.stringify(floor.exchange.snapshotState())) as unknown
    const other = optionFloor()
    other.to(epochMs(floor.now))
    expect(other.exchange.restoreState(saved)).toMatchObject({ ok: true })
    expect(other.detail(order.client_order_id)).toEqual(floor.detail(order.client_order_id))
    expect(other.exchange.snapshotState()).toEqual(floor.exchange.snapshotState())
  })
})
