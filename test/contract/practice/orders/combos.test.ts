import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORDER_OPERATIONS, zOrderGroup } from '../../../../shared/wire/families/trading/orders.js'
import { limitBuy } from '../client/orders.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'

let exchange: TestExchange
let account: string
let last: number
beforeAll(async () => {
  exchange = await startExchange({ retainFolder: true })
  account = await exchange.account()
  const { json } = await exchange.client.get('/market-data/stocks/snapshots/list', {
    symbols: 'AAPL',
    category: 'US_STOCK',
  })
  last = Number((json as { price: string }[])[0]?.price)
})
afterAll(async () => {
  expect(exchange.errors).toEqual([])
  await exchange.close()
})

const price = (ratio: number): string => Math.round(last * ratio).toFixed(2)
const master = (over: Readonly<Record<string, unknown>> = {}) => ({
  ...limitBuy('AAPL', price(0.5)),
  combo_type: 'MASTER',
  ...over,
})
const profit = (over: Readonly<Record<string, unknown>> = {}) => ({
  ...limitBuy('AAPL', price(1.5)),
  combo_type: 'STOP_PROFIT',
  side: 'SELL',
  ...over,
})
const loss = (over: Readonly<Record<string, unknown>> = {}) => ({
  ...limitBuy('AAPL', ''),
  combo_type: 'STOP_LOSS',
  side: 'SELL',
  order_type: 'STOP_LOSS',
  limit_price: undefined,
  stop_price: price(0.4),
  ...over,
})
const other = (role: string, over: Readonly<Record<string, unknown>> = {}) => ({
  ...limitBuy('AAPL', price(0.5)),
  combo_type: role,
  ...over,
})

interface Order {
  readonly client_order_id: string
}
const send = (orders: readonly Order[], combo?: string) =>
  exchange.client.post('/trading/orders/place', {
    account_id: account,
    new_orders: orders,
    ...(combo === undefined ? {} : { client_combo_order_id: combo }),
  })
const detail = async (order: Order) =>
  zOrderGroup.parse(
    (
      await exchange.client.get('/trading/orders/get', {
        account_id: account,
        client_order_id: order.client_order_id,
      })
    ).json,
  )
const status = async (order: Order): Promise<unknown> => (await detail(order)).orders[0]?.status
const cancel = (order: Order, combo?: string) =>
  exchange.client.post('/trading/orders/cancel', {
    account_id: account,
    client_order_id: order.client_order_id,
    ...(combo === undefined ? {} : { client_combo_order_id: combo }),
  })

