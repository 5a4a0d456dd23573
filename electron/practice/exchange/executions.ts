import { exchangeClock, type ExchangeDay } from '../../../shared/domain/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { CODES } from '../../../shared/wire/errors.js'
import { isoTime } from '../../../shared/wire/fields.js'
import type { ExecutionDetail, JournalEntry } from '../ledger/journal.js'
import { priceText, sizeText } from '../ledger/records.js'
import type { ExecutionRecord, ExecutionsQuery, V2Cut } from './activity-api.js'
import { bare, conditionOf, page, type Listing } from './activity-page.js'
import type { Core } from './core.js'
import { shownSymbol, type PracticeOrder } from './order.js'
import type { PageRecord } from './records.js'
import { accountDenied, type Refusal, refuse } from './refusals.js'
import { DEFAULT_SPAN_MS } from './time-range.js'

interface Fill {
  readonly entry: JournalEntry
  readonly detail: ExecutionDetail
  readonly order: PracticeOrder
}

/** Who the execution was, as text that never changes. */
const executionId = (core: Core, entry: JournalEntry): string =>
  core.deps.ids('execution', entry.number)

function executionRecord(core: Core, { entry, detail, order }: Fill): ExecutionRecord {
  const left = detail.total - detail.filled
  return {
    execution_id: executionId(core, entry),
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    symbol: shownSymbol(order.view.terms),
    execution_time: isoTime(entry.time),
    status: left === 0 ? 'FILLED' : 'PARTIAL_FILLED',
    side: order.view.terms.side,
    order_type: detail.orderType,
    total_quantity: sizeText(detail.total, order.scale),
    ...(detail.limit === null ? {} : { limit_price: priceText(detail.limit, order.scale) }),
    filled_quantity: sizeText(Math.abs(entry.size), order.scale),
    filled_price: priceText(detail.price, order.scale),
    leaves_qty: sizeText(left, order.scale),
    total_filled_qty: sizeText(detail.filled, order.scale),
    execution_type: ASSUMPTIONS.executionType,
  }
}

function fillOf(core: Core, entry: JournalEntry): Fill | null {
  const detail = entry.execution
  const order = detail === null ? undefined : core.order(detail.order)
  return detail === null || order === undefined ? null : { entry, detail, order }
}

const given = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text

/** Exchange days of the query, both included. An order's executions are told whenever they were. */
function daysOf(
  core: Core,
  query: ExecutionsQuery,
): Result<{ readonly from: ExchangeDay; readonly to: ExchangeDay }, Refusal> {
  const [start, end] = [given(query.startDate), given(query.endDate)]
  const to = end ?? '9999-12-31'
  const unbounded = end !== null || given(query.clientOrderId) !== null
  const from =
    start ?? (unbounded ? '0000-01-01' : exchangeClock(epochMs(core.time - DEFAULT_SPAN_MS)).day)
  return from > to
    ? err(refuse(CODES.invalidParameter, 'start_date is after end_date.'))
    : ok({ from, to })
}

function listing(
  core: Core,
  query: ExecutionsQuery,
): Result<Listing<Fill, ExecutionRecord>, Refusal> {
  if (!core.ledger.accounts.has(query.accountId)) return err(accountDenied)
  const days = daysOf(core, query)
  if (!days.ok) return days
  const { from, to } = days.value
  const order = given(query.clientOrderId)
  return ok({
    rows: core.ledger.journal
      .of(query.accountId)
      .map((entry) => fillOf(core, entry))
      .filter((fill) => fill !== null)
      .reverse(),
    idOf: (fill) => executionId(core, fill.entry),
    record: (fill) => {
      const { day } = exchangeClock(fill.entry.time)
      return day >= from && day <= to && (order === null || fill.order.clientOrderId === order)
        ? executionRecord(core, fill)
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

/** List Order Executions (contract/trading.md 4.6 and 4.8), newest first. */
export function executions(
  core: Core,
  query: ExecutionsQuery,
): Result<PageRecord<ExecutionRecord>, Refusal> {
  const found = listing(core, query)
  return found.ok ? page(found.value, query) : found
}

export function executionsV2(
  core: Core,
  query: ExecutionsQuery & V2Cut,
): Result<readonly ExecutionRecord[], Refusal> {
  const found = listing(core, query)
  return found.ok
    ? bare(found.value, query, ASSUMPTIONS.v2PageSizes.executions, 'last_execution_id')
    : found
}
