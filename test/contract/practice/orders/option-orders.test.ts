import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { OPTION_OPERATIONS } from '../../../../shared/wire/families/products/options.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'

type Contract = z.output<typeof OPTION_OPERATIONS.listOptionContracts.response>['data'][number]

const exchange = sharedExchange()
let account: string
/** Apple calls near the money, some weeks before expiry, by strike. */
let calls: Contract[]

const leg = (contract: Contract | undefined, side: 'BUY' | 'SELL') => ({
  side,
  quantity: '1',
  market: 'US',
  instrument_type: 'OPTION',
  symbol: contract?.root_symbol,
  strike_price: String(contract?.strike_price),
  option_expire_date: contract?.expiration_date,
  option_type: contract?.option_type,
})
const order = (
  legs: readonly ReturnType<typeof leg>[],
  over: Readonly<Record<string, unknown>> = {},
) => ({
  client_order_id: randomUUID().replaceAll('-', ''),
  combo_type: 'NORMAL',
  option_strategy: 'SINGLE',
  symbol: 'AAPL',
  instrument_type: 'OPTION',
  market: 'US',
  order_type: 'LIMIT',
  side: 'BUY',
  quantity: '1',
  time_in_force: 'DAY',
  entrust_type: 'QTY',
  legs,
  ...over,
})
const place = (body: ReturnType<typeof order>, path: string = ORDER_OPERATIONS.placeOrder.path) =>
  exchange.client.post(path, { account_id: account, new_orders: [body] })
const detail = async (id: string) =>
  ORDER_OPERATIONS.getOrder.response.parse(
    (
      await exchange.client.get(ORDER_OPERATIONS.getOrder.path, {
        account_id: account,
        client_order_id: id,
      })
    ).json,
  ).orders[0]
const quote = async (contract: Contract | undefined) =>
  (
    (
      await exchange.client.get(OPTION_OPERATIONS.optionSnapshots.path, {
        symbols: contract?.symbol ?? '',
        category: 'US_OPTION',
      })
    ).json as { bid: string; ask: string }[]
  )[0]

beforeAll(async () => {
  account = await exchange.account()
  const all = OPTION_OPERATIONS.listOptionContracts.response.parse(
    (
      await exchange.client.get(OPTION_OPERATIONS.listOptionContracts.path, {
        category: 'US_OPTION',
        underlying_symbols: 'AAPL',
        option_type: 'CALL',
      })
    ).json,
  ).data
  const day = [...new Set(all.map((contract) => contract.expiration_date))][3]
  const chain = all.filter((contract) => contract.expiration_date === day)
  const snapshot = (
    await exchange.client.get('/market-data/stocks/snapshots/list', {
      symbols: 'AAPL',
      category: 'US_STOCK',
    })
  ).json as { price: string }[]
  const nearest = chain.findIndex(
    (contract) => Number(contract.strike_price) >= Number(snapshot[0]?.price),
  )
  calls = chain.slice(nearest - 1, nearest + 3)
})

