import { type Decimal, dec } from '../../../../shared/domain/decimal.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import {
  planFigures,
  planOrder,
  positionPlan,
  type PlanFigures,
  type PositionPlan,
} from '../../../../shared/domain/drawings/position-plan.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { openPanel } from '../../../stores/layout.js'
import type { MainWindow } from '../../../stores/main-window.js'
import { prefillTicket, type TicketPrefill } from '../../../stores/selection.js'

const ONE: Decimal = dec('1')

/** Returns the figures of a plan of an instrument. */
export const figuresOf = (
  plan: PositionPlan,
  risk: Drawing['risk'],
  symbol: Symbol,
  listing: Listing | null,
): PlanFigures =>
  planFigures(plan, {
    // Without the contract's multiplier a quantity would be wrong.
    risk: listing === null ? null : risk,
    multiplier: listing?.multiplier ?? ONE,
    assetClass: symbolClass(symbol),
  })

/** What the ticket is filled with, and whether the exits are part of it. */
export interface PlannedTicket {
  readonly prefill: Omit<TicketPrefill, 'nonce'>
  readonly hasExits: boolean
}

/** Returns what a planned position puts into the ticket; null for other drawings. */
export function plannedTicket(
  drawing: Drawing,
  symbol: Symbol,
  listing: Listing | null,
): PlannedTicket | null {
  const plan = positionPlan(drawing)
  if (plan === null) return null
  const { side, outcome, limitPrice, exits } = planOrder(plan, symbolClass(symbol))
  const { quantity } = figuresOf(plan, drawing.risk, symbol, listing)
  return {
    hasExits: exits !== null,
    prefill: {
      symbol,
      side,
      type: 'limit',
      limitPrice,
      exits: exits !== null,
      ...(quantity === null ? {} : { quantity }),
      ...(outcome === null ? {} : { outcome }),
      ...(exits === null ? {} : exits),
    },
  }
}

/** Fills the ticket and shows it. Nothing is sent. */
export function fillTicket(
  { selection, layout }: Pick<MainWindow, 'selection' | 'layout'>,
  { prefill }: PlannedTicket,
): void {
  prefillTicket(selection, prefill)
  openPanel(layout, 'ticket')
}
