import { describe, expect, it } from 'vitest'
import { at, CASH, Floor, levels, MARGIN, value } from '../floor.js'
import { accepted, send, shown } from './combo-floor.js'

const BRACKET = [
  { combo_type: 'MASTER' },
  { combo_type: 'STOP_PROFIT' },
  { combo_type: 'STOP_LOSS' },
] as const
const cancel = (floor: Floor, id: string, combo?: string) =>
  floor.exchange.cancel({
    account_id: MARGIN,
    client_order_id: id,
    ...(combo === undefined ? {} : { client_combo_order_id: combo }),
  })
const replace = (floor: Floor, id: string, change: object) =>
  floor.exchange.replace({
    account_id: MARGIN,
    modify_orders: [{ client_order_id: id, ...change }],
  })
const held = (floor: Floor, account = MARGIN, symbol = 'AAPL'): number =>
  Number(
    value(floor.exchange.positions(account)).find((position) => position.symbol === symbol)
      ?.quantity ?? '0',
  )
const free = (floor: Floor, account = MARGIN): number =>
  Number(value(floor.exchange.balance(account)).account_currency_assets[0]?.held_amount)
/** The market trades down to a price, or up to it. */
const tradeAt = (floor: Floor, price: number, size = 1_000): Floor =>
  floor.step(levels([price - 0.01, 300]), levels([price + 0.01, 300]), [
    price < 100 ? 'sell' : 'buy',
    price,
    size,
  ])

describe('a bracket', () => {
  it('answers the ids of the group; every order is found alone, with its role, and the exits show SUBMITTED', () => {
    const floor = new Floor({ pendingMs: 300 }).usual()
    const { result, ids } = send(floor, BRACKET, { comboId: 'my-combo-00001' })
    const answer = value(result)
    expect(answer).toEqual({
      client_combo_order_id: 'my-combo-00001',
      combo_order_id: expect.stringMatching(/^\w{26}$/) as string,
    })
    const groups = ids.map((id) => value(floor.exchange.detail(MARGIN, id)))
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
      value(floor.exchange.openOrders({ accountId: MARGIN })).data.map((group) => group.combo_type),
    ).toEqual(['STOP_LOSS', 'STOP_PROFIT', 'MASTER'])
  })

  it('makes an id for a group that came without one', () => {
    const floor = new Floor().usual()
    const first = value(send(floor, BRACKET).result)
    const second = value(send(floor, BRACKET).result)
    expect(first.client_combo_order_id).toMatch(/^\w{26}$/)
    expect(second.client_combo_order_id).not.toBe(first.client_combo_order_id)
  })

  it('ends with its unfilled master, and its exits are not found any more', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, BRACKET)
    value(cancel(floor, ids[0] ?? ''))
    expect(shown(floor, ids)).toEqual(['CANCELLED 0/10', 'CANCELLED 0/10', 'CANCELLED 0/10'])
    expect(cancel(floor, ids[1] ?? '')).toMatchObject({
      ok: false,
      error: { status: 417, code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(cancel(floor, ids[0] ?? '')).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL' },
    })
    expect(free(floor)).toBe(0)
  })

  it('ends with a master that expires', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, BRACKET)
    floor.to(at(16 * 60))
    expect(shown(floor, ids)).toEqual(['CANCELLED 0/10', 'CANCELLED 0/10', 'CANCELLED 0/10'])
  })

  it('does not let its exits trade before the master has', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, [
      { combo_type: 'MASTER', limit_price: '80.00' },
      { combo_type: 'STOP_PROFIT', limit_price: '99.50' },
      { combo_type: 'STOP_LOSS', stop_price: '79.00' },
    ])
    tradeAt(floor, 99.9)
    expect(shown(floor, ids)).toEqual(['SUBMITTED 0/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
  })

  it('has independent exits once the master is filled: each is cancelled alone, and a fill of one ends the other', () => {
    const floor = new Floor().usual()
    const one = accepted(floor, [
      { combo_type: 'MASTER', order_type: 'MARKET' },
      { combo_type: 'STOP_PROFIT' },
      { combo_type: 'STOP_LOSS' },
    ])
    expect(shown(floor, one)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    value(cancel(floor, one[2] ?? ''))
    expect(shown(floor, one)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'CANCELLED 0/10'])
    const two = accepted(floor, [
      { combo_type: 'MASTER', order_type: 'MARKET' },
      { combo_type: 'STOP_PROFIT' },
      { combo_type: 'STOP_LOSS' },
    ])
    tradeAt(floor, 89)
    expect(shown(floor, two)).toEqual(['FILLED 10/10', 'CANCELLED 0/10', 'FILLED 10/10'])
    expect(shown(floor, one)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'CANCELLED 0/10'])
    tradeAt(floor, 111)
    expect(shown(floor, one)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'CANCELLED 0/10'])
    expect(held(floor)).toBe(0)
  })

  it('lets its exits work for what is filled of the master; a fill of an exit ends the rest of the master', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, BRACKET)
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    expect(shown(floor, ids)).toEqual(['PARTIAL_FILLED 4/10', 'SUBMITTED 0/4', 'SUBMITTED 0/4'])
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 3])
    expect(shown(floor, ids)).toEqual(['PARTIAL_FILLED 7/10', 'SUBMITTED 0/7', 'SUBMITTED 0/7'])
    // The market jumps to the profit, but only a part of it trades there.
    floor.step(levels([109, 300]), levels([110.5, 300]), ['buy', 110, 2])
    expect(shown(floor, ids)).toEqual(['CANCELLED 7/10', 'PARTIAL_FILLED 2/7', 'SUBMITTED 0/5'])
    tradeAt(floor, 89)
    expect(shown(floor, ids)).toEqual(['CANCELLED 7/10', 'CANCELLED 2/7', 'FILLED 5/5'])
    expect(held(floor)).toBe(0)
  })

  it('protects what was filled of a master that is cancelled', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, BRACKET)
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    value(cancel(floor, ids[0] ?? ''))
    expect(shown(floor, ids)).toEqual(['CANCELLED 4/10', 'SUBMITTED 0/4', 'SUBMITTED 0/4'])
    tradeAt(floor, 111)
    expect(shown(floor, ids)).toEqual(['CANCELLED 4/10', 'FILLED 4/4', 'CANCELLED 0/4'])
  })

  it('covers a short sale too', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, [
      { combo_type: 'MASTER', side: 'SHORT', order_type: 'MARKET' },
      { combo_type: 'STOP_PROFIT', side: 'BUY', limit_price: '90.00' },
      { combo_type: 'STOP_LOSS', side: 'BUY', stop_price: '110.00' },
    ])
    expect([held(floor), ...shown(floor, ids)]).toEqual([
      -10,
      'FILLED 10/10',
      'SUBMITTED 0/10',
      'SUBMITTED 0/10',
    ])
    tradeAt(floor, 111)
    expect([held(floor), ...shown(floor, ids)]).toEqual([
      0,
      'FILLED 10/10',
      'CANCELLED 0/10',
      'FILLED 10/10',
    ])
  })

  it('keeps its exits working over days when they are good till cancelled, and an exit for the day from the day on which it starts', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, [
      { combo_type: 'MASTER', time_in_force: 'GTC' },
      { combo_type: 'STOP_PROFIT' },
      { combo_type: 'STOP_LOSS', time_in_force: 'GTC' },
    ])
    floor.to(at(10 * 60, '2026-11-19'))
    expect(shown(floor, ids)).toEqual(['SUBMITTED 0/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    tradeAt(floor, 98.5)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    floor.to(at(10 * 60, '2026-11-20'))
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10', 'SUBMITTED 0/10'])
  })
})

