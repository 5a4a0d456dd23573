import { BellRing, CandlestickChart, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { isEnded } from '../../../shared/domain/alerts/alert.js'
import type {
  AlertCondition,
  AlertEdit,
  AlertEvent,
  AlertsView,
  AlertView,
} from '../../../shared/domain/alerts/alert.schema.js'
import { symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { WaitingRow } from '../../../shared/domain/instructions/waiting-instruction.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { InputOf } from '../../bridge/client.js'
import { alertGap } from '../../format/alert-detail.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { secondStamp } from '../../format/time.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { fillFromAlert, showDrawing, type AlertRequest } from '../../stores/alert-requests.js'
import {
  useActiveSymbol,
  useConnected,
  useMainWindow,
  useSetting,
  useSlice,
} from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { selectSymbol } from '../../stores/selection.js'
import { toastError } from '../../stores/toasts.js'
import { Button } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { DataTable } from '../../ui/table/data-table.js'
import { alertColumns, eventColumns, type AlertActions } from './alert-columns.js'
import { draftOf, newDraft, onDrawing, type AlertDraft } from './draft/alert-draft.js'
import { AlertForm } from './form/alert-form.js'
import './alerts.css'

const NO_WAITING: readonly WaitingRow[] = []
const VIEWS = ['alerts', 'history'] as const

/** The form that is open: of an alert, or of a new one. */
interface OpenForm {
  readonly alert: AlertView | null
  readonly initial: AlertDraft
}

type Edit = (edit: AlertEdit) => Promise<boolean>

/** The person's alerts and what became of them. */
export function AlertsPanel() {
  const text = usePanelText().alerts
  const connected = useConnected()
  const { alerts } = useMainWindow()
  const value = useSlice(alerts, (state) => state.value)
  const isStale = useSlice(alerts, (state) => state.freshness === 'stale')
  const [view, setView] = useSetting('alerts.view', VIEWS, 'alerts')
  const edit = useEdit()
  const [form, setForm] = useForm(value)
  const shownDraft = useShownDraft()
  if (value === null || value.state === 'loading') {
    return connected || value !== null ? <Skeleton rows={6} /> : <NotConnected icon={BellRing} />
  }
  if (value.state === 'unreadable') {
    return <Empty icon={BellRing} title={text.unreadable} hint={text.unreadableHint} />
  }
  return (
    <div className="panel" data-testid="alerts">
      <div className="panel-bar">
        <Segments
          label={text.view}
          value={view}
          onValue={setView}
          options={VIEWS.map((id) => ({ value: id, label: text.views[id] }))}
        />
        <span className="spring" />
        {view === 'history' && value.history.length > 0 && (
          <Button onClick={() => void edit({ kind: 'clear-history' })}>{text.clear}</Button>
        )}
        {view === 'alerts' && value.alerts.some(({ state }) => isEnded(state)) && (
          <Button onClick={() => void edit({ kind: 'remove-ended' })}>{text.removeEnded}</Button>
        )}
        <Button
          icon={Plus}
          data-testid="alert-new"
          onClick={() => setForm({ alert: null, initial: shownDraft })}
        >
          {text.create}
        </Button>
      </div>
      <div className="panel-body">
        {view === 'alerts' ? (
          <AlertList
            alerts={value.alerts}
            edit={edit}
            open={(alert) => setForm({ alert, initial: draftOf(alert) })}
          />
        ) : (
          <AlertHistory events={value.history} />
        )}
      </div>
      <Warnings value={value} isStale={isStale} />
      {form !== null && (
        <AlertForm
          title={form.alert === null ? text.createTitle : text.changeTitle}
          initial={form.initial}
          expiresAt={form.alert?.expiresAt ?? null}
          onSave={(terms) =>
            edit(
              form.alert === null
                ? { kind: 'create', terms }
                : { kind: 'change', id: form.alert.id, terms },
            )
          }
          onClose={() => setForm(null)}
        />
      )}
    </div>
  )
}

/** What the person must know about the list itself. */
function Warnings({ value, isStale }: { readonly value: AlertsView; readonly isStale: boolean }) {
  const text = usePanelText().alerts
  const lines = [
    isStale ? text.stale : null,
    value.isStored ? null : text.notStored,
    evaluationText(value.alerts, text),
  ]
  const shown = lines.filter((line) => line !== null)
  return shown.length === 0 ? null : (
    <p className="alerts-foot" role="status">
      {shown.join(' ')}
    </p>
  )
}

/** Since when alerts are not evaluated, or when one last was not; null where nothing was missed. */
function evaluationText(alerts: readonly AlertView[], text: PanelText['alerts']): string | null {
  const active = alerts.filter(({ state }) => state === 'active')
  const holds = active.flatMap(({ hold }) => (hold === null ? [] : [hold.from]))
  if (holds.length > 0) {
    return text.notEvaluated(holds.length, secondStamp(epochMs(Math.min(...holds))))
  }
  const gaps = active.flatMap(({ gap }) => (gap === null ? [] : [gap]))
  const [newest] = gaps.toSorted((a, b) => b.to - a.to)
  return newest === undefined ? null : alertGap(newest, text)
}

function AlertList({
  alerts,
  edit,
  open,
}: {
  readonly alerts: readonly AlertView[]
  readonly edit: Edit
  readonly open: (alert: AlertView) => void
}) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const actions: AlertActions = useMemo(
    () => ({
      edit: open,
      turn: (id, on) => void edit({ kind: 'switch', id, on }),
      remove: (id) => void edit({ kind: 'remove', id }),
    }),
    [edit, open],
  )
  const marked = useSlice(mainWindow.assistantChanges, (state) => state.value?.alerts)
  const marks = useMemo(
    () => new Map((marked ?? []).map(({ alertId, assistant }) => [alertId, assistant])),
    [marked],
  )
  const waiting = useSlice(mainWindow.assistants, (state) => state.value?.waiting ?? NO_WAITING)
  const columns = useMemo(() => {
    const open = new Set(waiting.filter(({ state }) => state === 'waiting').map(({ id }) => id))
    return alertColumns(text, actions, (id) => open.has(id), marks)
  }, [text, actions, waiting, marks])
  if (alerts.length === 0) {
    return <Empty icon={BellRing} title={text.alerts.none} hint={text.alerts.noneHint} />
  }
  return (
    <DataTable<string, AlertView>
      table="alerts"
      label={text.alerts.table}
      columns={columns}
      rows={alerts}
      keyOf={({ id }) => id}
      onOpen={open}
      onDelete={(chosen) => chosen.forEach(({ id }) => actions.remove(id))}
      menuOfSeveral={(chosen) => [
        [
          {
            id: 'remove',
            label: text.alerts.removeSeveral(chosen.length),
            keys: 'Del',
            run: () => chosen.forEach(({ id }) => actions.remove(id)),
          },
        ],
      ]}
      menu={(alert) => [
        [
          { id: 'edit', label: text.alerts.edit, run: () => open(alert) },
          ...drawingEntry(mainWindow, alert.condition, text),
          {
            id: 'turn',
            label: alert.state === 'active' ? text.alerts.turnOff : text.alerts.turnOn,
            run: () => actions.turn(alert.id, alert.state !== 'active'),
          },
          {
            id: 'remove',
            label: text.alerts.remove,
            keys: 'Del',
            run: () => actions.remove(alert.id),
          },
        ],
        ...menuOf(mainWindow, alert.condition, text),
      ]}
    />
  )
}

function AlertHistory({ events }: { readonly events: readonly AlertEvent[] }) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const fill = useCallback(
    ({ condition, ticket }: AlertEvent) => {
      if (ticket !== null) fillFromAlert(mainWindow, condition, ticket)
    },
    [mainWindow],
  )
  const columns = useMemo(() => eventColumns(text, fill), [text, fill])
  if (events.length === 0) {
    return <Empty icon={BellRing} title={text.alerts.noHistory} hint={text.alerts.noHistoryHint} />
  }
  return (
    <DataTable<string, AlertEvent>
      table="alert-history"
      label={text.alerts.historyTable}
      columns={columns}
      rows={events}
      keyOf={({ number }) => `${number}`}
      onOpen={(event) =>
        event.ticket === null ? showSubject(mainWindow, event.condition) : fill(event)
      }
      menu={({ condition }) => menuOf(mainWindow, condition, text)}
    />
  )
}

