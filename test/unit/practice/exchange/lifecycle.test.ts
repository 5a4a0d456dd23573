import { describe, expect, it } from 'vitest'
import type { ModifyBody } from '../../../../electron/practice/exchange/exchange.js'
import { at, CASH, Floor, levels, MARGIN, shares, usd, value } from './floor.js'

const cancel = (floor: Floor, id: string, account = MARGIN) =>
  floor.exchange.cancel({ account_id: account, client_order_id: id })
const replace = (floor: Floor, id: string, change: Omit<ModifyBody, 'client_order_id'>) =>
  floor.exchange.replace({
    account_id: MARGIN,
    modify_orders: [{ client_order_id: id, ...change }],
  })

describe('PENDING', () => {
  it('lasts as long as it is set to, refuses cancel and replace, then the order works', () => {
    const floor = new Floor({ pendingMs: 300 }).usual()
    const id = floor.placed({ order_type: 'MARKET' })
    expect(floor.order(id)).toMatchObject({ status: 'PENDING', filled_quantity: '0.00000' })
    expect(cancel(floor, id)).toMatchObject({
      ok: false,
      error: { status: 417, code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT' },
    })
    expect(replace(floor, id, { quantity: '5' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL_FOR_PENDING_SUBMIT' },
    })
    floor.wait(299)
    expect(floor.order(id).status).toBe('PENDING')
    floor.wait(1)
    expect(floor.order(id).status).toBe('FILLED')
    // Acceptance itself has no event (contract/trade-events.md).
    expect(floor.scenes(id)).toEqual(['CANCEL_FAILED', 'MODIFY_FAILED', 'FINAL_FILLED'])
  })
})

describe('cancel', () => {
  it('frees the order; a final or unknown one is refused by its code', () => {
    const floor = new Floor().usual()
    const id = floor.placed()
    expect(cancel(floor, id)).toEqual({
      ok: true,
      value: { client_order_id: id, order_id: floor.order(id).order_id },
    })
    expect(floor.order(id).status).toBe('CANCELLED')
    expect(cancel(floor, id)).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL' },
    })
    expect(cancel(floor, 'unknown-order')).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(cancel(floor, id, CASH)).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(
      floor.events.map((event) => [event.payload.scene_type, event.payload.order_status]),
    ).toEqual([
      ['CANCEL_SUCCESS', 'CANCELLED'],
      ['CANCEL_FAILED', 'CANCELLED'],
    ])
    expect(floor.exchange.depth('AAPL', 9).bids).toEqual(levels([99.99, 300], [99.98, 500]))
  })

  it('keeps the fills of a partly filled order', () => {
    const floor = new Floor().usual()
    const id = floor.placed({ limit_price: '100.00', quantity: '100' })
    floor.step(levels([99.99, 300]), levels([100.01, 300]), ['sell', 100, 40])
    value(cancel(floor, id))
    expect(floor.order(id)).toMatchObject({
      status: 'CANCELLED',
      filled_quantity: '40.00000',
      total_quantity: '100.00000',
    })
  })
})

