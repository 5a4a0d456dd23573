import { eq, parseDecimal } from '../../../../shared/domain/decimal.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { ClientProcess } from '../client/client.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import { openOrders, SHOWN_STATUS, trueOrder } from './exchange-truth.js'
import type { JournalIndex } from './journal-index.js'

const UNSETTLED: ReadonlySet<string> = new Set(['sending', 'unknown'])
/** Statuses of an order that the exchange does not have. */
const NOT_THERE: ReadonlySet<string> = new Set(['not-placed', 'rejected', 'denied'])

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

/** Returns what the client shows differently from the exchange, or has not yet settled. */
export function differences(deps: ConvergenceDeps): readonly string[] {
  const { session } = deps.client
  if (session.sessionView().phase !== 'ready') return ['the session is not ready']
  return [
    ...rowDifferences(deps),
    ...unshownOrders(deps),
    ...positionDifferences(deps),
    ...unsettledInstructions(deps),
  ]
}

function rowDifferences({ exchange, client }: ConvergenceDeps): string[] {
  return client.session.streams.orders.all().flatMap((row) => {
    const id = row.clientOrderId
    const truth = trueOrder(exchange.exchange, row.accountId, id)
    if (UNSETTLED.has(row.status)) return [`REL-31: ${id} is still ${row.status}`]
    if (row.pending !== null) return [`REL-31: ${id} still has a ${row.pending.kind} in progress`]
    if (truth === null) {
      return NOT_THERE.has(row.status) ? [] : [`REL-31: ${id} is ${row.status} but does not exist`]
    }
    const shown = SHOWN_STATUS[truth.status]
    if (row.status !== shown) return [`REL-31: ${id} is shown ${row.status}, in truth ${shown}`]
    return sameNumber(truth.filled_quantity, row.filledQuantity)
      ? []
      : [`REL-31: ${id} shows another filled quantity than ${truth.filled_quantity}`]
  })
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
  const { selectedAccount } = client.session.sessionView()
  if (selectedAccount === null) return ['no account is selected']
  const truth = exchange.exchange.positions(selectedAccount)
  if (!truth.ok) return [`the exchange has no positions: ${truth.error.message}`]
  const shown = new Map(
    client.session.streams.positions.get().map((row) => [row.positionId, row.quantity]),
  )
  const wrong = truth.value.filter(
    (row) => !sameNumber(row.quantity, shown.get(row.position_id) ?? null),
  )
  const extra = [...shown.keys()].filter((id) => !truth.value.some((row) => row.position_id === id))
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
