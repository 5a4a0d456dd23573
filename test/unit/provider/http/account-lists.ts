import type { Result } from '../../../../shared/domain/result.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { OperationId } from '../../../../shared/wire/catalog.js'
import type { HttpPort } from '../../../../electron/core/net-ports.js'
import { openOrdersOf, orderHistoryOf } from '../../../../electron/provider/orders/order-pages.js'
import { createRecords } from '../../../../electron/provider/orders/records.js'
import type { callerFixture } from '../fake-http.js'
import { cash, execution, order, transfer } from './list-rows.js'
import type { ListForm } from './scripted-list.js'

const ACCOUNT = accountId('ACC')
const NOW = epochMs(Date.parse('2026-11-27T15:00:00Z'))
const FROM = epochMs(Date.parse('2026-11-27T00:00:00Z'))
const RANGE = { from: FROM, to: null, now: NOW }

type Page = { readonly cursor: string | null; readonly ids: readonly string[] }
export type Fixture = ReturnType<typeof callerFixture>

/** Reads pages of one list of the client. */
export interface ClientList {
  /** The operation of the catalog that is read. */
  readonly operation: OperationId
  /** True for a list that is read page by page, in larger pages where it is long. */
  readonly isPaged: boolean
  readonly form: ListForm
  /** Answers what is requested beside the list. */
  readonly around?: (list: HttpPort) => HttpPort
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

/** The lists of accounts, read page by page. */
export const ACCOUNT_LISTS: Readonly<Record<string, ClientList>> = {
  'open orders': {
    operation: 'trading.orders.open',
    isPaged: true,
    form: { lastId: 'last_client_order_id', row: order },
    reader: openOrders(false),
  },
  'open orders for a proof': {
    operation: 'trading.orders.open',
    isPaged: true,
    form: { lastId: 'last_client_order_id', row: order },
    reader: openOrders(true),
  },
  'order history': {
    operation: 'trading.orders.history',
    isPaged: true,
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
    operation: 'trading.executions.list',
    isPaged: true,
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
    operation: 'trading.cash-activities.list',
    isPaged: true,
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
    operation: 'trading.transfers.list',
    isPaged: true,
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
