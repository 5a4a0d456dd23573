import type { Operation } from '../../../shared/wire/operation.js'

/**
 * The provider's API versions. v3 is used; v2 can be requested where v3 is not served, and is
 * understood (AUTH-1).
 */
export const API_VERSIONS = ['v3', 'v2'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

/** Paging of a list in v2: by the id of the last row (TRADING-1). */
interface V2List {
  /** The query parameter that takes the id. */
  readonly parameter: string
  /** The row's member that is the id. */
  readonly member: string
  /** Rows per page; a page with fewer is the last. */
  readonly pageSize: number
  /** False where the server fixes the size and has no parameter for it. */
  readonly sendsSize: boolean
}

const orders: V2List = {
  parameter: 'last_client_order_id',
  member: 'client_order_id',
  pageSize: 100,
  sendsSize: true,
}
const executions: V2List = {
  parameter: 'last_execution_id',
  member: 'execution_id',
  pageSize: 100,
  sendsSize: true,
}
const activities: V2List = {
  parameter: 'last_activity_id',
  member: 'id',
  pageSize: 200,
  sendsSize: true,
}
const lots: V2List = { parameter: 'last_id', member: 'id', pageSize: 100, sendsSize: true }
const instruments: V2List = {
  parameter: 'last_instrument_id',
  member: 'instrument_id',
  pageSize: 1_000,
  sendsSize: false,
}
const markets: V2List = { ...instruments, pageSize: 500 }
const series: V2List = {
  parameter: 'last_series_id',
  member: 'series_id',
  pageSize: 500,
  sendsSize: false,
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
  ['/instruments/event-contracts/markets/list', markets],
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
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : null

/**
 * Converts parameters for the requested version: a cursor becomes the last id, and times are sent
 * with their days.
 */
export function paramsFor(version: ApiVersion, operation: Operation, params: unknown): unknown {
  const list = version === 'v2' ? v2List(operation) : undefined
  if (list === undefined || typeof params !== 'object' || params === null) return params
  const { pagination_key: key, ...rest } = params as Params
  const days = operation.path.endsWith('/historical-orders/list')
    ? V2_DAYS.flatMap(([time, day]) => {
        const text = textOf(rest[time])
        return text === null ? [] : [[day, text.slice(0, 10)] as const]
      })
    : []
  return {
    ...rest,
    ...Object.fromEntries(days),
    ...(list.sendsSize ? { page_size: String(list.pageSize) } : {}),
    ...(textOf(key) === null ? {} : { [list.parameter]: key }),
  }
}

const memberOf = (row: unknown, member: string): string | null =>
  typeof row === 'object' && row !== null ? textOf((row as Params)[member]) : null

/**
 * Returns the cursor after an array: the id of its last row if the page is full. An order group may
 * contain the id only in its order.
 */
function nextKey(list: V2List | undefined, rows: readonly unknown[]): string | null {
  if (list === undefined || rows.length < list.pageSize) return null
  const last = rows.at(-1)
  const own = memberOf(last, list.member)
  if (own !== null || typeof last !== 'object' || last === null) return own
  const inner: unknown = (last as Params)['orders']
  return Array.isArray(inner) ? memberOf(inner.at(-1), list.member) : null
}

/**
 * Converts a response of either version to v3: a cursor list sent as a bare array gets its
 * envelope. Everything else is unchanged, so that a malformed response stays malformed.
 */
export function asV3(operation: Operation, version: ApiVersion, json: unknown): unknown {
  if (operation.paging !== 'cursor') return json
  if (Array.isArray(json)) {
    return {
      data: json as unknown[],
      pagination_key: version === 'v2' ? nextKey(v2List(operation), json) : null,
    }
  }
  return json
}
