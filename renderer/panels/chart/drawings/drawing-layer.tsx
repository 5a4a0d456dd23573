import { Bell } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, type RefObject } from 'react'
import type { Drawing, DrawingStyle } from '../../../../shared/domain/drawings/drawing.schema.js'
import { decimalText } from '../../../../shared/domain/decimal.js'
import {
  DRAWING_RULES,
  type DrawingKind,
} from '../../../../shared/domain/drawings/drawing-kinds.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import {
  pricedKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import type { ChartView } from '../../../chart/chart-view.js'
import type { ChartDrawings } from '../../../chart/drawings/chart-drawings.js'
import type { ControllerState } from '../../../chart/drawings/controller-state.js'
import type { DrawingFormat } from '../../../chart/drawings/shape.js'
import { currentLocale } from '../../../language/language.js'
import { useText } from '../../../language/window-text.js'
import { endShownDrawing } from '../../../stores/alert-requests.js'
import { useMainWindow, useSetting, useSlice } from '../../../stores/context.js'
import { selectSymbol } from '../../../stores/selection.js'
import { toast } from '../../../stores/toasts.js'
import { setSetting } from '../../../stores/view-state.js'
import {
  useAddAlert,
  useDrawingAlerts,
  type AddAlert,
  type DrawingAlerts,
} from './drawing-alerts.js'
import { DrawingBar } from './drawing-bar.js'
import { DrawingList } from './drawing-list.js'
import { DrawingStrip } from './drawing-strip.js'
import { STYLE_SETTING, styleText } from './drawing-style.js'
import { DrawingText } from './drawing-text.js'
import { anchorText, drawingLabel, drawingFormat } from './drawing-format.js'
import { fillTicket, plannedTicket } from './plan-ticket.js'
import { RISK_SETTING, useChartDrawings } from './use-chart-drawings.js'
import { useDrawingSession, type DrawingEdits } from './use-drawing-session.js'
import { useListing, useStepOf } from './use-listing.js'
import './drawings.css'

export interface DrawingLayerProps {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly view: RefObject<ChartView | null>
  /** True while the bars of this symbol are drawn. */
  readonly isReady: boolean
  /** True while the tools are shown. */
  readonly isOpen: boolean
}

const SWITCH = ['off', 'on'] as const

/** The drawings of a chart with their tools. Loaded once the chart is drawn. */
export const DrawingLayer = memo(function DrawingLayer(props: DrawingLayerProps) {
  const key = pricedKey(props.symbol)
  return key === null ? null : <Drawings key={key} instrument={key} {...props} />
})

function Drawings({
  instrument,
  symbol,
  timespan,
  view,
  isReady,
  isOpen,
}: DrawingLayerProps & { readonly instrument: InstrumentKey }) {
  const windowText = useText()
  const locale = currentLocale()
  const [state, edits] = useDrawingSession(instrument)
  const listing = useListing(symbol)
  const stepOf = useStepOf(symbol, listing)
  const [magnet, setMagnet] = useSetting('chart.magnet', SWITCH, 'off')
  const [list, setList] = useSetting('chart.drawing-list', SWITCH, 'off')
  const currency = listing?.currency ?? null
  const format = useMemo(
    () => drawingFormat({ symbol, timespan, locale, currency, stepOf }, windowText),
    [symbol, timespan, locale, currency, stepOf, windowText],
  )
  const alerts = useDrawingAlerts(symbol)
  const latestAdd = useRef<(drawing: Drawing) => void>(() => undefined)
  const [chart, controls] = useChartDrawings({
    symbol,
    view,
    isReady,
    state,
    edits,
    format,
    listing,
    stepOf,
    magnet: magnet === 'on',
    alerts,
    addAlert: (drawing) => latestAdd.current(drawing),
  })
  const addAlert = useAddAlert(symbol, chart)
  latestAdd.current = addAlert.add
  useShownDrawing(symbol, chart, state.drawings)
  const onTool = (tool: DrawingKind | null, isByKey: boolean): void => {
    chart?.controller.choose(tool)
    if (isByKey && tool !== null) chart?.focus()
  }
  return (
    <>
      {isOpen && (
        <DrawingStrip
          tool={controls.tool}
          onTool={onTool}
          magnet={magnet === 'on'}
          onMagnet={(on) => setMagnet(on ? 'on' : 'off')}
          canUndo={state.canUndo}
          canRedo={state.canRedo}
          onUndo={edits.undo}
          onRedo={edits.redo}
          isListOpen={list === 'on'}
          onList={(open) => setList(open ? 'on' : 'off')}
        />
      )}
      <Selected
        {...{ chart, controls, symbol, listing, edits, alerts, addAlert }}
        drawings={state.drawings}
      />
      {isOpen && list === 'on' && (
        <OpenList
          {...{ chart, controls, symbol, format, edits, alerts, addAlert, view: state.view }}
          drawings={state.drawings}
          onClose={() => setList('off')}
        />
      )}
      <HoveredAlerts controls={controls} alerts={alerts} />
      <SpokenList drawings={state.drawings} format={format} alerts={alerts} />
      <Announcement controls={controls} drawings={state.drawings} format={format} />
    </>
  )
}