/** Returns the symbol that a condition is about; null for none. */
const symbolOf = (condition: AlertCondition) => {
  if ('instrument' in condition) return condition.instrument.symbol
  return condition.kind === 'order' && condition.symbol !== null ? symbol(condition.symbol) : null
}

const menuOf = (mainWindow: MainWindow, condition: AlertCondition, text: PanelText) => {
  const subject = symbolOf(condition)
  return subject === null ? [] : [symbolMenu(mainWindow, symbolInstrument(subject), text)]
}

/** Returns the entry that shows the drawing of an alert on its chart; none for other alerts. */
function drawingEntry(mainWindow: MainWindow, condition: AlertCondition, text: PanelText) {
  if (condition.kind !== 'drawing') return []
  const { instrument, drawing } = condition
  return [
    {
      id: 'drawing',
      label: text.alerts.onDrawing.showDrawing,
      icon: CandlestickChart,
      run: () => showDrawing(mainWindow, { symbol: instrument.symbol, id: drawing.id }),
    },
  ]
}

/** Shows the chart of the instrument, or the orders. */
function showSubject(mainWindow: MainWindow, condition: AlertCondition): void {
  const { selection, layout } = mainWindow
  if (condition.kind === 'drawing') {
    const { instrument, drawing } = condition
    showDrawing(mainWindow, { symbol: instrument.symbol, id: drawing.id })
    return
  }
  const subject = symbolOf(condition)
  if (subject !== null) selectSymbol(selection, subject)
  else openPanel(layout, condition.kind === 'order' ? 'orders' : 'account')
}

