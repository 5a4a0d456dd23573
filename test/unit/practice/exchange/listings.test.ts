import { describe, expect, it } from 'vitest'
import { decimalText, sub, dec, add, mul } from '../../../../shared/domain/decimal.js'
import {
  getOrder,
  listOpenOrders,
  listOrderHistory,
} from '../../../../shared/wire/families/orders.js'
import { CASH, Floor, MARGIN, someCloses as closes, TEN, value } from './floor.js'

const ids = (page: {
  readonly data: readonly { readonly client_order_id?: string }[]
}): (string | undefined)[] => page.data.map((group) => group.client_order_id)

describe('records', () => {
  it('are those of the contract, field for field', () => {
    const floor = new Floor().usual()
    const id = floor.placed({ limit_price: '100.01' })
    const detail = value(floor.exchange.detail(MARGIN, id))
    const { order_id } = detail.orders[0]!
    const common = {
      client_order_id: id,
      order_id,
      symbol: 'AAPL',
      side: 'BUY',
      status: 'FILLED',
      order_type: 'LIMIT',
      instrument_type: 'EQUITY',
      support_trading_session: 'CORE',
      entrust_type: 'QTY',
      time_in_force: 'DAY',
      total_quantity: '10.00000',
      filled_quantity: '10.00000',
      filled_price: '100.01',
      limit_price: '100.01',
      place_time: `${TEN}`,
      place_time_at: '2026-11-18T15:00:00.000Z',
      filled_time: `${TEN}`,
      filled_time_at: '2026-11-18T15:00:00.000Z',
      commission: { actual_commission: '0.00', receivable_commission: '0.00' },
      fees: [{ type: 'FINRA_CAT_REGULATORY_FEE', actual_value: '0.00', receivable_value: '0.00' }],
    }
    expect(order_id).toMatch(/^[0-9A-Z]{26}$/)
    expect(detail).toEqual({
      client_order_id: id,
      combo_order_id: order_id,
      combo_type: 'NORMAL',
      orders: [{ ...common, fill_time: `${TEN}` }],
    })
    const positionId = value(floor.exchange.positions(MARGIN))[0]?.position_id
    expect(value(floor.exchange.history({ accountId: MARGIN })).data[0]?.orders).toEqual([
      { ...common, posotion_id: positionId },
    ])
    expect(getOrder.response.safeParse(detail).success).toBe(true)
  })

  it('an unknown order is a group without orders', () => {
    expect(new Floor().exchange.detail(MARGIN, 'unknown-order')).toEqual({
      ok: true,
      value: { orders: [] },
    })
  })
})

describe('pages', () => {
  it('hold ten, newest first; the last one has a null key', () => {
    const floor = new Floor().usual()
    const placed = Array.from({ length: 23 }, () => floor.placed())
    const first = value(floor.exchange.openOrders({ accountId: MARGIN }))
    const second = value(
      floor.exchange.openOrders({ accountId: MARGIN, paginationKey: first.pagination_key! }),
    )
    const third = value(
      floor.exchange.openOrders({ accountId: MARGIN, paginationKey: second.pagination_key! }),
    )
    expect([first, second, third].map((page) => page.data.length)).toEqual([10, 10, 3])
    expect([first, second, third].flatMap(ids)).toEqual(placed.toReversed())
    expect(third.pagination_key).toBeNull()
    expect(JSON.parse(Buffer.from(first.pagination_key!, 'base64').toString())).toMatchObject({
      v: 1,
      pageIndex: 1,
      pageSize: 10,
    })
    expect(listOpenOrders.response.safeParse(first).success).toBe(true)
    expect(value(floor.exchange.openOrders({ accountId: CASH }))).toEqual({
      data: [],
      pagination_key: null,
    })
  })

  it('a full last page ends the list', () => {
    const floor = new Floor().usual()
    for (let count = 0; count < 10; count += 1) floor.placed()
    expect(value(floor.exchange.openOrders({ accountId: MARGIN })).pagination_key).toBeNull()
  })

  it('a malformed key, or one of another request, is refused', () => {
    const floor = new Floor().usual()
    for (let count = 0; count < 11; count += 1) floor.placed()
    const key = value(floor.exchange.openOrders({ accountId: MARGIN })).pagination_key!
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(key, 'base64').toString()), lastId: 'X' }),
    ).toString('base64')
    const bad = { ok: false, error: { status: 417, code: 'INVALID_PARAMETER' } }
    for (const paginationKey of ['rubbish', '%%%', Buffer.from('[]').toString('base64'), forged]) {
      expect(
        floor.exchange.openOrders({ accountId: MARGIN, paginationKey }),
        paginationKey,
      ).toMatchObject(bad)
    }
    expect(floor.exchange.openOrders({ accountId: CASH, paginationKey: key })).toMatchObject(bad)
    expect(floor.exchange.history({ accountId: MARGIN, paginationKey: key })).toMatchObject(bad)
    const history = value(floor.exchange.history({ accountId: MARGIN })).pagination_key!
    expect(
      floor.exchange.history({
        accountId: MARGIN,
        startTime: '2026-11-01T00:00:00.000Z',
        paginationKey: history,
      }),
    ).toMatchObject(bad)
  })

  it('of version 2 are bare, with a size and a last id', () => {
    const floor = new Floor().usual()
    const placed = Array.from({ length: 15 }, () => floor.placed())
    const first = value(floor.exchange.openOrdersV2({ accountId: MARGIN }))
    expect(first.map((group) => group.client_order_id)).toEqual(placed.slice(5).toReversed())
    const rest = value(
      floor.exchange.historyV2({
        accountId: MARGIN,
        pageSize: '100',
        lastClientOrderId: placed[5],
      }),
    )
    expect(rest.map((group) => group.client_order_id)).toEqual(placed.slice(0, 5).toReversed())
    for (const pageSize of ['9', '101', 'x', '-1']) {
      expect(floor.exchange.openOrdersV2({ accountId: MARGIN, pageSize })).toMatchObject({
        ok: false,
        error: { code: 'INVALID_PARAMETER' },
      })
    }
  })
})

