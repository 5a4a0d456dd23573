import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { HistoryQuery, OpenOrdersQuery, V2Page } from '../api/exchange-api.js'
import type { OrderNumber } from '../book/book-levels.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { viewAt, type OrderView, type PracticeOrder } from '../orders/order.js'
import { orderGroup, type RecordPlace } from './order-record.js'
import { BAD_KEY, decodeCursor, encodeCursor, v2PageSize } from '../api/pagination.js'
import type { OrderGroupRecord, PageRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal, refuse } from '../api/refusals.js'
import { bound } from '../activities/time-range.js'

/** Without times, the last seven days; never older than `EARLIEST` (TRADING-4.6). */
const DEFAULT_SPAN_MS = 7 * DAY_MS
const EARLIEST = epochMs(Date.UTC(2018, 4, 21))

type Picks = (order: PracticeOrder, view: OrderView) => boolean

/** Returns how many of the orders (in order of placement) were placed before `number`. */
function placedBefore(orders: readonly PracticeOrder[], number: OrderNumber): number {
  let low = 0
  let high = orders.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((orders[middle]?.number ?? number) < number) low = middle + 1
    else high = middle
  }
  return low
}

interface ListedOrder {
  readonly order: PracticeOrder
  readonly view: OrderView
}

/**
 * Yields the orders visible to the listing, newest first, starting just before `last` in order of
 * placement (or from the newest).
 */
function* rows(
  state: Slices<'clock' | 'switches'>,
  orders: readonly PracticeOrder[],
  last: PracticeOrder | null,
  listing: Listing,
): Generator<ListedOrder> {
  for (
    let index = (last === null ? orders.length : placedBefore(orders, last.number)) - 1;
    index >= 0;
    index -= 1
  ) {
    const order = orders[index]
    if (order === undefined || order.placedAt < listing.oldest) return
    const view = viewAt(order, state.clock.time, state.switches.listingLagMs)
    if (view !== null && listing.picks(order, view)) yield { order, view }
  }
}

interface Slice {
  readonly groups: OrderGroupRecord[]
  /** The last order returned when more follow; null on the last page. */
  readonly next: PracticeOrder | null
}

function slice(
  state: ExchangeState,
  source: Iterable<ListedOrder>,
  size: number,
  place: RecordPlace,
): Slice {
  const groups: OrderGroupRecord[] = []
  let last: PracticeOrder | null = null
  for (const { order, view } of source) {
    if (groups.length === size) return { groups, next: last }
    groups.push(orderGroup(state, order, view, place))
    last = order
  }
  return { groups, next: null }
}

const isOpenView: Picks = (_order, view) =>
  view.status === 'PENDING' || view.status === 'SUBMITTED' || view.status === 'PARTIAL_FILLED'

/**
 * Returns the orders that a listing searches. Without lag, open orders need no search of the whole
 * history.
 */
function candidates(
  state: Slices<'orders' | 'switches'>,
  accountId: string,
  listing: Listing,
): readonly PracticeOrder[] {
  if (listing.place !== 'open' || state.switches.listingLagMs > 0) {
    return state.orders.ofAccount(accountId).all
  }
  return [...state.orders.open.values()].filter((order) => order.accountId === accountId)
}

interface Listing {
  readonly place: RecordPlace
  readonly condition: string
  readonly oldest: EpochMs
  readonly picks: Picks
}

function page(
  state: ExchangeState,
  query: OpenOrdersQuery,
  listing: Listing,
): Result<PageRecord<OrderGroupRecord>, Refusal> {
  const cursor = decodeCursor(query.paginationKey, listing.condition)
  if (!cursor.ok) return cursor
  const last =
    cursor.value === null
      ? null
      : state.orders.ofAccount(query.accountId).byOrderId.get(cursor.value.lastId)
  if (last === undefined) return err(BAD_KEY)
  const pageSize = ASSUMPTIONS.pageSizes.orders
  const { groups, next } = slice(
    state,
    rows(state, candidates(state, query.accountId, listing), last, listing),
    pageSize,
    listing.place,
  )
  const key =
    next === null
      ? null
      : encodeCursor({
          v: 1,
          lastId: next.orderId,
          pageIndex: (cursor.value?.pageIndex ?? 0) + 1,
          pageSize,
          condition: listing.condition,
        })
  return ok({ data: groups, pagination_key: key })
}

