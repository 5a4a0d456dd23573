import { describe, expect, it } from 'vitest'
import type { ModifyBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import {
  timeAt,
  CASH,
  ExchangeFixture,
  levels,
  MARGIN,
  shares,
  usd,
  value,
} from './exchange-fixture.js'

const cancel = (fixture: ExchangeFixture, id: string, account = MARGIN) =>
  fixture.exchange.cancel({ account_id: account, client_order_id: id })
const replace = (
  fixture: ExchangeFixture,
  id: string,
  change: Omit<ModifyBody, 'client_order_id'>,
) =>
  fixture.exchange.replace({
    account_id: MARGIN,
    modify_orders: [{ client_order_id: id, ...change }],
  })

describe('the PENDING status', () => {
  it('lasts for the configured time, refuses cancel and replace, then the order works', () => {
    const fixture = new ExchangeFixture({ pendingMs: 300 }).usualQuotes()
    const id = fixture.placed({ order_type: 'MARKET' })
    expect(fixture.order(id)).toMatchObject({ status: 'PENDING', filled_quantity: '0.00000' })
    expect(cancel(fixture, id)).toMatchObject({
      ok: false,
      error: { status: 417, code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT' },
    })
    expect(replace(fixture, id, { quantity: '5' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT' },
    })
    fixture.wait(299)
    expect(fixture.order(id).status).toBe('PENDING')
    fixture.wait(1)
    expect(fixture.order(id).status).toBe('FILLED')
    // Acceptance has no event (EVENTS-3).
    expect(fixture.eventTypes(id)).toEqual(['CANCEL_FAILED', 'MODIFY_FAILED', 'FINAL_FILLED'])
  })
})

describe('cancel', () => {
  it('cancels the order; a final or unknown one is refused with its code', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed()
    expect(cancel(fixture, id)).toEqual({
      ok: true,
      value: { client_order_id: id, order_id: fixture.order(id).order_id },
    })
    expect(fixture.order(id).status).toBe('CANCELLED')
    expect(cancel(fixture, id)).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL' },
    })
    expect(cancel(fixture, 'unknown-order')).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(cancel(fixture, id, CASH)).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(
      fixture.events.map((event) => [event.payload.scene_type, event.payload.order_status]),
    ).toEqual([
      ['CANCEL_SUCCESS', 'CANCELLED'],
      ['CANCEL_FAILED', 'CANCELLED'],
    ])
    expect(fixture.exchange.depth('AAPL', 9).bids).toEqual(levels([99.99, 300], [99.98, 500]))
  })

  it('keeps the fills of a partially filled order', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '100.00', quantity: '100' })
    fixture.step(levels([99.99, 300]), levels([100.01, 300]), ['sell', 100, 40])
    value(cancel(fixture, id))
    expect(fixture.order(id)).toMatchObject({
      status: 'CANCELLED',
      filled_quantity: '40.00000',
      total_quantity: '100.00000',
    })
  })
})

