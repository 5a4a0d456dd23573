import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { add, dec, eq, type Decimal } from '../../../../shared/domain/decimal.js'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import { limitBuy } from '../client/orders.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let exchange: TestExchange
let account: string
let bought: string
const OPERATIONS = [
  ACTIVITY_OPERATIONS.getPositionLots,
  ACTIVITY_OPERATIONS.listExecutions,
  ACTIVITY_OPERATIONS.listCashActivities,
  ACTIVITY_OPERATIONS.listTransfers,
  ACTIVITY_OPERATIONS.getTransfer,
] as const

const ask = (path: string, query: Readonly<Record<string, string>> = {}, from = exchange) =>
  from.client.get(path, { account_id: account, ...query })
const v2 = (path: string, query: Readonly<Record<string, string>> = {}) =>
  exchange.client.signed({
    path,
    query: Object.entries({ account_id: account, ...query }),
    headers: { 'x-version': 'v2' },
  })
/** Requests a page, expects success, and parses it with the operation's schema. */
const cash = async (query: Readonly<Record<string, string>> = {}, from = exchange) =>
  ACTIVITY_OPERATIONS.listCashActivities.response.parse(
    (await ask(ACTIVITY_OPERATIONS.listCashActivities.path, query, from)).json,
  )
const executions = async (query: Readonly<Record<string, string>> = {}, from = exchange) =>
  ACTIVITY_OPERATIONS.listExecutions.response.parse(
    (await ask(ACTIVITY_OPERATIONS.listExecutions.path, query, from)).json,
  )
const transfers = async (query: Readonly<Record<string, string>> = {}, from = exchange) =>
  ACTIVITY_OPERATIONS.listTransfers.response.parse(
    (await ask(ACTIVITY_OPERATIONS.listTransfers.path, query, from)).json,
  )
const instrument = async (symbol: string): Promise<string> => {
  const page = (
    await exchange.client.get('/trading/instruments/stocks/profiles/list', {
      category: 'US_STOCK',
      symbols: symbol,
    })
  ).json as { data: { instrument_id: string }[] }
  return page.data[0]?.instrument_id ?? ''
}

/** Returns every cash activity of the account, by year and page. */
async function allCash(
  from = exchange,
): Promise<{ readonly id: string; readonly net_amount: Decimal }[]> {
  const all = []
  const now = new Date(from.practice.ready.exchangeTime).getUTCFullYear()
  for (const year of [now, now - 1]) {
    const query = {
      start_time: `${year}-01-01T00:00:00.000Z`,
      end_time: `${year}-12-31T23:59:59.999Z`,
    }
    for (let key: string | null | undefined = ''; key !== null && key !== undefined; ) {
      const page: Awaited<ReturnType<typeof cash>> = await cash(
        { ...query, ...(key === '' ? {} : { pagination_key: key }) },
        from,
      )
      all.push(...page.data)
      key = page.pagination_key
    }
  }
  return all
}

beforeAll(async () => {
  exchange = await startExchange({ retainFolder: true })
  account = await exchange.account()
  const { limit_price: _limit, ...order } = limitBuy('MSFT', '0')
  bought = order.client_order_id
  const placed = await exchange.client.post(ORDER_OPERATIONS.placeOrder.path, {
    account_id: account,
    new_orders: [{ ...order, order_type: 'MARKET', time_in_force: 'DAY', quantity: '3' }],
  })
  expect(placed.status).toBe(200)
  await vi.waitFor(
    async () =>
      expect((await executions({ client_order_id: bought })).data[0]?.status).toBe('FILLED'),
    { timeout: 60_000, interval: 50 },
  )
})
afterAll(async () => {
  expect(exchange.errors).toEqual([])
  await exchange.close()
  await removeFolder(exchange.dataDir)
})

describe('executions over the wire', () => {
  it('report how an order was filled', async () => {
    const { data } = await executions({ client_order_id: bought })
    expect(
      data.every(
        (execution) =>
          execution.client_order_id === bought &&
          execution.symbol === 'MSFT' &&
          execution.side === 'BUY' &&
          execution.order_type === 'MARKET',
      ),
    ).toBe(true)
    expect(data.map((execution) => execution.status)).toEqual([
      'FILLED',
      ...data.slice(1).map(() => 'PARTIAL_FILLED'),
    ])
    expect(
      eq(
        data.reduce((total, execution) => add(total, execution.filled_quantity), dec('0')),
        dec('3'),
      ),
    ).toBe(true)
    expect((await executions()).data.length).toBeGreaterThan(data.length)
  })

  it.each([
    [{ start_date: '2026-02-30' }],
    [{ start_date: 'today' }],
    [{ end_date: '20261120' }],
    [{ start_date: '2026-11-03', end_date: '2026-11-02' }],
    [{ pagination_key: 'rubbish' }],
  ])('refuse %j', async (query) => {
    const reply = await ask(ACTIVITY_OPERATIONS.listExecutions.path, query)
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'INVALID_PARAMETER' }])
  })
})

