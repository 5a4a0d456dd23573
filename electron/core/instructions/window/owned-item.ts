import type { AlertId } from '../../../../shared/domain/alerts/alert.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type {
  ChangeAuthor,
  DrawingPlace,
} from '../../../../shared/domain/instructions/window-change.js'

/** What an assistant made and may remove again; it stays its own when the person keeps it. */
export type OwnedItem = ChangeAuthor &
  (
    | { readonly kind: 'alert'; readonly alertId: AlertId }
    | { readonly kind: 'drawing'; readonly drawingId: DrawingId; readonly place: DrawingPlace }
  )

/** An order that the person sent from a ticket which an assistant filled. */
export interface PreparedOrder {
  readonly order: ClientOrderId
  readonly assistant: string
}

/** Older ones are forgotten: their alerts and drawings stay, without their author's mark. */
export const MAX_OWNED_ITEMS = 2_000
export const MAX_PREPARED_ORDERS = 2_000

/** The id of what is owned. */
export const ownedId = (item: OwnedItem): string =>
  item.kind === 'alert' ? item.alertId : item.drawingId