function pageV2(
  state: ExchangeState,
  query: OpenOrdersQuery & V2Page,
  listing: Listing,
): Result<readonly OrderGroupRecord[], Refusal> {
  const size = v2PageSize(query.pageSize)
  if (!size.ok) return size
  const id = query.lastClientOrderId ?? ''
  const last = id === '' ? null : state.orders.ofAccount(query.accountId).byClientId.get(id)
  if (last === undefined) {
    return err(refuse(CODES.invalidParameter, 'last_client_order_id is not known.'))
  }
  return ok(
    slice(
      state,
      rows(state, candidates(state, query.accountId, listing), last, listing),
      size.value,
      listing.place,
    ).groups,
  )
}

const openListing = (query: OpenOrdersQuery): Listing => ({
  place: 'open',
  condition: `OPEN;${query.accountId}`,
  oldest: epochMs(0),
  picks: isOpenView,
})

function historyListing(state: Slices<'clock'>, query: HistoryQuery): Result<Listing, Refusal> {
  const start = bound(query.startTime, 'start_time')
  if (!start.ok) return start
  const end = bound(query.endTime, 'end_time')
  if (!end.ok) return end
  const newest = end.value ?? Number.POSITIVE_INFINITY
  const oldest = start.value ?? epochMs((end.value ?? state.clock.time) - DEFAULT_SPAN_MS)
  if (oldest > newest) return err(refuse(CODES.invalidParameter, 'start_time is after end_time.'))
  return ok({
    place: 'history',
    condition: `HISTORY;${query.accountId};${query.startTime ?? 'null'};${query.endTime ?? 'null'}`,
    oldest: epochMs(Math.max(oldest, EARLIEST)),
    picks: (order) => order.placedAt <= newest,
  })
}

/** List Open Orders and List Order History, in both versions, newest first. */
export function openOrders(
  state: ExchangeState,
  query: OpenOrdersQuery,
): Result<PageRecord<OrderGroupRecord>, Refusal> {
  return state.ledger.accounts.has(query.accountId)
    ? page(state, query, openListing(query))
    : err(accountDenied)
}

export function openOrdersV2(
  state: ExchangeState,
  query: OpenOrdersQuery & V2Page,
): Result<readonly OrderGroupRecord[], Refusal> {
  return state.ledger.accounts.has(query.accountId)
    ? pageV2(state, query, openListing(query))
    : err(accountDenied)
}

export function history(
  state: ExchangeState,
  query: HistoryQuery,
): Result<PageRecord<OrderGroupRecord>, Refusal> {
  if (!state.ledger.accounts.has(query.accountId)) return err(accountDenied)
  const listing = historyListing(state, query)
  return listing.ok ? page(state, query, listing.value) : listing
}

export function historyV2(
  state: ExchangeState,
  query: HistoryQuery & V2Page,
): Result<readonly OrderGroupRecord[], Refusal> {
  if (!state.ledger.accounts.has(query.accountId)) return err(accountDenied)
  const listing = historyListing(state, query)
  return listing.ok ? pageV2(state, query, listing.value) : listing
}

/**
 * Order Detail: the latest view of an order; for an unknown id, a group without orders
 * (TRADING-4.6).
 */
export function detail(
  state: ExchangeState,
  accountId: string,
  clientOrderId: string,
): Result<OrderGroupRecord, Refusal> {
  if (!state.ledger.accounts.has(accountId)) return err(accountDenied)
  const order = state.orders.ofAccount(accountId).byClientId.get(clientOrderId)
  return ok(order === undefined ? { orders: [] } : orderGroup(state, order, order.view, 'detail'))
}
