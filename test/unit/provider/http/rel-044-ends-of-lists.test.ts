import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../shared/domain/result.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { readPages } from '../../../../electron/core/read-pages.js'
import { openOrdersOf, orderHistoryOf } from '../../../../electron/provider/orders/order-pages.js'
import { createRecords } from '../../../../electron/provider/orders/records.js'
import { callerFixture } from '../fake-http.js'
import { cash, execution, order, transfer } from './list-rows.js'
import {
  BEHAVIORS,
  fixedRows,
  idAt,
  ScriptedList,
  SIZES,
  STRICT,
  type ListBehavior,
  type ListForm,
} from './scripted-list.js'

const ACCOUNT = accountId('ACC')
const NOW = epochMs(Date.parse('2026-11-27T15:00:00Z'))
const FROM = epochMs(Date.parse('2026-11-27T00:00:00Z'))
const RANGE = { from: FROM, to: null, now: NOW }

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

async function readWhole(list: ClientList, behavior: Partial<ListBehavior>, count: number) {
  const http = new ScriptedList(list.form.lastId, { ...STRICT, ...behavior }, () =>
    fixedRows(list.form, count),
  )
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
