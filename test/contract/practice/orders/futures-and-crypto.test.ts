import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { decimalText } from '../../../../shared/domain/decimal.js'
import { futuresDate } from '../../../../shared/domain/market/product-hours.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import {
  listedContracts,
  productOf,
} from '../../../../electron/practice/market/futures/contracts.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()
const accounts = { FUTURES: '', CRYPTO: '', INDIVIDUAL_MARGIN: '' }
/** The second contract month of the S&P 500 future, which does not expire during a test. */
let contract = ''
beforeAll(async () => {
  const all = ACCOUNT_OPERATIONS.listAccounts.response.parse(
    (await exchange.client.get(ACCOUNT_OPERATIONS.listAccounts.path)).json,
  )
  for (const account of all) {
    if (account.account_class in accounts) {
      accounts[account.account_class as keyof typeof accounts] = account.account_id
    }
  }
  const now = epochMs(exchange.practice.ready.exchangeTime)
  contract = listedContracts(productOf('ES')!, futuresDate(now), now)[1]?.symbol ?? ''
})

type Members = Readonly<Record<string, unknown>>
const order = (members: Members) => ({
  client_order_id: randomUUID().replaceAll('-', ''),
  combo_type: 'NORMAL',
  market: 'US',
  side: 'BUY',
  order_type: 'MARKET',
  entrust_type: 'QTY',
  ...members,
})
const future = (members: Members = {}) =>
  order({
    instrument_type: 'FUTURES',
    symbol: contract,
    time_in_force: 'DAY',
    quantity: '1',
    ...members,
  })
const coin = (members: Members = {}) =>
  order({
    instrument_type: 'CRYPTO',
    symbol: 'BTCUSD',
    time_in_force: 'IOC',
    quantity: '0.00100000',
    ...members,
  })
const send = (path: string, account: string, body: Members) =>
  exchange.client.post(path, { account_id: account, new_orders: [body] })
const detail = async (account: string, id: string) =>
  ORDER_OPERATIONS.getOrder.response.parse(
    (
      await exchange.client.get(ORDER_OPERATIONS.getOrder.path, {
        account_id: account,
        client_order_id: id,
      })
    ).json,
  ).orders[0]
const filled = async (account: string, body: ReturnType<typeof order>) => {
  expect((await send(ORDER_OPERATIONS.placeOrder.path, account, body)).status).toBe(200)
  await expect
    .poll(async () => (await detail(account, body.client_order_id))?.status)
    .toBe('FILLED')
  return detail(account, body.client_order_id)
}
const assets = async (account: string) =>
  ACCOUNT_OPERATIONS.getBalance.response.parse(
    (await exchange.client.get(ACCOUNT_OPERATIONS.getBalance.path, { account_id: account })).json,
  )
const positions = async (account: string) =>
  ACCOUNT_OPERATIONS.listPositions.response.parse(
    (await exchange.client.get(ACCOUNT_OPERATIONS.listPositions.path, { account_id: account }))
      .json,
  )

