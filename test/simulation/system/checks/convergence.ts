import { eq, parseDecimal } from '../../../../shared/domain/decimal.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { ClientProcess } from '../client/client.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import { openOrders, SHOWN_STATUS, trueOrder, type TrueOrder } from './exchange-truth.js'
import type { JournalIndex } from './journal-index.js'

const UNSETTLED: ReadonlySet<string> = new Set(['sending', 'unknown'])
/**
 * Statuses of an order that the exchange does not have. An exchange that crashes may forget an
 * order that its list already showed: it is `not-found`.
 */
const NOT_THERE: ReadonlySet<string> = new Set(['not-placed', 'rejected', 'denied', 'not-found'])

const sameNumber = (text: string | undefined, value: Order['quantity']): boolean => {
  const parsed = text === undefined ? null : parseDecimal(text)
  return parsed !== null && value !== null && eq(parsed, value)
}

export interface ConvergenceDeps {
  readonly exchange: PracticeExchange
  readonly client: ClientProcess
  readonly journal: JournalIndex
  /** The orders whose placement left the client. */
  readonly placed: ReadonlySet<string>
}

/**
 * Yields what the client has not yet settled, then what it shows differently from the exchange: the
 * cheapest comparison first, because a caller may need only the first difference.
 */
export function* differences(deps: ConvergenceDeps): Generator<string> {
  if (!isReady(deps)) return yield 'the session is not ready'
  yield* unsettledInstructions(deps)
  yield* sessionDifferences(deps)
}

const isReady = ({ client }: ConvergenceDeps): boolean =>
  client.session.connection.view().phase === 'ready'

/** Yields the same of a session without assistants. */
export function* sessionDifferences(deps: ConvergenceDeps): Generator<string> {
  if (!isReady(deps)) return yield 'the session is not ready'
  yield* unsettledRows(deps)
  yield* positionDifferences(deps)
  yield* rowDifferences(deps)
  yield* unshownOrders(deps)
}

function* unsettledRows({ client }: ConvergenceDeps): Generator<string> {
  for (const { clientOrderId: id, status, pending } of client.session.streams.orders.all()) {
    if (UNSETTLED.has(status)) yield `REL-31: ${id} is still ${status}`
    else if (pending !== null) yield `REL-31: ${id} still has a ${pending.kind} in progress`
  }
}

function* rowDifferences({ exchange, client }: ConvergenceDeps): Generator<string> {
  for (const row of client.session.streams.orders.all()) {
    const difference = rowDifference(
      row,
      trueOrder(exchange.exchange, row.accountId, row.clientOrderId),
    )
    if (difference !== null) yield `REL-31: ${row.clientOrderId} ${difference}`
  }
}

/** Returns what is wrong with a row; null when it is the order as it is at the exchange. */
function rowDifference(row: Order, truth: TrueOrder | null): string | null {
  if (truth === null) {
    return NOT_THERE.has(row.status) ? null : `is ${row.status} but does not exist`
  }
  const shown = SHOWN_STATUS[truth.status]
  if (row.status !== shown) return `is shown ${row.status}, in truth ${shown}`
  return sameNumber(truth.filled_quantity, row.filledQuantity)
    ? null
    : `shows another filled quantity than ${truth.filled_quantity}`
}

/** Every journaled order that left the client has a row, and so has every open order. */
function unshownOrders({ exchange, client, journal, placed }: ConvergenceDeps): string[] {
  const shown = new Set<string>(client.session.streams.orders.all().map((row) => row.clientOrderId))
  journal.refresh()
  const ours = [...journal.intents.keys()].filter((id) => placed.has(id) && !shown.has(id))
  const open = openOrders(exchange).filter((order) => !shown.has(order.client_order_id))
  return [
    ...ours.map((id) => `REL-28: ${id} is in the journal but is not shown`),
    ...open.map((order) => `REL-31: open order ${order.client_order_id} is not shown`),
  ]
}

function positionDifferences({ exchange, client }: ConvergenceDeps): string[] {
  const { selectedAccount } = client.session.connection.view()
  if (selectedAccount === null) return ['no account is selected']
  const truth = exchange.exchange.positions(selectedAccount)
  if (!truth.ok) return [`the exchange has no positions: ${truth.error.message}`]
  const shownQuantities = new Map(
    (client.session.streams.positions.get() ?? []).map((row) => [row.positionId, row.quantity]),
  )
  const wrong = truth.value.filter(
    (row) => !sameNumber(row.quantity, shownQuantities.get(row.position_id) ?? null),
  )
  const extra = [...shownQuantities.keys()].filter(
    (id) => !truth.value.some((row) => row.position_id === id),
  )
  return [
    ...wrong.map((row) => `REL-33: position ${row.symbol} is not shown as ${row.quantity}`),
    ...extra.map((id) => `REL-33: position ${id} is shown but does not exist`),
  ]
}

function unsettledInstructions({ client }: ConvergenceDeps): string[] {
  const service = client.assistants?.assistantSession.instructionService
  if (service === undefined) return ['the assistant session is not open']
  return service
    .all()
    .filter(({ outcome }) => outcome?.state === 'sending' || outcome?.state === 'unknown')
    .map(({ id, outcome }) => `REL-31: instruction ${id} is still ${outcome?.state}`)
}
