import type { AlertCondition, AlertTerms } from '../alerts/alert.schema.js'
import type { AlertId } from '../alerts/alert.js'
import type { Price } from '../decimal.js'
import type { Drawing, DrawingId, DrawingTerms } from '../drawings/drawing.js'
import type { Symbol, ConnectionId } from '../ids.js'
import type { EventOutcome } from '../instruments/event-contract.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { InstrumentKey } from '../instruments/instrument-key.js'
import type { Timespan } from '../market/bar.js'
import type { OrderDraft } from '../orders/order.js'
import type { ListChange } from '../reference/list-change.js'
import type { EpochMs } from '../time.js'

/** What the chart of the main window shows: nothing for a null symbol. */
export interface ShownChart {
  readonly symbol: Symbol | null
  /** The length of the bars as the window stores it, such as "M5", or "M5x2" for ten minutes. */
  readonly timespan: string
}

/**
 * What an assistant puts into the ticket. `symbol` is that of the ticket: of an option its full
 * contract. The account is the one that the person selected.
 */
export interface TicketFill
  extends Pick<
    OrderDraft,
    | 'side'
    | 'type'
    | 'timeInForce'
    | 'session'
    | 'size'
    | 'limitPrice'
    | 'stopPrice'
    | 'trail'
    | 'expireDate'
  > {
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  /** The traded side of an event market; null for other instruments. */
  readonly outcome: EventOutcome | null
}

/** Where a drawing is, and what it looks like. */
export interface DrawingPlace {
  readonly key: InstrumentKey
  readonly symbol: Symbol
  readonly kind: DrawingTerms['kind']
  readonly text: string
  /** The price of the first anchor. */
  readonly price: Price
}

/** What an assistant changed in the window. Each member has what its undoing needs. */
export type WindowChange =
  | { readonly kind: 'symbol'; readonly before: ShownChart | null; readonly after: ShownChart }
  /** `before` is what the chart showed; null while the fill is only offered. */
  | { readonly kind: 'ticket'; readonly before: ShownChart | null; readonly fill: TicketFill }
  | { readonly kind: 'alert'; readonly alertId: AlertId; readonly condition: AlertCondition }
  | { readonly kind: 'alert-removed'; readonly terms: AlertTerms }
  | {
      readonly kind: 'drawing'
      readonly drawingId: DrawingId
      readonly place: DrawingPlace
    }
  | {
      readonly kind: 'drawing-removed'
      readonly drawing: Drawing
      readonly place: DrawingPlace
    }

/** What an assistant changed in a watchlist, as the list of changes shows it. */
export interface WatchlistChange
  extends Pick<ListChange, 'isCreated' | 'renamed' | 'added' | 'removed'> {
  readonly kind: 'watchlist'
  readonly list: string
}

/** The assistant that changes the window: its connection, and the name that the person knows. */
export interface ChangeAuthor {
  readonly connectionId: ConnectionId
  readonly assistant: string
}

/** A change by an assistant that the person has neither kept nor undone. */
export interface AssistantChange extends ChangeAuthor {
  readonly id: string
  readonly changedAt: EpochMs
  /** True while nothing has changed yet: the person may accept it. */
  readonly isOffered: boolean
  readonly change: WindowChange | WatchlistChange
}

/** What the page of the main window is to carry out now. It answers each once. */
export interface PageRequest extends ChangeAuthor {
  readonly id: string
  readonly change:
    | { readonly kind: 'symbol'; readonly symbol: Symbol; readonly timespan: Timespan | null }
    | { readonly kind: 'ticket'; readonly fill: TicketFill }
}

/**
 * What the page made of a request. `done`: carried out, with what was shown before. `draft`: the
 * ticket holds an order that the person typed. `typing`: the person types somewhere in the window.
 * `hidden`: nobody sees the window. Only the first changed anything.
 */
export type PageAnswer =
  | { readonly kind: 'done'; readonly before: ShownChart; readonly after: ShownChart }
  | { readonly kind: 'draft' | 'typing' | 'hidden' }

/** An alert that an assistant set; kept ones stay marked. */
export interface AlertMark {
  readonly alertId: AlertId
  readonly assistant: string
}

/** What assistants changed in the window. */
export interface AssistantChangesView {
  /** Oldest first. */
  readonly changes: readonly AssistantChange[]
  readonly requests: readonly PageRequest[]
  readonly alerts: readonly AlertMark[]
}

/** `accept` carries out what was only offered; `undo` of an offer dismisses it. */
export const CHANGE_DECISIONS = ['undo', 'keep', 'accept'] as const
export type ChangeDecision = (typeof CHANGE_DECISIONS)[number]

/** Undecided changes of the window; further ones are refused. */
export const MAX_WINDOW_CHANGES = 100
/** The active alerts of one assistant. */
export const MAX_OWN_ALERTS = 20
/** The drawings of one assistant on one instrument. */
export const MAX_OWN_DRAWINGS = 20
export const MAX_ALERT_MARKS = 1_000
