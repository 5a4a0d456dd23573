import { describe, expect, it } from 'vitest'
import { timeAt, CASH, ExchangeFixture, levels, MARGIN, value } from '../exchange-fixture.js'
import {
  accepted,
  send,
  shown,
  BRACKET,
  cancelPart,
  heldQuantity,
  heldAmount,
  tradeAt,
} from './combo-fixture.js'

describe('a bracket', () => {
  it("returns the group's ids; each order is found by its own id, and exits are SUBMITTED", () => {
    const fixture = new ExchangeFixture({ pendingMs: 300 }).usualQuotes()
    const { result, ids } = send(fixture, BRACKET, { comboId: 'my-combo-00001' })
    const answer = value(result)
    expect(answer).toEqual({
      client_combo_order_id: 'my-combo-00001',
      combo_order_id: expect.stringMatching(/^\w{26}$/) as string,
    })
    const groups = ids.map((id) => value(fixture.exchange.detail(MARGIN, id)))
    expect(
      groups.map(({ combo_type: role, combo_order_id: combo, orders }) => [
        role,
        combo,
        orders.length,
        orders[0]?.status,
      ]),
    ).toEqual([
      ['MASTER', answer.combo_order_id, 1, 'PENDING'],
      ['STOP_PROFIT', answer.combo_order_id, 1, 'SUBMITTED'],
      ['STOP_LOSS', answer.combo_order_id, 1, 'SUBMITTED'],
    ])
    expect(new Set(groups.map(({ orders }) => orders[0]?.order_id)).size).toBe(3)
    expect(
      value(fixture.exchange.openOrders({ accountId: MARGIN })).data.map(
        (group) => group.combo_type,
      ),
    ).toEqual(['STOP_LOSS', 'STOP_PROFIT', 'MASTER'])
  })

  it('generates an id for a group without one', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const first = value(send(fixture, BRACKET).result)
    const second = value(send(fixture, BRACKET).result)
    expect(first.client_combo_order_id).toMatch(/^\w{26}$/)
    expect(second.client_combo_order_id).not.toBe(first.client_combo_order_id)
  })

  it('ends with its unfilled master, and its exits are no longer found', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, BRACKET)
    value(cancelPart(fixture, ids[0] ?? ''))
    expect(shown(fixture, ids)).toEqual(['CANCELLED 0/10', 'CANCELLED 0/10', 'CANCELLED 0/10'])
    expect(cancelPart(fixture, ids[1] ?? '')).toMatchObject({
      ok: false,
      error: { status: 417, code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(cancelPart(fixture, ids[0] ?? '')).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL' },
    })
    expect(heldAmount(fixture)).toBe(0)
  })

  it('ends with a master that expires', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, BRACKET)
    fixture.to(timeAt(16 * 60))
    expect(shown(fixture, ids)).toEqual(['CANCELLED 0/10', 'CANCELLED 0/10', 'CANCELLED 0/10'])
  })

  it('does not trade its exits before the master', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, [
      { combo_type: 'MASTER', limit_price: '80.00' },
      { combo_type: 'STOP_PROFIT', limit_price: '99.50' },
      { combo_type: 'STOP_LOSS', stop_price: '79.00' },
    ])
    tradeAt(fixture, 99.9)
    expect(shown(fixture, ids)).toEqual(['SUBMITTED 0/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
  })

  it('has exits that are canceled singly once the master is filled; a fill of one ends the other', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const first = accepted(fixture, [
      { combo_type: 'MASTER', order_type: 'MARKET' },
      { combo_type: 'STOP_PROFIT' },
      { combo_type: 'STOP_LOSS' },
    ])
    expect(shown(fixture, first)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    value(cancelPart(fixture, first[2] ?? ''))
    expect(shown(fixture, first)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'CANCELLED 0/10'])
    const two = accepted(fixture, [
      { combo_type: 'MASTER', order_type: 'MARKET' },
      { combo_type: 'STOP_PROFIT' },
      { combo_type: 'STOP_LOSS' },
    ])
    tradeAt(fixture, 89)
    expect(shown(fixture, two)).toEqual(['FILLED 10/10', 'CANCELLED 0/10', 'FILLED 10/10'])
    expect(shown(fixture, first)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'CANCELLED 0/10'])
    tradeAt(fixture, 111)
    expect(shown(fixture, first)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'CANCELLED 0/10'])
    expect(heldQuantity(fixture)).toBe(0)
  })

  it('has exits for the filled part of its master; a fill of an exit ends the rest', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, BRACKET)
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    expect(shown(fixture, ids)).toEqual(['PARTIAL_FILLED 4/10', 'SUBMITTED 0/4', 'SUBMITTED 0/4'])
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 3])
    expect(shown(fixture, ids)).toEqual(['PARTIAL_FILLED 7/10', 'SUBMITTED 0/7', 'SUBMITTED 0/7'])
    // The market jumps to the profit price, but only a part trades there.
    fixture.step(levels([109, 300]), levels([110.5, 300]), ['buy', 110, 2])
    expect(shown(fixture, ids)).toEqual(['CANCELLED 7/10', 'PARTIAL_FILLED 2/7', 'SUBMITTED 0/5'])
    tradeAt(fixture, 89)
    expect(shown(fixture, ids)).toEqual(['CANCELLED 7/10', 'CANCELLED 2/7', 'FILLED 5/5'])
    expect(heldQuantity(fixture)).toBe(0)
  })

  it('protects the filled part of a canceled master', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, BRACKET)
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    value(cancelPart(fixture, ids[0] ?? ''))
    expect(shown(fixture, ids)).toEqual(['CANCELLED 4/10', 'SUBMITTED 0/4', 'SUBMITTED 0/4'])
    tradeAt(fixture, 111)
    expect(shown(fixture, ids)).toEqual(['CANCELLED 4/10', 'FILLED 4/4', 'CANCELLED 0/4'])
  })

  it('covers a short sale too', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, [
      { combo_type: 'MASTER', side: 'SHORT', order_type: 'MARKET' },
      { combo_type: 'STOP_PROFIT', side: 'BUY', limit_price: '90.00' },
      { combo_type: 'STOP_LOSS', side: 'BUY', stop_price: '110.00' },
    ])
    expect([heldQuantity(fixture), ...shown(fixture, ids)]).toEqual([
      -10,
      'FILLED 10/10',
      'SUBMITTED 0/10',
      'SUBMITTED 0/10',
    ])
    tradeAt(fixture, 111)
    expect([heldQuantity(fixture), ...shown(fixture, ids)]).toEqual([
      0,
      'FILLED 10/10',
      'CANCELLED 0/10',
      'FILLED 10/10',
    ])
  })

  it('keeps GTC exits working over days; a DAY exit lasts for the day of its activation', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, [
      { combo_type: 'MASTER', time_in_force: 'GTC' },
      { combo_type: 'STOP_PROFIT' },
      { combo_type: 'STOP_LOSS', time_in_force: 'GTC' },
    ])
    fixture.to(timeAt(10 * 60, '2026-11-19'))
    expect(shown(fixture, ids)).toEqual(['SUBMITTED 0/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    tradeAt(fixture, 98.5)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    fixture.to(timeAt(10 * 60, '2026-11-20'))
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10', 'SUBMITTED 0/10'])
  })
})

