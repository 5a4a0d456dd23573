import { createStore } from 'zustand/vanilla'
import type {
  AlertCondition,
  AlertId,
  AlertInstrument,
  AlertTicket,
} from '../../../shared/domain/alerts/alert.js'
import type { Price } from '../../../shared/domain/decimal.js'
import { openPanel, type LayoutStore } from '../layout.js'
import { prefillTicket, type SelectionStore } from '../selection.js'

/** What the form of the alerts panel should open with; the panel clears it. */
export type AlertRequest =
  | {
      readonly kind: 'create'
      readonly instrument: AlertInstrument | null
      readonly price: Price | null
    }
  | { readonly kind: 'change'; readonly id: AlertId }

export const createAlertRequestStore = () =>
  createStore<{ readonly request: AlertRequest | null }>(() => ({ request: null }))
export type AlertRequestStore = ReturnType<typeof createAlertRequestStore>

/** Opens the form of a new alert in the alerts panel. */
export function requestAlert(
  {
    alertRequests,
    layout,
  }: { readonly alertRequests: AlertRequestStore; readonly layout: LayoutStore },
  instrument: AlertInstrument | null,
  price: Price | null = null,
): void {
  alertRequests.setState({ request: { kind: 'create', instrument, price } })
  openPanel(layout, 'alerts')
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
