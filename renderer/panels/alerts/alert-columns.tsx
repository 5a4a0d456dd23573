import { Bell, BellOff, Bot, Pencil, Trash2 } from 'lucide-react'
import type {
  AlertCondition,
  AlertEvent,
  AlertView,
} from '../../../shared/domain/alerts/alert.schema.js'
import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'
import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import { isTimeAlert } from '../../../shared/domain/alerts/drawing-alert.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { alertDetail, alertGap } from '../../format/alert-detail.js'
import { conditionText, outcomeText } from '../../format/alert-text.js'
import { withoutNumbers } from '../../format/own-message.js'
import { symbolInstrument, type NamedInstrument } from '../../format/instrument-name.js'
import { formatAge, secondStamp } from '../../format/time.js'
import { Button, IconButton } from '../../ui/button.js'
import { InstrumentCell } from '../../ui/instrument-cell.js'
import type { Column } from '../../ui/table/column.js'
import { timeColumn } from '../../ui/records/record-columns.js'
import { textColumn } from '../../ui/table/columns/simple-columns.js'
import type { WaitingId } from '../../../shared/domain/ids.js'
import { explain, fullText } from '../../ui/hints/hint.js'

export interface AlertActions {
  readonly edit: (alert: AlertView) => void
  readonly turn: (id: AlertId, on: boolean) => void
  readonly remove: (id: AlertId) => void
}

/** Writes since when an alert is not evaluated, or when it last was not. */
function evaluation(
  { hold, gap, state, armedValue, condition }: AlertView,
  text: PanelText['alerts'],
): string {
  if (state !== 'active') return gap === null ? '' : alertGap(gap, text)
  if (hold !== null) return text.holdSince(secondStamp(hold.from))
  if (gap !== null) return alertGap(gap, text)
  const { source } = alertRulesOf(condition)
  if (armedValue !== null || source === 'orders' || isTimeAlert(condition)) return ''
  return text.waiting[source]
}

/** Adds the waiting instruction that an alert wakes, and says when that one has ended. */
function detailText(alert: AlertView, text: PanelText['alerts'], isWaiting: IsWaiting): string {
  const { wake, state } = alert
  const parts = [evaluation(alert, text), ...drawingParts(alert, text.onDrawing)]
  if (wake !== undefined) {
    const isOver = state === 'active' && !isWaiting(wake.waitingId)
    const label = withoutNumbers(wake.label)
    parts.push(isOver ? text.wakeEnded(label) : text.wakes(label))
  }
  return parts.filter((part) => part !== '').join(' ')
}

/** Says what must be known of the drawing of an alert: that it is hidden, who moved it. */
function drawingParts(
  { drawn, state }: AlertView,
  text: PanelText['alerts']['onDrawing'],
): readonly string[] {
  if (drawn === undefined) return []
  const { hidden, movedBy } = drawn
  return [
    state === 'ended' && hidden === null ? text.noDrawing : '',
    state === 'active' && hidden === true ? text.hiddenDrawing : '',
    movedBy === null ? '' : text.movedBy(movedBy),
  ]
}

/** Returns whether an instruction still waits. */
export type IsWaiting = (id: WaitingId) => boolean

/** The state of an alert; one that is not evaluated says so. */
function StateCell({ alert, text }: { readonly alert: AlertView; readonly text: PanelText }) {
  const { state, hold } = alert
  const isHeld = state === 'active' && hold !== null
  const tone = isHeld ? 'warn' : state === 'active' ? 'good' : ''
  return (
    <span className={`badge ${tone}`} {...explain(evaluation(alert, text.alerts) || undefined)}>
      {isHeld ? text.alerts.held[hold.why] : text.alerts.states[state]}
    </span>
  )
}

function repeatText({ repeatMs, condition }: AlertView, text: PanelText['alerts']): string {
  if (repeatMs === null) return text.once
  return condition.kind === 'order' ? text.everyEvent : text.every(formatAge(repeatMs))
}

export function alertColumns(
  text: PanelText,
  { edit, turn, remove }: AlertActions,
  isWaiting: IsWaiting,
  /** The assistants that set alerts. */
  marks: ReadonlyMap<AlertId, string>,
): readonly Column<AlertView>[] {
  const { heads } = text.alerts
  const never = <span className="dim">{text.alerts.never}</span>
  return [
    textColumn<AlertView>(
      {
        id: 'state',
        head: heads.state,
        width: 104,
        cell: (alert) => <StateCell alert={alert} text={text} />,
      },
      ({ state }) => text.alerts.states[state],
    ),
    subjectColumn<AlertView>(text),
    textColumn<AlertView>(
      {
        id: 'condition',
        head: heads.condition,
        width: 250,
        grow: 3,
        cell: (alert) => <ConditionCell alert={alert} setBy={marks.get(alert.id)} text={text} />,
      },
      ({ condition }) => conditionText(condition),
    ),
    textColumn<AlertView>(
      // Never hidden: it says when the alert was not evaluated.
      { id: 'detail', head: heads.detail, width: 170, grow: 2 },
      (alert) => detailText(alert, text.alerts, isWaiting) || null,
    ),
    textColumn<AlertView>({ id: 'repeat', head: heads.repeat, width: 120, yields: 4 }, (alert) =>
      repeatText(alert, text.alerts),
    ),
    timeColumn<AlertView>(
      { id: 'expires', head: heads.expires, width: 100, yields: 3 },
      ({ expiresAt }) => expiresAt,
      never,
    ),
    timeColumn<AlertView>(
      { id: 'lastFired', head: heads.lastFired, width: 100, yields: 2 },
      ({ lastFiredAt }) => lastFiredAt,
      never,
    ),
    textColumn<AlertView>(
      {
        id: 'note',
        head: heads.note,
        width: 100,
        grow: 1,
        yields: 3,
        cell: ({ id, note }) => (
          <span className={marks.has(id) ? 'assistant-text' : undefined}>{note}</span>
        ),
      },
      ({ note }) => note || null,
    ),
    {
      id: 'actions',
      head: '',
      headLabel: text.positions.heads.actions,
      width: 88,
      overlay: true,
      cell: (alert) => (
        <RowActions alert={alert} text={text.alerts} edit={edit} turn={turn} remove={remove} />
      ),
    },
  ]
}

