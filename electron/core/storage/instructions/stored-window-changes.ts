import { z } from 'zod'
import { mirror } from '../../../../shared/domain/readonly-schema.js'
import { MAX_ALERT_NOTE, type AlertId } from '../../../../shared/domain/alerts/alert.js'
import { MAX_DRAWING_TEXT, type DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import { DRAWING_KINDS } from '../../../../shared/domain/drawings/drawing-kinds.js'
import { ASSET_CLASSES } from '../../../../shared/domain/instruments/instrument.js'
import { EVENT_OUTCOMES } from '../../../../shared/domain/instruments/event-contract.js'
import {
  MAX_WINDOW_CHANGES,
  type AssistantChange,
  type WatchlistChange,
} from '../../../../shared/domain/instructions/window-change.js'
import {
  ORDER_SESSIONS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../../../shared/domain/orders/order-types.js'
import { SIDES } from '../../../../shared/domain/side.js'
import {
  type OwnedItem,
  type PreparedOrder,
  MAX_OWNED_ITEMS,
  MAX_PREPARED_ORDERS,
} from '../../instructions/window/owned-item.js'
import { AlertTicket, AlertCondition } from '../../../../shared/domain/alerts/alert.schema.js'
import { zStoredDrawing, zStoredDrawingKey } from '../stored-drawings.js'
import { OrderSize, Trail } from '../../../../shared/domain/orders/order.js'
import {
  zDay,
  hexSchema,
  zClientOrderId,
  zPrice,
  zSymbol,
  zTime,
} from '../../../../shared/domain/scalars.schema.js'
import { zConnectionId } from '../../../../shared/domain/instructions/instruction.schema.js'

/** The version of the file. One with a newer version is not read. */
export const WINDOW_CHANGES_VERSION = 1

const zChart = z.strictObject({ symbol: zSymbol.nullable(), timespan: z.string().max(20) })
const zFill = z.strictObject({
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
  outcome: z.enum(EVENT_OUTCOMES).nullable(),
})
const zTerms = z.strictObject({
  condition: AlertCondition,
  repeatMs: z.number().int().min(0).nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: AlertTicket.nullable(),
})
const zPlace = z.strictObject({
  key: zStoredDrawingKey,
  symbol: zSymbol,
  kind: z.enum(DRAWING_KINDS),
  text: z.string().max(MAX_DRAWING_TEXT),
  price: zPrice,
})

const zAuthor = { connectionId: zConnectionId, assistant: z.string().max(200) }
const zAlertId = hexSchema<AlertId>(16)
const zDrawingId = hexSchema<DrawingId>(16)

const zChange = z.strictObject({
  ...zAuthor,
  id: z.string().min(1).max(64),
  changedAt: zTime,
  isOffered: z.boolean(),
  change: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('symbol'), before: zChart.nullable(), after: zChart }),
    z.strictObject({ kind: z.literal('ticket'), before: zChart.nullable(), fill: zFill }),
    z.strictObject({
      kind: z.literal('alert'),
      alertId: zAlertId,
      condition: AlertCondition,
    }),
    z.strictObject({ kind: z.literal('alert-removed'), terms: zTerms }),
    z.strictObject({ kind: z.literal('drawing'), drawingId: zDrawingId, place: zPlace }),
    z.strictObject({
      kind: z.literal('drawing-removed'),
      drawing: zStoredDrawing,
      place: zPlace,
    }),
  ]),
})

const zOwned = mirror<OwnedItem>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ ...zAuthor, kind: z.literal('alert'), alertId: zAlertId }),
    z.strictObject({
      ...zAuthor,
      kind: z.literal('drawing'),
      drawingId: zDrawingId,
      place: zPlace,
    }),
  ]),
)
const zPrepared = mirror<PreparedOrder>()(
  z.strictObject({
    order: zClientOrderId,
    assistant: z.string().max(200),
  }),
)

const zFile = z.strictObject({
  v: z.literal(WINDOW_CHANGES_VERSION),
  changes: z.array(zChange).max(MAX_WINDOW_CHANGES),
  owned: z.array(zOwned).max(MAX_OWNED_ITEMS),
  prepared: z.array(zPrepared).max(MAX_PREPARED_ORDERS),
})

/** A change of the window as it is stored; those of watchlists are with the lists. */
export type StoredWindowChange = AssistantChange & {
  readonly change: Exclude<AssistantChange['change'], WatchlistChange>
}

/** The undecided changes, what assistants own in the window, and the orders that they prepared. */
export interface StoredWindowChanges {
  readonly changes: readonly StoredWindowChange[]
  readonly owned: readonly OwnedItem[]
  readonly prepared: readonly PreparedOrder[]
}

/** Reads the changes of the window; null for a text that cannot be read. */
export function parseWindowChanges(text: string): StoredWindowChanges | null {
  try {
    return zFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const writeWindowChanges = (stored: StoredWindowChanges): string =>
  JSON.stringify({ v: WINDOW_CHANGES_VERSION, ...stored })