describe('cash activities over the wire', () => {
  it('add up to the cash balance, to the cent', async () => {
    const all = await allCash()
    const balance = ACCOUNT_OPERATIONS.getBalance.response.parse(
      (await ask(ACCOUNT_OPERATIONS.getBalance.path)).json,
    )
    expect(
      balance.total_cash_balance !== null &&
        eq(
          all.reduce((total, activity) => add(total, activity.net_amount), dec('0')),
          balance.total_cash_balance,
        ),
    ).toBe(true)
    expect(new Set(all.map((activity) => activity.id)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(20)
  })

  it('are filtered by type, also under the path of the older libraries', async () => {
    const page = await cash({ activity_types: 'DIVIDENDS,INTERESTS' })
    expect(page.data.length).toBeGreaterThan(0)
    expect(
      page.data.every(
        (activity) =>
          activity.activity_type === 'DIVIDENDS' || activity.activity_type === 'INTERESTS',
      ),
    ).toBe(true)
    const old = await exchange.client.get('/openapi/trade/activities/cash', {
      account_id: account,
      activity_types: 'DIVIDENDS,INTERESTS',
    })
    expect(ACTIVITY_OPERATIONS.listCashActivities.response.parse(old.json)).toEqual(page)
  })

  it.each([
    [{ activity_types: 'WISHES' }],
    [{ activity_types: 'TRADE,WISHES' }],
    [{ start_time: 'yesterday' }],
    [{ end_time: '2026-11-20' }],
    [{ pagination_key: 'rubbish' }],
    [{ start_time: '2024-11-20T00:00:00.000Z', end_time: '2025-01-02T00:00:00.000Z' }],
    [{ start_time: '2026-11-20T00:00:00.000Z', end_time: '2026-11-19T00:00:00.000Z' }],
  ])('refuse %j', async (query) => {
    const reply = await ask(ACTIVITY_OPERATIONS.listCashActivities.path, query)
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'INVALID_PARAMETER' }])
  })
})

describe('transfer activities over the wire', () => {
  it('are listed newest first, filtered, and returned in detail', async () => {
    const page = await transfers()
    expect(page.data.map((transfer) => transfer.status)).toEqual([
      'REJECTED',
      'COMPLETED',
      'COMPLETED',
    ])
    expect(page.data.map((transfer) => transfer.create_time)).toEqual(
      page.data.map((transfer) => transfer.create_time).sort((a, b) => b - a),
    )
    const [full] = (
      await transfers({
        status: 'COMPLETED',
        acats_transfer_types: 'FULL',
        transfer_method: 'ACATS,CRYPTO_TRANSFER',
        direction: 'INCOMING',
      })
    ).data
    const detail = ACTIVITY_OPERATIONS.getTransfer.response.parse(
      (await ask(ACTIVITY_OPERATIONS.getTransfer.path, { transfer_id: full?.transfer_id ?? '' }))
        .json,
    )
    expect(detail).toMatchObject({ ...full, cash: [{ currency: 'USD' }] })
    expect(detail.positions?.length).toBe(2)
    expect(
      (await transfers({ acats_associated_number: detail.acats_associated_number ?? '' })).data,
    ).toHaveLength(2)
  })

  it.each([
    [{ status: 'LOST' }],
    [{ direction: 'SIDEWAYS' }],
    [{ transfer_method: 'PIGEON' }],
    [{ acats_transfer_types: 'FULL,HALF' }],
    [{ start_time: 'x' }],
    [{ pagination_key: 'rubbish' }],
  ])('refuse %j', async (query) => {
    const reply = await ask(ACTIVITY_OPERATIONS.listTransfers.path, query)
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'INVALID_PARAMETER' }])
  })

  it.each([[{ transfer_id: 'nobody' }], [{}]])('have no detail for %j', async (query) => {
    const reply = await ask(ACTIVITY_OPERATIONS.getTransfer.path, query)
    expect([reply.status, reply.json]).toMatchObject([417, { error_code: 'INVALID_PARAMETER' }])
  })
})