describe('lag', () => {
  it('listings show the past, detail the present', () => {
    const floor = new Floor({ listingLagMs: 2_000 }).usual()
    const id = floor.placed({ limit_price: '100.00' })
    expect(ids(value(floor.exchange.openOrders({ accountId: MARGIN })))).toEqual([])
    floor.wait(2_000)
    expect(ids(value(floor.exchange.openOrders({ accountId: MARGIN })))).toEqual([id])
    value(floor.exchange.cancel({ account_id: MARGIN, client_order_id: id }))
    expect(floor.order(id).status).toBe('CANCELLED')
    floor.wait(1_999)
    expect(value(floor.exchange.history({ accountId: MARGIN })).data[0]?.orders[0]?.status).toBe(
      'SUBMITTED',
    )
    expect(ids(value(floor.exchange.openOrders({ accountId: MARGIN })))).toEqual([id])
    floor.wait(1)
    expect(value(floor.exchange.history({ accountId: MARGIN })).data[0]?.orders[0]?.status).toBe(
      'CANCELLED',
    )
    expect(ids(value(floor.exchange.openOrders({ accountId: MARGIN })))).toEqual([])
  })
})

describe('seeded history', () => {
  it('leaves positions and pages of orders whose money adds up', () => {
    const floor = new Floor()
    floor.exchange.seedHistory(closes)
    const positions = value(floor.exchange.positions(MARGIN))
    expect(positions.length).toBeGreaterThanOrEqual(4)
    expect(positions.length).toBeLessThanOrEqual(6)
    const start = { accountId: MARGIN, startTime: '2026-09-01T00:00:00.000Z' }
    const page = value(floor.exchange.history(start))
    expect(page.data).toHaveLength(10)
    expect(listOrderHistory.response.safeParse(page).success).toBe(true)
    const all = value(floor.exchange.historyV2({ ...start, pageSize: '100' })).flatMap(
      (group) => group.orders,
    )
    expect(all.length).toBeGreaterThan(20)
    expect(value(floor.exchange.history({ accountId: MARGIN })).pagination_key).not.toBeNull()
    expect(new Set(all.map((order) => order.status))).toEqual(
      new Set(['FILLED', 'CANCELLED', 'FAILED']),
    )
    expect(
      all.every((order, index) => index === 0 || order.place_time <= all[index - 1]!.place_time),
    ).toBe(true)
    const balance = value(floor.exchange.balance(MARGIN))
    const cost = positions.reduce((sum, position) => add(sum, dec(position.cost)), dec('0'))
    const activities = value(
      floor.exchange.cashActivitiesV2({
        accountId: MARGIN,
        types: [],
        startTime: '2026-01-01T00:00:00.000Z',
        pageSize: '200',
      }),
    )
    const received = activities
      .filter((one) => one.activity_type !== 'TRADE')
      .reduce((sum, one) => add(sum, dec(one.net_amount)), dec('0'))
    const transferred = value(
      floor.exchange.transfers({
        accountId: MARGIN,
        methods: [],
        statuses: ['COMPLETED'],
        acatsTypes: [],
      }),
    )
      .data.flatMap((one) => value(floor.exchange.transfer(MARGIN, one.transfer_id)).positions)
      .reduce((sum, one) => add(sum, mul(dec(one.quantity), dec(one.transfer_price))), dec('0'))
    const realized = sub(add(dec(balance.total_cash_balance), cost), add(received, transferred))
    expect(Math.abs(Number(decimalText(realized)))).toBeLessThan(500)
    expect(balance.account_currency_assets[0]).toMatchObject({
      frozen_amount: '0.00',
      unsettled_cash: '0.00',
    })
    expect(value(floor.exchange.openOrders({ accountId: MARGIN })).data).toEqual([])
    expect(value(floor.exchange.positions(CASH)).length).toBeGreaterThan(0)
    expect(Number(value(floor.exchange.balance(CASH)).total_cash_balance)).toBeGreaterThan(10_000)
  })

  it('comes once, and not where orders or closes are missing already', () => {
    const floor = new Floor()
    floor.exchange.seedHistory(() => [])
    expect(value(floor.exchange.positions(MARGIN))).toEqual([])
    floor.usual().placed({ order_type: 'MARKET' })
    const before = floor.exchange.snapshotState()
    floor.exchange.seedHistory(closes)
    expect(floor.exchange.snapshotState()).toEqual(before)
  })
})
