import { describe, expect, it } from 'vitest'
import { orderHistoryOf } from '../../../electron/provider/orders/order-pages.js'
import { accountId } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { answer, callerFixture, type Script } from './fake-http.js'

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
  const read = orderHistoryOf(caller, clock)
  const queries = () =>
    http.sent.map(({ headers, target }) => ({
      version: headers['x-version'],
      ...Object.fromEntries(new URL(target, 'https://host').searchParams),
    }))
  return { read, queries }
}

describe('the order history', () => {
  it('is read in pages of 100 orders, each after the last order of the one before', async () => {
    const { read, queries } = history([answer(200, groups(0, 100)), answer(200, groups(100, 7))])
    const first = expectOk(await read(ACCOUNT, ALL, null))
    const second = expectOk(await read(ACCOUNT, ALL, first.cursor))
    expect([first.orders.length, second.orders.length, second.cursor]).toEqual([100, 7, null])
    expect(queries()).toMatchObject([
      { version: 'v2', page_size: '100', start_time: '2026-01-05T00:00:00.000Z' },
      { version: 'v2', page_size: '100', last_client_order_id: idOf(99) },
    ])
  })

  it('is read in small pages from then on where large ones are refused', async () => {
    const refusal = answer(417, { error_code: 'OPENAPI_PARAM_ERR', message: 'page_size' })
    const small = answer(200, { data: groups(0, 10), pagination_key: 'next' })
    const { read, queries } = history([refusal, small, small, small])
    const first = expectOk(await read(ACCOUNT, ALL, null))
    await read(ACCOUNT, ALL, first.cursor)
    await read(ACCOUNT, ALL, null)
    expect(queries().map(({ version }) => version)).toEqual(['v2', 'v3', 'v3', 'v3'])
    expect(queries()[2]).toMatchObject({ pagination_key: 'next' })
  })

  it('continues a cursor in the version that made it', async () => {
    const small = { data: groups(0, 10), pagination_key: null }
    const { read, queries } = history([answer(200, small)])
    await read(ACCOUNT, ALL, 'v3:a:b')
    expect(queries()).toMatchObject([{ version: 'v3', pagination_key: 'a:b' }])
  })
})
