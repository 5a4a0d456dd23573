import { describe, expect, it } from 'vitest'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { CASH, ExchangeFixture, levels, MARGIN } from './exchange-fixture.js'

type Over = Partial<NewOrderBody>

describe('a refused placement', () => {
  const cases: readonly (readonly [string, Over, string, string?])[] = [
    ['zero quantity', { quantity: '0' }, 'OPENAPI_PARAM_ERR', 'invalid quantity, value: 0'],
    ['negative quantity', { quantity: '-5' }, 'OPENAPI_PARAM_ERR'],
    ['words for a quantity', { quantity: 'ten' }, 'OPENAPI_PARAM_ERR'],
    ['no quantity', { quantity: null }, 'OPENAPI_PARAM_ERR', 'invalid quantity, value: null'],
    ['six decimals', { quantity: '1.000001', order_type: 'MARKET' }, 'OPENAPI_PARAM_ERR'],
    ['an absurd quantity', { quantity: '9'.repeat(30) }, 'OPENAPI_PARAM_ERR'],
    [
      'a fraction of a stop',
      { quantity: '1.5', side: 'SELL', order_type: 'STOP_LOSS', stop_price: '90.00' },
      'OPENAPI_PARAM_ERR',
      'invalid quantity, value: 1.5',
    ],
    ['a fraction sold short', { quantity: '1.5', side: 'SHORT' }, 'OPENAPI_PARAM_ERR'],
    [
      'a price between ticks',
      { limit_price: '99.001' },
      'OPENAPI_PARAM_ERR',
      'invalid limit_price, value: 99.001 (price step is 0.01)',
    ],
    [
      'a price finer than any tick',
      { symbol: 'PENY', limit_price: '0.50005', quantity: '200' },
      'OPENAPI_PARAM_ERR',
    ],
    ['a zero price', { limit_price: '0' }, 'OPENAPI_PARAM_ERR'],
    [
      'a missing limit',
      { limit_price: null },
      'OPENAPI_PARAM_ERR',
      'invalid limit_price, value: null',
    ],
    [
      'a limit on a market order',
      { order_type: 'MARKET', limit_price: '99.00' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'a missing stop',
      { order_type: 'STOP_LOSS' },
      'OPENAPI_PARAM_ERR',
      'invalid stop_price, value: null',
    ],
    ['a stop on a limit order', { stop_price: '101.00' }, 'OPENAPI_PARAM_ERR'],
    [
      'a trail without a kind',
      { order_type: 'TRAILING_STOP_LOSS', trailing_stop_step: '1' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'a trail beyond the price',
      { order_type: 'TRAILING_STOP_LOSS', trailing_type: 'PERCENTAGE', trailing_stop_step: '1.5' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'a negative trail',
      { order_type: 'TRAILING_STOP_LOSS', trailing_type: 'PERCENTAGE', trailing_stop_step: '-0.5' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'a trail on a limit order',
      { trailing_type: 'AMOUNT', trailing_stop_step: '1' },
      'OPENAPI_PARAM_ERR',
    ],
    ['IOC', { time_in_force: 'IOC' }, 'OPENAPI_PARAM_ERR', 'invalid time_in_force, value: IOC'],
    ['FOK', { time_in_force: 'FOK' }, 'OPENAPI_PARAM_ERR', 'invalid time_in_force, value: FOK'],
    [
      'GTD',
      { time_in_force: 'GTD', expire_date: '2026-12-01' },
      'OPENAPI_PARAM_ERR',
      'invalid time_in_force, value: GTD',
    ],
    [
      'no session',
      { support_trading_session: null },
      'OPENAPI_PARAM_ERR',
      'invalid support_trading_session, value: null',
    ],
    [
      'a market order outside the regular session',
      { order_type: 'MARKET', support_trading_session: 'ALL' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'an amount with a limit',
      { entrust_type: 'AMOUNT', total_cash_amount: '50' },
      'OPENAPI_PARAM_ERR',
      'invalid entrust_type, value: AMOUNT',
    ],
    [
      'an amount below a cent',
      { entrust_type: 'AMOUNT', order_type: 'MARKET', total_cash_amount: '0.001' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'an amount in a stock without fractions',
      { entrust_type: 'AMOUNT', order_type: 'MARKET', total_cash_amount: '50', symbol: 'WHOL' },
      'OPENAPI_FRACT_TICKER_DONT_SUPPORT_TRADE',
    ],
    [
      'a fraction of a stock without fractions',
      { quantity: '0.5', symbol: 'WHOL' },
      'OPENAPI_FRACT_TICKER_DONT_SUPPORT_TRADE',
    ],
    ['an unknown symbol', { symbol: 'NOPE' }, 'OPENAPI_PARAM_ERR', 'invalid symbol, value: NOPE'],
    ['a symbol that is an object member', { symbol: 'constructor' }, 'OPENAPI_PARAM_ERR'],
    ['a combo', { combo_type: 'MASTER' }, 'OPENAPI_PARAM_ERR', 'invalid combo_type, value: MASTER'],
    ['an option', { instrument_type: 'OPTION' }, 'OPENAPI_PARAM_ERR', 'invalid legs, value: 0'],
    [
      'an algo without its share',
      { algo_type: 'POV' },
      'OPENAPI_PARAM_ERR',
      'invalid target_vol_percent, value: null',
    ],
    [
      'a short id',
      { client_order_id: 'short' },
      'OPENAPI_PARAM_ERR',
      'invalid client_order_id, value: short',
    ],
    ['a long id', { client_order_id: 'x'.repeat(41) }, 'OPENAPI_PARAM_ERR'],
    ['a halted stock', { symbol: 'HALT' }, 'OPENAPI_TICKER_ID_CAN_NOT_TRADE'],
    ['opening what may only be closed', { symbol: 'EXIT' }, 'OPENAPI_TICKER_ID_CAN_NOT_TRADE'],
    [
      'few shares of a penny stock',
      { symbol: 'PENY', limit_price: '0.50', quantity: '99' },
      'OPENAPI_CANT_TRADE_FOR_PRICE_BETWEEN_0099_AND_0999',
    ],
    ['selling what is not held', { side: 'SELL' }, 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY'],
    [
      'shorting the unshortable',
      { side: 'SHORT', symbol: 'WHOL' },
      'OPENAPI_TRADE_ORDER_NO_PERMISSION',
    ],
    [
      'a sell stop above the market',
      { side: 'SELL', order_type: 'STOP_LOSS', stop_price: '101.00' },
      'OPENAPI_ORDER_STOP_PRICE_MUST_LESS_TRADE_PRICE',
    ],
    [
      'a buy stop below the market',
      { order_type: 'STOP_LOSS', stop_price: '99.00' },
      'OPENAPI_ORDER_STOP_PRICE_MUST_GRATER_TRADE_PRICE',
    ],
    ['more than can be paid', { quantity: '4100' }, 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT'],
  ]
  it.each(cases.map(([name, over, code, message]) => ({ name, over, code, message })))(
    'names the error with 417 and changes nothing: $name',
    ({ over, code, message }) => {
      const fixture = new ExchangeFixture().usualQuotes()
      const before = fixture.exchange.snapshotState()
      // Only the missing market differs: reading a symbol opens its book.
      const refusal = fixture.refusal(over)
      expect(refusal).toMatchObject({
        status: 417,
        code,
        ...(message === undefined ? {} : { message }),
      })
      expect(fixture.exchange.snapshotState()).toMatchObject({
        ...(before as object),
        markets: expect.any(Array),
      })
      expect(fixture.events).toEqual([])
    },
  )

  it('stops a cash account from short selling, and a short sale while long', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    expect(fixture.refusal({ side: 'SHORT' }, CASH).code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    fixture.placed({ order_type: 'MARKET' })
    expect(fixture.refusal({ side: 'SHORT' }).code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
  })

  it('is 403 for a foreign account', () => {
    const fixture = new ExchangeFixture()
    expect(fixture.refusal({}, 'NOBODY')).toMatchObject({
      status: 403,
      code: 'ACCOUNT_ACCESS_DENIED',
    })
    for (const answer of [
      fixture.exchange.balance('X'),
      fixture.exchange.positions('X'),
      fixture.exchange.detail('X', 'y'),
      fixture.exchange.openOrders({ accountId: 'X' }),
      fixture.exchange.history({ accountId: 'X' }),
      fixture.exchange.cancel({ account_id: 'X', client_order_id: 'y' }),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { status: 403 } })
    }
  })

  it('counts open sell orders against the available quantity', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    fixture.placed({ side: 'SELL', limit_price: '101.00', quantity: '7' })
    expect(fixture.refusal({ side: 'SELL', limit_price: '101.00', quantity: '4' }).code).toBe(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    expect(fixture.placed({ side: 'SELL', limit_price: '101.00', quantity: '3' })).toBeTruthy()
  })

  it('does not use up its id: only acceptance does, per account, permanently', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = 'a'.repeat(32)
    expect(fixture.refusal({ client_order_id: id, quantity: '0' }).code).toBe('OPENAPI_PARAM_ERR')
    fixture.placed({ client_order_id: id })
    expect(fixture.refusal({ client_order_id: id }).code).toBe('OPENAPI_TRADE_PLACE_ORDER_REPEAT')
    fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id })
    expect(fixture.refusal({ client_order_id: id }).code).toBe('OPENAPI_TRADE_PLACE_ORDER_REPEAT')
    expect(fixture.placed({ client_order_id: id }, CASH)).toBe(id)
  })
})

describe('preview', () => {
  const body = (over: Over): Parameters<ExchangeFixture['exchange']['preview']>[0] => ({
    account_id: MARGIN,
    new_orders: [
      {
        client_order_id: 'preview-0001',
        combo_type: 'NORMAL',
        instrument_type: 'EQUITY',
        market: 'US',
        symbol: 'AAPL',
        side: 'BUY',
        order_type: 'LIMIT',
        time_in_force: 'DAY',
        entrust_type: 'QTY',
        quantity: '10',
        limit_price: '99.50',
        support_trading_session: 'CORE',
        ...over,
      },
    ],
  })
  it('returns cost and fees, checks neither position nor money, and uses up nothing', () => {
    const fixture = new ExchangeFixture().step(levels([99.99, 300]), levels([100.01, 300]))
    expect(fixture.exchange.preview(body({}))).toEqual({
      ok: true,
      value: { estimated_cost: '995.00', estimated_transaction_fee: '0.00', currency: 'USD' },
    })
    expect(
      fixture.exchange.preview(
        body({ side: 'SELL', order_type: 'MARKET', limit_price: null, quantity: '1000' }),
      ),
    ).toEqual({
      ok: true,
      value: { estimated_cost: '99990.00', estimated_transaction_fee: '2.26', currency: 'USD' },
    })
    expect(fixture.exchange.preview(body({ quantity: '0' }))).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    expect(fixture.placed({ client_order_id: 'preview-0001' })).toBe('preview-0001')
  })
})
