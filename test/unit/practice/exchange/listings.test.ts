import { describe, expect, it } from 'vitest'
import { decimalText, sub, dec, add, mul } from '../../../../shared/domain/decimal.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import {
  CASH,
  ExchangeFixture,
  MARGIN,
  someCloses as closes,
  TEN,
  value,
} from './exchange-fixture.js'

const ids = (page: {
  readonly data: readonly { readonly client_order_id?: string }[]
}): (string | undefined)[] => page.data.map((group) => group.client_order_id)

describe('order records', () => {
  it('have every documented field', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '100.01' })
    const detail = value(fixture.exchange.detail(MARGIN, id))
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
    const positionId = value(fixture.exchange.positions(MARGIN))[0]?.position_id
    expect(value(fixture.exchange.history({ accountId: MARGIN })).data[0]?.orders).toEqual([
      { ...common, posotion_id: positionId },
    ])
    expect(ORDER_OPERATIONS.getOrder.response.safeParse(detail).success).toBe(true)
  })

  it('are an empty group for an unknown order', () => {
    expect(new ExchangeFixture().exchange.detail(MARGIN, 'unknown-order')).toEqual({
      ok: true,
      value: { orders: [] },
    })
  })
})

describe('pages of orders', () => {
  it('contain ten orders, newest first; the last page has a null key', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const placed = Array.from({ length: 23 }, () => fixture.placed())
    const first = value(fixture.exchange.openOrders({ accountId: MARGIN }))
    const second = value(
      fixture.exchange.openOrders({ accountId: MARGIN, paginationKey: first.pagination_key! }),
    )
    const third = value(
      fixture.exchange.openOrders({ accountId: MARGIN, paginationKey: second.pagination_key! }),
    )
    expect([first, second, third].map((page) => page.data.length)).toEqual([10, 10, 3])
    expect([first, second, third].flatMap(ids)).toEqual(placed.toReversed())
    expect(third.pagination_key).toBeNull()
    expect(JSON.parse(Buffer.from(first.pagination_key!, 'base64').toString())).toMatchObject({
      v: 1,
      pageIndex: 1,
      pageSize: 10,
    })
    expect(ORDER_OPERATIONS.listOpenOrders.response.safeParse(first).success).toBe(true)
    expect(value(fixture.exchange.openOrders({ accountId: CASH }))).toEqual({
      data: [],
      pagination_key: null,
    })
  })

  it('end with a full last page', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    for (let count = 0; count < 10; count += 1) fixture.placed()
    expect(value(fixture.exchange.openOrders({ accountId: MARGIN })).pagination_key).toBeNull()
  })

  it('are refused for a malformed key or one of another request', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    for (let count = 0; count < 11; count += 1) fixture.placed()
    const key = value(fixture.exchange.openOrders({ accountId: MARGIN })).pagination_key!
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(key, 'base64').toString()), lastId: 'X' }),
    ).toString('base64')
    const bad = { ok: false, error: { status: 417, code: 'INVALID_PARAMETER' } }
    for (const paginationKey of ['rubbish', '%%%', Buffer.from('[]').toString('base64'), forged]) {
      expect(
        fixture.exchange.openOrders({ accountId: MARGIN, paginationKey }),
        paginationKey,
      ).toMatchObject(bad)
    }
    expect(fixture.exchange.openOrders({ accountId: CASH, paginationKey: key })).toMatchObject(bad)
    expect(fixture.exchange.history({ accountId: MARGIN, paginationKey: key })).toMatchObject(bad)
    const history = value(fixture.exchange.history({ accountId: MARGIN })).pagination_key!
    expect(
      fixture.exchange.history({
        accountId: MARGIN,
        startTime: '2026-11-01T00:00:00.000Z',
        paginationKey: history,
      }),
    ).toMatchObject(bad)
  })

  it('are bare arrays for v2, with a page size and a last id', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const placed = Array.from({ length: 15 }, () => fixture.placed())
    const first = value(fixture.exchange.openOrdersV2({ accountId: MARGIN }))
    expect(first.map((group) => group.client_order_id)).toEqual(placed.slice(5).toReversed())
    const lastPage = value(
      fixture.exchange.historyV2({
        accountId: MARGIN,
        pageSize: '100',
        lastClientOrderId: placed[5],
      }),
    )
    expect(lastPage.map((group) => group.client_order_id)).toEqual(placed.slice(0, 5).toReversed())
    for (const pageSize of ['9', '101', 'x', '-1']) {
      expect(fixture.exchange.openOrdersV2({ accountId: MARGIN, pageSize })).toMatchObject({
        ok: false,
        error: { code: 'INVALID_PARAMETER' },
      })
    }
  })
})

