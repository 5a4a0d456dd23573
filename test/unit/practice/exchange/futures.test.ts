import { describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { timeAt, ExchangeFixture, FUTURES, levels, MARGIN, value } from './exchange-fixture.js'

/**
 * Starts with 5999.75 × 20 by 6000.00 × 20. A point of ES is 50 USD per contract, so a contract is
 * worth 300,000 USD.
 */
const fixtureAt = (start = timeAt(10 * 60)): ExchangeFixture => {
  const fixture = new ExchangeFixture({}, start)
  return fixture.step(
    levels([5_999.75, 20], [5_999.5, 50]),
    levels([6_000, 20], [6_000.25, 50]),
    ['buy', 6_000, 1],
    'ESZ6',
  )
}
const move = (fixture: ExchangeFixture, bid: number, symbol = 'ESZ6'): ExchangeFixture =>
  fixture.wait(1).step(levels([bid, 20]), levels([bid + 0.25, 20]), ['sell', bid, 1], symbol)
const es = (over: Partial<NewOrderBody> = {}): Partial<NewOrderBody> => ({
  instrument_type: 'FUTURES',
  symbol: 'ESZ6',
  order_type: 'MARKET',
  quantity: '1',
  support_trading_session: null,
  ...over,
})
const assets = (fixture: ExchangeFixture) =>
  value(fixture.exchange.balance(FUTURES)).account_currency_assets[0]!
const positions = (fixture: ExchangeFixture) => value(fixture.exchange.positions(FUTURES))

describe('a futures order', () => {
  it('reserves its margin, costs its fees, and no more', () => {
    const fixture = fixtureAt()
    const id = fixture.placed(es({ quantity: '2' }), FUTURES)
    expect(fixture.order(id, FUTURES)).toMatchObject({
      status: 'FILLED',
      instrument_type: 'FUTURES',
      filled_price: '6000.00',
      total_quantity: '2.00000',
      commission: { actual_commission: '2.50' },
      fees: [{ type: 'EXCHANGE_FEE', actual_value: '2.76' }],
    })
    expect(fixture.order(id, FUTURES)).not.toHaveProperty('support_trading_session')
    expect(assets(fixture)).toMatchObject({
      cash_balance: '59994.74',
      market_value: '0.00',
      init_margin: '46000.00',
      maintenance_margin: '42000.00',
      buying_power: '13994.74',
      net_liquidation_value: '59994.74',
      margin_excess: '17994.74',
    })
    expect(positions(fixture)[0]).toMatchObject({
      instrument_type: 'FUTURES',
      symbol: 'ESZ6',
      quantity: '2.00000',
      cost_price: '6000.00',
      market_value: '600000.00',
    })
    expect(
      ORDER_OPERATIONS.getOrder.response.safeParse(value(fixture.exchange.detail(FUTURES, id)))
        .success,
    ).toBe(true)
    expect(fixture.events.at(-1)?.payload).toMatchObject({
      category: 'US_FUTURES',
      qty: '2.0000000000',
      scene_type: 'FINAL_FILLED',
    })
  })

  it('is previewed with its margin and fees, at any hour', () => {
    const fixture = fixtureAt(timeAt(17 * 60 + 30))
    const preview = (over: Partial<NewOrderBody>) =>
      fixture.exchange.preview({
        account_id: MARGIN,
        new_orders: [
          {
            client_order_id: 'p',
            combo_type: 'NORMAL',
            market: 'US',
            side: 'BUY',
            time_in_force: 'DAY',
            entrust_type: 'QTY',
            ...es(over),
          } as NewOrderBody,
        ],
      })
    expect(preview({ quantity: '3' })).toEqual({
      ok: true,
      value: { estimated_cost: '69000.00', estimated_transaction_fee: '7.89', currency: 'USD' },
    })
  })

  it('is refused outside the trading hours, which include the night', () => {
    for (const minute of [17 * 60, 17 * 60 + 59]) {
      expect(fixtureAt(timeAt(minute)).refusal(es({ time_in_force: 'GTC' }), FUTURES).code).toBe(
        'OPENAPI_FUTURES_CAN_NOT_TRADING_FOR_NON_TRADING_HOURS',
      )
    }
    expect(fixtureAt(timeAt(10 * 60, '2026-11-21')).refusal(es(), FUTURES).code).toBe(
      'OPENAPI_FUTURES_CAN_NOT_TRADING_FOR_NON_TRADING_HOURS',
    )
    for (const start of [timeAt(18 * 60), timeAt(2 * 60), timeAt(18 * 60, '2026-11-22')]) {
      expect(fixtureAt(start).placed(es(), FUTURES)).toBeTruthy()
    }
  })

  it('is refused in every unsupported form', () => {
    const fixture = fixtureAt()
    const wrong: [Partial<NewOrderBody>, RegExp][] = [
      [{ symbol: 'ESmain' }, /continuous/],
      [{ symbol: 'AAPL' }, /symbol/],
      [{ symbol: 'NOPE' }, /symbol/],
      [{ side: 'SHORT' }, /side/],
      [{ order_type: 'MARKET_ON_OPEN' }, /order_type/],
      [{ time_in_force: 'IOC' }, /time_in_force/],
      [{ entrust_type: 'AMOUNT', quantity: null, total_cash_amount: '1000' }, /entrust_type/],
      [{ quantity: '1.5' }, /whole contracts/],
      [{ quantity: '0' }, /quantity/],
      [{ order_type: 'LIMIT', limit_price: '5999.80' }, /price step is 0.25/],
      [{ order_type: 'LIMIT', limit_price: null }, /limit_price/],
      [{ limit_price: '6000' }, /limit_price/],
      [{ expire_date: '2026-12-01' }, /expire_date/],
      [{ event_outcome: 'yes' }, /event_outcome/],
      [{ algo_type: 'TWAP' }, /algo_type/],
    ]
    for (const [over, message] of wrong) {
      const refusal = fixture.refusal(es(over), FUTURES)
      expect([refusal.status, refusal.code]).toEqual([417, 'OPENAPI_PARAM_ERR'])
      expect(refusal.message).toMatch(message)
    }
    expect(fixture.refusal(es(), MARGIN).code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    expect(
      fixture.refusal(es({ order_type: 'STOP_LOSS', side: 'SELL', stop_price: '6001' }), FUTURES)
        .code,
    ).toBe('OPENAPI_ORDER_STOP_PRICE_MUST_LESS_TRADE_PRICE')
  })

  it('needs margin for the largest exposure that the open orders can lead to', () => {
    const fixture = fixtureAt()
    const buy = fixture.placed(
      es({ order_type: 'LIMIT', limit_price: '5990', quantity: '2' }),
      FUTURES,
    )
    expect(assets(fixture)).toMatchObject({
      used_margin_for_open_order: '46005.26',
      buying_power: '13994.74',
    })
    // Sells of the same contract only offset the buys, so the margin grows by the fees alone.
    const sell = fixture.placed(
      es({ side: 'SELL', order_type: 'LIMIT', limit_price: '6010', quantity: '2' }),
      FUTURES,
    )
    expect(assets(fixture).used_margin_for_open_order).toBe('46010.52')
    expect(fixture.refusal(es({ order_type: 'LIMIT', limit_price: '5990' }), FUTURES).code).toBe(
      'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
    )
    expect(
      fixture.refusal(
        es({ symbol: 'MESZ6', order_type: 'LIMIT', limit_price: '5990', quantity: '9' }),
        FUTURES,
      ).code,
    ).toBe('OPENAPI_DAY_BUYING_POWER_INSUFFICIENT')
    for (const id of [buy, sell]) {
      fixture.exchange.cancel({ account_id: FUTURES, client_order_id: id })
    }
    expect(assets(fixture)).toMatchObject({
      used_margin_for_open_order: '0.00',
      buying_power: '60000.00',
    })
  })

  it('reverses a position by selling: closing needs no margin', () => {
    const fixture = fixtureAt()
    fixture.placed(es({ quantity: '2' }), FUTURES)
    const id = fixture.placed(
      es({ side: 'SELL', order_type: 'LIMIT', limit_price: '6010', quantity: '4' }),
      FUTURES,
    )
    expect(assets(fixture).used_margin_for_open_order).toBe('10.52')
    move(fixture, 6_010)
    expect(fixture.order(id, FUTURES).status).toBe('FILLED')
    expect(positions(fixture)[0]).toMatchObject({ quantity: '-2.00000', cost_price: '6010.00' })
    // Two contracts gained ten points of 50 USD each.
    expect(assets(fixture).cash_balance).toBe((60_000 + 1_000 - 6 * 2.63).toFixed(2))
  })
})

describe('a futures position', () => {
  it('adds equity with the market, and cash when closed', () => {
    const fixture = fixtureAt()
    fixture.placed(es(), FUTURES)
    move(fixture, 6_004)
    expect(assets(fixture)).toMatchObject({
      cash_balance: '59997.37',
      market_value: '200.00',
      unrealized_profit_loss: '200.00',
      net_liquidation_value: '60197.37',
      day_profit_loss: '200.00',
    })
    fixture.placed(es({ side: 'SELL' }), FUTURES)
    expect(positions(fixture)).toEqual([])
    expect(assets(fixture)).toMatchObject({
      cash_balance: '60194.74',
      market_value: '0.00',
      init_margin: '0.00',
    })
  })

  it('is settled at 17:00: gains become cash, its entry price remains', () => {
    const fixture = fixtureAt()
    fixture.placed(es(), FUTURES)
    move(fixture, 6_004)
    fixture.to(timeAt(17 * 60 - 1))
    expect(assets(fixture).cash_balance).toBe('59997.37')
    fixture.to(timeAt(17 * 60))
    expect(assets(fixture)).toMatchObject({
      cash_balance: '60197.37',
      market_value: '0.00',
      unrealized_profit_loss: '200.00',
      day_profit_loss: '200.00',
      net_liquidation_value: '60197.37',
    })
    expect(positions(fixture)[0]).toMatchObject({
      cost_price: '6000.00',
      unrealized_profit_loss: '200.00',
    })
    move(fixture.to(timeAt(18 * 60)), 6_001)
    expect(assets(fixture)).toMatchObject({
      cash_balance: '60197.37',
      market_value: '-150.00',
      day_profit_loss: '-150.00',
    })
    fixture.placed(es({ side: 'SELL' }), FUTURES)
    expect(assets(fixture)).toMatchObject({ cash_balance: '60044.74', market_value: '0.00' })
    const booked = value(
      fixture.exchange.cashActivities({ accountId: FUTURES, types: [] }),
    ).data.map((activity) => [activity.activity_type, activity.net_amount])
    expect(booked).toEqual([
      ['TRADE', '-152.63'],
      ['JOURNAL', '200.00'],
      ['TRADE', '-2.63'],
      ['DEPOSIT', '60000.00'],
    ])
  })

  it('a futures position below its maintenance margin has a margin call', () => {
    const fixture = fixtureAt()
    fixture.placed(es({ quantity: '2' }), FUTURES)
    move(fixture, 5_800)
    expect(
      ACCOUNT_OPERATIONS.getBalance.response.parse(value(fixture.exchange.balance(FUTURES))),
    ).toMatchObject({
      open_margin_calls: ['EM'],
    })
    expect(assets(fixture)).toMatchObject({
      margin_excess: '-2005.26',
      buying_power: '0.00',
      available_withdrawal: '0.00',
    })
  })

  it('is settled in cash when the contract expires, and its open orders end', () => {
    const fixture = fixtureAt(timeAt(10 * 60, '2026-11-19'))
    fixture.step(levels([99.75, 20]), levels([100, 20]), ['buy', 100, 1], 'OLDX6')
    fixture.placed(es({ symbol: 'OLDX6' }), FUTURES)
    const id = fixture.placed(
      es({ symbol: 'OLDX6', order_type: 'LIMIT', limit_price: '50', time_in_force: 'GTC' }),
      FUTURES,
    )
    fixture.settlements.set('OLDX6', 1_030_000)
    fixture.to(timeAt(9 * 60 + 29, '2026-11-20'))
    expect(positions(fixture)).toHaveLength(1)
    fixture.to(timeAt(9 * 60 + 30, '2026-11-20'))
    expect(positions(fixture)).toEqual([])
    expect(fixture.order(id, FUTURES).status).toBe('CANCELLED')
    expect(assets(fixture)).toMatchObject({
      cash_balance: '60147.37',
      market_value: '0.00',
      init_margin: '0.00',
    })
    expect(fixture.refusal(es({ symbol: 'OLDX6' }), FUTURES).code).toBe(
      'OPENAPI_TICKER_ID_CAN_NOT_TRADE',
    )
  })

  it('has the published shape', () => {
    const fixture = fixtureAt()
    fixture.placed(es({ side: 'SELL' }), FUTURES)
    expect(ACCOUNT_OPERATIONS.listPositions.response.parse(positions(fixture))[0]).toMatchObject({
      instrument_type: 'FUTURES',
      quantity: '-1.00000',
    })
  })
})

describe('trading hours of a futures market', () => {
  it('end a DAY order with its trade date, which includes the evening before', () => {
    const fixture = fixtureAt(timeAt(19 * 60))
    const id = fixture.placed(es({ order_type: 'LIMIT', limit_price: '5990' }), FUTURES)
    const gtc = fixture.placed(
      es({ order_type: 'LIMIT', limit_price: '5989', time_in_force: 'GTC' }),
      FUTURES,
    )
    fixture.to(timeAt(17 * 60 - 1, '2026-11-19'))
    expect(fixture.order(id, FUTURES).status).toBe('SUBMITTED')
    fixture.to(timeAt(17 * 60, '2026-11-19'))
    expect([fixture.order(id, FUTURES).status, fixture.order(gtc, FUTURES).status]).toEqual([
      'CANCELLED',
      'SUBMITTED',
    ])
  })

  it('keep GTC orders out of the market while closed, and trade them at the open', () => {
    const fixture = fixtureAt()
    const id = fixture.placed(
      es({ order_type: 'LIMIT', limit_price: '5995', time_in_force: 'GTC' }),
      FUTURES,
    )
    fixture.to(timeAt(17 * 60))
    move(fixture, 5_990)
    expect(fixture.order(id, FUTURES).status).toBe('SUBMITTED')
    fixture.to(timeAt(18 * 60))
    expect(fixture.order(id, FUTURES)).toMatchObject({ status: 'FILLED', filled_price: '5990.25' })
  })

  it('require steps of a contract only while an order in it is open', () => {
    const fixture = fixtureAt()
    expect(fixture.watched).toEqual([])
    const ids = [
      fixture.placed(es({ order_type: 'LIMIT', limit_price: '5990' }), FUTURES),
      fixture.placed(es({ order_type: 'STOP_LOSS', side: 'SELL', stop_price: '5980' }), FUTURES),
    ]
    expect(fixture.watched).toEqual(['ESZ6'])
    for (const id of ids) fixture.exchange.cancel({ account_id: FUTURES, client_order_id: id })
    expect(fixture.watched).toEqual([])
    // No step reported this move; an order trades at the new price all the same.
    move(fixture.wait(1_000), 5_900)
    expect(fixture.order(fixture.placed(es(), FUTURES), FUTURES).filled_price).toBe('5900.25')
    expect(fixture.exchange.last('ESZ6')).toBe(59_002_500)
  })

  it('restore the watches of orders that were open when the state was saved', () => {
    const fixture = fixtureAt()
    fixture.placed(es({ order_type: 'LIMIT', limit_price: '5990', time_in_force: 'GTC' }), FUTURES)
    fixture.placed(es(), FUTURES)
    const second = new ExchangeFixture()
    expect(
      second.exchange.restoreState(JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))).ok,
    ).toBe(true)
    expect(second.watched).toEqual(['ESZ6'])
    expect(second.exchange.snapshotState()).toEqual(fixture.exchange.snapshotState())
  })
})

