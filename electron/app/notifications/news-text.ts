import { describeOrder } from '../../core/instructions/order-text/order-summary.js'
import type { OrderNews } from '../../../shared/domain/notifications/order-news.js'
import { linkedName } from '../../../shared/domain/orders/combo-rules.js'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { NotificationContent } from '../windows/instruction-notification.js'

/** More orders than this are counted in one notification. */
export const MAX_SINGLE = 3

function titleOf({ kind, order, quantity, canceledLinked, expiredLeg }: OrderNews): Message {
  const instrument = message('order.instrument', { order: describeOrder(order) })
  if (canceledLinked !== undefined) {
    return message('notifications.filledInstead', {
      instrument,
      filled: linkedName(order),
      quantity,
      price: order.averageFillPrice,
      canceled: linkedName(canceledLinked),
    })
  }
  const side = order.terms?.rolls === true ? 'roll' : order.side
  const ended = { instrument, filled: order.filledQuantity, total: order.quantity }
  switch (kind) {
    case 'filled':
      return order.averageFillPrice === null
        ? message('notifications.filled', { instrument, side, quantity })
        : message('notifications.filledAt', {
            instrument,
            side,
            quantity,
            price: order.averageFillPrice,
          })
    case 'partially-filled':
      return message('notifications.partiallyFilled', { instrument, side, quantity })
    case 'rejected':
      return message('notifications.rejected', ended)
    case 'canceled':
      return message('notifications.canceled', ended)
    case 'expired':
      return expiredLeg === undefined
        ? message('notifications.expired', ended)
        : message('notifications.legExpired', { instrument, leg: expiredLeg })
  }
}

/** How many orders of each kind a bundle is about. */
function countsOf(news: readonly OrderNews[]): Record<'fills' | 'rejected' | 'ended', number> {
  const count = (kinds: readonly string[]): number =>
    news.filter(({ kind }) => kinds.includes(kind)).length
  return {
    fills: count(['filled', 'partially-filled']),
    rejected: count(['rejected']),
    ended: count(['canceled', 'expired']),
  }
}

/** A notification, and the order that a click on it shows; null for several. */
export interface NewsNotification {
  readonly content: NotificationContent
  readonly news: OrderNews | null
}

/**
 * Writes the notifications of a bundle: one for each order, or one that counts them.
 * @param hidesFigures true while others may see the screen: nothing of the orders is named
 */
export function newsNotifications(
  news: readonly OrderNews[],
  environment: Environment,
  hidesFigures: boolean,
  write: MessageFormatter,
): readonly NewsNotification[] {
  const place = ENVIRONMENT_LABELS[environment]
  if (hidesFigures || news.length > MAX_SINGLE) {
    const title = write(message('notifications.bundle', countsOf(news)))
    return [{ content: { title, body: place }, news: null }]
  }
  return news.map((single) => {
    const { note } = single.order
    const body = single.kind === 'rejected' && note !== null ? `${place} · ${write(note)}` : place
    return { content: { title: write(titleOf(single)), body }, news: single }
  })
}