describe('exits without a master', () => {
  it('protect a position, and claim its shares once', () => {
    const floor = new Floor().usual()
    floor.placed({ order_type: 'MARKET', quantity: '10' })
    const ids = accepted(floor, [{ combo_type: 'STOP_PROFIT' }, { combo_type: 'STOP_LOSS' }])
    expect(floor.refusal({ side: 'SELL', quantity: '1', limit_price: '120.00' }).code).toBe(
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    )
    tradeAt(floor, 111)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10'])
    expect(held(floor)).toBe(0)
  })

  it('are refused beyond the position, whole', () => {
    const floor = new Floor().usual()
    floor.placed({ order_type: 'MARKET', quantity: '5' })
    const { result, ids } = send(floor, [
      { combo_type: 'STOP_PROFIT', quantity: '5' },
      { combo_type: 'STOP_LOSS', quantity: '6' },
    ])
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY' },
    })
    expect(value(floor.exchange.detail(MARGIN, ids[0] ?? '')).orders).toEqual([])
    accepted(floor, [
      { combo_type: 'STOP_PROFIT', quantity: '5' },
      { combo_type: 'STOP_LOSS', quantity: '5' },
    ])
  })

  it('may be one alone', () => {
    const floor = new Floor().usual()
    floor.placed({ order_type: 'MARKET', quantity: '10' })
    const ids = accepted(floor, [{ combo_type: 'STOP_LOSS' }])
    tradeAt(floor, 89)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10'])
  })
})

