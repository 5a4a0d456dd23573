import type { ApiVersion } from '../../../shared/domain/app/profile.js'
import type { Operation } from '../../../shared/wire/operation.js'

/** Paging of a list in v2: by the id of the last row (TRADING-1). */
interface V2List {
  /** The query parameter that takes the id. */
  readonly parameter: string
  /** The row's member that is the id. */
  readonly member: string
  /** The rows to request per page; null where the server fixes the size. */
  readonly pageSize: number | null
}

const orders: V2List = {
  parameter: 'last_client_order_id',
  member: 'client_order_id',
  pageSize: 100,
}
const executions: V2List = {
  parameter: 'last_execution_id',
  member: 'execution_id',
  pageSize: 100,
}
const activities: V2List = {
  parameter: 'last_activity_id',
  member: 'id',
  pageSize: 200,
}
const lots: V2List = { parameter: 'last_id', member: 'id', pageSize: 100 }
const instruments: V2List = {
  parameter: 'last_instrument_id',
  member: 'instrument_id',
  pageSize: null,
}
const series: V2List = {
  parameter: 'last_series_id',
  member: 'series_id',
  pageSize: null,
}

/**
 * By the end of the path, because the same list of another family pages in the same way. Lists that
 * are missing here were not paged.
 */
const V2_LISTS: readonly (readonly [ending: string, list: V2List])[] = [
  ['/orders/open-orders/list', orders],
  ['/orders/historical-orders/list', orders],
  ['/orders/executions/list', executions],
  ['/activities/cash-activities/list', activities],
  ['/assets/positions/get', lots],
  ['/instruments/stocks/profiles/list', instruments],
  ['/instruments/options/contracts/list', instruments],
  ['/instruments/crypto/profiles/list', instruments],
  ['/instruments/event-contracts/markets/list', instruments],
  ['/instruments/event-contracts/series/list', series],
]

const v2List = (operation: Operation): V2List | undefined =>
  operation.paging === 'cursor'
    ? V2_LISTS.find(([ending]) => operation.path.endsWith(ending))?.[1]
    : undefined

/**
 * In v2 the history was requested by days. Both forms are sent; the server reads those that it
 * knows.
 */
const V2_DAYS: readonly (readonly [time: string, day: string])[] = [
  ['start_time', 'start_date'],
  ['end_time', 'end_date'],
]

type Params = Readonly<Record<string, unknown>>

/**
 * Marks a key that is the id of a row and not the provider's own. The form of an answer decides how
 * its list continues, whatever was requested: an array after its last row, an envelope by its key.
 */
const AFTER = 'after:'

/** The key after a row; null where the row has none. */
export type RowKey = string | null

/** True for a key that continues a list after a row, which only v2 understands. */
export const isAfterRow = (key: string): boolean => key.startsWith(AFTER)

/** Returns the version of a request: a key that is the id of a row is understood by v2 only. */
export function versionOf(chosen: ApiVersion, params: unknown): ApiVersion {
  const key = typeof params === 'object' && params !== null && 'pagination_key' in params
  const text = key ? textOf((params as Params)['pagination_key']) : null
  return text !== null && isAfterRow(text) ? 'v2' : chosen
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : null

/**
 * Converts parameters for the requested version: the key after a row becomes the last id, and times
 * are sent with their days.
 */
export function paramsFor(version: ApiVersion, operation: Operation, params: unknown): unknown {
  const list = version === 'v2' ? v2List(operation) : undefined
  if (list === undefined || typeof params !== 'object' || params === null) return params
  const { pagination_key: key, ...otherParams } = params as Params
  const days = operation.path.endsWith('/historical-orders/list')
    ? V2_DAYS.flatMap(([time, day]) => {
        const text = textOf(otherParams[time])
        return text === null ? [] : [[day, text.slice(0, 10)] as const]
      })
    : []
  return {
    ...otherParams,
    ...Object.fromEntries(days),
    ...(list.pageSize === null ? {} : { page_size: String(list.pageSize) }),
    ...positionOf(list, textOf(key)),
  }
}

/** Names where a page begins: after a row, or by a key of the provider's own. */
function positionOf(list: V2List, key: string | null): Params {
  if (key === null) return {}
  return isAfterRow(key) ? { [list.parameter]: key.slice(AFTER.length) } : { pagination_key: key }
}

const memberOf = (row: unknown, member: string): string | null =>
  typeof row === 'object' && row !== null ? textOf((row as Params)[member]) : null

/** Returns the id of a row; an order group may contain it only in its last order. */
function idOf(list: V2List, row: unknown): string | null {
  const own = memberOf(row, list.member)
  if (own !== null || typeof row !== 'object' || row === null) return own
  const inner: unknown = (row as Params)['orders']
  return Array.isArray(inner) ? memberOf(inner.at(-1), list.member) : null
}

/**
 * Returns of each row the key that continues the list after it in v2; null for a row without an id,
 * and for a list that is not paged in v2.
 */
export function rowKeys(operation: Operation, rows: readonly unknown[]): readonly RowKey[] {
  const list = v2List(operation)
  return rows.map((row) => {
    const id = list === undefined ? null : idOf(list, row)
    return id === null ? null : `${AFTER}${id}`
  })
}

/** Families whose lists decide what is owned and what works. */
const DECIDING: ReadonlySet<Operation['family']> = new Set(['trading', 'broker'])

/**
 * Converts a response of either version to v3: a cursor list sent as a bare array gets its
 * envelope. How many rows the server sends at most is not known, so that only an empty array ends
 * such a list (REL-44). An array that cannot be continued stays as it is and is malformed: rows
 * without an id, or a list whose position in v2 is not known. Market data that was requested in v2
 * was not paged there, so that its array is the whole list; requested in v3 nothing says so.
 *
 * @param requested the version of the request
 */
export function asV3(operation: Operation, json: unknown, requested: ApiVersion): unknown {
  if (operation.paging !== 'cursor' || !Array.isArray(json)) return json
  const rows = json as readonly unknown[]
  if (rows.length === 0) return { data: rows, pagination_key: null }
  const key = rowKeys(operation, rows).findLast((rowKey) => rowKey !== null) ?? null
  if (key !== null) return { data: rows, pagination_key: key }
  return requested === 'v3' || DECIDING.has(operation.family)
    ? json
    : { data: rows, pagination_key: null }
}
