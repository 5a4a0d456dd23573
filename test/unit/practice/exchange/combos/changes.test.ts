import { describe, expect, it } from 'vitest'
import { ExchangeFixture, levels, MARGIN, value } from '../exchange-fixture.js'
import {
  accepted,
  send,
  shown,
  BRACKET,
  cancelPart,
  replacePart,
  heldAmount,
  tradeAt,
} from './combo-fixture.js'

describe('changes inside a combo', () => {
  it('return the ids of the group', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const { result, ids } = send(fixture, BRACKET)
    const group = value(result)
    expect(value(replacePart(fixture, ids[1] ?? '', { limit_price: '111.00' }))).toEqual(group)
    expect(fixture.order(ids[1] ?? '').limit_price).toBe('111.00')
    expect(value(cancelPart(fixture, ids[2] ?? '', group.client_combo_order_id))).toEqual(group)
    expect(shown(fixture, ids)).toEqual(['SUBMITTED 0/10', 'SUBMITTED 0/10', 'CANCELLED 0/10'])
    expect(cancelPart(fixture, ids[1] ?? '', 'another-combo')).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
  })

  it("keep an exit within the master's quantity, and every order within its type", () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, BRACKET)
    expect(replacePart(fixture, ids[1] ?? '', { quantity: '11' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    expect(replacePart(fixture, ids[1] ?? '', { order_type: 'MARKET' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    value(replacePart(fixture, ids[1] ?? '', { quantity: '6' }))
    tradeAt(fixture, 98.5)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'SUBMITTED 0/6', 'SUBMITTED 0/10'])
    value(replacePart(fixture, ids[2] ?? '', { stop_price: '91.00' }))
    value(replacePart(fixture, ids[1] ?? '', { quantity: '10', limit_price: '105.00' }))
    tradeAt(fixture, 106)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'CANCELLED 0/10'])
  })

  it('extend the exits when the master fills further', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, BRACKET)
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    value(replacePart(fixture, ids[1] ?? '', { limit_price: '109.00' }))
    tradeAt(fixture, 98.5)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
  })
})

describe('a preview of a combo', () => {
  it('equals that of its master', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const orders = (parts: readonly object[]) =>
      ({ account_id: MARGIN, new_orders: parts }) as unknown as Parameters<
        typeof fixture.exchange.preview
      >[0]
    const base = {
      client_order_id: 'preview-000001',
      instrument_type: 'EQUITY',
      market: 'US',
      symbol: 'AAPL',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      support_trading_session: 'CORE',
      quantity: '10',
    }
    const group = fixture.exchange.preview(
      orders([
        {
          ...base,
          combo_type: 'STOP_PROFIT',
          side: 'SELL',
          order_type: 'LIMIT',
          limit_price: '110.00',
        },
        { ...base, combo_type: 'MASTER', side: 'BUY', order_type: 'LIMIT', limit_price: '99.00' },
      ]),
    )
    expect(value(group).estimated_cost).toBe('990.00')
  })

  describe('to several orders in one request', () => {
    const COMBO = 'all-or-none-01'
    const both = (fixture: ExchangeFixture, changes: readonly object[]) =>
      fixture.exchange.replace({
        account_id: MARGIN,
        client_combo_order_id: COMBO,
        modify_orders: changes as never,
      })
    const bracket = (fixture: ExchangeFixture) =>
      send(fixture, BRACKET, { comboId: COMBO }).ids as readonly [string, string, string]

    it("apply together, each checked against the others' new values", () => {
      const fixture = new ExchangeFixture().usualQuotes()
      const [master, profit, loss] = bracket(fixture)
      // An exit may be as large as its master will be.
      value(
        both(fixture, [
          { client_order_id: master, quantity: '20' },
          { client_order_id: profit, quantity: '20', limit_price: '112.00' },
          { client_order_id: loss, stop_price: '88.00' },
        ]),
      )
      expect([
        fixture.order(master).total_quantity,
        fixture.order(profit).limit_price,
        fixture.order(loss).stop_price,
      ]).toEqual([expect.stringMatching(/^20/), '112.00', '88.00'])
      for (const id of [master, profit, loss]) {
        expect(fixture.eventTypes(id)).toContain('MODIFY_SUCCESS')
      }
    })

    it.each([
      [
        'a parameter',
        (loss: string) => ({ client_order_id: loss, quantity: '31' }),
        'OPENAPI_PARAM_ERR',
      ],
      [
        'an order that is not in the combo',
        () => ({ client_order_id: 'nobody-knows-it', quantity: '5' }),
        'OPENAPI_ORDER_NOT_FOUND',
      ],
    ] as const)('change nothing when %s is refused', (_what, wrong, code) => {
      const fixture = new ExchangeFixture().usualQuotes()
      const [master, profit, loss] = bracket(fixture)
      const before = [fixture.exchange.snapshotState(), heldAmount(fixture)].map((part) =>
        JSON.stringify(part),
      )
      expect(
        both(fixture, [
          { client_order_id: master, quantity: '30', limit_price: '98.00' },
          { client_order_id: profit, limit_price: '115.00' },
          wrong(loss),
        ]),
      ).toMatchObject({ ok: false, error: { code } })
      expect(
        [fixture.exchange.snapshotState(), heldAmount(fixture)].map((part) => JSON.stringify(part)),
      ).toEqual(before)
      expect(fixture.eventTypes(master)).toEqual(['MODIFY_FAILED'])
    })

    it('change nothing when the buying power is insufficient for the last one', () => {
      const fixture = new ExchangeFixture().usualQuotes()
      const [master, profit, loss] = bracket(fixture)
      const before = [fixture.exchange.snapshotState(), heldAmount(fixture)].map((part) =>
        JSON.stringify(part),
      )
      expect(
        both(fixture, [
          { client_order_id: profit, limit_price: '115.00' },
          { client_order_id: loss, stop_price: '80.00' },
          { client_order_id: master, quantity: '9000000' },
        ]),
      ).toMatchObject({ ok: false, error: { code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT' } })
      expect(
        [fixture.exchange.snapshotState(), heldAmount(fixture)].map((part) => JSON.stringify(part)),
      ).toEqual(before)
    })

    it("name each order once, and require the combo's id", () => {
      const fixture = new ExchangeFixture().usualQuotes()
      const [, profit, loss] = bracket(fixture)
      expect(
        both(fixture, [
          { client_order_id: profit, limit_price: '115.00' },
          { client_order_id: profit, limit_price: '116.00' },
        ]),
      ).toMatchObject({ ok: false, error: { code: 'OPENAPI_PARAM_ERR' } })
      expect(fixture.order(profit).limit_price).toBe('110.00')
      expect(
        fixture.exchange.replace({
          account_id: MARGIN,
          modify_orders: [
            { client_order_id: profit, limit_price: '115.00' },
            { client_order_id: loss, stop_price: '80.00' },
          ],
        }),
      ).toMatchObject({ ok: false, error: { code: 'OPENAPI_PARAM_ERR' } })
    })
  })
})