describe('exits without a master', () => {
  it('protect a position, and reserve its shares once', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    const ids = accepted(fixture, [{ combo_type: 'STOP_PROFIT' }, { combo_type: 'STOP_LOSS' }])
    expect(fixture.refusal({ side: 'SELL', quantity: '1', limit_price: '120.00' }).code).toBe(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    tradeAt(fixture, 111)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10'])
    expect(heldQuantity(fixture)).toBe(0)
  })

  it('are refused as a whole beyond the position', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '5' })
    const { result, ids } = send(fixture, [
      { combo_type: 'STOP_PROFIT', quantity: '5' },
      { combo_type: 'STOP_LOSS', quantity: '6' },
    ])
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY' },
    })
    expect(value(fixture.exchange.detail(MARGIN, ids[0] ?? '')).orders).toEqual([])
    accepted(fixture, [
      { combo_type: 'STOP_PROFIT', quantity: '5' },
      { combo_type: 'STOP_LOSS', quantity: '5' },
    ])
  })

  it('may be a single order', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    const ids = accepted(fixture, [{ combo_type: 'STOP_LOSS' }])
    tradeAt(fixture, 89)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10'])
  })
})

describe('OTO', () => {
  it('activates its orders when the master is fully filled, in any stock', () => {
    const fixture = new ExchangeFixture().usualQuotes().usualQuotes('MSFT')
    const ids = accepted(fixture, [
      { combo_type: 'MASTER' },
      { combo_type: 'OTO', symbol: 'MSFT', order_type: 'MARKET' },
      { combo_type: 'OTO', side: 'SELL', limit_price: '120.00' },
    ])
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    expect(shown(fixture, ids)).toEqual(['PARTIAL_FILLED 4/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    tradeAt(fixture, 98.5)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'SUBMITTED 0/10'])
  })

  it('ends its orders when the master can no longer be fully filled', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, [
      { combo_type: 'MASTER' },
      { combo_type: 'OTO', side: 'SELL', limit_price: '120.00' },
    ])
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    value(cancelPart(fixture, ids[0] ?? ''))
    expect(shown(fixture, ids)).toEqual(['CANCELLED 4/10', 'CANCELLED 0/10'])
  })

  it('fails an order that the account cannot carry at activation', () => {
    const fixture = new ExchangeFixture().usualQuotes().usualQuotes('MSFT')
    const ids = accepted(
      fixture,
      [
        { combo_type: 'MASTER', order_type: 'MARKET', quantity: '100' },
        { combo_type: 'OTO', symbol: 'MSFT', quantity: '1000' },
      ],
      CASH,
    )
    expect(shown(fixture, ids, CASH)).toEqual(['FILLED 100/100', 'FAILED 0/1000'])
    expect(fixture.eventTypes(ids[1] ?? '')).toEqual(['PLACE_FAILED'])
  })
})

