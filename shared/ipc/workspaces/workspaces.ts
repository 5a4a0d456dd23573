import { z } from 'zod'
import {
  MAX_LAYOUT_CHARS,
  MAX_WINDOW_PANELS,
  WORKSPACE_NAME_CHARS,
  type Bounds,
  type PanelWindowId,
  type TicketValues,
  type WorkspaceId,
} from '../../domain/app/workspaces.js'
import { EVENT_OUTCOMES } from '../../domain/instruments/event-contract.js'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../domain/orders/order-types.js'
import { isPlainLine } from '../../domain/text-safety.js'
import { mirror } from '../../domain/readonly-schema.js'
import { PreparedDraft } from '../../domain/orders/order.js'
import { zPrice, zQuantity, zSymbol } from '../../domain/scalars.schema.js'

const idOf = <T extends string>() =>
  z.custom<T>((value) => typeof value === 'string' && /^[a-f0-9]{16}$/.test(value), 'not an id')
export const zWorkspaceId = idOf<WorkspaceId>()
export const zPanelWindowId = idOf<PanelWindowId>()
export const zPanelId = z.string().regex(/^[a-z-]{1,40}(:[1-9]\d{0,3})?$/)
export const zPanelIds = z.array(zPanelId).max(MAX_WINDOW_PANELS)
export const zLayout = z.string().max(MAX_LAYOUT_CHARS)
/** One plain line, because it appears in menus and file names. */
export const zWorkspaceName = z
  .string()
  .trim()
  .min(1)
  .max(WORKSPACE_NAME_CHARS)
  .refine((name) => isPlainLine(name, WORKSPACE_NAME_CHARS), 'not a plain line of text')
const MAX_PX = 100_000
export const zPx = z.number().int().min(-MAX_PX).max(MAX_PX)
export const zBounds = mirror<Bounds>()(
  z.strictObject({
    x: zPx,
    y: zPx,
    width: z.number().int().min(1).max(MAX_PX),
    height: z.number().int().min(1).max(MAX_PX),
  }),
)
/** The symbols of link groups, by the name of the group. */
export const zGroupSymbols = z.record(z.string().regex(/^[a-z]{1,20}$/), zSymbol.nullable())

export const zTicketValues = mirror<TicketValues>()(
  z.strictObject({
    symbol: zSymbol,
    side: z.enum(['buy', 'sell', 'short']).optional(),
    type: z.enum(ORDER_TYPES).optional(),
    quantity: zQuantity.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
    timeInForce: z.enum(TIMES_IN_FORCE).optional(),
    outcome: z.enum(EVENT_OUTCOMES).optional(),
    closing: z.boolean().optional(),
    draft: PreparedDraft.optional(),
    filled: z
      .strictObject({ change: z.string().max(64), assistant: z.string().max(200) })
      .optional(),
    withdrawn: z.string().max(64).optional(),
    exits: z.boolean().optional(),
    takeProfit: zPrice.optional(),
    stopLoss: zPrice.optional(),
  }),
)