/** Returns a function that changes the alerts; false when it was refused, which is shown. */
function useEdit(): Edit {
  const { invoke, toasts, alerts } = useMainWindow()
  return useCallback(
    async (edit) => {
      const reply = await invoke('alerts.edit', { edit: edit as InputOf<'alerts.edit'>['edit'] })
      if (reply.ok) alerts.setState({ value: reply.value })
      else toastError(toasts, reply.error, describeError)
      return reply.ok
    },
    [invoke, toasts, alerts],
  )
}

/** Returns the form of a new alert on a drawing of a chart. */
function drawingForm(
  { instrument, drawing, bars, scale }: Extract<AlertRequest, { kind: 'drawing' }>,
  now: number,
): OpenForm {
  const initial = newDraft(instrument, null)
  const onChart = { ...initial, drawing: { ...initial.drawing, bars, scale } }
  return { alert: null, initial: onDrawing(onChart, drawing, now) }
}

/** Returns a new alert on the symbol that is shown, and of an event market on its outcome. */
function useShownDraft(): AlertDraft {
  const symbol = useActiveSymbol()
  const outcome = useSlice(useMainWindow().selection, (state) => state.outcome)
  return useMemo(
    () =>
      newDraft(symbol === null ? null : { symbol, assetClass: symbolClass(symbol) }, null, outcome),
    [symbol, outcome],
  )
}

/** Returns the open form, which another panel may request, and its setter. */
function useForm(value: AlertsView | null) {
  const { alertRequests, now, session } = useMainWindow()
  const [form, setForm] = useState<OpenForm | null>(null)
  const request = useSlice(alertRequests, (state) => state.request)
  const exchangeNow = useCallback(
    () => now() + (session.getState().value?.exchangeOffsetMs ?? 0),
    [now, session],
  )
  const requested = useMemo((): OpenForm | null => {
    if (request === null) return null
    if (request.kind === 'create') {
      return { alert: null, initial: newDraft(request.instrument, request.price, request.outcome) }
    }
    if (request.kind === 'drawing') return drawingForm(request, exchangeNow())
    const alert = value?.alerts.find(({ id }) => id === request.id)
    return alert === undefined ? null : { alert, initial: draftOf(alert) }
  }, [request, value, exchangeNow])
  const set = useCallback(
    (next: OpenForm | null) => {
      alertRequests.setState({ request: null })
      setForm(next)
    },
    [alertRequests],
  )
  return [form ?? requested, set] as const
}