describe('OCO', () => {
  it('ends the others at the first fill of one, and reserves money once', () => {
    const fixture = new ExchangeFixture().usualQuotes().usualQuotes('MSFT')
    const before = heldAmount(fixture)
    const ids = accepted(fixture, [
      { combo_type: 'OCO' },
      { combo_type: 'OCO', symbol: 'MSFT', quantity: '20', limit_price: '98.00' },
      { combo_type: 'OCO', order_type: 'STOP_LOSS' },
    ])
    const together = heldAmount(fixture) - before
    const alone = new ExchangeFixture().usualQuotes().usualQuotes('MSFT')
    alone.placed({ symbol: 'MSFT', quantity: '20', limit_price: '98.00' })
    expect(together).toBe(heldAmount(alone))
    fixture.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    expect(shown(fixture, ids)).toEqual(['PARTIAL_FILLED 4/10', 'CANCELLED 0/20', 'CANCELLED 0/10'])
  })

  it('never fills two of its orders in one sweep', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    const ids = accepted(fixture, [
      { combo_type: 'OCO', side: 'SELL', limit_price: '101.00' },
      { combo_type: 'OCO', side: 'SELL', limit_price: '102.00' },
    ])
    tradeAt(fixture, 103)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10'])
    expect(heldQuantity(fixture)).toBe(0)
  })

  it('fills a customer who sweeps through both from the orders behind', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    fixture.step(levels([99, 300]), levels([105, 300]))
    const ids = accepted(fixture, [
      { combo_type: 'OCO', side: 'SELL', limit_price: '101.00' },
      { combo_type: 'OCO', side: 'SELL', limit_price: '102.00' },
    ])
    const taker = fixture.placed({ order_type: 'MARKET', quantity: '20' }, CASH)
    expect(shown(fixture, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10'])
    expect(fixture.order(taker, CASH)).toMatchObject({ status: 'FILLED', filled_price: '103.00' })
  })

  it('leaves the other orders working when one is canceled', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, [
      { combo_type: 'OCO' },
      { combo_type: 'OCO', limit_price: '98.00' },
    ])
    value(cancelPart(fixture, ids[0] ?? ''))
    expect(shown(fixture, ids)).toEqual(['CANCELLED 0/10', 'SUBMITTED 0/10'])
  })
})

describe('OTOCO', () => {
  it('activates its orders with the master, and a fill of one ends the others', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = accepted(fixture, [
      { combo_type: 'MASTER' },
      { combo_type: 'OTOCO', side: 'SELL', limit_price: '110.00' },
      { combo_type: 'OTOCO', side: 'SELL', order_type: 'STOP_LOSS', stop_price: '90.00' },
      {
        combo_type: 'OTOCO',
        side: 'SELL',
        order_type: 'STOP_LOSS_LIMIT',
        stop_price: '92.00',
        limit_price: '80.00',
      },
    ])
    tradeAt(fixture, 98.5)
    expect(shown(fixture, ids)).toEqual([
      'FILLED 10/10',
      'SUBMITTED 0/10',
      'SUBMITTED 0/10',
      'SUBMITTED 0/10',
    ])
    tradeAt(fixture, 85)
    expect(shown(fixture, ids).filter((text) => text.startsWith('FILLED'))).toHaveLength(2)
    expect(shown(fixture, ids).filter((text) => text.startsWith('CANCELLED 0'))).toHaveLength(2)
    expect(heldQuantity(fixture)).toBe(0)
  })
})