describe('OTO', () => {
  it('starts its orders when the master is filled whole, in any stock', () => {
    const floor = new Floor().usual().usual('MSFT')
    const ids = accepted(floor, [
      { combo_type: 'MASTER' },
      { combo_type: 'OTO', symbol: 'MSFT', order_type: 'MARKET' },
      { combo_type: 'OTO', side: 'SELL', limit_price: '120.00' },
    ])
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    expect(shown(floor, ids)).toEqual(['PARTIAL_FILLED 4/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
    tradeAt(floor, 98.5)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'SUBMITTED 0/10'])
  })

  it('ends its orders with a master that never will be whole', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, [
      { combo_type: 'MASTER' },
      { combo_type: 'OTO', side: 'SELL', limit_price: '120.00' },
    ])
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    value(cancel(floor, ids[0] ?? ''))
    expect(shown(floor, ids)).toEqual(['CANCELLED 4/10', 'CANCELLED 0/10'])
  })

  it('fails an order that the account cannot carry when its time comes', () => {
    const floor = new Floor().usual().usual('MSFT')
    const ids = accepted(
      floor,
      [
        { combo_type: 'MASTER', order_type: 'MARKET', quantity: '100' },
        { combo_type: 'OTO', symbol: 'MSFT', quantity: '1000' },
      ],
      CASH,
    )
    expect(shown(floor, ids, CASH)).toEqual(['FILLED 100/100', 'FAILED 0/1000'])
    expect(floor.scenes(ids[1] ?? '')).toEqual(['PLACE_FAILED'])
  })
})

describe('OCO', () => {
  it('ends the others with the first fill of one, and sets money aside once', () => {
    const floor = new Floor().usual().usual('MSFT')
    const before = free(floor)
    const ids = accepted(floor, [
      { combo_type: 'OCO' },
      { combo_type: 'OCO', symbol: 'MSFT', quantity: '20', limit_price: '98.00' },
      { combo_type: 'OCO', order_type: 'STOP_LOSS' },
    ])
    const together = free(floor) - before
    const alone = new Floor().usual().usual('MSFT')
    alone.placed({ symbol: 'MSFT', quantity: '20', limit_price: '98.00' })
    expect(together).toBe(free(alone))
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    expect(shown(floor, ids)).toEqual(['PARTIAL_FILLED 4/10', 'CANCELLED 0/20', 'CANCELLED 0/10'])
  })

  it('never lets two of its orders trade in one sweep', () => {
    const floor = new Floor().usual()
    floor.placed({ order_type: 'MARKET', quantity: '10' })
    const ids = accepted(floor, [
      { combo_type: 'OCO', side: 'SELL', limit_price: '101.00' },
      { combo_type: 'OCO', side: 'SELL', limit_price: '102.00' },
    ])
    tradeAt(floor, 103)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10'])
    expect(held(floor)).toBe(0)
  })

  it('gives a customer who sweeps through both what stands behind them', () => {
    const floor = new Floor().usual()
    floor.placed({ order_type: 'MARKET', quantity: '10' })
    floor.step(levels([99, 300]), levels([105, 300]))
    const ids = accepted(floor, [
      { combo_type: 'OCO', side: 'SELL', limit_price: '101.00' },
      { combo_type: 'OCO', side: 'SELL', limit_price: '102.00' },
    ])
    const taker = floor.placed({ order_type: 'MARKET', quantity: '20' }, CASH)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'CANCELLED 0/10'])
    expect(floor.order(taker, CASH)).toMatchObject({ status: 'FILLED', filled_price: '103.00' })
  })

  it('leaves the others alone when one is cancelled', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, [
      { combo_type: 'OCO' },
      { combo_type: 'OCO', limit_price: '98.00' },
    ])
    value(cancel(floor, ids[0] ?? ''))
    expect(shown(floor, ids)).toEqual(['CANCELLED 0/10', 'SUBMITTED 0/10'])
  })
})

describe('OTOCO', () => {
  it('starts its orders with the master, and one of them ends the others', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, [
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
    tradeAt(floor, 98.5)
    expect(shown(floor, ids)).toEqual([
      'FILLED 10/10',
      'SUBMITTED 0/10',
      'SUBMITTED 0/10',
      'SUBMITTED 0/10',
    ])
    tradeAt(floor, 85)
    expect(shown(floor, ids).filter((text) => text.startsWith('FILLED'))).toHaveLength(2)
    expect(shown(floor, ids).filter((text) => text.startsWith('CANCELLED 0'))).toHaveLength(2)
    expect(held(floor)).toBe(0)
  })
})

