import { z } from 'zod'
import { type AlertId, type AlertTerms } from '../../domain/alerts/alert.js'
import { MAX_DRAWING_TEXT } from '../../domain/drawings/drawing.js'
import { DRAWING_KINDS } from '../../domain/drawings/drawing-kinds.js'
import {
  CHANGE_DECISIONS,
  MAX_ALERT_MARKS,
  MAX_WINDOW_CHANGES,
  type AssistantChange,
  type AssistantChangesView,
  type DrawingPlace,
  type PageAnswer,
  type PageRequest,
  type ShownChart,
  type TicketFill,
} from '../../domain/instructions/window-change.js'
import { ASSET_CLASSES } from '../../domain/instruments/instrument.js'
import { EVENT_OUTCOMES } from '../../domain/instruments/event-contract.js'
import { ORDER_SESSIONS, ORDER_TYPES, TIMES_IN_FORCE } from '../../domain/orders/order-types.js'
import { MAX_LIST_CHANGES } from '../../domain/reference/watchlist-book.js'
import { SIDES } from '../../domain/side.js'
import { zCondition, zTerms } from '../alerts/alerts.js'
import { zDrawing, zDrawingId, zDrawingKey } from '../drawings/drawings.js'
import { op, type Entry } from '../entry.js'
import { zConnectionId } from '../instructions.js'
import { mirror } from '../mirror.js'
import {
  zClientOrderId,
  zDay,
  zPrice,
  zSize,
  zSymbol,
  zTime,
  zTimespan,
  zTrail,
} from '../schemas.js'

const zChangeId = z.string().min(1).max(64)
const zName = z.string().max(200)
const zAlertId = z.custom<AlertId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value),
  'not an id',
)

export const zShownChart = mirror<ShownChart>()(
  z.strictObject({ symbol: zSymbol.nullable(), timespan: z.string().max(20) }),
)
const zFill = mirror<TicketFill>()(
  z.strictObject({
    symbol: zSymbol,
    assetClass: z.enum(ASSET_CLASSES),
    side: z.enum(SIDES),
    type: z.enum(ORDER_TYPES),
    timeInForce: z.enum(TIMES_IN_FORCE),
    session: z.enum(ORDER_SESSIONS),
    size: zSize,
    limitPrice: zPrice.nullable(),
    stopPrice: zPrice.nullable(),
    trail: zTrail.nullable(),
    expireDate: zDay.nullable(),
    outcome: z.enum(EVENT_OUTCOMES).nullable(),
  }),
)
const zPlace = mirror<DrawingPlace>()(
  z.strictObject({
    key: zDrawingKey,
    symbol: zSymbol,
    kind: z.enum(DRAWING_KINDS),
    text: z.string().max(MAX_DRAWING_TEXT),
    price: zPrice,
  }),
)
const zAlertTerms = mirror<AlertTerms>()(zTerms)

const zAuthor = { connectionId: zConnectionId, assistant: zName }
const zListSymbols = z.array(zSymbol).max(1_000)

const zAssistantChange = mirror<AssistantChange>()(
  z.strictObject({
    ...zAuthor,
    id: zChangeId,
    changedAt: zTime,
    isOffered: z.boolean(),
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('symbol'),
        before: zShownChart.nullable(),
        after: zShownChart,
      }),
      z.strictObject({ kind: z.literal('ticket'), before: zShownChart.nullable(), fill: zFill }),
      z.strictObject({ kind: z.literal('alert'), alertId: zAlertId, condition: zCondition }),
      z.strictObject({ kind: z.literal('alert-removed'), terms: zAlertTerms }),
      z.strictObject({ kind: z.literal('drawing'), drawingId: zDrawingId, place: zPlace }),
      z.strictObject({ kind: z.literal('drawing-removed'), drawing: zDrawing, place: zPlace }),
      z.strictObject({
        kind: z.literal('watchlist'),
        list: zName,
        isCreated: z.boolean(),
        renamed: z.strictObject({ from: zName, to: zName }).nullable(),
        added: zListSymbols,
        removed: zListSymbols,
      }),
    ]),
  }),
)

const zPageRequest = mirror<PageRequest>()(
  z.strictObject({
    ...zAuthor,
    id: zChangeId,
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('symbol'),
        symbol: zSymbol,
        timespan: zTimespan.nullable(),
      }),
      z.strictObject({ kind: z.literal('ticket'), fill: zFill }),
    ]),
  }),
)

const zPageAnswer = mirror<PageAnswer>()(
  z.union([
    z.strictObject({ kind: z.literal('done'), before: zShownChart, after: zShownChart }),
    z.strictObject({ kind: z.enum(['draft', 'typing', 'hidden']) }),
  ]),
)

export const zAssistantChangesView = mirror<AssistantChangesView>()(
  z.strictObject({
    changes: z.array(zAssistantChange).max(MAX_WINDOW_CHANGES + MAX_LIST_CHANGES),
    requests: z.array(zPageRequest).max(MAX_WINDOW_CHANGES),
    alerts: z.array(z.strictObject({ alertId: zAlertId, assistant: zName })).max(MAX_ALERT_MARKS),
  }),
)

const main = ['main'] as const
const nothing = z.strictObject({})

/** The operations on what assistants change in the window. */
export const assistantChangesContract = {
  /**
   * Undoes, keeps or accepts a change. `shown`: what the page showed before it carried out an
   * offer; null otherwise.
   */
  'assistant-changes.decide': op({
    in: z.strictObject({
      id: zChangeId,
      decision: z.enum(CHANGE_DECISIONS),
      shown: zShownChart.nullable(),
    }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
  /** Says what the page made of a request. `isLate`: nobody waits any more; the page undoes it. */
  'assistant-changes.answer': op({
    in: z.strictObject({ id: zChangeId, answer: zPageAnswer }),
    out: z.strictObject({ isLate: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
  /** Says which orders the person sent from a ticket that an assistant filled. */
  'assistant-changes.sent': op({
    in: z.strictObject({ id: zChangeId, orders: z.array(zClientOrderId).min(1).max(8) }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
} as const satisfies Record<string, Entry>
