import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import { limitBuy } from '../client/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()
let account: string
beforeAll(async () => {
  account = await exchange.account()
})

const order = (over: Readonly<Record<string, unknown>> = {}) => ({
  ...limitBuy('AAPL', '10.00'),
  time_in_force: 'DAY',
  ...over,
})
const send = (orders: readonly unknown[], path = '/trading/orders/batch-place') =>
  exchange.client.post(path, { account_id: account, batch_orders: orders })
const statusOf = async (id: string): Promise<string | undefined> => {
  const { json } = await exchange.client.get('/trading/orders/get', {
    account_id: account,
    client_order_id: id,
  })
  return (json as { orders: { status: string }[] }).orders[0]?.status
}

describe('a batch of orders', () => {
  it('is placed order by order, with a result for each in the order sent', async () => {
    const [good, used, dear] = [order(), order(), order({ quantity: '10000000' })]
    expect((await send([used])).status).toBe(200)
    const reply = await send([good, used, dear])
    expect(reply.status).toBe(200)
    expect(ORDER_OPERATIONS.batchPlaceOrders.response.safeParse(reply.json).success).toBe(true)
    expect(reply.json).toEqual({
      total: 3,
      success: 1,
      failed: 2,
      batch_orders: [
        {
          client_order_id: good.client_order_id,
          order_id: expect.stringMatching(/^\w{26}$/) as string,
        },
        {
          client_order_id: used.client_order_id,
          error_code: 'OPENAPI_TRADE_PLACE_ORDER_REPEAT',
          message: expect.any(String) as string,
        },
        {
          client_order_id: dear.client_order_id,
          error_code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
          message: expect.any(String) as string,
        },
      ],
    })
    expect(await statusOf(good.client_order_id)).toMatch(/PENDING|SUBMITTED/)
    expect(await statusOf(dear.client_order_id)).toBeUndefined()
  })

  it.each([
    [
      'another kind of order',
      { order_type: 'STOP_LOSS', limit_price: undefined, stop_price: '900.00' },
      'order_type',
    ],
    ['a longer life', { time_in_force: 'GTC' }, 'time_in_force'],
    [
      'an amount',
      { entrust_type: 'AMOUNT', quantity: undefined, total_cash_amount: '100' },
      'entrust_type',
    ],
    ['a short sale', { side: 'SHORT' }, 'side'],
    ['another product', { instrument_type: 'CRYPTO', symbol: 'BTCUSD' }, 'instrument_type'],
    ['a combo', { combo_type: 'MASTER' }, 'combo_type'],
    ['an algorithm', { algo_type: 'TWAP' }, 'algo_type'],
  ])('reports a refused order at its index: %s', async (_what, over, member) => {
    const odd = order(over)
    expect((await send([odd])).json).toEqual({
      total: 1,
      success: 0,
      failed: 1,
      batch_orders: [
        {
          client_order_id: odd.client_order_id,
          error_code: 'OPENAPI_PARAM_ERR',
          message: expect.stringContaining(`invalid ${member}`) as string,
        },
      ],
    })
  })

  it('accepts fifty orders, and refuses none or more as a whole', async () => {
    expect((await send(Array.from({ length: 50 }, () => order()))).json).toMatchObject({
      total: 50,
      success: 50,
      failed: 0,
    })
    const single = order()
    expect(await send([single, ...Array.from({ length: 50 }, () => order())])).toMatchObject({
      status: 417,
      json: { error_code: 'OPENAPI_PARAM_ERR' },
    })
    expect(await statusOf(single.client_order_id)).toBeUndefined()
    expect(await send([])).toMatchObject({ status: 417, json: { error_code: 'OPENAPI_PARAM_ERR' } })
  })

  it('is refused for a foreign account, and has a path for the older libraries', async () => {
    const strange = await exchange.client.post('/trading/orders/batch-place', {
      account_id: randomUUID(),
      batch_orders: [order()],
    })
    expect(strange).toMatchObject({ status: 403, json: { error_code: 'ACCOUNT_ACCESS_DENIED' } })
    expect((await send([order()], '/openapi/trade/order/batch-place')).json).toMatchObject({
      success: 1,
    })
  })
})
