import { z } from 'zod'
import {
  type WorkspaceId,
  type PanelWindowId,
  MAX_LAYOUT_CHARS,
  WORKSPACE_NAME_CHARS,
  MAX_WINDOW_PANELS,
} from './workspaces.js'
import { isPlainLine } from '../../text-safety.js'
import { zSymbol, zQuantity, zPrice } from '../../scalars.schema.js'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../orders/order-types.js'
import { EVENT_OUTCOMES } from '../../instruments/event-contract.js'
import { PreparedDraft } from '../../orders/order.js'
import { asReadonly } from '../../readonly-schema.js'

const idOf = <T extends string>() =>
  z.custom<T>((value) => typeof value === 'string' && /^[a-f0-9]{16}$/.test(value), 'not an id')

export const zWorkspaceId = idOf<WorkspaceId>()

export const zPanelWindowId = idOf<PanelWindowId>()

export const zPanelId = z.string().regex(/^[a-z-]{1,40}(:[1-9]\d{0,3})?$/)

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

/** A place on the screens, in device-independent px. */
export const Bounds = asReadonly(
  z.strictObject({
    x: zPx,
    y: zPx,
    width: z.number().int().min(1).max(MAX_PX),
    height: z.number().int().min(1).max(MAX_PX),
  }),
)
export type Bounds = z.output<typeof Bounds>

/**
 * The values that a gesture puts into the ticket; absent members stay unchanged. `symbol` may be of
 * any product: an option by its OCC symbol, a future by its month, an event market.
 */
export const TicketValues = asReadonly(
  z.strictObject({
    symbol: zSymbol,
    side: z.enum(['buy', 'sell', 'short']).optional(),
    type: z.enum(ORDER_TYPES).optional(),
    quantity: zQuantity.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
    timeInForce: z.enum(TIMES_IN_FORCE).optional(),
    /** The side of an event market that is traded. */
    outcome: z.enum(EVENT_OUTCOMES).optional(),
    /** True when the order is meant to close a position; the ticket shows that. */
    closing: z.boolean().optional(),
    /** A prepared order, which replaces everything that was entered. */
    draft: PreparedDraft.optional(),
    /** The assistant that fills the ticket with `draft`, and the id of that change. */
    filled: z
      .strictObject({ change: z.string().max(64), assistant: z.string().max(200) })
      .optional(),
    /** The id of a change that filled the ticket, which is taken back. */
    withdrawn: z.string().max(64).optional(),
    /** True when the ticket offers exits with the order at once. */
    exits: z.boolean().optional(),
    /** The prices of exits that are attached to the order. */
    takeProfit: zPrice.optional(),
    stopLoss: zPrice.optional(),
  }),
)
export type TicketValues = z.output<typeof TicketValues>

export const zPanelIds = z.array(zPanelId).max(MAX_WINDOW_PANELS)

/** The symbols of link groups, by the name of the group. */
export const zGroupSymbols = z.record(z.string().regex(/^[a-z]{1,20}$/), zSymbol.nullable())
