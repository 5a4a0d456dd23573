import type { AlertEvent } from '../../shared/domain/alerts/alert.schema.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { alertDetail } from '../format/alert-detail.js'
import { outcomeText } from '../format/alert-text.js'
import type { LocalizedText } from '../language/window-text.js'
import { fillFromAlert } from '../stores/alert-requests.js'
import { addBadge, openPanel } from '../stores/layout.js'
import type { MainWindow } from '../stores/main-window.js'
import { toast, type ToastAction } from '../stores/toasts.js'

/** More alerts than this at once are counted in one toast. */
const MAX_TOASTS = 3
/** The first list may have arrived this much later than an alert that is news. */
const FIRST_LIST_MS = 10_000

/** Shows a toast and a badge for every alert that fires, or ends with its drawing, from now on. */
export function showAlerts(mainWindow: MainWindow): Disposer {
  const { alerts, appState, session } = mainWindow
  let waitingSince = mainWindow.now()
  let last: number | null = null
  const reset = (): void => {
    last = null
    waitingSince = mainWindow.now()
  }
  const isNews = ({ number, time }: AlertEvent): boolean => {
    if (last !== null) return number > last
    const now = mainWindow.now()
    const exchangeNow = now + (session.getState().value?.exchangeOffsetMs ?? 0)
    return exchangeNow - time < now - waitingSince + FIRST_LIST_MS
  }
  const update = (): void => {
    const { value } = alerts.getState()
    if (value === null || value.state === 'loading') return
    const news = value.history.filter((event) => event.what !== 'expired' && isNews(event))
    last = Math.max(last ?? 0, value.history[0]?.number ?? 0)
    if (news.length > 0) showEvents(mainWindow, news.toReversed())
  }
  update()
  const stops = [
    alerts.subscribe(update),
    appState.subscribe(({ value }, before) => {
      if (value?.current?.id !== before.value?.current?.id) reset()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function showEvents(mainWindow: MainWindow, events: readonly AlertEvent[]): void {
  addBadge(mainWindow.layout, 'alerts', events.length)
  const show: ToastAction = {
    label: ({ alerts }) => alerts.show,
    run: () => openPanel(mainWindow.layout, 'alerts'),
  }
  if (events.length > MAX_TOASTS) {
    toast(mainWindow.toasts, 'warn', ({ alerts }) => alerts.more(events.length), { action: show })
    return
  }
  for (const event of events) {
    const { ticket, condition } = event
    const action: ToastAction =
      ticket === null || event.what === 'ended'
        ? show
        : {
            label: ({ alerts }) => alerts.fillTicket,
            run: () => fillFromAlert(mainWindow, condition, ticket),
          }
    const title = (): string => outcomeText(event)
    const detail: LocalizedText = ({ alerts }) => alertDetail(event, alerts)
    toast(mainWindow.toasts, 'warn', title, { detail, action })
  }
}
