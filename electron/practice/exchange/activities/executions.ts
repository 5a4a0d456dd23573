import { exchangeClock, type ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import type { ExecutionDetail, JournalEntry } from '../../ledger/journal.js'
import { priceText, sizeText } from '../../ledger/records.js'
import type { ExecutionRecord, ExecutionsQuery, V2Cut } from '../api/activity-api.js'
import { bare, conditionOf, page, type Listing } from './activity-page.js'
import type { Slices } from '../state/exchange-state.js'
import { shownSymbol, type PracticeOrder } from '../orders/order.js'
import type { PageRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal, refuse } from '../api/refusals.js'
import { DEFAULT_SPAN_MS } from './time-range.js'

interface Fill {
  readonly entry: JournalEntry
  readonly detail: ExecutionDetail
  readonly order: PracticeOrder
}

/** Returns the execution's id, which never changes. */
const executionId = (state: Slices<'deps'>, entry: JournalEntry): string =>
  state.deps.ids('execution', entry.number)

function executionRecord(state: Slices<'deps'>, { entry, detail, order }: Fill): ExecutionRecord {
  const leaves = detail.total - detail.filled
  return {
    execution_id: executionId(state, entry),
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    symbol: shownSymbol(order.view.terms),
    execution_time: isoTime(entry.time),
    status: leaves === 0 ? 'FILLED' : 'PARTIAL_FILLED',
    side: order.view.terms.side,
    order_type: detail.orderType,
    total_quantity: sizeText(detail.total, order.scale),
    ...(detail.limit === null ? {} : { limit_price: priceText(detail.limit, order.scale) }),
    filled_quantity: sizeText(Math.abs(entry.size), order.scale),
    filled_price: priceText(detail.price, order.scale),
    leaves_qty: sizeText(leaves, order.scale),
    total_filled_qty: sizeText(detail.filled, order.scale),
    execution_type: ASSUMPTIONS.executionType,
  }
}

function fillOf(state: Slices<'orders'>, entry: JournalEntry): Fill | null {
  const detail = entry.execution
  const order = detail === null ? undefined : state.orders.byNumber(detail.order)
  return detail === null || order === undefined ? null : { entry, detail, order }
}

const optionalText = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text

/**
 * Returns the exchange days of the query, both included. Without a start, an end or a client order
 * id removes the default lower bound.
 */
function daysOf(
  state: Slices<'clock'>,
  query: ExecutionsQuery,
): Result<{ readonly from: ExchangeDay; readonly to: ExchangeDay }, Refusal> {
  const [start, end] = [optionalText(query.startDate), optionalText(query.endDate)]
  const to = end ?? '9999-12-31'
  const unbounded = end !== null || optionalText(query.clientOrderId) !== null
  const from =
    start ??
    (unbounded ? '0000-01-01' : exchangeClock(epochMs(state.clock.time - DEFAULT_SPAN_MS)).day)
  return from > to
    ? err(refuse(CODES.invalidParameter, 'start_date is after end_date.'))
    : ok({ from, to })
}

function listing(
  state: Slices<'clock' | 'orders' | 'ledger' | 'deps'>,
  query: ExecutionsQuery,
): Result<Listing<Fill, ExecutionRecord>, Refusal> {
  if (!state.ledger.accounts.has(query.accountId)) return err(accountDenied)
  const days = daysOf(state, query)
  if (!days.ok) return days
  const { from, to } = days.value
  const order = optionalText(query.clientOrderId)
  return ok({
    rows: state.ledger.journal
      .ofAccount(query.accountId)
      .map((entry) => fillOf(state, entry))
      .filter((fill) => fill !== null)
      .reverse(),
    idOf: (fill) => executionId(state, fill.entry),
    record: (fill) => {
      const { day } = exchangeClock(fill.entry.time)
      return day >= from && day <= to && (order === null || fill.order.clientOrderId === order)
        ? executionRecord(state, fill)
        : null
    },
    pageSize: ASSUMPTIONS.pageSizes.executions,
    condition: conditionOf(
      'EXECUTIONS',
      query.accountId,
      query.clientOrderId,
      query.startDate,
      query.endDate,
    ),
  })
}

/** List Order Executions (TRADING-4.6, TRADING-4.8), newest first. */
export function executions(
  state: Slices<'clock' | 'orders' | 'ledger' | 'deps'>,
  query: ExecutionsQuery,
): Result<PageRecord<ExecutionRecord>, Refusal> {
  const found = listing(state, query)
  return found.ok ? page(found.value, query) : found
}

export function executionsV2(
  state: Slices<'clock' | 'orders' | 'ledger' | 'deps'>,
  query: ExecutionsQuery & V2Cut,
): Result<readonly ExecutionRecord[], Refusal> {
  const found = listing(state, query)
  return found.ok
    ? bare(found.value, query, ASSUMPTIONS.v2PageSizes.executions, 'last_execution_id')
    : found
}
