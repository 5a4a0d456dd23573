import { describe, expect, it } from 'vitest'
import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import {
  EVENTS,
  EventExchangeFixture,
  FINE,
  MARGIN,
  RAIN,
  timeAt,
  levels,
} from './event-fixture.js'

describe('event orders', () => {
  it('buy "yes" at the offer', () => {
    const fixture = new EventExchangeFixture()
    const id = fixture.placed({ quantity: '12.50' })
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      filled_price: '0.41',
      filled_quantity: '12.50000',
      instrument_type: 'EVENT',
      event_outcome: 'yes',
      symbol: RAIN,
      // 0.07 × 12.5 × 0.41 × 0.59 = 0.2117, rounded up.
      fees: [{ type: 'EXCHANGE_FEE', actual_value: '0.22' }],
    })
    expect(fixture.order(id)).not.toHaveProperty('support_trading_session')
    expect(fixture.power()).toBe(100_000 - 513 - 22)
    expect(fixture.positions()).toEqual([
      expect.objectContaining({
        instrument_type: 'EVENT',
        symbol: RAIN,
        event_outcome: 'yes',
        quantity: '12.50000',
        last_price: '0.41',
      }),
    ])
    expect(fixture.orderEvents[0]?.payload).toMatchObject({
      category: 'US_EVENT',
      scene_type: 'FINAL_FILLED',
    })
    expect(fixture.prints).toEqual([{ price: 4_100, size: 1_250_000, aggressor: 'buy' }])
  })

  it('buy "no" from the bids of "yes", at one minus their price', () => {
    const fixture = new EventExchangeFixture()
    const id = fixture.placed({ event_outcome: 'no', limit_price: '0.62', quantity: '150' })
    // 100 at 1 - 0.39, then 50 at 1 - 0.38.
    expect(fixture.order(id)).toMatchObject({ status: 'FILLED', filled_price: '0.6133333333' })
    expect(fixture.prints.map(({ price, aggressor }) => [price, aggressor])).toEqual([
      [3_900, 'sell'],
      [3_800, 'sell'],
    ])
    expect(fixture.positions()).toEqual([
      expect.objectContaining({ event_outcome: 'no', quantity: '150.00000' }),
    ])
  })

  it('rest in one book: a "no" bid at 0.55 is a "yes" offer at 0.45', () => {
    const fixture = new EventExchangeFixture()
    fixture.book(RAIN, levels([0.39, 100]), levels([0.48, 100]))
    const id = fixture.placed({ event_outcome: 'no', limit_price: '0.55', quantity: '5' })
    expect(fixture.exchange.depth(RAIN, 2).asks).toEqual([
      { price: 4_500, size: 500_000 },
      { price: 4_800, size: 10_000_000 },
    ])
    fixture.book(RAIN, levels([0.39, 100]), levels([0.48, 100]), {
      aggressor: 'buy',
      price: 4_500,
      size: 200_000,
    })
    expect(fixture.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      filled_quantity: '2.00000',
      filled_price: '0.55',
    })
  })

  it('event orders of both outcomes match each other: together they pay one dollar', () => {
    const fixture = new EventExchangeFixture()
    fixture.book(RAIN, levels([0.3, 100]), levels([0.6, 100]))
    const before = fixture.power()
    const yes = fixture.placed({ limit_price: '0.44', quantity: '10' })
    const no = fixture.placed({ event_outcome: 'no', limit_price: '0.56', quantity: '10' })
    expect([fixture.order(yes).filled_price, fixture.order(no).filled_price]).toEqual([
      '0.44',
      '0.56',
    ])
    expect(fixture.positions()).toHaveLength(2)
    const fees = 2 * 18
    expect(before - fixture.power()).toBe(1_000 + fees)
  })

  it('sell to close only what is held, by outcome', () => {
    const fixture = new EventExchangeFixture()
    fixture.placed({ quantity: '10' })
    expect(
      fixture.refusal({ side: 'SELL', event_outcome: 'no', limit_price: '0.50', quantity: '1' })
        .code,
    ).toBe('OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY')
    expect(fixture.refusal({ side: 'SELL', limit_price: '0.39', quantity: '10.01' }).code).toBe(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    const id = fixture.placed({ side: 'SELL', limit_price: '0.39', quantity: '10' })
    expect(fixture.order(id)).toMatchObject({ status: 'FILLED', filled_price: '0.39' })
    expect(fixture.positions()).toEqual([])
  })

  it('event orders by contracts take the available quantity, whatever limit is sent', () => {
    const fixture = new EventExchangeFixture()
    const id = fixture.placed({
      event_trade_mode: 'TRADE_IN_CONTRACT',
      order_type: 'MARKET',
      quantity: '150',
    })
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      event_trade_mode: 'TRADE_IN_CONTRACT',
      filled_quantity: '150.00000',
    })
    const other = fixture.placed({
      event_trade_mode: 'TRADE_IN_CONTRACT',
      limit_price: '0.01',
      quantity: '1',
    })
    expect(fixture.order(other).status).toBe('FILLED')
  })

  it('event orders by amount spend at most the amount, including the fee', () => {
    const fixture = new EventExchangeFixture()
    for (const over of [
      { event_trade_mode: 'TRADE_IN_AMOUNT' as const, total_cash_amount: '60.00' },
      { limit_price: '0.41', total_cash_amount: '20.00' },
      {
        event_outcome: 'no' as const,
        event_trade_mode: 'TRADE_IN_AMOUNT' as const,
        total_cash_amount: '30.00',
      },
    ]) {
      const before = fixture.power()
      const id = fixture.placed({ ...over, entrust_type: 'AMOUNT', time_in_force: 'FOK' })
      expect(fixture.order(id)).toMatchObject({ status: 'FILLED', entrust_type: 'AMOUNT' })
      const spent = before - fixture.power()
      expect(spent).toBeLessThanOrEqual(Number(over.total_cash_amount) * 100)
      expect(spent).toBeGreaterThan(Number(over.total_cash_amount) * 100 - 250)
      // The simulated book is read again once time has passed.
      fixture.to(epochMs(fixture.now + 1_000))
    }
  })

  it('event orders with FOK fill or cancel, and with IOC leave nothing open', () => {
    const fixture = new EventExchangeFixture()
    expect(fixture.order(fixture.placed({ time_in_force: 'FOK', quantity: '101' })).status).toBe(
      'CANCELLED',
    )
    const ioc = fixture.order(fixture.placed({ time_in_force: 'IOC', quantity: '101' }))
    expect([ioc.status, ioc.filled_quantity]).toEqual(['CANCELLED', '100.00000'])
  })

  it('end with their day, their date or their market', () => {
    const fixture = new EventExchangeFixture()
    const [day, gtc, gtd] = [
      fixture.placed({ limit_price: '0.10' }),
      fixture.placed({ limit_price: '0.10', time_in_force: 'GTC' }),
      fixture.placed({ limit_price: '0.10', time_in_force: 'GTD', expire_date: '2026-11-19' }),
    ]
    fixture.to(timeAt(0, '2026-11-19'))
    expect([day, gtc, gtd].map((id) => fixture.order(id).status)).toEqual([
      'CANCELLED',
      'SUBMITTED',
      'SUBMITTED',
    ])
    fixture.to(timeAt(19 * 60, '2026-11-19'))
    expect(fixture.order(gtd).status).toBe('CANCELLED')
    fixture.to(timeAt(23 * 60 + 59, '2026-11-20'))
    expect(fixture.order(gtc).status).toBe('CANCELLED')
    expect(fixture.watched).toEqual([])
  })

  it('can be replaced', () => {
    const fixture = new EventExchangeFixture()
    const id = fixture.placed({ event_outcome: 'no', limit_price: '0.10' })
    expect(
      fixture.exchange.replace({
        account_id: EVENTS,
        modify_orders: [{ client_order_id: id, limit_price: '0.61', quantity: '7' }],
      }).ok,
    ).toBe(true)
    expect(fixture.order(id)).toMatchObject({
      status: 'FILLED',
      event_outcome: 'no',
      total_quantity: '7.00000',
      filled_price: '0.61',
    })
  })

  it('are previewed with their cost', () => {
    const fixture = new EventExchangeFixture()
    const previewed = {
      client_order_id: 'preview-only',
      combo_type: 'NORMAL',
      instrument_type: 'EVENT',
      market: 'US',
      symbol: RAIN,
      side: 'BUY',
      order_type: 'LIMIT',
      limit_price: '0.50',
      quantity: '100',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      event_outcome: 'yes',
    } as const
    expect(fixture.exchange.preview({ account_id: EVENTS, new_orders: [previewed] })).toEqual({
      ok: true,
      value: { estimated_cost: '50.00', estimated_transaction_fee: '1.75', currency: 'USD' },
    })
  })

  it.each([
    ['no outcome', { event_outcome: undefined }],
    ['a sale of what is not held short', { side: 'SHORT' }],
    ['a market order without a trade mode', { order_type: 'MARKET', limit_price: undefined }],
    ['a stop', { order_type: 'STOP_LOSS', stop_price: '0.20' }],
    ['a price off the grid', { limit_price: '0.415' }],
    ['a price of nothing', { limit_price: '0.00' }],
    ['a price of a dollar', { limit_price: '1.00' }],
    ['a price beyond a dollar', { limit_price: '1.20', event_outcome: 'no' }],
    ['no price', { limit_price: undefined }],
    ['a third decimal of a contract', { quantity: '1.005' }],
    ['a fraction where none is allowed', { symbol: FINE, quantity: '1.5' }],
    ['more than 50000 contracts', { quantity: '50000.01', limit_price: '0.01' }],
    ['an amount for the day', { entrust_type: 'AMOUNT', total_cash_amount: '10.00' }],
    [
      'an amount that sells',
      { entrust_type: 'AMOUNT', total_cash_amount: '10.00', side: 'SELL', time_in_force: 'FOK' },
    ],
    ['a trade in amount by quantity', { event_trade_mode: 'TRADE_IN_AMOUNT' }],
    ['a date that is past', { time_in_force: 'GTD', expire_date: '2026-11-17' }],
    ['a date that is none', { time_in_force: 'GTD', expire_date: '2026-02-30' }],
    ['a date without GTD', { expire_date: '2026-11-20' }],
    ['a symbol that is no event market', { symbol: 'KXNOPE-26NOV20-T0' }],
    ['a stop price', { stop_price: '0.20' }],
  ] as const)('event orders with %s are refused for an invalid parameter', (_what, over) => {
    expect(new EventExchangeFixture().refusal(over as never).code).toBe('OPENAPI_PARAM_ERR')
  })

  it('beyond the buying power, in another account or after the end are refused', () => {
    const fixture = new EventExchangeFixture()
    expect(fixture.refusal({ limit_price: '0.99', quantity: '5000' }).code).toBe(
      'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
    )
    expect(fixture.refusal({}, MARGIN).code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    fixture.endEarly(RAIN, true)
    expect(fixture.refusal().code).toBe('OPENAPI_TICKER_ID_CAN_NOT_TRADE')
  })

  it('event orders to buy require the signed agreement, and the refusal links to it; selling is allowed', () => {
    const fixture = new EventExchangeFixture()
    fixture.placed({ quantity: '10' })
    fixture.exchange.configure({ eventAgreement: false })
    expect(fixture.refusal({ quantity: '10' })).toEqual({
      status: 417,
      code: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
      message: expect.stringMatching(/^https:\/\//) as string,
    })
    expect(
      fixture.order(fixture.placed({ side: 'SELL', quantity: '10', limit_price: '0.39' })).status,
    ).toBe('FILLED')
    fixture.exchange.configure({ eventAgreement: true })
    expect(fixture.order(fixture.placed({ quantity: '10' })).status).toBe('FILLED')
  })

  it('use sub-cent prices where the market has them, for both outcomes', () => {
    const fixture = new EventExchangeFixture()
    fixture.book(FINE, levels([0.0012, 100]), levels([0.0021, 100]))
    expect(
      fixture.order(fixture.placed({ symbol: FINE, limit_price: '0.0021', quantity: '10' })),
    ).toMatchObject({ status: 'FILLED', filled_price: '0.0021' })
    expect(
      fixture.order(
        fixture.placed({
          symbol: FINE,
          event_outcome: 'no',
          limit_price: '0.9988',
          quantity: '10',
        }),
      ),
    ).toMatchObject({ status: 'FILLED', filled_price: '0.9988' })
    expect(
      fixture.refusal({ symbol: FINE, event_outcome: 'no', limit_price: '0.4505', quantity: '10' })
        .code,
    ).toBe('OPENAPI_PARAM_ERR')
  })
})