interface SelectedProps {
  readonly chart: ChartDrawings | null
  readonly controls: ControllerState
  readonly symbol: Symbol
  readonly listing: Listing | null
  readonly edits: DrawingEdits
  readonly drawings: readonly Drawing[]
  readonly alerts: DrawingAlerts
  readonly addAlert: AddAlert
}

/** The bar of the selected drawing, and the field in which its text is written. */
function Selected(props: SelectedProps) {
  const { chart, controls, symbol, listing, edits, drawings, alerts, addAlert } = props
  const mainWindow = useMainWindow()
  if (chart === null) return null
  const { controller } = chart
  const { writing } = controls
  const drawing = drawings.find(({ id }) => id === controls.selected)
  const place = writing === null ? null : chart.placeOf(writing.drawing)
  const onStyle = (style: DrawingStyle): void => {
    controller.change({ style })
    setSetting(mainWindow.view, STYLE_SETTING, styleText(style))
  }
  const onTicket = (): void => {
    const current = edits.current().drawings.find(({ id }) => id === controls.selected)
    const planned = current === undefined ? null : plannedTicket(current, symbol, listing)
    if (planned === null) return
    fillTicket(mainWindow, planned)
    const { hasExits, prefill } = planned
    toast(
      mainWindow.toasts,
      'info',
      (text) => (hasExits ? text.drawings.filled : text.drawings.filledEntry),
      {
        detail: (text) => {
          if (!hasExits) return text.drawings.noExits
          return prefill.quantity === undefined ? text.drawings.noQuantity : ''
        },
      },
    )
  }
  return (
    <>
      {writing !== null && place !== null && (
        <DrawingText
          key={writing.drawing.id}
          drawing={writing.drawing}
          place={place}
          onDone={(written) => {
            controller.written(written)
            chart.focus()
          }}
          onCancel={() => {
            controller.cancel()
            chart.focus()
          }}
        />
      )}
      {drawing !== undefined && writing === null && controls.tool === null && (
        <DrawingBar
          drawing={drawing}
          onStyle={onStyle}
          onChange={(change) => {
            controller.change(change)
            if (change.hidden === true) controller.select(null)
            if (change.risk !== undefined && change.risk !== null) {
              setSetting(mainWindow.view, RISK_SETTING, decimalText(change.risk))
            }
          }}
          onText={() => void controller.write(null)}
          onDuplicate={() => void controller.duplicate()}
          onRemove={() => {
            controller.remove()
            chart.focus()
          }}
          onTicket={onTicket}
          alerts={alerts.get(drawing.id) ?? []}
          whyNoAlert={addAlert.whyNot(drawing)}
          onAlert={() => addAlert.add(drawing)}
        />
      )}
    </>
  )
}

interface OpenListProps extends Omit<SelectedProps, 'listing'> {
  readonly format: DrawingFormat
  readonly view: ReturnType<DrawingEdits['current']>['view']
  readonly onClose: () => void
}