describe('replacing a futures order', () => {
  const open: Record<string, Partial<NewOrderBody>> = {
    LIMIT: { order_type: 'LIMIT', limit_price: '5990' },
    STOP_LOSS: { order_type: 'STOP_LOSS', stop_price: '6010' },
    STOP_LOSS_LIMIT: { order_type: 'STOP_LOSS_LIMIT', stop_price: '6010', limit_price: '6012' },
    TRAILING_STOP_LOSS: {
      order_type: 'TRAILING_STOP_LOSS',
      trailing_type: 'AMOUNT',
      trailing_stop_step: '10',
    },
  }
  const change = (type: string, change_: Record<string, string>) => {
    const fixture = fixtureAt()
    const id = fixture.placed(es(open[type]), FUTURES)
    return {
      result: fixture.exchange.replace({
        account_id: FUTURES,
        modify_orders: [{ client_order_id: id, ...change_ } as never],
      }),
      order: () => fixture.order(id, FUTURES),
    }
  }

  it('changes every replaceable field', () => {
    const allowed: [string, Record<string, string>, object][] = [
      [
        'LIMIT',
        { limit_price: '5991', quantity: '2', time_in_force: 'GTC' },
        { limit_price: '5991.00', total_quantity: '2.00000', time_in_force: 'GTC' },
      ],
      ['LIMIT', { order_type: 'LIMIT', limit_price: '5991' }, { limit_price: '5991.00' }],
      ['LIMIT', { order_type: 'MARKET' }, { order_type: 'MARKET', status: 'FILLED' }],
      ['STOP_LOSS', { stop_price: '6011', quantity: '2' }, { stop_price: '6011.00' }],
      ['STOP_LOSS', { order_type: 'MARKET' }, { status: 'FILLED' }],
      ['STOP_LOSS_LIMIT', { stop_price: '6011', limit_price: '6013' }, { limit_price: '6013.00' }],
      ['STOP_LOSS_LIMIT', { order_type: 'LIMIT' }, { order_type: 'LIMIT', status: 'FILLED' }],
      ['TRAILING_STOP_LOSS', { trailing_stop_step: '12' }, { trailing_stop_step: '12' }],
    ]
    for (const [type, members, then] of allowed) {
      const { result, order } = change(type, members)
      expect([type, result]).toMatchObject([type, { ok: true }])
      expect(order()).toMatchObject(then)
    }
  })

  it('refuses every other field', () => {
    const refused: [string, Record<string, string>][] = [
      ['LIMIT', { stop_price: '5980' }],
      ['LIMIT', { order_type: 'STOP_LOSS', stop_price: '6010' }],
      ['STOP_LOSS', { limit_price: '6000' }],
      ['STOP_LOSS', { order_type: 'LIMIT', limit_price: '6000' }],
      ['STOP_LOSS_LIMIT', { order_type: 'MARKET' }],
      ['TRAILING_STOP_LOSS', { quantity: '2' }],
      ['TRAILING_STOP_LOSS', { trailing_type: 'PERCENTAGE' }],
      ['TRAILING_STOP_LOSS', { time_in_force: 'GTC' }],
      ['LIMIT', { limit_price: '5991.10' }],
      ['LIMIT', { quantity: '9' }],
    ]
    for (const [type, members] of refused) {
      expect([type, members, change(type, members).result.ok]).toEqual([type, members, false])
    }
  })
})
