import { formatPrice, formatQuantity } from '../../format/decimal.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import type { Reply } from '../../../shared/ipc/envelope.js'
import type { Order, OrderChange } from '../../../shared/domain/order.js'
import type { Desk } from '../../stores/desk.js'
import { toast, toastError } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { errorSentence } from '../../text/error-sentence.js'

type ActionDesk = Pick<Desk, 'invoke' | 'toasts'>

/** An order in a few words: "Buy 100 AAPL at 185.20". */
export function orderWords(order: Order): string {
  const size = order.quantity === null ? '' : ` ${formatQuantity(order.quantity)}`
  const price = order.limitPrice ?? order.stopPrice
  return `${text.sides[order.side]}${size} ${order.symbol}${price === null ? '' : ` @ ${formatPrice(price)}`}`
}

/**
 * Asks for a cancel and tells how it went; `quiet` tells only what did not go well. True when the
 * exchange took it.
 */
export async function cancelOrder(desk: ActionDesk, order: Order, quiet = false): Promise<boolean> {
  const reply = await desk.invoke('orders.cancel', {
    accountId: order.accountId,
    clientOrderId: order.clientOrderId,
  })
  return tell(desk, reply, 'cancel', order, quiet)
}

/** Asks for a replace and tells how it went. True when the exchange took it. */
export async function replaceOrder(
  desk: ActionDesk,
  order: Order,
  change: OrderChange,
): Promise<boolean> {
  const reply = await desk.invoke('orders.replace', {
    accountId: order.accountId,
    clientOrderId: order.clientOrderId,
    change,
  })
  return tell(desk, reply, 'replace', order)
}

function tell(
  desk: ActionDesk,
  reply: Reply<TradeOutcome>,
  what: 'cancel' | 'replace',
  order: Order,
  quiet = false,
): boolean {
  if (!reply.ok) {
    toastError(desk.toasts, reply.error, errorSentence)
    return false
  }
  const { value } = reply
  const title = `${text.orders.outcome[value.outcome][what]}: ${orderWords(order)}`
  switch (value.outcome) {
    case 'acknowledged':
      if (!quiet) toast(desk.toasts, 'good', title)
      return true
    case 'rejected':
      toast(desk.toasts, 'bad', title, value.reason, value.code)
      return false
    case 'denied':
      toast(desk.toasts, 'bad', title, value.reasons.join(' '))
      return false
    case 'unknown':
      toast(desk.toasts, 'warn', title, text.orders.unknownDetail)
      return false
    default:
      return false
  }
}

export interface Progress {
  readonly done: number
  readonly of: number
}

/**
 * Cancels orders one after another and gives how many were taken: the desk lets one trade request
 * through at a time, and what fails must not hold up the
 * rest. Stops between two when `stopped` says so. An order that has meanwhile finished is passed
 * over.
 */
export async function cancelSequence(
  orders: readonly Order[],
  cancel: (order: Order) => Promise<boolean>,
  present: (order: Order) => Order | undefined,
  onProgress: (progress: Progress) => void,
  stopped: () => boolean,
): Promise<number> {
  let taken = 0
  for (const [index, order] of orders.entries()) {
    if (stopped()) return taken
    onProgress({ done: index, of: orders.length })
    const now = present(order)
    if (now !== undefined && (await cancel(now))) taken += 1
  }
  return taken
}