function OpenList({
  chart,
  controls,
  symbol,
  format,
  edits,
  view,
  drawings,
  alerts,
  addAlert,
  onClose,
}: OpenListProps) {
  const { selection, toasts } = useMainWindow()
  return (
    <DrawingList
      symbol={symbol}
      view={view}
      drawings={drawings}
      format={format}
      selected={controls.selected}
      alerts={alerts}
      addAlert={addAlert}
      priceNow={(drawing) => chart?.priceNow(drawing) ?? null}
      onSelect={(drawing) => {
        chart?.controller.select(drawing.id)
        chart?.scrollTo(drawing)
      }}
      onChange={(changed) => edits.edit({ kind: 'change', drawings: changed })}
      onRemove={(removed) => {
        if (removed.length === 0) return
        edits.edit({ kind: 'remove', ids: removed.map(({ id }) => id) })
        if (removed.length === 1) return
        const { length } = removed
        toast(toasts, 'info', (text) => text.drawings.removeAllHint(length), {
          action: {
            label: (text) => text.drawings.undo,
            run: edits.undo,
          },
        })
      }}
      onSymbol={(other) => selectSymbol(selection, other)}
      onClose={onClose}
    />
  )
}

/** Selects the drawing that another panel wants to show, once this chart has it. */
function useShownDrawing(
  symbol: Symbol,
  chart: ChartDrawings | null,
  drawings: readonly Drawing[],
): void {
  const { alertRequests } = useMainWindow()
  const requested = useSlice(alertRequests, (state) => state.drawing)
  useEffect(() => {
    if (requested === null || chart === null || requested.symbol !== symbol) return
    const drawing = drawings.find(({ id }) => id === requested.id)
    if (drawing === undefined) return
    endShownDrawing(alertRequests)
    chart.controller.select(drawing.id)
    chart.scrollTo(drawing)
  }, [requested, chart, symbol, drawings, alertRequests])
}

/** Says what the alerts on the drawing under the pointer wait for. */
function HoveredAlerts({
  controls: { hovered, selected },
  alerts,
}: {
  readonly controls: ControllerState
  readonly alerts: DrawingAlerts
}) {
  const lines = hovered === null || hovered === selected ? undefined : alerts.get(hovered)
  return lines === undefined ? null : (
    <ul className="drawing-alert-note" data-testid="drawing-alert-note">
      {lines.map((line, index) => (
        <li key={index}>
          <Bell size={12} aria-hidden /> {line}
        </li>
      ))}
    </ul>
  )
}

/** Lists the drawings for a screen reader. */
function SpokenList({
  drawings,
  format,
  alerts,
}: {
  readonly alerts: DrawingAlerts
  readonly drawings: readonly Drawing[]
  readonly format: DrawingFormat
}) {
  const { drawings: text, alerts: alertTexts } = useText()
  const countText = alertTexts.onDrawing.count
  return (
    <ul
      className="sr-only"
      aria-label={text.onChart(drawings.length)}
      data-testid="chart-drawings"
      data-count={drawings.length}
    >
      {drawings.map((drawing) => (
        <li key={drawing.id} data-kind={drawing.kind}>
          {drawingLabel(drawing, format, text)}
          {drawing.locked && `, ${text.locked}`}
          {drawing.hidden && `, ${text.hidden}`}
          {alerts.has(drawing.id) && `, ${countText(alerts.get(drawing.id)?.length ?? 0)}`}
        </li>
      ))}
    </ul>
  )
}

/** Says what a key has done: where the cursor is, and what is selected. */
function Announcement({
  controls,
  drawings,
  format,
}: {
  readonly controls: ControllerState
  readonly drawings: readonly Drawing[]
  readonly format: DrawingFormat
}) {
  const text = useText().drawings
  const { tool, cursor, placed, selected, handle } = controls
  const drawing = drawings.find(({ id }) => id === selected)
  const say = (): string => {
    if (tool !== null) {
      const name = text.kinds[tool]
      if (cursor === null) return text.chosen(name)
      const point = anchorText(cursor, format, text)
      const total = DRAWING_RULES[tool].placed
      return DRAWING_RULES[tool].anchors.min === DRAWING_RULES[tool].anchors.max
        ? text.cursor(point, placed.length + 1, total)
        : text.cursorPath(point, placed.length + 1)
    }
    if (drawing === undefined) return ''
    return handle === null
      ? text.selectedHint(drawingLabel(drawing, format, text))
      : text.pointChosen(handle + 1, drawing.anchors.length)
  }
  return (
    <p className="sr-only" role="status" data-testid="drawing-status">
      {say()}
    </p>
  )
}