describe('changes inside a combo', () => {
  it('answer the ids of the group', () => {
    const floor = new Floor().usual()
    const { result, ids } = send(floor, BRACKET)
    const group = value(result)
    expect(value(replace(floor, ids[1] ?? '', { limit_price: '111.00' }))).toEqual(group)
    expect(floor.order(ids[1] ?? '').limit_price).toBe('111.00')
    expect(value(cancel(floor, ids[2] ?? '', group.client_combo_order_id))).toEqual(group)
    expect(shown(floor, ids)).toEqual(['SUBMITTED 0/10', 'SUBMITTED 0/10', 'CANCELLED 0/10'])
    expect(cancel(floor, ids[1] ?? '', 'another-combo')).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
  })

  it('keep an exit within the master, and every order within its type', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, BRACKET)
    expect(replace(floor, ids[1] ?? '', { quantity: '11' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    expect(replace(floor, ids[1] ?? '', { order_type: 'MARKET' })).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
    value(replace(floor, ids[1] ?? '', { quantity: '6' }))
    tradeAt(floor, 98.5)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'SUBMITTED 0/6', 'SUBMITTED 0/10'])
    value(replace(floor, ids[2] ?? '', { stop_price: '91.00' }))
    value(replace(floor, ids[1] ?? '', { quantity: '10', limit_price: '105.00' }))
    tradeAt(floor, 106)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'CANCELLED 0/10'])
  })

  it('let the exits follow a master that is made larger', () => {
    const floor = new Floor().usual()
    const ids = accepted(floor, BRACKET)
    floor.step(levels([98.9, 300]), levels([99.5, 300]), ['sell', 99, 4])
    value(replace(floor, ids[1] ?? '', { limit_price: '109.00' }))
    tradeAt(floor, 98.5)
    expect(shown(floor, ids)).toEqual(['FILLED 10/10', 'SUBMITTED 0/10', 'SUBMITTED 0/10'])
  })
})

describe('a preview of a combo', () => {
  it('is that of its master', () => {
    const floor = new Floor().usual()
    const orders = (parts: readonly object[]) =>
      ({ account_id: MARGIN, new_orders: parts }) as unknown as Parameters<
        typeof floor.exchange.preview
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
    const group = floor.exchange.preview(
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

  describe('of several orders in one request', () => {
    const COMBO = 'all-or-none-01'
    const both = (floor: Floor, changes: readonly object[]) =>
      floor.exchange.replace({
        account_id: MARGIN,
        client_combo_order_id: COMBO,
        modify_orders: changes as never,
      })
    const bracket = (floor: Floor) =>
      send(floor, BRACKET, { comboId: COMBO }).ids as readonly [string, string, string]

    it('carry out all of them, each looked at beside the others as they shall be', () => {
      const floor = new Floor().usual()
      const [master, profit, loss] = bracket(floor)
      // An exit may be as large as its master will be.
      value(
        both(floor, [
          { client_order_id: master, quantity: '20' },
          { client_order_id: profit, quantity: '20', limit_price: '112.00' },
          { client_order_id: loss, stop_price: '88.00' },
        ]),
      )
      expect([
        floor.order(master).total_quantity,
        floor.order(profit).limit_price,
        floor.order(loss).stop_price,
      ]).toEqual([expect.stringMatching(/^20/), '112.00', '88.00'])
      for (const id of [master, profit, loss]) expect(floor.scenes(id)).toContain('MODIFY_SUCCESS')
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
      const floor = new Floor().usual()
      const [master, profit, loss] = bracket(floor)
      const before = [floor.exchange.snapshotState(), free(floor)].map((part) =>
        JSON.stringify(part),
      )
      expect(
        both(floor, [
          { client_order_id: master, quantity: '30', limit_price: '98.00' },
          { client_order_id: profit, limit_price: '115.00' },
          wrong(loss),
        ]),
      ).toMatchObject({ ok: false, error: { code } })
      expect(
        [floor.exchange.snapshotState(), free(floor)].map((part) => JSON.stringify(part)),
      ).toEqual(before)
      expect(floor.scenes(master)).toEqual(['MODIFY_FAILED'])
    })

    it('change nothing when the money does not reach for the last, and free what the first had set aside', () => {
      const floor = new Floor().usual()
      const [master, profit, loss] = bracket(floor)
      const before = [floor.exchange.snapshotState(), free(floor)].map((part) =>
        JSON.stringify(part),
      )
      expect(
        both(floor, [
          { client_order_id: profit, limit_price: '115.00' },
          { client_order_id: loss, stop_price: '80.00' },
          { client_order_id: master, quantity: '9000000' },
        ]),
      ).toMatchObject({ ok: false, error: { code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT' } })
      expect(
        [floor.exchange.snapshotState(), free(floor)].map((part) => JSON.stringify(part)),
      ).toEqual(before)
    })

    it('name each once, and only with their combo', () => {
      const floor = new Floor().usual()
      const [, profit, loss] = bracket(floor)
      expect(
        both(floor, [
          { client_order_id: profit, limit_price: '115.00' },
          { client_order_id: profit, limit_price: '116.00' },
        ]),
      ).toMatchObject({ ok: false, error: { code: 'OPENAPI_PARAM_ERR' } })
      expect(floor.order(profit).limit_price).toBe('110.00')
      expect(
        floor.exchange.replace({
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
