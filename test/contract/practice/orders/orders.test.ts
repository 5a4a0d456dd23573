import { beforeAll, describe, expect, it } from 'vitest'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import { limitBuy, placeAndWait } from '../client/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()
let account: string
beforeAll(async () => {
  account = await exchange.account()
})

const place = (order: Readonly<Record<string, unknown>>) =>
  exchange.client.post(ORDER_OPERATIONS.placeOrder.path, {
    account_id: account,
    new_orders: [order],
  })
const detail = async (id: string) =>
  ORDER_OPERATIONS.getOrder.response.parse(
    (
      await exchange.client.get(ORDER_OPERATIONS.getOrder.path, {
        account_id: account,
        client_order_id: id,
      })
    ).json,
  )

describe('orders over the wire', () => {
  it('are placed, listed, replaced and canceled', async () => {
    const order = limitBuy('AAPL', '1.00')
    await placeAndWait(exchange.client, account, order)
    expect((await detail(order.client_order_id)).orders[0]?.status).toBe('SUBMITTED')
    const open = ORDER_OPERATIONS.listOpenOrders.response.parse(
      (await exchange.client.get(ORDER_OPERATIONS.listOpenOrders.path, { account_id: account }))
        .json,
    )
    expect(
      open.data.some((group) =>
        group.orders.some((row) => row.client_order_id === order.client_order_id),
      ),
    ).toBe(true)
    const replaced = await exchange.client.post('/trading/orders/replace', {
      account_id: account,
      modify_orders: [
        { client_order_id: order.client_order_id, limit_price: '1.01', quantity: '2' },
      ],
    })
    expect(replaced.status).toBe(200)
    const cancelled = await exchange.client.post('/trading/orders/cancel', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    expect(cancelled.status).toBe(200)
    expect((await detail(order.client_order_id)).orders[0]?.status).toBe('CANCELLED')
    const history = ORDER_OPERATIONS.listOrderHistory.response.parse(
      (await exchange.client.get(ORDER_OPERATIONS.listOrderHistory.path, { account_id: account }))
        .json,
    )
    expect(history.data.length).toBeGreaterThan(0)
  })

  it('fill as market orders into a position', async () => {
    const { limit_price: _limit, ...rest } = limitBuy('MSFT', '0')
    const order = { ...rest, order_type: 'MARKET', time_in_force: 'DAY', quantity: '3' }
    expect((await place(order)).status).toBe(200)
    await expect
      .poll(async () => (await detail(order.client_order_id)).orders[0]?.status, {
        timeout: 60_000,
      })
      .toBe('FILLED')
    const positions = (
      await exchange.client.get('/trading/assets/positions/list', { account_id: account })
    ).json as { symbol: string }[]
    expect(positions.some(({ symbol }) => symbol === 'MSFT')).toBe(true)
  })

  it.each([
    ['a quantity of zero', { quantity: '0' }],
    ['a negative quantity', { quantity: '-1' }],
    ['six decimals', { quantity: '1.000001' }],
    ['a quantity that is no number', { quantity: 'ten' }],
    ['a quantity in scientific form beyond any size', { quantity: '1e30' }],
    ['a price between two ticks', { limit_price: '1.005' }],
    ['a negative price', { limit_price: '-1.00' }],
    ['a price of zero', { limit_price: '0' }],
    ['no price', { limit_price: undefined }],
    ['an unknown symbol', { symbol: 'NOPE' }],
    ['a short id', { client_order_id: 'short' }],
    ['an id of 41 characters', { client_order_id: 'x'.repeat(41) }],
    ['an unknown order type', { order_type: 'WISH' }],
    ['no session', { support_trading_session: undefined }],
  ])('are refused for %s', async (_name, change) => {
    const order = { ...limitBuy('AAPL', '1.00'), ...change }
    const reply = await place(order)
    expect([reply.status, reply.json]).toEqual([
      417,
      {
        error_code: expect.stringMatching(/^[A-Z_]+$/) as string,
        message: expect.stringMatching(/\S/) as string,
      },
    ])
    const state = (await exchange.practice.command({ command: 'state' })) as {
      accepted: Record<string, number>
    }
    expect(state.accepted[order.client_order_id]).toBeUndefined()
  })

  it('are refused for numbers that are not text', async () => {
    const reply = await place({ ...limitBuy('AAPL', '1.00'), quantity: 1 })
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'OPENAPI_PARAM_ERR' }])
  })

  it('are accepted once per client order id', async () => {
    const order = limitBuy('AAPL', '1.00')
    expect((await place(order)).status).toBe(200)
    expect((await place(order)).json).toMatchObject({
      error_code: 'OPENAPI_TRADE_PLACE_ORDER_REPEAT',
    })
  })

  it('are refused for a foreign account', async () => {
    const reply = await exchange.client.post(ORDER_OPERATIONS.placeOrder.path, {
      account_id: 'SOMEBODYELSE00000000000001',
      new_orders: [limitBuy('AAPL', '1.00')],
    })
    expect([reply.status, reply.json]).toMatchObject([403, { error_code: 'ACCOUNT_ACCESS_DENIED' }])
  })

  it('are returned to v2 callers as bare arrays', async () => {
    const reply = await exchange.client.signed({
      path: ORDER_OPERATIONS.listOpenOrders.path,
      query: [
        ['account_id', account],
        ['page_size', '10'],
      ],
      headers: { 'x-version': 'v2' },
    })
    expect([reply.status, Array.isArray(reply.json)]).toEqual([200, true])
  })
})
