import type { OrderPage } from '../../../electron/core/orders/order-reads-port.js'
import { describe, expect, it } from 'vitest'
import { ApiHealth } from '../../../electron/provider/http/api-health.js'
import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import type { UnreadableRow } from '../../../electron/provider/payload/readable-rows.js'
import { openOrdersOf } from '../../../electron/provider/orders/order-pages.js'
import { createPortfolioGateway } from '../../../electron/provider/orders/portfolio-gateway.js'
import { accountId } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { CRYPTO_OPERATIONS } from '../../../shared/wire/families/products/crypto.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { answer, callerFixture, type Script } from './fake-http.js'

const ACCOUNT = { account_id: 'ACC' }
const position = (symbol: string, quantity: unknown = '1', instrumentType = 'EQUITY') => ({
  position_id: `P-${symbol}`,
  instrument_type: instrumentType,
  symbol,
  currency: 'USD',
  quantity,
})
const order = (id: string, change: object = {}) => ({
  client_order_id: id.repeat(32),
  order_id: id,
  symbol: 'AAPL',
  instrument_type: 'STOCK',
  side: 'BUY',
  status: 'SUBMITTED',
  order_type: 'MARKET',
  time_in_force: 'DAY',
  entrust_type: 'QTY',
  total_quantity: '1',
  filled_quantity: '0',
  place_time_at: '1797000000000',
  ...change,
})
const group = (id: string, change: object = {}) => ({ orders: [order(id, change)] })

/** Calls an operation; returns its result and the rows that were set aside. */
async function call<O extends Operation>(operation: O, params: object, body: unknown) {
  const { caller } = callerFixture([answer(200, body), answer(200, body)])
  const unreadable: UnreadableRow[] = []
  const result = await caller.call(operation, params as never, {
    onUnreadable: (rows) => unreadable.push(...rows),
  })
  return { result, unreadable }
}

describe('REL-31: a row of a list that cannot be read', () => {
  it('is set aside with its symbol, and the others are read', async () => {
    const { result, unreadable } = await call(ACCOUNT_OPERATIONS.listPositions, ACCOUNT, [
      position('AAPL'),
      position('NVDA', { value: '2' }),
      position('TSLA'),
    ])
    expect(expectOk(result)).toMatchObject([{ symbol: 'AAPL' }, { symbol: 'TSLA' }])
    expect(unreadable).toEqual([{ symbol: 'NVDA', fault: '1.quantity invalid_type' }])
  })

  it('is set aside in a page, with the key of the next page', async () => {
    const { result, unreadable } = await call(ORDER_OPERATIONS.listOpenOrders, ACCOUNT, {
      data: [group('a'), group('b', { status: 7 })],
      pagination_key: 'next',
    })
    const page = expectOk(result) as { readonly data: readonly unknown[] }
    expect(page).toMatchObject({ pagination_key: 'next' })
    expect(page.data).toHaveLength(1)
    expect(unreadable).toMatchObject([{ symbol: 'AAPL' }])
  })

  it('is set aside in either form of a list that has two', async () => {
    const query = { symbols: 'BTCUSD,ETHUSD', category: 'US_CRYPTO', timespan: 'D' }
    const rows = [
      { symbol: 'BTCUSD', result: [] },
      { symbol: 5, result: [] },
    ]
    for (const body of [rows, { result: rows }]) {
      const { result, unreadable } = await call(CRYPTO_OPERATIONS.cryptoBars, query, body)
      expect(expectOk(result)).toMatchObject([{ symbol: 'BTCUSD' }])
      expect(unreadable).toHaveLength(1)
    }
  })

  it('fails the list when no row can be read and the caller does not count them', async () => {
    const body = [position('AAPL', 1)]
    const { caller } = callerFixture([answer(200, body), answer(200, body)])
    expect(await caller.call(ACCOUNT_OPERATIONS.listPositions, ACCOUNT)).toMatchObject({
      ok: false,
      error: { code: 'malformed' },
    })
  })

  it.each([
    ['a fault outside of any row', ORDER_OPERATIONS.listOpenOrders, ACCOUNT, { data: 'none' }],
    [
      'Order Detail, where an empty answer would prove absence',
      ORDER_OPERATIONS.getOrder,
      { ...ACCOUNT, client_order_id: 'a'.repeat(32) },
      group('a', { status: 7 }),
    ],
  ])('fails the whole answer: %s', async (_why, operation, params, body) => {
    const { result, unreadable } = await call(operation, params, body)
    expect(result).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(unreadable).toEqual([])
  })

  it('never has a symbol that is no text of a symbol', async () => {
    const long = 'X'.repeat(60)
    const { unreadable } = await call(ACCOUNT_OPERATIONS.listPositions, ACCOUNT, [
      position(long, 1),
      position('A\u202EB', 1),
      position('', 1),
    ])
    expect(unreadable.map(({ symbol }) => symbol)).toEqual([null, null, null])
  })
})