describe('position details over the wire', () => {
  it('are lots that add up to the position', async () => {
    const positions = ACCOUNT_OPERATIONS.listPositions.response.parse(
      (await ask(ACCOUNT_OPERATIONS.listPositions.path)).json,
    )
    for (const position of positions) {
      const page = ACTIVITY_OPERATIONS.getPositionLots.response.parse(
        (
          await ask(ACTIVITY_OPERATIONS.getPositionLots.path, {
            instrument_id: await instrument(position.symbol),
          })
        ).json,
      )
      expect(page.data.length).toBeGreaterThan(0)
      expect(
        page.data.every((lot) => lot.symbol === position.symbol && lot.exchange_code !== null),
      ).toBe(true)
      expect(
        eq(
          page.data.reduce((total, lot) => add(total, lot.quantity), dec('0')),
          position.quantity,
        ),
      ).toBe(true)
    }
  })

  it('are empty for a stock that is not held, and refused for an unknown one', async () => {
    expect(
      (
        await ask(ACTIVITY_OPERATIONS.getPositionLots.path, {
          instrument_id: await instrument('DIS'),
        })
      ).json,
    ).toEqual({ data: [], pagination_key: null })
    const unknown = await ask(ACTIVITY_OPERATIONS.getPositionLots.path, { instrument_id: '1' })
    expect([unknown.status, unknown.json]).toMatchObject([
      417,
      { error_code: 'INSTRUMENT_NOT_FOUND' },
    ])
    const none = await ask(ACTIVITY_OPERATIONS.getPositionLots.path)
    expect([none.status, none.json]).toMatchObject([417, { error_code: 'INVALID_PARAMETER' }])
  })
})

describe('all activity operations', () => {
  const request = { instrument_id: '1', transfer_id: 'x' }

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s refuses a foreign account and a request without an account',
    async (_name, operation) => {
      const foreign = await ask(operation.path, {
        ...request,
        account_id: 'SOMEBODYELSE00000000000001',
      })
      expect([foreign.status, foreign.json]).toMatchObject([
        403,
        { error_code: 'ACCOUNT_ACCESS_DENIED' },
      ])
      const missing = await exchange.client.get(operation.path, request)
      expect([missing.status, missing.json]).toMatchObject([
        417,
        { error_code: 'INVALID_PARAMETER' },
      ])
    },
  )

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s needs a signature and a token',
    async (_name, operation) => {
      const reply = await exchange.client.signed({
        path: operation.path,
        query: Object.entries({ account_id: account, ...request }),
        headers: { 'x-access-token': null },
      })
      expect([reply.status, reply.json]).toMatchObject([401, { error_code: 'INVALID_TOKEN' }])
    },
  )

  it('give v2 callers bare arrays, with a page size and a last id', async () => {
    const first = (await v2(ACTIVITY_OPERATIONS.listCashActivities.path, { page_size: '1' }))
      .json as { id: string }[]
    const next = (
      await v2(ACTIVITY_OPERATIONS.listCashActivities.path, {
        page_size: '2',
        last_activity_id: first[0]?.id ?? '',
      })
    ).json as { id: string }[]
    expect([first.length, next.length]).toEqual([1, 2])
    expect(next.map((row) => row.id)).not.toContain(first[0]?.id)
    expect(
      Array.isArray((await v2(ACTIVITY_OPERATIONS.listExecutions.path, { page_size: '5' })).json),
    ).toBe(true)
    expect(
      Array.isArray(
        (
          await v2(ACTIVITY_OPERATIONS.getPositionLots.path, {
            instrument_id: await instrument('MSFT'),
          })
        ).json,
      ),
    ).toBe(true)
    expect(
      (await v2(ACTIVITY_OPERATIONS.listCashActivities.path, { page_size: '201' })).status,
    ).toBe(417)
    expect(
      (await v2(ACTIVITY_OPERATIONS.listExecutions.path, { last_execution_id: 'nobody' })).status,
    ).toBe(417)
  })

  it('survive a restart', async () => {
    const before = {
      cash: await allCash(),
      fills: await executions({ client_order_id: bought }),
      moved: await transfers(),
    }
    await exchange.close()
    exchange = await startExchange({ dataDir: exchange.dataDir, retainFolder: true })
    expect(exchange.practice.ready.notes).toEqual([])
    expect({
      cash: await allCash(),
      fills: await executions({ client_order_id: bought }),
      moved: await transfers(),
    }).toEqual(before)
  })
})
