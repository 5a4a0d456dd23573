import type { FiredAlert } from '../../../shared/domain/alerts/alert.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { WrittenLanguage } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { NotificationContent } from '../windows/instruction-notification.js'

/** The desktop as alerts use it. */
export interface AlertDesktop {
  readonly language: WrittenLanguage
  /** Shows and sounds an alert; a null content shows none. It decides nothing. */
  signalAlert(signal: {
    readonly content: NotificationContent | null
    readonly sound: boolean
    /** What a click does; shows the main window by default. */
    readonly onClick?: () => void
  }): void
  /** True while others may see the screen: nothing of the alert is named. */
  readonly hidesFigures?: () => boolean
}

/** Writes the notification of an alert: what happened, and whether the price was current. */
export function alertNotification(
  { event, summary }: FiredAlert,
  { write }: WrittenLanguage,
  hidesFigures = false,
): NotificationContent {
  if (hidesFigures) {
    return {
      title: write(message('notifications.hiddenAlert')),
      body: write(message('notifications.openToRead')),
    }
  }
  const parts = [
    event.note === '' ? null : event.note,
    event.gap === null ? null : write(message('alerts.afterGap')),
    event.delay === 'current' ? null : write(message(`alerts.${event.delay}`)),
  ]
  return {
    title: `${write(message('alerts.title'))}: ${write(summary)}`,
    body: parts.filter((part) => part !== null).join(' '),
  }
}

/** Signals each alert of a session that fires, until the session ends. */
export const notifyAlerts = (
  session: Pick<TradingSession, 'alerts'>,
  desktop: AlertDesktop,
): Disposer =>
  session.alerts.onFired((fired) =>
    desktop.signalAlert({
      content: fired.notification
        ? alertNotification(fired, desktop.language, desktop.hidesFigures?.() === true)
        : null,
      sound: fired.sound && fired.event.what === 'fired',
    }),
  )