describe('listing lag', () => {
  it('delays listings but not the detail', () => {
    const fixture = new ExchangeFixture({ listingLagMs: 2_000 }).usualQuotes()
    const id = fixture.placed({ limit_price: '100.00' })
    expect(ids(value(fixture.exchange.openOrders({ accountId: MARGIN })))).toEqual([])
    fixture.wait(2_000)
    expect(ids(value(fixture.exchange.openOrders({ accountId: MARGIN })))).toEqual([id])
    value(fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id }))
    expect(fixture.order(id).status).toBe('CANCELLED')
    fixture.wait(1_999)
    expect(value(fixture.exchange.history({ accountId: MARGIN })).data[0]?.orders[0]?.status).toBe(
      'SUBMITTED',
    )
    expect(ids(value(fixture.exchange.openOrders({ accountId: MARGIN })))).toEqual([id])
    fixture.wait(1)
    expect(value(fixture.exchange.history({ accountId: MARGIN })).data[0]?.orders[0]?.status).toBe(
      'CANCELLED',
    )
    expect(ids(value(fixture.exchange.openOrders({ accountId: MARGIN })))).toEqual([])
  })
})

describe('seeded history', () => {
  it('has positions and pages of orders whose money adds up', () => {
    const fixture = new ExchangeFixture()
    fixture.exchange.seedHistory(closes)
    const positions = value(fixture.exchange.positions(MARGIN))
    expect(positions.length).toBeGreaterThanOrEqual(4)
    expect(positions.length).toBeLessThanOrEqual(6)
    const start = { accountId: MARGIN, startTime: '2026-09-01T00:00:00.000Z' }
    const page = value(fixture.exchange.history(start))
    expect(page.data).toHaveLength(10)
    expect(ORDER_OPERATIONS.listOrderHistory.response.safeParse(page).success).toBe(true)
    const all = value(fixture.exchange.historyV2({ ...start, pageSize: '100' })).flatMap(
      (group) => group.orders,
    )
    expect(all.length).toBeGreaterThan(20)
    expect(value(fixture.exchange.history({ accountId: MARGIN })).pagination_key).not.toBeNull()
    expect(new Set(all.map((order) => order.status))).toEqual(
      new Set(['FILLED', 'CANCELLED', 'FAILED']),
    )
    expect(
      all.every((order, index) => index === 0 || order.place_time <= all[index - 1]!.place_time),
    ).toBe(true)
    const balance = value(fixture.exchange.balance(MARGIN))
    const cost = positions.reduce((sum, position) => add(sum, dec(position.cost)), dec('0'))
    const activities = value(
      fixture.exchange.cashActivitiesV2({
        accountId: MARGIN,
        types: [],
        startTime: '2026-01-01T00:00:00.000Z',
        pageSize: '200',
      }),
    )
    const received = activities
      .filter((activity) => activity.activity_type !== 'TRADE')
      .reduce((sum, activity) => add(sum, dec(activity.net_amount)), dec('0'))
    const transferred = value(
      fixture.exchange.transfers({
        accountId: MARGIN,
        methods: [],
        statuses: ['COMPLETED'],
        acatsTypes: [],
      }),
    )
      .data.flatMap(
        (transfer) => value(fixture.exchange.transfer(MARGIN, transfer.transfer_id)).positions,
      )
      .reduce(
        (sum, position) =>
          add(sum, mul(dec(position.quantity), dec(position.transfer_price ?? '0'))),
        dec('0'),
      )
    const realized = sub(add(dec(balance.total_cash_balance), cost), add(received, transferred))
    expect(Math.abs(Number(decimalText(realized)))).toBeLessThan(500)
    expect(balance.account_currency_assets[0]).toMatchObject({
      frozen_amount: '0.00',
      unsettled_cash: '0.00',
    })
    expect(value(fixture.exchange.openOrders({ accountId: MARGIN })).data).toEqual([])
    expect(value(fixture.exchange.positions(CASH)).length).toBeGreaterThan(0)
    expect(Number(value(fixture.exchange.balance(CASH)).total_cash_balance)).toBeGreaterThan(10_000)
  })

  it('is created once, and not where orders exist or closes are missing', () => {
    const fixture = new ExchangeFixture()
    fixture.exchange.seedHistory(() => [])
    expect(value(fixture.exchange.positions(MARGIN))).toEqual([])
    fixture.usualQuotes().placed({ order_type: 'MARKET' })
    const before = fixture.exchange.snapshotState()
    fixture.exchange.seedHistory(closes)
    expect(fixture.exchange.snapshotState()).toEqual(before)
  })
})
