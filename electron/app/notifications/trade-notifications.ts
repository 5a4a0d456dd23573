import { systemClock } from '../../adapters/clock.js'
import { systemTimers } from '../../adapters/timers.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import {
  ORDER_NEWS_PREFERENCES,
  reaches,
  type NotificationLevel,
} from '../../../shared/domain/notifications/notification-kinds.js'
import type { OrderNews } from '../../../shared/domain/notifications/order-news.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { NotificationContent } from '../windows/instruction-notification.js'
import { PROFILE_FORMS } from '../settings/profile-forms.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import { newsNotifications } from './news-text.js'
import { OrderNotifier, type ObservedOrders } from './order-notifier.js'
import type { TimerPort } from '../../core/ports.js'
import type { LiveValue } from '../../core/live-values.js'
import type { HealthView } from '../../../shared/domain/session/health.js'

/** A shorter interruption is no news: connections are made again by themselves. */
export const LOST_MS = 60_000

interface ConnectionNotifierDeps {
  readonly health: LiveValue<HealthView>
  readonly timers: TimerPort
  readonly notify: (event: 'lost' | 'restored') => void
}

const isLost = ({ channels }: HealthView): boolean =>
  channels.some(({ state }) => state === 'down' || state === 'stale')

/** Notifies once when a connection has been lost for a while, and once when all are back. */
export function watchConnection({ health, timers, notify }: ConnectionNotifierDeps): Disposer {
  let cancel: Disposer | null = null
  let notified = false
  const update = (): void => {
    if (isLost(health.get())) {
      if (notified) return
      cancel ??= timers.after(LOST_MS, () => {
        notified = true
        notify('lost')
      })
      return
    }
    cancel?.()
    cancel = null
    if (notified) notify('restored')
    notified = false
  }
  update()
  const stop = health.subscribe(update)
  return () => {
    stop()
    cancel?.()
  }
}

/** What notifications use of the program around them. */
export interface NotificationSurface {
  readonly preferences: () => Preferences
  /** True while Countersign is locked or hides amounts: others may see the screen. */
  readonly hidesFigures: () => boolean
  readonly write: MessageFormatter
  /**
   * Shows a system notification while no window of Countersign has the focus, and sounds. A null
   * content only sounds.
   */
  readonly show: (content: NotificationContent | null, sound: boolean, onClick: () => void) => void
  /** Shows the main window, and the order in it; null for the window alone. */
  readonly showOrder: (order: ClientOrderId | null) => void
}

/** Returns the orders of a session, by the exchange's clock. */
const observedOrders = (session: TradingSession): ObservedOrders => ({
  all: () => session.streams.orders.all(),
  subscribe(onChange) {
    const stops = [
      session.streams.orders.subscribe(() => onChange()),
      session.streams.session.subscribe(onChange),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
  listed: () => session.connection.view().ordersListed,
  now: () => epochMs(systemClock.now() + (session.connection.view().exchangeOffsetMs ?? 0)),
})

/** Notifies of what happens to the orders and the connections of a session, until disposed. */
export function notifyTrades(
  session: TradingSession,
  files: StoredDocuments,
  surface: NotificationSurface,
): Disposer {
  const levelOf = ({ kind }: OrderNews): NotificationLevel =>
    surface.preferences()[ORDER_NEWS_PREFERENCES[kind]]
  const notifyOrders = (news: readonly OrderNews[]): void => {
    const systemNews = news.filter((single) => reaches(levelOf(single), 'system'))
    const notifications = newsNotifications(
      systemNews,
      session.environment,
      surface.hidesFigures(),
      surface.write,
    )
    let sound = systemNews.some((single) => levelOf(single) === 'sound')
    if (systemNews.length === 0) return
    for (const { content, news: single } of notifications) {
      surface.show(content, sound, () => surface.showOrder(single?.order.clientOrderId ?? null))
      sound = false
    }
  }
  const notifyConnection = (event: 'lost' | 'restored'): void => {
    const level = surface.preferences().notifyConnection
    if (!reaches(level, 'system')) return
    const isLost = event === 'lost'
    const content = {
      title: surface.write(message(isLost ? 'notifications.lost' : 'notifications.restored')),
      body: surface.write(
        message(isLost ? 'notifications.lostDetail' : 'notifications.restoredDetail'),
      ),
    }
    surface.show(content, level === 'sound', () => surface.showOrder(null))
  }
  const orders = new OrderNotifier({
    orders: observedOrders(session),
    file: files.document('order-news.json', PROFILE_FORMS.orderNews),
    timers: systemTimers,
    notify: notifyOrders,
  })
  const stopConnection = watchConnection({
    health: session.streams.health,
    timers: systemTimers,
    notify: notifyConnection,
  })
  return () => {
    orders.dispose()
    stopConnection()
  }
}
