import { createStore } from 'zustand/vanilla'
import type {
  AlertCondition,
  AlertInstrument,
  AlertTicket,
} from '../../shared/domain/alerts/alert.schema.js'
import type { AlertId } from '../../shared/domain/alerts/alert.js'
import type { LineScale } from '../../shared/domain/alerts/drawing-alert.js'
import type { BarShape } from '../../shared/domain/drawings/axis/bar-shape.js'
import type { DrawingId } from '../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../shared/domain/drawings/drawing.schema.js'
import type { EventOutcome } from '../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Price } from '../../shared/domain/decimal.js'
import { openPanel, type LayoutStore } from './layout.js'
import { prefillTicket, selectSymbol, type SelectionStore } from './selection.js'

/** A drawing for a new alert, with the bars and the scale of the chart that shows it. */
export interface DrawingRequest {
  readonly drawing: Drawing
  readonly bars: BarShape
  readonly scale: LineScale
}

/** What the form of the alerts panel should open with; the panel clears it. */
export type AlertRequest =
  | {
      readonly kind: 'create'
      readonly instrument: AlertInstrument | null
      readonly price: Price | null
      /** Event markets: whose price it is. */
      readonly outcome: EventOutcome
    }
  | ({ readonly kind: 'drawing'; readonly instrument: AlertInstrument } & DrawingRequest)
  | { readonly kind: 'change'; readonly id: AlertId }

export const createAlertRequestStore = () =>
  createStore<{ readonly request: AlertRequest | null; readonly drawing: ShownDrawing | null }>(
    () => ({ request: null, drawing: null }),
  )
export type AlertRequestStore = ReturnType<typeof createAlertRequestStore>

/** Opens the form of a new alert in the alerts panel. */
export function requestAlert(
  {
    alertRequests,
    layout,
  }: { readonly alertRequests: AlertRequestStore; readonly layout: LayoutStore },
  instrument: AlertInstrument | null,
  price: Price | null = null,
  outcome: EventOutcome = 'yes',
): void {
  alertRequests.setState({ request: { kind: 'create', instrument, price, outcome } })
  openPanel(layout, 'alerts')
}

/** Opens the form of a new alert on a drawing in the alerts panel. */
export function requestDrawingAlert(
  {
    alertRequests,
    layout,
  }: { readonly alertRequests: AlertRequestStore; readonly layout: LayoutStore },
  instrument: AlertInstrument,
  request: DrawingRequest,
): void {
  alertRequests.setState({ request: { kind: 'drawing', instrument, ...request } })
  openPanel(layout, 'alerts')
}

/** A drawing that a chart of its symbol shows next; the chart clears it. */
export interface ShownDrawing {
  readonly symbol: Symbol
  readonly id: DrawingId
}

/** Shows the drawing of an alert on the chart of its symbol. */
export function showDrawing(
  {
    alertRequests,
    selection,
    layout,
  }: {
    readonly alertRequests: AlertRequestStore
    readonly selection: SelectionStore
    readonly layout: LayoutStore
  },
  shown: ShownDrawing,
): void {
  selectSymbol(selection, shown.symbol)
  openPanel(layout, 'chart')
  alertRequests.setState({ drawing: shown })
}

/** Ends the request for a drawing, because a chart shows it. */
export function endShownDrawing(alertRequests: AlertRequestStore): void {
  alertRequests.setState({ drawing: null })
}

/** Fills the ticket with what an alert prepares. Nothing is sent. */
export function fillFromAlert(
  { selection, layout }: { readonly selection: SelectionStore; readonly layout: LayoutStore },
  condition: AlertCondition,
  { side, quantity, limitPrice }: AlertTicket,
): void {
  if (!('instrument' in condition)) return
  const { symbol, assetClass } = condition.instrument
  const outcome = condition.kind === 'price' ? (condition.outcome ?? 'yes') : 'yes'
  prefillTicket(selection, {
    symbol,
    ...(assetClass === 'event' ? { outcome } : {}),
    side,
    ...(quantity === null ? {} : { quantity }),
    ...(limitPrice === null ? {} : { type: 'limit' as const, limitPrice }),
  })
  openPanel(layout, 'ticket')
}