describe('REL-31: positions and open orders that cannot be read', () => {
  const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
  const timers = { after: () => () => undefined, every: () => () => undefined }

  /** Reads over scripted answers with the health of the API that the window shows. */
  function provider(script: Script[]) {
    const limiter = createRateLimiter({ environment: 'sandbox', mode: 'key', clock, timers })
    const health = new ApiHealth(clock, limiter)
    const { caller, http } = callerFixture(script, {
      onRead: (operation, params, unreadable) => health.read(operation, params, unreadable),
    })
    const portfolio = createPortfolioGateway({
      caller,
      clock,
      log: { event: () => undefined },
      notUnderstood: health.notUnderstood,
      signedIn: () => false,
    })
    return { health, http, portfolio, openOrders: openOrdersOf(caller, clock) }
  }
  const account = accountId('ACC')

  it('are counted with their symbols, also those of an unpublished instrument type', async () => {
    const { health, portfolio } = provider([
      answer(200, [position('AAPL'), position('NVDA', 2), position('GOLD', '1', 'BAR')]),
      answer(200, [position('AAPL')]),
    ])
    const list = expectOk(await portfolio.positions(account))
    expect(list.positions.map(({ symbol }) => symbol)).toEqual(['AAPL'])
    expect(list.unreadable.map(({ symbol }) => symbol)).toEqual(['NVDA', 'GOLD'])
    expect(health.unreadable()).toEqual([
      { kind: 'positions', accountId: 'ACC', count: 2, symbols: ['GOLD', 'NVDA'] },
    ])
    await portfolio.positions(account)
    expect(health.unreadable()).toEqual([])
  })

  it('are counted over all pages of the list', async () => {
    const bad = group('b', { status: 7 })
    const { health, openOrders } = provider([
      answer(200, { data: [bad, group('a')], pagination_key: 'one' }),
      answer(200, { data: [bad, bad], pagination_key: null }),
    ])
    const first = expectOk(await openOrders(account, null, 'watch'))
    expect(first).toMatchObject({ unreadable: 1, orders: [{ clientOrderId: 'a'.repeat(32) }] })
    const second = expectOk(await openOrders(account, first.cursor, 'watch'))
    expect(second).toMatchObject({ unreadable: 2, orders: [], cursor: null })
    expect(health.unreadable()).toMatchObject([{ kind: 'openOrders', count: 3 }])
  })

  it('name some of their instruments, however many there are', async () => {
    const rows = Array.from({ length: 5_000 }, (_row, index) => position(`S${index}`, index))
    const { health, portfolio } = provider([answer(200, rows)])
    expect(expectOk(await portfolio.positions(account)).unreadable).toHaveLength(5_000)
    const [list] = health.unreadable()
    expect(list?.count).toBe(5_000)
    expect(list?.symbols).toHaveLength(20)
  })

  it('are not read in larger pages when rows of those cannot be read', async () => {
    const small = (from: number) =>
      Array.from({ length: 3 }, (_, index) => group(`o${from + index}`))
    const v3 = (from: number, key: string | null) =>
      answer(200, { data: small(from), pagination_key: key })
    const { http, openOrders } = provider([
      v3(0, 'a'),
      v3(3, 'b'),
      v3(6, 'c'),
      answer(200, [...small(9), ...small(12), group('bad', { status: 7 })]),
      v3(9, null),
    ])
    let cursor: string | null = null
    let unreadable = 0
    do {
      const page: OrderPage = expectOk(await openOrders(account, cursor, 'watch'))
      unreadable += page.unreadable
      cursor = page.cursor
    } while (cursor !== null)
    expect(unreadable).toBe(0)
    expect(http.sent.map(({ headers }) => headers['x-version'])).toEqual(
      'v3 v3 v3 v2 v3'.split(' '),
    )
  })
})
