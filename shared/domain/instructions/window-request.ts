import type { ChangeCrossing, PriceCrossing } from '../alerts/alert.js'
import type { Decimal, Price, Quantity } from '../decimal.js'
import type { DrawingColor } from '../drawings/drawing.js'
import type { Anchor } from '../drawings/drawing.schema.js'
import type { DrawingKind } from '../drawings/drawing-kinds.js'
import type { Symbol } from '../ids.js'
import type { Timespan } from '../market/bar.js'
import type { DrawingPlace, TicketFill, ShownChart } from './window-change.js'

/** The kinds of drawings that an assistant makes. */
export const ASSISTANT_DRAWINGS = [
  'trend-line',
  'rectangle',
  'fib-retracement',
  'text',
] as const satisfies readonly DrawingKind[]

/** What an assistant's alert waits for. `ratio` is a fraction: 0.05 = +5%. */
export type RequestedCondition =
  | { readonly kind: 'price'; readonly when: PriceCrossing; readonly price: Price }
  | { readonly kind: 'change'; readonly when: ChangeCrossing; readonly ratio: Decimal }
  | { readonly kind: 'volume'; readonly quantity: Quantity }

/** What an assistant requests of the window. It can send nothing and delete only its own. */
export type WindowRequest =
  | { readonly kind: 'show'; readonly symbol: Symbol; readonly timespan: Timespan | null }
  | { readonly kind: 'fill'; readonly fill: Omit<TicketFill, 'assetClass'> }
  | {
      readonly kind: 'alert'
      readonly symbol: Symbol
      readonly condition: RequestedCondition
      readonly note: string
    }
  | {
      readonly kind: 'draw'
      readonly symbol: Symbol
      readonly shape: (typeof ASSISTANT_DRAWINGS)[number]
      readonly anchors: readonly Anchor[]
      readonly text: string
      readonly color: DrawingColor
    }
  /** A horizontal level, from now on. */
  | {
      readonly kind: 'mark'
      readonly symbol: Symbol
      readonly price: Price
      readonly text: string
      readonly color: DrawingColor
    }
  | { readonly kind: 'remove'; readonly item: 'alert' | 'drawing'; readonly id: string }

/** Why the person has to accept a change first. */
export type OfferReason = 'draft' | 'typing' | 'hidden' | 'locked' | 'card'

/** What became of a request. */
export type WindowResult =
  | { readonly kind: 'shown'; readonly before: ShownChart; readonly after: ShownChart }
  | { readonly kind: 'filled' }
  | { readonly kind: 'offered'; readonly why: OfferReason }
  | { readonly kind: 'made'; readonly id: string }
  | { readonly kind: 'removed' }

/** What an assistant has in the window: its alerts, its drawings, and what is undecided. */
export interface OwnWindowItems {
  readonly alerts: readonly {
    readonly id: string
    readonly condition: string
    readonly state: string
  }[]
  readonly drawings: readonly { readonly id: string; readonly place: DrawingPlace }[]
  /** The changes that the person has neither kept nor undone, as sentences. */
  readonly undecided: readonly string[]
}
