import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../shared/domain/result.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { readPages } from '../../../../electron/core/read-pages.js'
import { openOrdersOf, orderHistoryOf } from '../../../../electron/provider/orders/order-pages.js'
import { createRecords } from '../../../../electron/provider/orders/records.js'
import { callerFixture } from '../fake-http.js'
import { idAt, ScriptedList, STRICT, type ListForm, type ListBehavior } from './scripted-list.js'

const ACCOUNT = accountId('ACC')
const NOW = epochMs(Date.parse('2026-11-27T15:00:00Z'))
const FROM = epochMs(Date.parse('2026-11-27T00:00:00Z'))
const RANGE = { from: FROM, to: null, now: NOW }

const order = (id: string) => ({
  orders: [
    {
      client_order_id: id,
      order_id: `O-${id}`,
      symbol: 'AAPL',
      instrument_type: 'STOCK',
      side: 'BUY',
      status: 'SUBMITTED',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      limit_price: '1',
      total_quantity: '1',
      filled_quantity: '0',
      place_time_at: '2026-11-27T14:30:00.000Z',
    },
  ],
})
const execution = (id: string) => ({
  execution_id: id,
  order_id: `O-${id}`,
  client_order_id: id,
  symbol: 'AAPL',
  execution_time: '2026-11-27T14:30:00.000Z',
  status: 'FILLED',
  side: 'BUY',
  order_type: 'LIMIT',
  total_quantity: '1',
  filled_quantity: '1',
  filled_price: '1',
  leaves_qty: '0',
  total_filled_qty: '1',
})
const cash = (id: string) => ({
  id,
  account_id: 'ACC',
  activity_type: 'TRADE',
  activity_sub_type: 'BUY',
  currency: 'USD',
  symbol: 'AAPL',
  trade_date: '2026-11-27',
  net_amount: '-1',
  biz_time: '2026-11-27T14:30:00.000Z',
})
const transfer = (id: string) => ({
  account_id: 'ACC',
  transfer_method: 'ACH',
  transfer_id: id,
  direction: 'INCOMING',
  status: 'COMPLETED',
  create_time: '2026-11-27T14:30:00.000Z',
})

type Page = { readonly cursor: string | null; readonly ids: readonly string[] }
type Fixture = ReturnType<typeof callerFixture>

/** Reads pages of one list of the client. */
interface ClientList {
  readonly form: ListForm
  readonly reader: (
    fixture: Fixture,
  ) => (cursor: string | null) => Promise<Result<Page, { readonly kind: string }>>
}

const clock = { now: () => NOW, monotonic: () => 0 }
const idsOf = <T>(
  page: Result<T, { readonly kind: string }>,
  ids: (value: T) => Page,
): Result<Page, { readonly kind: string }> =>
  page.ok ? { ok: true, value: ids(page.value) } : page

const openOrders =
  (isProof: boolean): ClientList['reader'] =>
  ({ caller }) => {
    const read = openOrdersOf(caller, clock)
    return async (cursor) =>
      idsOf(await read(ACCOUNT, cursor, 'watch', isProof), (page) => ({
        cursor: page.cursor,
        ids: page.orders.map(({ clientOrderId }) => clientOrderId),
      }))
  }

const LISTS: Readonly<Record<string, ClientList>> = {
  'open orders': {
    form: { lastId: 'last_client_order_id', row: order },
    reader: openOrders(false),
  },
  'open orders for a proof': {
    form: { lastId: 'last_client_order_id', row: order },
    reader: openOrders(true),
  },
  'order history': {
    form: { lastId: 'last_client_order_id', row: order },
    reader: ({ caller }) => {
      const read = orderHistoryOf(caller, clock)
      return async (cursor) =>
        idsOf(await read(ACCOUNT, { from: FROM, to: null }, cursor, 'watch'), (page) => ({
          cursor: page.cursor,
          ids: page.orders.map(({ clientOrderId }) => clientOrderId),
        }))
    },
  },
  executions: {
    form: { lastId: 'last_execution_id', row: execution },
    reader: ({ caller }) => {
      const records = createRecords(caller)
      return async (cursor) =>
        idsOf(await records.executions(ACCOUNT, RANGE, cursor), ({ rows, cursor: next }) => ({
          cursor: next,
          ids: rows.map(({ executionId }) => executionId),
        }))
    },
  },
  'cash activities': {
    form: { lastId: 'last_activity_id', row: cash },
    reader: ({ caller }) => {
      const records = createRecords(caller)
      return async (cursor) =>
        idsOf(
          await records.cashActivities(ACCOUNT, { ...RANGE, kinds: [] }, cursor),
          ({ rows, cursor: next }) => ({
            cursor: next,
            ids: rows.map(({ id }) => id),
          }),
        )
    },
  },
  transfers: {
    form: { lastId: 'none', row: transfer },
    reader: ({ caller }) => {
      const records = createRecords(caller)
      return async (cursor) =>
        idsOf(await records.transfers(ACCOUNT, RANGE, cursor), ({ rows, cursor: next }) => ({
          cursor: next,
          ids: rows.map(({ transferId }) => transferId),
        }))
    },
  },
}

