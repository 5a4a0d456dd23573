import { ownMessage } from '../format/own-message.js'
import type { Disposer } from '../../shared/domain/brand.js'
import {
  ORDER_NEWS_PREFERENCES,
  reaches,
} from '../../shared/domain/notifications/notification-kinds.js'
import { OrderNewsReader, type OrderNews } from '../../shared/domain/notifications/order-news.js'
import { linkedName } from '../../shared/domain/orders/combo-rules.js'
import type { Order } from '../../shared/domain/orders/order.js'
import { epochMs } from '../../shared/domain/time.js'
import { isZero } from '../../shared/domain/decimal.js'
import { instrumentName, orderInstrument } from '../format/instrument-name.js'
import { ownQuantity } from '../format/own.js'
import { formatAverage } from '../format/product-price.js'
import type { LocalizedText } from '../language/window-text.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { addBadge, openPanel, showOrder } from '../stores/layout.js'
import type { MainWindow } from '../stores/main-window.js'
import { toast } from '../stores/toasts.js'
import { dismissFill } from './fill-toasts.js'

/** More news than this at once are counted in one toast. */
const MAX_TOASTS = 3

/**
 * Shows a toast for orders that are rejected, expire or are canceled by the broker, as far as the
 * person wants them in the window; fills have toasts of their own. An order whose rejection the
 * ticket shows is not repeated.
 */
export function showOrderNews(mainWindow: MainWindow): Disposer {
  const { orders, appState, session } = mainWindow
  let reader = new OrderNewsReader()
  let isFirst = true
  const reset = (): void => {
    reader = new OrderNewsReader()
    isFirst = true
  }
  const update = (): void => {
    if (orders.freshness() === 'loading' || session.getState().value?.ordersListed !== true) return
    const offset = session.getState().value?.exchangeOffsetMs ?? 0
    const news = reader.read(orders.all(), epochMs(mainWindow.now() + offset), isFirst)
    isFirst = false
    const ended = news.filter((single) => isWanted(mainWindow, single))
    if (ended.length > 0) showEnded(mainWindow, ended)
  }
  const stops = [
    orders.onAny(update),
    session.subscribe(update),
    appState.subscribe(({ value }, before) => {
      if (value?.current?.id !== before.value?.current?.id) reset()
      const { revealed } = value ?? {}
      if (revealed === undefined || revealed.number === before.value?.revealed?.number) return
      if (revealed.profile === value?.current?.id) showOrder(mainWindow.layout, revealed.order)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function isWanted({ preferences }: MainWindow, { kind, canceledLinked }: OrderNews): boolean {
  const isFill = kind === 'filled' || kind === 'partially-filled'
  if (isFill && canceledLinked === undefined) return false
  const level = preferences.getState().value?.[ORDER_NEWS_PREFERENCES[kind]]
  return level === undefined || reaches(level, 'window')
}

function showEnded(mainWindow: MainWindow, news: readonly OrderNews[]): void {
  const { toasts, layout } = mainWindow
  addBadge(layout, 'orders', news.length)
  if (news.length > MAX_TOASTS) {
    toast(toasts, 'warn', ({ orders }) => orders.news.several(news.length), {
      action: {
        label: ({ alerts }) => alerts.show,
        run: () => openPanel(layout, 'orders'),
      },
    })
    return
  }
  for (const { kind, order, canceledLinked, expiredLeg } of news) {
    if (canceledLinked !== undefined) showLinkedFill(mainWindow, order, canceledLinked)
    if (kind === 'filled' || kind === 'partially-filled') continue
    const title: LocalizedText = ({ orders, instruments }) => {
      const name = instrumentName(orderInstrument(order), instruments)
      return expiredLeg === undefined
        ? orders.news[kind](name)
        : orders.news.legExpired(name, expiredLeg)
    }
    toast(toasts, 'warn', title, {
      detail: (text) => endDetail(order, text),
      action: {
        label: ({ table }) => table.showOrder,
        run: () => showOrder(layout, order.clientOrderId),
      },
    })
  }
}

/** Returns what filled of an order that ended, and why it ended; empty for neither. */
function endDetail({ filledQuantity, quantity, note }: Order, { fills }: WindowText): string {
  const filled =
    isZero(filledQuantity) || quantity === null
      ? null
      : fills.notice.filled(ownQuantity(filledQuantity), ownQuantity(quantity))
  const details = [filled, note === null ? null : ownMessage(note)]
  return details.filter((detail) => detail !== null).join(' · ')
}

/** Says in one toast which of two linked orders filled, and which was canceled by that. */
function showLinkedFill(mainWindow: MainWindow, filled: Order, canceled: Order): void {
  const { toasts, layout } = mainWindow
  const { averageFillPrice: price, filledQuantity } = filled
  dismissFill(mainWindow, filled.clientOrderId)
  toast(
    toasts,
    'good',
    ({ orders, instruments }) =>
      orders.news.filledInstead(instrumentName(orderInstrument(filled), instruments), {
        filled: linkedName(filled),
        quantity: ownQuantity(filledQuantity),
        price: price === null ? null : formatAverage(price, filled),
        canceled: linkedName(canceled),
      }),
    {
      action: {
        label: ({ table }) => table.showOrder,
        run: () => showOrder(layout, filled.clientOrderId),
      },
    },
  )
}