describe('the outcome', () => {
  const END = timeAt(23 * 60 + 59, '2026-11-20')
  const PAID = timeAt(10, '2026-11-21')

  it.each([
    [true, '100.00', '0.00'],
    [false, '0.00', '50.00'],
  ] as const)('pays one dollar per contract to the winning side (yes: %s)', (rain, yes, no) => {
    const fixture = new EventExchangeFixture()
    fixture.placed({ quantity: '100' })
    fixture.placed({ event_outcome: 'no', limit_price: '0.61', quantity: '50' })
    const open = fixture.placed({ limit_price: '0.10', time_in_force: 'GTC' })
    const before = fixture.power()
    fixture.to(END).decide(RAIN, rain)
    expect(fixture.order(open).status).toBe('CANCELLED')
    expect(fixture.positions()).toHaveLength(2)
    fixture.to(PAID)
    expect(fixture.positions()).toEqual([])
    expect(fixture.power() - before).toBe(Math.round((Number(yes) + Number(no)) * 100) + 107)
    expect(
      [...fixture.settlements()]
        .map(({ activity_sub_type: kind, net_amount: amount }) => [kind, amount])
        .sort(),
    ).toEqual(
      [
        [rain ? 'EC_PAYOUT' : 'EC_EXPIRATION', yes],
        [rain ? 'EC_EXPIRATION' : 'EC_PAYOUT', no],
      ].sort(),
    )
    expect(fixture.accountEvents).toEqual([
      {
        kind: 'position',
        accountId: EVENTS,
        time: PAID,
        payload: {
          event_name: 'Will it rain in New York City on 2026-11-20?',
          yes_condition: 'If it rains, then the market resolves to Yes.',
          settle_result: rain ? 'Yes' : 'No',
          settle_side: 'Yes',
          quantity: '100.00000',
          cost: '41.00',
          settle_amount: yes,
        },
      },
      expect.objectContaining({
        payload: expect.objectContaining({
          settle_side: 'No',
          quantity: '50.00000',
          cost: '30.50',
          settle_amount: no,
        }) as unknown,
      }),
    ])
    // A second settlement must have no effect.
    fixture.to(epochMs(PAID + 60 * MINUTE_MS))
    expect(fixture.settlements()).toHaveLength(2)
  })

  it('the outcome that comes early ends trading and is paid soon after', () => {
    const fixture = new EventExchangeFixture()
    fixture.placed({ quantity: '10' })
    const open = fixture.placed({ limit_price: '0.20', time_in_force: 'GTC' })
    fixture.to(timeAt(11 * 60)).endEarly(RAIN, true)
    fixture.to(timeAt(11 * 60 + 5))
    expect(fixture.order(open).status).toBe('CANCELLED')
    fixture.to(timeAt(11 * 60 + 30))
    expect(fixture.settlements()).toEqual([
      expect.objectContaining({
        activity_sub_type: 'EC_PAYOUT',
        net_amount: '10.00',
        symbol: RAIN,
      }),
    ])
  })

  it('is booked once, also over a restart', () => {
    const fixture = new EventExchangeFixture()
    fixture.placed({ quantity: '10' })
    const state: unknown = JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))
    const heir = new EventExchangeFixture(epochMs(PAID + MINUTE_MS)).decide(RAIN, true)
    expect(heir.exchange.restoreState(state).ok).toBe(true)
    expect(heir.settlements()).toEqual([
      expect.objectContaining({ activity_sub_type: 'EC_PAYOUT', net_amount: '10.00' }),
    ])
    expect(heir.positions()).toEqual([])
  })
})