describe('a bracket over the wire', () => {
  it('is placed, changed and canceled as a group, with orders found one by one', async () => {
    const orders = [master(), profit(), loss()] as const
    const placed = await send(orders, 'a-bracket-of-mine')
    expect([
      placed.status,
      ORDER_OPERATIONS.placeOrder.response.safeParse(placed.json).success,
    ]).toEqual([200, true])
    const ids = placed.json as { client_combo_order_id: string; combo_order_id: string }
    expect(placed.json).toEqual({
      client_combo_order_id: 'a-bracket-of-mine',
      combo_order_id: expect.stringMatching(/^\w{26}$/) as string,
    })
    expect(await status(orders[1])).toBe('SUBMITTED')
    await expect.poll(() => status(orders[0])).toBe('SUBMITTED')
    for (const order of orders) {
      expect(await detail(order)).toMatchObject({
        client_order_id: order.client_order_id,
        combo_order_id: ids.combo_order_id,
        client_combo_order_id: 'a-bracket-of-mine',
        combo_type: order.combo_type,
      })
    }
    const open = (
      await exchange.client.get('/trading/orders/open-orders/list', { account_id: account })
    ).json as { data: { combo_order_id: string; combo_type: string }[] }
    expect(
      open.data
        .filter(({ combo_order_id: id }) => id === ids.combo_order_id)
        .map(({ combo_type: role }) => role),
    ).toEqual(['STOP_LOSS', 'STOP_PROFIT', 'MASTER'])

    const changes = [
      { client_order_id: orders[1].client_order_id, limit_price: price(1.6) },
      { client_order_id: orders[2].client_order_id, stop_price: price(0.3) },
    ]
    const replaced = await exchange.client.post('/trading/orders/replace', {
      account_id: account,
      client_combo_order_id: 'a-bracket-of-mine',
      modify_orders: changes,
    })
    expect([replaced.status, replaced.json]).toEqual([200, ids])
    expect((await detail(orders[2])).orders[0]).toMatchObject({ stop_price: price(0.3) })

    expect(await cancel(orders[0], 'another-combo-id')).toMatchObject({
      status: 417,
      json: { error_code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
    expect(await cancel(orders[0])).toMatchObject({ status: 200, json: ids })
    for (const order of orders) expect(await status(order)).toBe('CANCELLED')
    expect(await cancel(orders[1])).toMatchObject({
      status: 417,
      json: { error_code: 'OPENAPI_ORDER_NOT_FOUND' },
    })
  })

  it('has working exits once its master order is filled', async () => {
    const orders = [
      master({ order_type: 'MARKET', limit_price: undefined }),
      profit(),
      loss(),
    ] as const
    expect((await send(orders)).status).toBe(200)
    await expect.poll(() => status(orders[0])).toBe('FILLED')
    expect([await status(orders[1]), await status(orders[2])]).toEqual(['SUBMITTED', 'SUBMITTED'])
    expect((await cancel(orders[1])).status).toBe(200)
    expect(await status(orders[2])).toBe('SUBMITTED')
    expect((await cancel(orders[2])).status).toBe(200)
  })
})

describe('other order groups over the wire', () => {
  it('are accepted as OTO, OCO and OTOCO', async () => {
    for (const orders of [
      [master(), other('OTO')],
      [other('OCO'), other('OCO', { limit_price: price(0.6) })],
      [master(), other('OTOCO')],
    ]) {
      expect(await send(orders)).toMatchObject({ status: 200 })
    }
  })

  it.each([
    ['a group without a kind', () => [master()], 'OPENAPI_PARAM_ERR', 'combo_type'],
    ['too few', () => [other('OCO')], 'OPENAPI_PARAM_ERR', 'new_orders'],
    [
      'a wrong type',
      () => [
        master({ order_type: 'STOP_LOSS', limit_price: undefined, stop_price: '900.00' }),
        profit(),
      ],
      'OPENAPI_PARAM_ERR',
      'order_type',
    ],
    [
      'several asset classes',
      () => [master(), profit({ instrument_type: 'OPTION' })],
      'INVALID_PARAMETER',
      'Inconsistent instrument type in combo',
    ],
    [
      'exits beyond the position',
      () => [profit({ quantity: '100000' })],
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
      '',
    ],
  ])('are refused for %s', async (_what, orders, code, message) => {
    const reply = await send(orders())
    expect(reply).toMatchObject({
      status: 417,
      json: { error_code: code, message: expect.stringContaining(message) as string },
    })
  })
})

describe('order groups over a restart', () => {
  it('keep their state and continue together', async () => {
    const orders = [master(), profit(), loss()] as const
    const pair = [other('OCO'), other('OCO', { limit_price: price(0.6) })] as const
    expect((await send(orders)).status).toBe(200)
    expect((await send(pair)).status).toBe(200)
    await expect.poll(() => status(orders[0])).toBe('SUBMITTED')
    const before = await Promise.all([...orders, ...pair].map(detail))
    await exchange.close()
    exchange = await startExchange({ dataDir: exchange.dataDir })
    expect(await Promise.all([...orders, ...pair].map(detail))).toEqual(before)
    expect((await cancel(orders[0])).status).toBe(200)
    for (const order of orders) expect(await status(order)).toBe('CANCELLED')
  })
})
