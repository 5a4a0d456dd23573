import { z } from 'zod'
import { AlertCondition, AlertTerms, zAlertId } from '../alerts/alert.schema.js'
import { MAX_DRAWING_TEXT } from '../drawings/drawing.js'
import { DRAWING_KINDS } from '../drawings/drawing-kinds.js'
import { Drawing, zDrawingId } from '../drawings/drawing.schema.js'
import { EVENT_OUTCOMES } from '../instruments/event-contract.js'
import { ASSET_CLASSES } from '../instruments/instrument.js'
import { zInstrumentKey } from '../instruments/instrument-key.schema.js'
import { OrderSize, Trail } from '../orders/order.js'
import { ORDER_SESSIONS, ORDER_TYPES, TIMES_IN_FORCE } from '../orders/order-types.js'
import { asReadonly } from '../readonly-schema.js'
import { zDay, zPrice, zSymbol } from '../scalars.schema.js'
import { SIDES } from '../side.js'
import type { AlertId } from '../alerts/alert.js'
import type { ConnectionId, Symbol } from '../ids.js'
import type { Timespan } from '../market/bar.js'
import type { ListChange } from '../reference/list-change.js'
import type { EpochMs } from '../time.js'

/** What the chart of the main window shows: nothing for a null symbol. */
export const ShownChart = asReadonly(
  z.strictObject({
    symbol: zSymbol.nullable(),
    /** The length of the bars as the window stores it, such as "M5", or "M5x2" for ten minutes. */
    timespan: z.string().max(20),
  }),
)
export type ShownChart = z.output<typeof ShownChart>

/**
 * What the page made of a request. `done`: carried out, with what was shown before. `draft`: the
 * ticket holds an order that the person typed. `typing`: the person types somewhere in the window.
 * `hidden`: nobody sees the window. Only the first changed anything.
 */
export const PageAnswer = asReadonly(
  z.union([
    z.strictObject({ kind: z.literal('done'), before: ShownChart, after: ShownChart }),
    z.strictObject({ kind: z.enum(['draft', 'typing', 'hidden']) }),
  ]),
)
export type PageAnswer = z.output<typeof PageAnswer>

/**
 * What an assistant puts into the ticket. `symbol` names the ticket: of an option its full
 * contract. The account is the one that the person selected.
 */
const TicketFill = asReadonly(
  z.strictObject({
    symbol: zSymbol,
    assetClass: z.enum(ASSET_CLASSES),
    side: z.enum(SIDES),
    type: z.enum(ORDER_TYPES),
    timeInForce: z.enum(TIMES_IN_FORCE),
    session: z.enum(ORDER_SESSIONS),
    size: OrderSize,
    limitPrice: zPrice.nullable(),
    stopPrice: zPrice.nullable(),
    trail: Trail.nullable(),
    expireDate: zDay.nullable(),
    /** The traded side of an event market; null for other instruments. */
    outcome: z.enum(EVENT_OUTCOMES).nullable(),
  }),
)
export type TicketFill = z.output<typeof TicketFill>

/** Where a drawing is, and what it looks like. */
export const DrawingPlace = asReadonly(
  z.strictObject({
    key: zInstrumentKey,
    symbol: zSymbol,
    kind: z.enum(DRAWING_KINDS),
    text: z.string().max(MAX_DRAWING_TEXT),
    /** The price of the first anchor. */
    price: zPrice,
  }),
)
export type DrawingPlace = z.output<typeof DrawingPlace>

/** What an assistant changed in the window. Each member has what its undoing needs. */
export const WindowChange = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('symbol'), before: ShownChart.nullable(), after: ShownChart }),
    /** `before` is what the chart showed; null while the fill is only offered. */
    z.strictObject({ kind: z.literal('ticket'), before: ShownChart.nullable(), fill: TicketFill }),
    z.strictObject({ kind: z.literal('alert'), alertId: zAlertId, condition: AlertCondition }),
    z.strictObject({ kind: z.literal('alert-removed'), terms: AlertTerms }),
    z.strictObject({ kind: z.literal('drawing'), drawingId: zDrawingId, place: DrawingPlace }),
    z.strictObject({ kind: z.literal('drawing-removed'), drawing: Drawing, place: DrawingPlace }),
  ]),
)
export type WindowChange = z.output<typeof WindowChange>

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