interface Behavior {
  readonly behavior: Partial<ListBehavior>
  /** True where a client can read the list to its end. */
  readonly isReadable: boolean
}

const BEHAVIORS: Readonly<Record<string, Behavior>> = {
  'keeps to the specification': { behavior: {}, isReadable: true },
  'refuses v2': { behavior: { refuses: ['v2'] }, isReadable: true },
  'answers the envelope whatever is asked': { behavior: { form: 'v3' }, isReadable: true },
  'clamps the pages of v2 to 20 rows': { behavior: { most: 20 }, isReadable: true },
  'clamps the pages of v2 to 10 rows': { behavior: { most: 10 }, isReadable: true },
  'ignores the page size of v2': { behavior: { ignoresPageSize: true }, isReadable: true },
  'sends one short page': { behavior: { shortPage: 1 }, isReadable: true },
  'sends one empty page': { behavior: { emptyPage: 1 }, isReadable: true },
  'sends a key with its last page': { behavior: { keyAtEnd: true }, isReadable: true },
  'answers arrays whatever is asked': { behavior: { form: 'v2' }, isReadable: true },
  'answers arrays, clamped to 7 rows': { behavior: { form: 'v2', most: 7 }, isReadable: true },
  'repeats the key': { behavior: { repeatsKey: true }, isReadable: false },
  'ignores where a page begins': { behavior: { ignoresPosition: true }, isReadable: false },
  'ignores it and answers arrays': {
    behavior: { form: 'v2', ignoresPosition: true },
    isReadable: false,
  },
}

const SIZES = [0, 1, 10, 11, 25, 31, 101, 245]

async function readWhole(list: ClientList, behavior: Partial<ListBehavior>, count: number) {
  const http = new ScriptedList(list.form, { ...STRICT, ...behavior }, count)
  const read = list.reader(callerFixture([], { http }))
  const ids: string[] = []
  const end = await readPages(read, (page) => {
    ids.push(...page.ids)
    return true
  })
  return { ids, isComplete: end.ok, requests: http.versions }
}

describe.each(Object.entries(LISTS))('REL-44: %s', (name, list) => {
  const isKnownInV2 = list.form.lastId !== 'none'
  it.each(Object.entries(BEHAVIORS))(
    'are whole or said to be incomplete at a broker that %s',
    async (_name, { behavior, isReadable }) => {
      for (const count of SIZES) {
        const { ids, isComplete } = await readWhole(list, behavior, count)
        const all = Array.from({ length: count }, (_, index) => idAt(index))
        const mustRead = isReadable && (isKnownInV2 || behavior.form !== 'v2')
        const isShort = isComplete && new Set(ids).size < count
        expect({ count, isShort, isRead: isComplete && ids.length === count }).toMatchObject({
          isShort: false,
          ...(mustRead ? { isRead: true } : {}),
        })
        expect(all).toEqual(expect.arrayContaining(ids))
      }
    },
  )

  it('are first requested in v3, and long ones continue in larger pages', async () => {
    const { ids, requests } = await readWhole(list, {}, 245)
    expect(ids.length).toBe(245)
    const isWide = isKnownInV2 && name !== 'open orders for a proof'
    expect(requests.slice(0, 3)).toEqual(['v3', 'v3', 'v3'])
    expect(requests.includes('v2')).toBe(isWide)
    expect(requests.length).toBeLessThanOrEqual(isWide ? 7 : 25)
  })
})
