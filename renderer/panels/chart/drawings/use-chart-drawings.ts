import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { asMoney, isPositive, parseDecimal } from '../../../../shared/domain/decimal.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { ChartView } from '../../../chart/chart-view.js'
import { ChartDrawings } from '../../../chart/drawings/chart-drawings.js'
import { IDLE, type ControllerState } from '../../../chart/drawings/controller-state.js'
import type { DrawingFormat } from '../../../chart/drawings/shape.js'
import type { StepOf } from '../../../chart/drawings/snap.js'
import { useThemeKey } from '../../../chart/use-theme-key.js'
import { useMainWindow } from '../../../stores/context.js'
import type { MainWindow } from '../../../stores/main-window.js'
import type { DrawingAlerts } from './drawing-alerts.js'
import { parseStyle, STYLE_SETTING } from './drawing-style.js'
import { figuresOf } from './plan-ticket.js'
import type { SessionState } from './drawing-session.js'
import type { DrawingEdits } from './use-drawing-session.js'

/** The saved amount at risk of new plans. */
export const RISK_SETTING = 'chart.plan-risk'

export interface ChartDrawingsInput {
  readonly symbol: Symbol
  readonly view: RefObject<ChartView | null>
  readonly isReady: boolean
  readonly state: SessionState
  readonly edits: DrawingEdits
  readonly format: DrawingFormat
  readonly listing: Listing | null
  readonly stepOf: StepOf
  readonly magnet: boolean
  readonly alerts: DrawingAlerts
  readonly addAlert: (drawing: Drawing) => void
}

const ID_BYTES = 8
const newId = (): DrawingId =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('') as DrawingId

/** Makes the drawings of a chart; `latest` returns what the panel shows at the moment. */
function createDrawings(
  view: ChartView,
  latest: () => ChartDrawingsInput,
  mainWindow: MainWindow,
): ChartDrawings {
  const setting = (name: string): string => mainWindow.view.getState().settings[name] ?? ''
  return new ChartDrawings(view, {
    assetClass: symbolClass(latest().symbol),
    format: () => latest().format,
    figures: (plan, risk) => figuresOf(plan, risk, latest().symbol, latest().listing),
    stepOf: (price) => latest().stepOf(price),
    drawings: () => latest().edits.current().drawings,
    edit: (edit) => latest().edits.edit(edit),
    addAlert: (drawing) => latest().addAlert(drawing),
    undo: () => latest().edits.undo(),
    redo: () => latest().edits.redo(),
    magnet: () => latest().magnet,
    newId,
    now: () => epochMs(mainWindow.now()),
    style: () => parseStyle(setting(STYLE_SETTING)),
    risk: () => {
      const amount = parseDecimal(setting(RISK_SETTING))
      return amount !== null && isPositive(amount) ? asMoney(amount) : null
    },
  })
}

/** Puts the drawings on the chart while it exists; returns them, and what is done with them now. */
export function useChartDrawings(
  input: ChartDrawingsInput,
): readonly [ChartDrawings | null, ControllerState] {
  const mainWindow = useMainWindow()
  const themeKey = useThemeKey()
  const latest = useRef(input)
  latest.current = input
  const [chart, setChart] = useState<ChartDrawings | null>(null)
  const { view, isReady, symbol, state, format, listing, alerts } = input
  useEffect(() => {
    if (!isReady || view.current === null) return undefined
    const made = createDrawings(view.current, () => latest.current, mainWindow)
    setChart(made)
    return () => {
      made.dispose()
      setChart(null)
    }
  }, [view, isReady, symbol, mainWindow])
  useEffect(() => chart?.show(state.drawings), [chart, state.drawings, format, listing])
  useEffect(() => chart?.markAlerts(new Set(alerts.keys())), [chart, alerts])
  useEffect(() => chart?.refreshTheme(), [chart, themeKey])
  const controllerState = useSyncExternalStore(
    useCallback(
      (wake: () => void) => chart?.controller.subscribe(wake) ?? (() => undefined),
      [chart],
    ),
    useCallback(() => chart?.controller.state ?? IDLE, [chart]),
  )
  return [chart, controllerState]
}