describe('replace', () => {
  it('keeps both ids and tells it', () => {
    const floor = new Floor().usual()
    const id = floor.placed()
    const { order_id } = floor.order(id)
    expect(replace(floor, id, { limit_price: '99.50', quantity: '20' })).toEqual({
      ok: true,
      value: { client_order_id: id, order_id },
    })
    expect(floor.order(id)).toMatchObject({
      order_id,
      status: 'SUBMITTED',
      limit_price: '99.50',
      total_quantity: '20.00000',
    })
    expect(floor.events[0]?.payload).toMatchObject({
      scene_type: 'MODIFY_SUCCESS',
      order_status: 'SUBMITTED',
      qty: '20.0000000000',
    })
  })

  it('keeps its place when it only gets smaller, loses it when it grows or moves', () => {
    for (const [change, first] of [
      [{ quantity: '5' }, true],
      [{ quantity: '11' }, false],
      [{ limit_price: '99.49' }, false],
    ] as const) {
      const floor = new Floor().usual()
      const early = floor.placed({ limit_price: '99.50' })
      const late = floor.placed({ limit_price: '99.50' }, CASH)
      value(replace(floor, early, change))
      if ('limit_price' in change) value(replace(floor, early, { limit_price: '99.50' }))
      floor.step([], levels([100.01, 300]), ['sell', 99.5, 1])
      expect(floor.order(early).status, JSON.stringify(change)).toBe(
        first ? 'PARTIAL_FILLED' : 'SUBMITTED',
      )
      expect(floor.order(late, CASH).status).toBe(first ? 'SUBMITTED' : 'PARTIAL_FILLED')
    }
  })

  it('changes only what is open of a partly filled order; down to the filled size it is filled', () => {
    const floor = new Floor().usual()
    const id = floor.placed({ limit_price: '100.00', quantity: '100' })
    floor.step(levels([99.99, 300]), levels([100.01, 300]), ['sell', 100, 40])
    expect(replace(floor, id, { quantity: '39' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    value(replace(floor, id, { quantity: '50' }))
    expect(floor.order(id)).toMatchObject({
      status: 'PARTIAL_FILLED',
      filled_quantity: '40.00000',
      total_quantity: '50.00000',
    })
    expect(floor.exchange.depth('AAPL', 1).bids[0]).toEqual({ price: usd(100), size: shares(10) })
    value(replace(floor, id, { quantity: '40' }))
    expect(floor.order(id)).toMatchObject({ status: 'FILLED', filled_quantity: '40.00000' })
    expect(floor.scenes(id)).toEqual([
      'FILLED',
      'MODIFY_FAILED',
      'MODIFY_SUCCESS',
      'MODIFY_SUCCESS',
      'FINAL_FILLED',
    ])
    expect(replace(floor, id, { quantity: '60' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL' },
    })
    expect(replace(floor, 'unknown-order', { quantity: '60' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
  })

  it('trades at once when the new price crosses, and can become a market order', () => {
    const floor = new Floor().usual()
    const limit = floor.placed()
    value(replace(floor, limit, { limit_price: '100.01' }))
    expect(floor.order(limit)).toMatchObject({ status: 'FILLED', filled_price: '100.01' })
    const market = floor.placed()
    value(replace(floor, market, { order_type: 'MARKET' }))
    expect(floor.order(market)).toMatchObject({ status: 'FILLED', order_type: 'MARKET' })
    expect(floor.order(market).limit_price).toBeUndefined()
  })

  it('a change that the account cannot pay leaves the order as it was', () => {
    const floor = new Floor().usual()
    const id = floor.placed()
    const before = floor.order(id)
    const balance = value(floor.exchange.balance(MARGIN))
    expect(replace(floor, id, { quantity: '5000' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT' },
    })
    expect(floor.order(id)).toEqual(before)
    expect(value(floor.exchange.balance(MARGIN))).toEqual(balance)
    expect(floor.scenes(id)).toEqual(['MODIFY_FAILED'])
  })

  it('a sale can be replaced up to what is held', () => {
    const floor = new Floor().usual()
    floor.placed({ order_type: 'MARKET' })
    const id = floor.placed({ side: 'SELL', quantity: '10', limit_price: '101.00' })
    value(replace(floor, id, { limit_price: '102.00' }))
    expect(replace(floor, id, { quantity: '11' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY' },
    })
  })
})

describe('events', () => {
  it('carry the payload of the contract', () => {
    const floor = new Floor().usual()
    const id = floor.placed({ limit_price: '100.01', quantity: '400' })
    const { order_id } = floor.order(id)
    expect(floor.events[0]).toEqual({
      accountId: MARGIN,
      time: floor.now,
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
        fees: floor.order(id).fees,
      },
    })
    value(cancel(floor, floor.placed()))
    expect(floor.events[1]?.payload).toMatchObject({ filled_qty: '0E-10', filled_price: '0E-10' })
    expect(floor.events[1]?.payload).not.toHaveProperty('filled_time')
  })

  it('a listener that has left hears nothing more', () => {
    const floor = new Floor().usual()
    const heard: string[] = []
    const stop = floor.exchange.onTradeEvent((event) => heard.push(event.payload.scene_type))
    value(cancel(floor, floor.placed()))
    stop()
    stop()
    value(cancel(floor, floor.placed()))
    expect(heard).toEqual(['CANCEL_SUCCESS'])
  })
})

describe('a restart', () => {
  it('days later: DAY orders have ended, GTC orders work on, money has settled, prices are the present ones', () => {
    const before = new Floor().usual()
    before.placed({ order_type: 'MARKET', quantity: '20' })
    before.placed({ order_type: 'MARKET', side: 'SELL', quantity: '5' })
    before.step(levels([110, 300]), levels([110.02, 300]), ['buy', 110.02, 10])
    const day = before.placed({ limit_price: '95.00' })
    const gtc = before.placed({ limit_price: '95.00', time_in_force: 'GTC' })
    const after = new Floor({}, at(11 * 60, '2026-11-24'))
    expect(
      after.exchange.restoreState(JSON.parse(JSON.stringify(before.exchange.snapshotState()))).ok,
    ).toBe(true)
    expect([after.order(day).status, after.order(gtc).status]).toEqual(['CANCELLED', 'SUBMITTED'])
    const balance = value(after.exchange.balance(MARGIN))
    expect(balance.account_currency_assets[0]?.unsettled_cash).toBe('0.00')
    // The bench's market stands at 100 on every day, so nothing was made today.
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
