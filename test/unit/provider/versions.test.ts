import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../../shared/wire/catalog.js'
import { ACTIVITY_OPERATIONS } from '../../../shared/wire/families/trading/activities.js'
import { STOCK_OPERATIONS } from '../../../shared/wire/families/products/stocks.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { allRows, type CursorOperation } from '../../../electron/provider/http/paginate.js'
import { asV3, paramsFor } from '../../../electron/provider/payload/api-versions.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { answer, callerFixture } from './fake-http.js'

const record = (id: string) => ({
  client_order_id: id,
  order_id: `O-${id}`,
  symbol: 'AAPL',
  side: 'BUY',
  status: 'SUBMITTED',
  order_type: 'LIMIT',
  entrust_type: 'QTY',
  time_in_force: 'DAY',
  total_quantity: '1.00000',
  place_time_at: '2025-11-21T14:30:00.123Z',
})
const group = (id: string) => ({ client_order_id: id, combo_type: 'NORMAL', orders: [record(id)] })
const ids = Array.from({ length: 230 }, (_, index) => `order-${index}`)

describe('API v2', () => {
  it('is requested by header, with lists paged by the id of the last row', async () => {
    const { caller, http } = callerFixture(
      [
        answer(200, ids.slice(0, 100).map(group)),
        answer(200, ids.slice(100, 200).map(group)),
        answer(200, ids.slice(200).map(group)),
        answer(200, []),
      ],
      { version: 'v2' },
    )
    const all = await allRows(caller, ORDER_OPERATIONS.listOpenOrders, { account_id: 'A' })
    expect(all.ok && all.value.map((order) => order.client_order_id)).toEqual(ids)
    expect(http.sent.map((request) => request.headers['x-version'])).toEqual([
      'v2',
      'v2',
      'v2',
      'v2',
    ])
    expect(
      http.sent.map((request) =>
        new URLSearchParams(request.target.split('?')[1]).get('last_client_order_id'),
      ),
    ).toEqual([null, 'order-99', 'order-199', 'order-229'])
    expect(
      http.sent.every(
        (request) =>
          request.target.includes('page_size=100') && !request.target.includes('pagination_key'),
      ),
    ).toBe(true)
  })

  it("uses the order's id when the group has none", () => {
    const rows = ids.slice(0, 100).map((id) => ({ combo_type: 'MASTER', orders: [record(id)] }))
    expect(asV3(ORDER_OPERATIONS.listOpenOrders, rows, 'v3')).toEqual({
      data: rows,
      pagination_key: 'after:order-99',
    })
  })

  it('pages order history by days too', () => {
    expect(
      paramsFor('v2', ORDER_OPERATIONS.listOrderHistory, {
        account_id: 'A',
        start_time: '2026-01-02T00:00:00.000Z',
        pagination_key: 'after:x',
      }),
    ).toEqual({
      account_id: 'A',
      start_time: '2026-01-02T00:00:00.000Z',
      start_date: '2026-01-02',
      page_size: '100',
      last_client_order_id: 'x',
    })
    expect(
      paramsFor('v3', ORDER_OPERATIONS.listOrderHistory, { account_id: 'A', pagination_key: 'x' }),
    ).toEqual({
      account_id: 'A',
      pagination_key: 'x',
    })
    expect(
      paramsFor('v2', ORDER_OPERATIONS.getOrder, { account_id: 'A', client_order_id: 'c' }),
    ).toEqual({
      account_id: 'A',
      client_order_id: 'c',
    })
  })

  it('is understood when v3 was requested: an array is continued after its last row', async () => {
    const { caller, http } = callerFixture([
      answer(200, [group('a'), group('b')]),
      answer(200, [group('c')]),
      answer(200, []),
    ])
    const all = await allRows(caller, ORDER_OPERATIONS.listOpenOrders, { account_id: 'A' })
    expect(all.ok && all.value.map((order) => order.client_order_id)).toEqual(['a', 'b', 'c'])
    expect(http.sent.map((request) => request.headers['x-version'])).toEqual(['v3', 'v2', 'v2'])
  })

  it('sends no page size where the server fixes it, and changes only lists', () => {
    expect(
      paramsFor('v2', STOCK_OPERATIONS.listStocks, {
        category: 'US_STOCK',
        pagination_key: 'after:913',
      }),
    ).toEqual({
      category: 'US_STOCK',
      last_instrument_id: '913',
    })
    expect(asV3(ACTIVITY_OPERATIONS.listCashActivities, [], 'v3')).toEqual({
      data: [],
      pagination_key: null,
    })
    for (const json of [null, 5, 'x', { data: 1 }]) {
      expect(asV3(ORDER_OPERATIONS.listOpenOrders, json, 'v3')).toBe(json)
    }
    expect(asV3(ORDER_OPERATIONS.getOrder, [1], 'v3')).toEqual([1])
  })
})

const cursorLists = (CATALOG as readonly Operation[]).filter(
  (operation) => operation.paging === 'cursor',
)

describe('every cursor list of the catalog', () => {
  it('is one of those that the documentation names', () => {
    expect(cursorLists.length).toBeGreaterThanOrEqual(17)
    for (const name of [
      'List Open Orders',
      'List Order History',
      'List Cash Activities',
      'List Transfer Activities',
      'List Order Executions',
      'List Accounts',
    ]) {
      expect(cursorLists.map((operation) => operation.name)).toContain(name)
    }
  })

  it.each(cursorLists.map((operation) => [operation.id, operation as CursorOperation] as const))(
    '%s is read to its end, without a cycle',
    async (_id, operation) => {
      const requests: unknown[] = []
      const keys = ['k1', 'k2', null]
      const caller = {
        call: (_operation: Operation, params: unknown) => {
          requests.push(params)
          return Promise.resolve({
            ok: true,
            value: { data: [requests.length], pagination_key: keys[requests.length - 1] },
          })
        },
      } as unknown as Caller
      expect(await allRows(caller, operation, { filter: 1 })).toEqual({
        ok: true,
        value: [1, 2, 3],
      })
      expect(requests).toEqual([
        { filter: 1 },
        { filter: 1, pagination_key: 'k1' },
        { filter: 1, pagination_key: 'k2' },
      ])

      let rounds = 0
      const turning = {
        call: () => {
          rounds += 1
          return Promise.resolve({
            ok: true,
            value: { data: [], pagination_key: rounds % 2 === 0 ? 'a' : 'b' },
          })
        },
      } as unknown as Caller
      expect(await allRows(turning, operation, {})).toMatchObject({ ok: false })
      expect(rounds).toBe(3)
    },
  )

  it('has a row type; the request accepts the cursor of the answer', () => {
    for (const operation of cursorLists) {
      expect(
        operation.request
          .safeParse({ pagination_key: 5 })
          .error?.issues.map((issue) => issue.path.join('.')),
        operation.id,
      ).toContain('pagination_key')
    }
  })
})
