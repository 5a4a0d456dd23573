import { beforeAll, describe, expect, it } from 'vitest'
import { zOrderRecord } from '../../../../shared/wire/families/trading/orders.js'
import { limitBuy } from '../client/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ speed: 120 })
let account: string
/** The clock runs fast, so that minutes of an algorithm pass in a second. */
beforeAll(async () => {
  account = await exchange.account()
})

const algo = (over: Readonly<Record<string, unknown>>) => ({
  ...limitBuy('AAPL', '10.00'),
  order_type: 'MARKET',
  limit_price: undefined,
  time_in_force: 'DAY',
  quantity: '20',
  ...over,
})
const place = (order: object) =>
  exchange.client.post('/trading/orders/place', { account_id: account, new_orders: [order] })
const record = async (id: string) => {
  const { json } = await exchange.client.get('/trading/orders/get', {
    account_id: account,
    client_order_id: id,
  })
  return zOrderRecord.parse((json as { orders: unknown[] }).orders[0])
}

describe('an algo order over the wire', () => {
  it('executes over time, in fills that the order shows', async () => {
    const order = algo({ algo_type: 'POV', target_vol_percent: '20' })
    expect((await place(order)).status).toBe(200)
    await expect
      .poll(async () => Number((await record(order.client_order_id)).filled_quantity), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0)
    expect(await record(order.client_order_id)).toMatchObject({
      algo_type: 'POV',
      target_vol_percent: '20',
    })
    await expect.poll(async () => (await record(order.client_order_id)).status).toBe('FILLED')
    const { json } = await exchange.client.get('/trading/orders/executions/list', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    const rows = (json as { data: { filled_quantity: string }[] }).data
    expect(rows.reduce((sum, row) => sum + Number(row.filled_quantity), 0)).toBe(20)
  })

  it('is replaced and canceled', async () => {
    const order = algo({
      algo_type: 'TWAP',
      order_type: 'LIMIT',
      limit_price: '1.00',
      max_target_percent: '10',
    })
    expect((await place(order)).status).toBe(200)
    await expect.poll(async () => (await record(order.client_order_id)).status).toBe('SUBMITTED')
    const change = {
      client_order_id: order.client_order_id,
      max_target_percent: '5',
      quantity: '30',
    }
    expect(
      (
        await exchange.client.post('/trading/orders/replace', {
          account_id: account,
          modify_orders: [change],
        })
      ).status,
    ).toBe(200)
    expect(await record(order.client_order_id)).toMatchObject({
      algo_type: 'TWAP',
      max_target_percent: '5',
      total_quantity: '30.00000',
    })
    expect(
      (
        await exchange.client.post('/trading/orders/cancel', {
          account_id: account,
          client_order_id: order.client_order_id,
        })
      ).status,
    ).toBe(200)
    expect((await record(order.client_order_id)).status).toBe('CANCELLED')
  })

  it.each([
    ['TWAP', { algo_type: 'TWAP', target_vol_percent: '5' }, 'target_vol_percent'],
    ['VWAP', { algo_type: 'VWAP', algo_start_time: '09:00:00' }, 'algo_start_time'],
    ['POV', { algo_type: 'POV' }, 'target_vol_percent'],
  ])(
    'an algo order with algorithm %s is refused for members that do not fit',
    async (_type, over, member) => {
      expect(await place(algo(over))).toMatchObject({
        status: 417,
        json: {
          error_code: 'OPENAPI_PARAM_ERR',
          message: expect.stringContaining(`invalid ${member}`) as string,
        },
      })
    },
  )
})
