import type { FiredAlert } from '../../../shared/domain/alerts/alert.schema.js'
import { isTimeAlert } from '../../../shared/domain/alerts/drawing-alert.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { WrittenLanguage } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { systemTimers } from '../../adapters/timers.js'
import type { TimerPort } from '../../core/ports.js'
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
    /** True while the lock screen covers the windows, so that the person sees nothing there. */
    readonly isLocked?: boolean
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
    event.delay === 'current' ? null : write(delayLine(event.delay, event)),
  ]
  return {
    title: `${write(message('alerts.title'))}: ${write(summary)}`,
    body: parts.filter((part) => part !== null).join(' '),
  }
}

/** A time is late; a price is late or delayed. */
const delayLine = (delay: 'late' | 'delayed', { condition }: FiredAlert['event']): Message =>
  message(isTimeAlert(condition) ? 'alerts.timeLate' : `alerts.${delay}`)

/** Alerts that fire within this time after the one before are signaled together. */
export const TOGETHER_MS = 1_000
/** More alerts than this at once are counted in one notification. */
const MAX_SINGLE = 3

/**
 * Signals the alerts of a session that fire, until the session ends: the first one at once. Those
 * that follow within a second are bundled, because after a gap a thousand may fire together.
 */
export function notifyAlerts(
  session: Pick<TradingSession, 'alerts'>,
  desktop: AlertDesktop,
  timers: Pick<TimerPort, 'after'> = systemTimers,
): Disposer {
  let following: FiredAlert[] = []
  let cancel: Disposer | null = null
  const flush = (): void => {
    cancel = null
    if (following.length === 0) return
    signal(following, desktop)
    following = []
    cancel = timers.after(TOGETHER_MS, flush)
  }
  const stop = session.alerts.onFired((fired) => {
    if (cancel === null) {
      signal([fired], desktop)
      cancel = timers.after(TOGETHER_MS, flush)
    } else following.push(fired)
  })
  return () => {
    stop()
    cancel?.()
  }
}

/** Shows each alert, or the number of many, with one sound. */
function signal(fired: readonly FiredAlert[], desktop: AlertDesktop): void {
  const hides = desktop.hidesFigures?.() === true
  const shown = fired.filter(({ notification }) => notification)
  const contents =
    shown.length > MAX_SINGLE
      ? [bundle(shown, desktop.language)]
      : shown.map((single) => alertNotification(single, desktop.language, hides))
  const sound = fired.some((single) => single.sound && single.event.what === 'fired')
  const [first = null, ...others] = contents
  desktop.signalAlert({ content: first, sound })
  for (const content of others) desktop.signalAlert({ content, sound: false })
}

const bundle = (shown: readonly FiredAlert[], { write }: WrittenLanguage): NotificationContent => ({
  title: write(message('notifications.alerts', { count: shown.length })),
  body: write(message('notifications.openToRead')),
})