describe('option orders over the wire', () => {
  it('are previewed, placed, filled and held', async () => {
    const [, call] = calls
    const body = order([leg(call, 'BUY')], {
      limit_price: (await quote(call))?.ask,
      position_intent: 'BUY_TO_OPEN',
    })
    const preview = ORDER_OPERATIONS.previewOrder.response.parse(
      (
        await exchange.client.post(ORDER_OPERATIONS.previewOrder.path, {
          account_id: account,
          new_orders: [body],
        })
      ).json,
    )
    expect(Number(preview.estimated_cost)).toBeCloseTo(
      Number(body['limit_price' as keyof typeof body]) * 100,
      2,
    )
    const placed = await place({
      ...body,
      limit_price: String(Number((await quote(call))?.ask) + 1),
    } as typeof body)
    expect([
      placed.status,
      ORDER_OPERATIONS.placeOrder.response.safeParse(placed.json).success,
    ]).toEqual([200, true])
    await expect.poll(async () => (await detail(body.client_order_id))?.status).toBe('FILLED')
    expect(await detail(body.client_order_id)).toMatchObject({
      instrument_type: 'OPTION',
      option_strategy: 'SINGLE',
      position_intent: 'BUY_TO_OPEN',
      symbol: 'AAPL',
      total_quantity: '1.00000',
    })
    const positions = ACCOUNT_OPERATIONS.listPositions.response
      .parse(
        (await exchange.client.get(ACCOUNT_OPERATIONS.listPositions.path, { account_id: account }))
          .json,
      )
      .find((position) => position.instrument_type === 'OPTION')
    expect(positions).toMatchObject({
      symbol: 'AAPL',
      quantity: '1.00000',
      legs: [{ symbol: call?.symbol }],
    })
  })

  it('option orders of several legs rest at a net price, and are replaced and canceled, also by older paths', async () => {
    const body = order([leg(calls[1], 'BUY'), leg(calls[2], 'SELL')], {
      option_strategy: 'VERTICAL',
      limit_price: '0.05',
      time_in_force: 'GTC',
    })
    expect((await place(body, '/openapi/trade/option/order/place')).status).toBe(200)
    await expect.poll(async () => (await detail(body.client_order_id))?.status).toBe('SUBMITTED')
    const orderDetail = (
      await exchange.client.get(ORDER_OPERATIONS.getOrder.path, {
        account_id: account,
        client_order_id: body.client_order_id,
      })
    ).json as { orders: { legs: { id: string; side: string }[] }[] }
    expect(orderDetail.orders[0]?.legs.map(({ side }) => side)).toEqual(['BUY', 'SELL'])
    const ids = orderDetail.orders[0]?.legs.map(({ id }) => ({ id, quantity: '2' })) ?? []
    const replaced = await exchange.client.post(ORDER_OPERATIONS.replaceOrder.path, {
      account_id: account,
      modify_orders: [
        { client_order_id: body.client_order_id, quantity: '2', limit_price: '0.06', legs: ids },
      ],
    })
    expect([replaced.status, (await detail(body.client_order_id))?.total_quantity]).toEqual([
      200,
      '2.00000',
    ])
    expect(
      (
        await exchange.client.post('/openapi/account/orders/option/cancel', {
          account_id: account,
          client_order_id: body.client_order_id,
        })
      ).status,
    ).toBe(200)
    expect((await detail(body.client_order_id))?.status).toBe('CANCELLED')
  })

  it.each([
    [
      'a strategy that the legs are not',
      () =>
        order([leg(calls[1], 'BUY'), leg(calls[2], 'SELL')], {
          option_strategy: 'STRADDLE',
          limit_price: '0.05',
        }),
      'OPENAPI_OPTION_STRATEGY_NOT_MATCH_ANY',
    ],
    [
      'a price off its steps',
      () => order([leg(calls[1], 'BUY')], { limit_price: '1.001' }),
      'OPENAPI_OPTION_PRICE_STEP_LT',
    ],
    [
      'a contract that is not listed',
      () => order([{ ...leg(calls[1], 'BUY'), strike_price: '271.13' }], { limit_price: '1.00' }),
      'OPENAPI_PARAM_ERR',
    ],
    [
      'a market order',
      () => order([leg(calls[1], 'BUY')], { order_type: 'MARKET' }),
      'OPENAPI_PARAM_ERR',
    ],
    [
      'IOC',
      () => order([leg(calls[1], 'BUY')], { time_in_force: 'IOC', limit_price: '1.00' }),
      'OPENAPI_PARAM_ERR',
    ],
    [
      'an intent against the side',
      () => order([leg(calls[1], 'BUY')], { position_intent: 'SELL_TO_OPEN', limit_price: '1.00' }),
      'OPENAPI_PARAM_ERR',
    ],
    [
      'closing what is not held',
      () =>
        order([leg(calls[3], 'SELL')], {
          side: 'SELL',
          position_intent: 'SELL_TO_CLOSE',
          limit_price: '1.00',
        }),
      'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY',
    ],
    ['no legs', () => order([], { limit_price: '1.00' }), 'OPENAPI_PARAM_ERR'],
    [
      'part of a contract',
      () => order([leg(calls[1], 'BUY')], { quantity: '1.5', limit_price: '1.00' }),
      'OPENAPI_PARAM_ERR',
    ],
  ] as const)('are refused for %s', async (_name, body, code) => {
    const reply = await place(body())
    expect([reply.status, reply.json]).toEqual([
      417,
      { error_code: code, message: expect.any(String) as string },
    ])
  })
})