describe('futures over the wire', () => {
  it('are previewed with margin, bought with fees, held on margin and settled in cash', async () => {
    const preview = ORDER_OPERATIONS.previewOrder.response.parse(
      (await send(ORDER_OPERATIONS.previewOrder.path, accounts.FUTURES, future())).json,
    )
    const record = await filled(accounts.FUTURES, future())
    expect(record).toMatchObject({ instrument_type: 'FUTURES', symbol: contract })
    const held = await assets(accounts.FUTURES)
    expect(held.init_margin).toEqual(preview.estimated_cost)
    expect(Number(held.margin_excess)).toBeGreaterThan(0)
    expect(Number(held.total_cash_balance)).toBeCloseTo(
      60_000 - Number(preview.estimated_transaction_fee),
      2,
    )
    expect((await positions(accounts.FUTURES))[0]).toMatchObject({
      symbol: contract,
      instrument_type: 'FUTURES',
    })
    await filled(accounts.FUTURES, future({ side: 'SELL' }))
    expect(await positions(accounts.FUTURES)).toEqual([])
    const after = await assets(accounts.FUTURES)
    expect(after.total_net_liquidation_value).toEqual(after.total_cash_balance)
    const executions = ACTIVITY_OPERATIONS.listExecutions.response.parse(
      (
        await exchange.client.get(ACTIVITY_OPERATIONS.listExecutions.path, {
          account_id: accounts.FUTURES,
        })
      ).json,
    )
    expect(executions.data.map((execution) => execution.symbol)).toEqual([contract, contract])
    const activities = ACTIVITY_OPERATIONS.listCashActivities.response.parse(
      (
        await exchange.client.get(ACTIVITY_OPERATIONS.listCashActivities.path, {
          account_id: accounts.FUTURES,
        })
      ).json,
    )
    expect(activities.data.map((activity) => activity.activity_type)).toEqual(['TRADE', 'TRADE'])
  })

  it.each([
    ['the continuous contract', { symbol: 'ESmain' }, 'OPENAPI_PARAM_ERR'],
    ['a part of a contract', { quantity: '0.5' }, 'OPENAPI_PARAM_ERR'],
    ['IOC', { time_in_force: 'IOC' }, 'OPENAPI_PARAM_ERR'],
    ['a short sale', { side: 'SHORT' }, 'OPENAPI_PARAM_ERR'],
    [
      'an amount of money',
      { entrust_type: 'AMOUNT', total_cash_amount: '1000' },
      'OPENAPI_PARAM_ERR',
    ],
    ['more than its margin allows', { quantity: '50' }, 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT'],
    ['an unknown contract', { symbol: 'ZZZ6' }, 'OPENAPI_PARAM_ERR'],
  ])('are refused for %s', async (_name, members, code) => {
    const reply = await send(ORDER_OPERATIONS.placeOrder.path, accounts.FUTURES, future(members))
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: code }])
  })

  it("futures and stocks are each refused in the other's account", async () => {
    expect(
      (await send(ORDER_OPERATIONS.placeOrder.path, accounts.INDIVIDUAL_MARGIN, future())).json,
    ).toMatchObject({
      error_code: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
    })
    const stock = order({
      instrument_type: 'EQUITY',
      symbol: 'AAPL',
      time_in_force: 'DAY',
      quantity: '1',
      support_trading_session: 'CORE',
    })
    expect(
      (await send(ORDER_OPERATIONS.placeOrder.path, accounts.FUTURES, stock)).json,
    ).toMatchObject({
      error_code: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
    })
  })

  it('are replaced by their own rules', async () => {
    const resting = future({ order_type: 'LIMIT', limit_price: '1000.00', time_in_force: 'GTC' })
    expect((await send(ORDER_OPERATIONS.placeOrder.path, accounts.FUTURES, resting)).status).toBe(
      200,
    )
    await expect
      .poll(async () => (await detail(accounts.FUTURES, resting.client_order_id))?.status, {
        timeout: 60_000,
      })
      .toBe('SUBMITTED')
    const replace = (members: Members) =>
      exchange.client.post(ORDER_OPERATIONS.replaceOrder.path, {
        account_id: accounts.FUTURES,
        modify_orders: [{ client_order_id: resting.client_order_id, ...members }],
      })
    expect((await replace({ order_type: 'STOP_LOSS', stop_price: '9000' })).json).toMatchObject({
      error_code: 'OPENAPI_PARAM_ERR',
    })
    expect((await replace({ limit_price: '1000.25' })).status).toBe(200)
  })
})

