import { formatProductPrice } from '../../format/product-price.js'
import { formatQuantity } from '../../format/decimal.js'
import { actionOf, instrumentName, orderInstrument } from '../../format/instrument-name.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import type { Result } from '../../../shared/domain/result.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { MAX_CANCELS } from '../../../shared/domain/orders/batch-size.js'
import type { Order, OrderChange } from '../../../shared/domain/orders/order.js'
import type { OrderReply } from '../../../shared/domain/orders/price-question.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast, toastError } from '../../stores/toasts.js'
import type { LocalizedText } from '../../language/window-text.js'
import { describeError, errorLine } from '../../language/error-message.js'
import { isPrivate, ownQuantity } from '../../format/own.js'
import { ownMessage } from '../../format/own-message.js'
import type { Quantity } from '../../../shared/domain/decimal.js'

/** Texts of which the values are stored, one a line; see `LocalizedText`. */
export type LocalizedLines = (text: WindowText) => readonly string[]

type OrderActionContext = Pick<MainWindow, 'invoke' | 'toasts'>
type OrderChangeContext = OrderActionContext & Pick<MainWindow, 'priceQuestions'>

/** Formats an order in a few words: "Buy 100 AAPL at 185.20". */
export const formatOrder = (order: Order, text: WindowText): string =>
  orderText(order, text, formatQuantity)

/** Like {@link formatOrder}, without the size in privacy mode: not for a review. */
export const ownOrder = (order: Order, text: WindowText): string =>
  orderText(order, text, ownQuantity)

function orderText(
  order: Order,
  { sides, instruments }: WindowText,
  sizeOf: (quantity: Quantity) => string,
): string {
  const size = order.quantity === null ? '' : ` ${sizeOf(order.quantity)}`
  const price = order.limitPrice ?? order.stopPrice
  const priceText = price === null ? '' : ` @ ${formatProductPrice(price, order)}`
  const name = instrumentName(orderInstrument(order), instruments)
  return `${sides[actionOf(order)]}${size} ${name}${priceText}`
}

/** Receives why a request had no effect, or may have had none. */
type Refused = (reason: LocalizedText) => void
const IGNORE: Refused = () => undefined

/**
 * Requests a cancel and shows the result as a toast; `quiet` shows failures only. Returns true when
 * the exchange accepted it.
 */
export async function cancelOrder(
  mainWindow: OrderActionContext,
  order: Order,
  quiet = false,
  refused: Refused = IGNORE,
): Promise<boolean> {
  const reply = await mainWindow.invoke('orders.cancel', {
    accountId: order.accountId,
    clientOrderId: order.clientOrderId,
  })
  return showOutcome(mainWindow, reply, { action: 'cancel', order, quiet, detail: null, refused })
}

/**
 * Requests a replace and shows the result as a toast, with what changes (`lines`). Returns true
 * when the exchange accepted it.
 */
export async function replaceOrder(
  mainWindow: OrderChangeContext,
  order: Order,
  change: OrderChange,
  { lines, refused = IGNORE }: { readonly lines: LocalizedLines; readonly refused?: Refused },
): Promise<boolean> {
  const { accountId, clientOrderId } = order
  const reply = await mainWindow.priceQuestions.send<OrderReply>((confirmation) =>
    mainWindow.invoke('orders.replace', { accountId, clientOrderId, change, ...confirmation }),
  )
  const detail: LocalizedText = (text) => (isPrivate() ? '' : lines(text).join(', '))
  const isAccepted = reply.ok && reply.value.outcome === 'acknowledged'
  const shown = isAccepted ? changedOrder(order, change) : order
  return showOutcome(mainWindow, reply, {
    action: 'replace',
    order: shown,
    quiet: false,
    detail,
    refused,
  })
}

/**
 * Names the orders that one press cancels, before the first is canceled; false when main refused,
 * which a toast says.
 */
export async function nameCancels(
  { invoke, toasts }: OrderActionContext,
  orders: readonly Order[],
): Promise<boolean> {
  if (orders.length < 2) return true
  const inputs = orders
    .slice(0, MAX_CANCELS)
    .map(({ accountId, clientOrderId }) => ({ accountId, clientOrderId }))
  const reply = await invoke('trading.batch', { op: 'orders.cancel', inputs })
  if (!reply.ok) toastError(toasts, reply.error, describeError)
  return reply.ok
}

/** Returns the order as an accepted change leaves it: the title names what works now. */
const changedOrder = (order: Order, change: OrderChange): Order => ({
  ...order,
  quantity: change.quantity ?? order.quantity,
  limitPrice: change.limitPrice ?? order.limitPrice,
  stopPrice: change.stopPrice ?? order.stopPrice,
})

interface ShownRequest {
  readonly action: 'cancel' | 'replace'
  readonly order: Order
  readonly quiet: boolean
  readonly detail: LocalizedText | null
  readonly refused: Refused
}

function showOutcome(
  { toasts }: OrderActionContext,
  reply: Result<TradeOutcome, AppError>,
  { action, order, quiet, detail, refused }: ShownRequest,
): boolean {
  if (!reply.ok) {
    const { error } = reply
    refused(() => errorLine(error))
    toastError(toasts, error, describeError)
    return false
  }
  const { value } = reply
  const title: LocalizedText = (text) =>
    `${text.orders.outcome[value.outcome][action]}: ${ownOrder(order, text)}`
  const show = (tone: 'bad' | 'warn', reason: LocalizedText, code: string | null = null): false => {
    refused(reason)
    toast(toasts, tone, title, { detail: reason, ref: code })
    return false
  }
  switch (value.outcome) {
    case 'acknowledged':
      if (!quiet) toast(toasts, 'good', title, { detail })
      return true
    case 'rejected':
      return show('bad', () => ownMessage(value.reason), value.code)
    case 'denied':
      return show('bad', () => value.reasons.map(ownMessage).join(' '))
    case 'unknown':
      return show('warn', ({ orders }) => orders.unknownDetail)
    default:
      return false
  }
}

export interface Progress {
  readonly done: number
  readonly total: number
}

/** Several cancels are on the way at once, so that one without an answer stops none. */
const MAX_CONCURRENT_CANCELS = 16

/** How each order is canceled, and what is reported. */
interface CancelSteps {
  readonly cancel: (order: Order) => Promise<boolean>
  /** Returns the order as it is now; undefined once it has ended. */
  readonly present: (order: Order) => Order | undefined
  readonly onProgress: (progress: Progress) => void
  /** True: no further cancel starts. */
  readonly stopped: () => boolean
}

/**
 * Cancels orders, several at once, and returns how many were accepted; a failure or a missing
 * answer does not stop the rest. Starts no more when `stopped` returns true. Skips an order that is
 * no longer present.
 */
export async function cancelOrders(
  orders: readonly Order[],
  { cancel, present, onProgress, stopped }: CancelSteps,
): Promise<number> {
  const waiting = [...orders]
  let accepted = 0
  let done = 0
  const work = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      if (stopped()) return
      const now = present(order)
      if (now !== undefined && (await cancel(now))) accepted += 1
      done += 1
      onProgress({ done, total: orders.length })
    }
  }
  onProgress({ done, total: orders.length })
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CANCELS }, work))
  return accepted
}
