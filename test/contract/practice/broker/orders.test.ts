import { beforeAll, describe, expect, it } from 'vitest'
import { BROKER_ORDER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-orders.js'
import { BROKER_LEDGER_OPERATIONS } from '../../../../shared/wire/families/broker/broker-ledger.js'
import { limitBuy } from '../client/orders.js'
import { sharedBroker } from './shared-broker.js'
import { apply, basic, event, opened, requestId } from './broker-fixture.js'

const broker = sharedBroker()
let account_id: string
beforeAll(async () => {
  account_id = await opened(broker)
  await broker.call(BROKER_LEDGER_OPERATIONS.createCredit, {
    client_request_id: requestId(),
    account_id,
    credit_type: 'PROMOTION',
    amount: '10000',
  })
})

const DENIED = [403, 'ACCOUNT_ACCESS_DENIED']
const body = (order: ReturnType<typeof limitBuy>, account = account_id) =>
  ({ account_id: account, new_orders: [order] }) as never
const detail = async (client_order_id: string) =>
  (await broker.call(BROKER_ORDER_OPERATIONS.getBrokerOrder, { account_id, client_order_id }))
    .orders[0]

describe("orders of the broker's customers", () => {
  it('are previewed, placed, replaced and canceled', async () => {
    const order = limitBuy('AAPL', '1.00')
    const client_order_id = order.client_order_id
    await broker.call(BROKER_ORDER_OPERATIONS.previewBrokerOrder, body(order))
    await broker.call(BROKER_ORDER_OPERATIONS.placeBrokerOrder, body(order))
    await broker.advanceTime(1_000)
    expect(
      (await broker.call(BROKER_ORDER_OPERATIONS.listBrokerOpenOrders, { account_id })).data.map(
        (group) => group.client_order_id,
      ),
    ).toEqual([client_order_id])
    await broker.call(BROKER_ORDER_OPERATIONS.replaceBrokerOrder, {
      account_id,
      modify_orders: [{ client_order_id, limit_price: '1.10' }],
    } as never)
    expect(await detail(client_order_id)).toMatchObject({
      status: 'SUBMITTED',
      limit_price: '1.10',
    })
    await broker.call(BROKER_ORDER_OPERATIONS.cancelBrokerOrder, { account_id, client_order_id })
    expect(await detail(client_order_id)).toMatchObject({
      status: 'CANCELLED',
      fee: '0.00',
      commission: { actual_commission: '0.00' },
    })
    expect(
      (await broker.call(BROKER_ORDER_OPERATIONS.listBrokerOpenOrders, { account_id })).data,
    ).toEqual([])
    expect(
      await broker.refusal(BROKER_ORDER_OPERATIONS.cancelBrokerOrder, {
        account_id,
        client_order_id,
      }),
    ).toEqual([417, 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL'])
    expect(await broker.refusal(BROKER_ORDER_OPERATIONS.placeBrokerOrder, body(order))).toEqual([
      417,
      'OPENAPI_TRADE_PLACE_ORDER_REPEAT',
    ])
  })

  it('fill in the market and update position, cash, history, executions and fee', async () => {
    const before = await broker.call(BROKER_LEDGER_OPERATIONS.getBrokerBalance, { account_id })
    const order = { ...limitBuy('F', '100.00'), quantity: '10' }
    await broker.call(BROKER_ORDER_OPERATIONS.placeBrokerOrder, body(order))
    await broker.advanceTime(5_000)
    const filled = await detail(order.client_order_id)
    expect(filled).toMatchObject({
      status: 'FILLED',
      filled_quantity: '10.00000',
      fee: expect.stringMatching(/^\d+\.\d{2}$/) as string,
    })
    const rows = (
      await broker.call(BROKER_ORDER_OPERATIONS.listBrokerExecutions, {
        account_id,
        client_order_id: order.client_order_id,
      })
    ).data
    expect(rows.reduce((total, row) => total + Number(row.filled_quantity), 0)).toBe(10)
    const paid =
      rows.reduce(
        (total, row) =>
          total + Math.round(Number(row.filled_price) * Number(row.filled_quantity) * 100),
        0,
      ) + Math.round(Number(filled?.fee) * 100)
    const after = await broker.call(BROKER_LEDGER_OPERATIONS.getBrokerBalance, { account_id })
    expect(
      Math.round((Number(before.total_cash_balance) - Number(after.total_cash_balance)) * 100),
    ).toBe(paid)
    expect(
      await broker.call(BROKER_LEDGER_OPERATIONS.listBrokerPositions, { account_id }),
    ).toMatchObject([{ symbol: 'F', quantity: '10.00000' }])
    expect(
      (await broker.call(BROKER_ORDER_OPERATIONS.listBrokerOrderHistory, { account_id })).data.map(
        (group) => group.client_order_id,
      ),
    ).toContain(order.client_order_id)
  })

  it('are refused with the codes of the Trading API', async () => {
    expect(
      await broker.refusal(
        BROKER_ORDER_OPERATIONS.placeBrokerOrder,
        body({ ...limitBuy('AAPL', '1.00'), quantity: '100000' }),
      ),
    ).toEqual([417, 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT'])
    expect(
      await broker.refusal(
        BROKER_ORDER_OPERATIONS.placeBrokerOrder,
        body({ ...limitBuy('AAPL', '1.00'), time_in_force: 'SOON' }),
      ),
    ).toEqual([417, 'OPENAPI_PARAM_ERR'])
    expect(
      await broker.refusal(BROKER_ORDER_OPERATIONS.cancelBrokerOrder, {
        account_id,
        client_order_id: 'NOBODY',
      }),
    ).toEqual([417, 'OPENAPI_ORDER_NOT_FOUND'])
    expect(
      await broker.refusal(BROKER_ORDER_OPERATIONS.replaceBrokerOrder, {
        account_id,
        modify_orders: [{ client_order_id: 'NOBODY', limit_price: '1' }],
      }),
    ).toEqual([417, 'OPENAPI_ORDER_NOT_FOUND'])
    expect(
      await broker.refusal(BROKER_ORDER_OPERATIONS.listBrokerOrderHistory, {
        account_id,
        pagination_key: 'x',
      }),
    ).toEqual([417, 'INVALID_PARAMETER'])
    for (const operation of [
      BROKER_ORDER_OPERATIONS.previewBrokerOrder,
      BROKER_ORDER_OPERATIONS.placeBrokerOrder,
    ]) {
      expect(await broker.refusal(operation, body(limitBuy('AAPL', '1.00'), 'NOBODY'))).toEqual(
        DENIED,
      )
    }
    expect(
      await broker.refusal(BROKER_ORDER_OPERATIONS.replaceBrokerOrder, {
        account_id: 'NOBODY',
        modify_orders: [{ client_order_id: 'x' }],
      }),
    ).toEqual(DENIED)
    for (const operation of [
      BROKER_ORDER_OPERATIONS.cancelBrokerOrder,
      BROKER_ORDER_OPERATIONS.getBrokerOrder,
      BROKER_ORDER_OPERATIONS.listBrokerOpenOrders,
      BROKER_ORDER_OPERATIONS.listBrokerOrderHistory,
      BROKER_ORDER_OPERATIONS.listBrokerExecutions,
    ]) {
      expect(
        await broker.refusal(operation, { account_id: 'NOBODY', client_order_id: 'x' }),
      ).toEqual(DENIED)
    }
  })

  it('are refused for an account without a brokerage form', async () => {
    const { account_id: events } = await apply(broker, { forms: [basic(), event()] })
    expect(
      await broker.refusal(
        BROKER_ORDER_OPERATIONS.placeBrokerOrder,
        body(limitBuy('AAPL', '1.00'), events ?? ''),
      ),
    ).toEqual([417, 'OPENAPI_TRADE_ORDER_NO_PERMISSION'])
  })

  it('are also served under the prefix used before v3', async () => {
    const reply = await broker.exchange.client.signed({
      base: broker.exchange.practice.ready.hosts.broker,
      path: '/openapi/broker/orders/open-orders/list',
      query: [['account_id', account_id]],
    })
    expect(reply.status).toBe(200)
  })
})