describe('replace', () => {
  it('keeps both ids and sends an event', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed()
    const { order_id } = fixture.order(id)
    expect(replace(fixture, id, { limit_price: '99.50', quantity: '20' })).toEqual({
      ok: true,
      value: { client_order_id: id, order_id },
    })
    expect(fixture.order(id)).toMatchObject({
      order_id,
      status: 'SUBMITTED',
      limit_price: '99.50',
      total_quantity: '20.00000',
    })
    expect(fixture.events[0]?.payload).toMatchObject({
      scene_type: 'MODIFY_SUCCESS',
      order_status: 'SUBMITTED',
      qty: '20.0000000000',
    })
  })

  it('keeps the queue position when the order only shrinks, and loses it otherwise', () => {
    for (const [change, first] of [
      [{ quantity: '5' }, true],
      [{ quantity: '11' }, false],
      [{ limit_price: '99.49' }, false],
    ] as const) {
      const fixture = new ExchangeFixture().usualQuotes()
      const early = fixture.placed({ limit_price: '99.50' })
      const late = fixture.placed({ limit_price: '99.50' }, CASH)
      value(replace(fixture, early, change))
      if ('limit_price' in change) value(replace(fixture, early, { limit_price: '99.50' }))
      fixture.step([], levels([100.01, 300]), ['sell', 99.5, 1])
      expect(fixture.order(early).status, JSON.stringify(change)).toBe(
        first ? 'PARTIAL_FILLED' : 'SUBMITTED',
      )
      expect(fixture.order(late, CASH).status).toBe(first ? 'SUBMITTED' : 'PARTIAL_FILLED')
    }
  })

  it('changes only the open part; an order reduced to its filled quantity is filled', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '100.00', quantity: '100' })
    fixture.step(levels([99.99, 300]), levels([100.01, 300]), ['sell', 100, 40])
    expect(replace(fixture, id, { quantity: '39' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    value(replace(fixture, id, { quantity: '50' }))
    expect(fixture.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      filled_quantity: '40.00000',
      total_quantity: '50.00000',
    })
    expect(fixture.exchange.depth('AAPL', 1).bids[0]).toEqual({ price: usd(100), size: shares(10) })
    value(replace(fixture, id, { quantity: '40' }))
    expect(fixture.order(id)).toMatchObject({ status: 'FILLED', filled_quantity: '40.00000' })
    expect(fixture.eventTypes(id)).toEqual([
      'FILLED',
      'MODIFY_FAILED',
      'MODIFY_SUCCESS',
      'MODIFY_SUCCESS',
      'FINAL_FILLED',
    ])
    expect(replace(fixture, id, { quantity: '60' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL' },
    })
    expect(replace(fixture, 'unknown-order', { quantity: '60' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
  })

  it('trades at once when the new price crosses, and can turn into a market order', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const limit = fixture.placed()
    value(replace(fixture, limit, { limit_price: '100.01' }))
    expect(fixture.order(limit)).toMatchObject({ status: 'FILLED', filled_price: '100.01' })
    const market = fixture.placed()
    value(replace(fixture, market, { order_type: 'MARKET' }))
    expect(fixture.order(market)).toMatchObject({ status: 'FILLED', order_type: 'MARKET' })
    expect(fixture.order(market).limit_price).toBeUndefined()
  })

  it('leaves the order unchanged when the account cannot pay for the change', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed()
    const before = fixture.order(id)
    const balance = value(fixture.exchange.balance(MARGIN))
    expect(replace(fixture, id, { quantity: '5000' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT' },
    })
    expect(fixture.order(id)).toEqual(before)
    expect(value(fixture.exchange.balance(MARGIN))).toEqual(balance)
    expect(fixture.eventTypes(id)).toEqual(['MODIFY_FAILED'])
  })

  it('raises a sale up to the held quantity', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    const id = fixture.placed({ side: 'SELL', quantity: '10', limit_price: '101.00' })
    value(replace(fixture, id, { limit_price: '102.00' }))
    expect(replace(fixture, id, { quantity: '11' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY' },
    })
  })
})

describe('order events', () => {
  it('carry the documented payload', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '100.01', quantity: '400' })
    const { order_id } = fixture.order(id)
    expect(fixture.events[0]).toEqual({
      accountId: MARGIN,
      time: fixture.now,
      payload: {
        account_id: MARGIN,
        request_id: order_id,
        order_id,
        client_order_id: id,
        instrument_id: '914325613',
        order_status: 'PARTIAL_FILLED',
        symbol: 'AAPL',
        short_name: 'AAPL Inc',
        qty: '400.0000000000',
        filled_price: '100.01',
        filled_qty: '300.0000000000',
        filled_time: '2026-11-18T15:00:00.000+0000',
        side: 'BUY',
        scene_type: 'FILLED',
        category: 'US_STOCK',
        order_type: 'LIMIT',
      },
      charges: {
        commission: { actual_commission: '0.00', receivable_commission: '0.00' },
        fees: fixture.order(id).fees,
      },
    })
    value(cancel(fixture, fixture.placed()))
    expect(fixture.events[1]?.payload).toMatchObject({ filled_qty: '0E-10', filled_price: '0E-10' })
    expect(fixture.events[1]?.payload).not.toHaveProperty('filled_time')
  })

  it('do not reach a removed listener', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const eventTypes: string[] = []
    const stop = fixture.exchange.onTradeEvent((event) => eventTypes.push(event.payload.scene_type))
    value(cancel(fixture, fixture.placed()))
    stop()
    stop()
    value(cancel(fixture, fixture.placed()))
    expect(eventTypes).toEqual(['CANCEL_SUCCESS'])
  })
})

describe('a restart days later', () => {
  it('ends DAY orders, keeps GTC orders, settles money and uses present prices', () => {
    const before = new ExchangeFixture().usualQuotes()
    before.placed({ order_type: 'MARKET', quantity: '20' })
    before.placed({ order_type: 'MARKET', side: 'SELL', quantity: '5' })
    before.step(levels([110, 300]), levels([110.02, 300]), ['buy', 110.02, 10])
    const day = before.placed({ limit_price: '95.00' })
    const gtc = before.placed({ limit_price: '95.00', time_in_force: 'GTC' })
    const after = new ExchangeFixture({}, timeAt(11 * 60, '2026-11-24'))
    expect(
      after.exchange.restoreState(JSON.parse(JSON.stringify(before.exchange.snapshotState()))).ok,
    ).toBe(true)
    expect([after.order(day).status, after.order(gtc).status]).toEqual(['CANCELLED', 'SUBMITTED'])
    const balance = value(after.exchange.balance(MARGIN))
    expect(balance.account_currency_assets[0]?.unsettled_cash).toBe('0.00')
    // The fixture's market is at 100 on every day, so today's gain is zero.
    expect(balance.total_day_profit_loss).toBe('0.00')
    expect(value(after.exchange.positions(MARGIN))[0]).toMatchObject({
      quantity: '15.00000',
      last_price: '100.00',
      unrealized_profit_loss: '-0.15',
    })
    after.step(levels([94.9, 300]), levels([94.95, 300]))
    expect(after.order(gtc).status).toBe('FILLED')
  })
})