describe('crypto over the wire', () => {
  it('is bought by amount and sold to eight decimals, without fees', async () => {
    const bought = await filled(
      accounts.CRYPTO,
      coin({ entrust_type: 'AMOUNT', quantity: null, total_cash_amount: '250.00' }),
    )
    expect(bought).toMatchObject({
      instrument_type: 'CRYPTO',
      order_id: expect.stringMatching(/^CO/) as string,
    })
    expect(bought?.fees ?? null).toBeNull()
    const [position] = await positions(accounts.CRYPTO)
    expect(position).toMatchObject({ instrument_type: 'CRYPTO', symbol: 'BTCUSD' })
    await filled(accounts.CRYPTO, coin({ side: 'SELL', quantity: decimalText(position!.quantity) }))
    expect(await positions(accounts.CRYPTO)).toEqual([])
    expect((await assets(accounts.CRYPTO)).account_currency_assets[0]).toMatchObject({
      frozen_amount: '0.00',
    })
  })

  it('a coin of a few millionths of a dollar is bought, held and sold at its own ticks', async () => {
    const tiny = { symbol: 'SHIBUSD', quantity: '1000000' }
    const limit = (price: string) =>
      coin({ ...tiny, order_type: 'LIMIT', time_in_force: 'GTC', limit_price: price })
    const between = await send(
      ORDER_OPERATIONS.placeOrder.path,
      accounts.CRYPTO,
      limit('0.000010001'),
    )
    expect(between.status).toBe(417)
    const bought = await filled(accounts.CRYPTO, limit('0.00009001'))
    const price = decimalText(bought!.filled_price!)
    expect(decimalText(bought!.limit_price!)).toBe('0.00009001')
    expect(price).toMatch(/^0\.0000\d{4}$/)
    const [position] = await positions(accounts.CRYPTO)
    expect(position).toMatchObject({ symbol: 'SHIBUSD' })
    expect(Number(position!.cost_price)).toBeCloseTo(Number(price), 7)
    await filled(accounts.CRYPTO, coin({ ...tiny, side: 'SELL' }))
    expect(await positions(accounts.CRYPTO)).toEqual([])
  })

  it.each([
    ['a market order that could rest', { time_in_force: 'DAY' }, 'OPENAPI_PARAM_ERR'],
    [
      'a plain stop',
      { order_type: 'STOP_LOSS', stop_price: '1', time_in_force: 'DAY' },
      'OPENAPI_PARAM_ERR',
    ],
    [
      'less than two dollars',
      { entrust_type: 'AMOUNT', quantity: null, total_cash_amount: '1.99' },
      'OPENAPI_CRYPTO_ORDER_BUY_SELL_LIMIT_MINIMUM',
    ],
    ['nine decimals', { quantity: '0.000000001' }, 'OPENAPI_PARAM_ERR'],
    ['more than it has', { quantity: '0.9' }, 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT'],
    ['a sale of what is not held', { side: 'SELL' }, 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY'],
  ])('is refused for %s', async (_name, members, code) => {
    const reply = await send(ORDER_OPERATIONS.placeOrder.path, accounts.CRYPTO, coin(members))
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: code }])
  })

  it('has neither preview nor replace', async () => {
    const reply = await send(ORDER_OPERATIONS.previewOrder.path, accounts.CRYPTO, coin())
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'OPENAPI_SYSTEM_ERROR' }])
    const resting = coin({ order_type: 'LIMIT', limit_price: '10000.00', time_in_force: 'GTC' })
    expect((await send(ORDER_OPERATIONS.placeOrder.path, accounts.CRYPTO, resting)).status).toBe(
      200,
    )
    await expect
      .poll(async () => (await detail(accounts.CRYPTO, resting.client_order_id))?.status, {
        timeout: 60_000,
      })
      .toBe('SUBMITTED')
    const replaced = await exchange.client.post(ORDER_OPERATIONS.replaceOrder.path, {
      account_id: accounts.CRYPTO,
      modify_orders: [{ client_order_id: resting.client_order_id, quantity: '0.002' }],
    })
    expect([replaced.status, replaced.json]).toMatchObject([
      417,
      { error_code: 'OPENAPI_PARAM_ERR' },
    ])
  })
})
