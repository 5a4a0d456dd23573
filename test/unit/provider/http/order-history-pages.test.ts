import { describe, expect, it } from 'vitest'
import { orderHistoryOf } from '../../../../electron/provider/orders/order-pages.js'
import type { OrderPage } from '../../../../electron/core/orders/order-reads-port.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { answer, callerFixture, type Script } from '../fake-http.js'

const ACCOUNT = accountId('ACC')
const FROM = epochMs(Date.parse('2026-01-05T00:00:00Z'))
const ALL = { from: FROM, to: null }
const idOf = (number: number): string => String(number).padStart(32, '0')
const group = (number: number) => ({
  orders: [
    {
      client_order_id: idOf(number),
      order_id: String(number),
      symbol: 'AAPL',
      instrument_type: 'STOCK',
      side: 'BUY',
      status: 'FILLED',
      order_type: 'MARKET',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      total_quantity: '1',
      filled_quantity: '1',
      place_time_at: '1797000000000',
    },
  ],
})
const groups = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => group(from + index))

/** Reads the history over scripted answers; returns each request's query. */
function history(script: Script[]) {
  const { caller, http } = callerFixture(script)
  const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
  const readPage = orderHistoryOf(caller, clock)
  const queries = () =>
    http.sent.map(({ headers, target }) => ({
      version: headers['x-version'],
      ...Object.fromEntries(new URL(target, 'https://host').searchParams),
    }))
  return { read: readPage, queries }
}

const page = (from: number, count: number, key: string | null) =>
  answer(200, { data: groups(from, count), pagination_key: key })

describe('the order history', () => {
  it('is read in v3 by its cursor, and a long one goes on in pages of 100 orders', async () => {
    const { read, queries } = history([
      page(0, 10, 'a'),
      page(10, 10, 'b'),
      page(20, 10, 'c'),
      answer(200, groups(30, 100)),
      answer(200, groups(130, 7)),
      answer(200, []),
    ])
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const found: OrderPage = expectOk(await read(ACCOUNT, ALL, cursor))
      sizes.push(found.orders.length)
      cursor = found.cursor
    } while (cursor !== null)
    expect(sizes).toEqual([10, 10, 10, 100, 7, 0])
    expect(queries()).toMatchObject([
      { version: 'v3', start_time: '2026-01-05T00:00:00.000Z' },
      { version: 'v3', pagination_key: 'a' },
      { version: 'v3', pagination_key: 'b' },
      { version: 'v2', page_size: '100', last_client_order_id: idOf(29) },
      { version: 'v2', page_size: '100', last_client_order_id: idOf(129) },
      { version: 'v2', page_size: '100', last_client_order_id: idOf(136) },
    ])
    expect(queries()[0]).not.toHaveProperty('page_size')
  })

  it('is read by its cursor from then on where larger pages are refused', async () => {
    const refusal = answer(417, { error_code: 'OPENAPI_PARAM_ERR', message: 'page_size' })
    const pages = [page(0, 10, 'a'), page(10, 10, 'b'), page(20, 10, 'c')]
    const { read, queries } = history([
      ...pages,
      refusal,
      page(30, 10, 'd'),
      ...pages,
      page(30, 10, 'd'),
    ])
    for (let round = 0; round < 2; round += 1) {
      let cursor: string | null = null
      for (let turn = 0; turn < 4; turn += 1) {
        cursor = expectOk(await read(ACCOUNT, ALL, cursor)).cursor
      }
    }
    expect(queries().map(({ version }) => version)).toEqual('v3 v3 v3 v2 v3 v3 v3 v3 v3'.split(' '))
  })
})