/** What an alert waits for, marked when an assistant set it. */
function ConditionCell({
  alert: { condition, note },
  setBy,
  text,
}: {
  readonly alert: AlertView
  readonly setBy: string | undefined
  readonly text: PanelText
}) {
  const line = conditionText(condition)
  if (setBy === undefined) return line
  const label = text.assistantChanges.setBy(setBy)
  return (
    <span className="alert-set-by" {...explain(`${label}. ${note}`)}>
      <Bot size={13} role="img" aria-label={label} /> {line}
    </span>
  )
}

/** The instrument, the account or the orders that an alert is about. */
function subjectColumn<Row extends Pick<AlertEvent, 'condition'>>(text: PanelText): Column<Row> {
  const { alerts } = text
  return textColumn<Row>(
    {
      id: 'symbol',
      head: alerts.heads.subject,
      width: 120,
      pinned: true,
      cell: ({ condition }) =>
        'instrument' in condition ? (
          <InstrumentCell instrument={conditionInstrument(condition)} />
        ) : (
          <span className="symbol" {...fullText(subjectText(condition, alerts))}>
            {subjectText(condition, alerts)}
          </span>
        ),
    },
    ({ condition }) => subjectText(condition, alerts),
  )
}

type InstrumentCondition = Extract<AlertCondition, { readonly instrument: unknown }>

/** Only a price belongs to an outcome. */
const conditionInstrument = (condition: InstrumentCondition): NamedInstrument => {
  const { assetClass, symbol } = condition.instrument
  const outcome = condition.kind === 'price' ? (condition.outcome ?? 'yes') : null
  return symbolInstrument(symbol, assetClass, outcome)
}

function subjectText(condition: AlertCondition, text: PanelText['alerts']): string {
  if ('instrument' in condition) return condition.instrument.symbol
  if (condition.kind === 'account') return withoutNumbers(condition.account.name)
  return condition.symbol ?? withoutNumbers(condition.account?.name ?? text.allOrders)
}

/** Buttons on the row under the pointer; the menu, Enter and Delete do the same. */
function RowActions({
  alert,
  text,
  edit,
  turn,
  remove,
}: AlertActions & { readonly alert: AlertView; readonly text: PanelText['alerts'] }) {
  const isOn = alert.state === 'active'
  return (
    <span className="row-actions">
      <IconButton
        icon={isOn ? BellOff : Bell}
        size="small"
        tabIndex={-1}
        label={isOn ? text.turnOff : text.turnOn}
        onClick={() => turn(alert.id, !isOn)}
      />
      <IconButton
        icon={Pencil}
        size="small"
        tabIndex={-1}
        label={text.edit}
        onClick={() => edit(alert)}
      />
      <IconButton
        icon={Trash2}
        size="small"
        tabIndex={-1}
        label={text.remove}
        onClick={() => remove(alert.id)}
      />
    </span>
  )
}

export function eventColumns(
  text: PanelText,
  fill: (event: AlertEvent) => void,
): readonly Column<AlertEvent>[] {
  const { heads } = text.alerts
  return [
    timeColumn<AlertEvent>({ id: 'time', head: heads.time, width: 100 }, ({ time }) => time),
    subjectColumn<AlertEvent>(text),
    textColumn<AlertEvent>({ id: 'outcome', head: heads.outcome, width: 180, grow: 1 }, (event) =>
      outcomeText(event),
    ),
    textColumn<AlertEvent>(
      { id: 'condition', head: heads.condition, width: 200, grow: 1, yields: 1 },
      ({ condition }) => conditionText(condition),
    ),
    textColumn<AlertEvent>(
      { id: 'detail', head: heads.detail, width: 200, grow: 2 },
      (event) => alertDetail(event, text.alerts) || null,
    ),
    {
      id: 'fill',
      head: '',
      headLabel: text.alerts.fillTicket,
      width: 110,
      end: true,
      cell: (event) =>
        event.ticket === null ? null : (
          <Button size="small" tabIndex={-1} onClick={() => fill(event)}>
            {text.alerts.fillTicket}
          </Button>
        ),
    },
  ]
}
