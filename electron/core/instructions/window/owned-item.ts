import { z } from 'zod'
import { zAlertId } from '../../../../shared/domain/alerts/alert.schema.js'
import { zDrawingId } from '../../../../shared/domain/drawings/drawing.schema.js'
import { zConnectionId } from '../../../../shared/domain/instructions/instruction.schema.js'
import { DrawingPlace } from '../../../../shared/domain/instructions/window-change.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import { zClientOrderId } from '../../../../shared/domain/scalars.schema.js'

const zAssistant = z.string().max(200)
/** The members of every stored change that name its author. */
export const authorMembers = { connectionId: zConnectionId, assistant: zAssistant }

/** What an assistant made and may remove again; it stays its own when the person keeps it. */
export const OwnedItem = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ ...authorMembers, kind: z.literal('alert'), alertId: zAlertId }),
    z.strictObject({
      ...authorMembers,
      kind: z.literal('drawing'),
      drawingId: zDrawingId,
      place: DrawingPlace,
    }),
  ]),
)
export type OwnedItem = z.output<typeof OwnedItem>

/** An order that the person sent from a ticket which an assistant filled. */
export const PreparedOrder = asReadonly(
  z.strictObject({ order: zClientOrderId, assistant: zAssistant }),
)
export type PreparedOrder = z.output<typeof PreparedOrder>

/** Older ones are forgotten: their alerts and drawings stay, without their author's mark. */
export const MAX_OWNED_ITEMS = 2_000
export const MAX_PREPARED_ORDERS = 2_000

/** The id of what is owned. */
export const ownedId = (item: OwnedItem): string =>
  item.kind === 'alert' ? item.alertId : item.drawingId
