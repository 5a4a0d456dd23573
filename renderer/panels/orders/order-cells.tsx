import { Check, PencilLine, Undo2, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../shared/domain/orders/order-state.js'
import { formatAge } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { CellAge } from '../../ui/accounts/figure-age.js'
import { IconButton } from '../../ui/button.js'
import { editableFields, shownEdit, type EditField } from '../../ui/orders/order-change.js'
import { orderStatusText } from '../../ui/orders/order-status-text.js'
import { hasReason } from './order-filter.js'
import { isChangeable, isReplaceable } from '../../ui/orders/changeable.js'
import { isSent } from '../../ui/orders/order-changes.js'
import { ownOrder } from '../../ui/orders/order-actions.js'
import { useOrderActions } from './orders-state.js'
import { formatOptionalMessage } from '../../format/message.js'
import { explain, fullText } from '../../ui/hints/hint.js'

/** A figure of an order; an input while the row is being replaced and its type uses the figure. */
export function EditableCell({
  order,
  field,
  label,
  shown,
}: {
  readonly order: Order
  readonly field: EditField
  readonly label: string
  readonly shown: string
}) {
  const actions = useOrderActions()
  const value = useSlice(actions.store, ({ edits: { [order.clientOrderId]: typed } }) =>
    typed === undefined ? null : shownEdit(order, typed)[field],
  )
  if (value === null || !isChangeable(order) || !editableFields(order).includes(field)) {
    return <span className="tnum">{shown}</span>
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      // Otherwise the same key press would reach the confirmation that opens now.
      event.preventDefault()
      actions.save(order)
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    actions.undo(order)
  }
  return (
    <input
      className="cell-input"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      value={value}
      autoFocus={field === editableFields(order).at(-1)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => actions.type(order, field, event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** The state of an order, the request in flight for it, and the source of the newest fact. */
export function StatusCell({ order }: { readonly order: Order }) {
  const text = useText()
  const { now } = useMainWindow()
  const { pending } = order
  // Of an order in doubt more is unknown than whether its last state still holds.
  const isUnconfirmed = order.unconfirmed === true && !isUncertain(order.status)
  const statusText =
    pending !== null
      ? text.orders.pending[pending.kind][pending.state]
      : isUnconfirmed
        ? text.orders.unconfirmed
        : orderStatusText(order, text)
  const isUnknown = pending?.state === 'unknown' || (pending === null && isUnconfirmed)
  const tone = isUnknown ? 'unknown' : pending === null ? order.status : 'pending'
  const meaning =
    pending?.state === 'unknown'
      ? text.orders.pendingMeaning
      : isUnconfirmed
        ? text.orders.unconfirmedMeaning(text.orders.statuses[order.status])
        : text.orders.meanings[order.status]
  const note = formatOptionalMessage(order.note)
  const fact = text.orders.fact(
    text.orders.source[order.source],
    formatAge(now() - order.updatedAt),
  )
  return (
    <span
      className={`status ${tone}`}
      {...explain([meaning, note, fact].filter((line) => line !== null).join('\n'))}
    >
      <span>{statusText}</span>
      {tone === 'pending' && pending === null && (
        <>
          {' '}
          <CellAge time={order.updatedAt} hint={text.orders.pendingAge} isUpTo />
        </>
      )}
    </span>
  )
}

/** Why an order was not carried out; the tooltip shows a long reason in full. */
export function ReasonCell({ order }: { readonly order: Order }) {
  const note = hasReason(order) ? formatOptionalMessage(order.note) : null
  return note === null ? null : (
    <span className="status-reason" {...fullText(note)}>
      {note}
    </span>
  )
}

/** Replace and cancel buttons; send and back while the row is edited. */
export function ActionsCell({ order }: { readonly order: Order }) {
  const text = useText()
  const actions = useOrderActions()
  const editing = useSlice(actions.store, (state) => order.clientOrderId in state.edits)
  const busy = useSlice(actions.changes.state, (state) => isSent(state, order.clientOrderId))
  if (editing && isChangeable(order)) {
    return (
      <span className="actions">
        <IconButton
          icon={Check}
          size="small"
          variant="primary"
          label={text.orders.save}
          disabled={busy}
          onClick={() => actions.save(order)}
        />
        <IconButton
          icon={Undo2}
          size="small"
          label={text.orders.undo}
          onClick={() => actions.undo(order)}
        />
      </span>
    )
  }
  if (!isChangeable(order)) return null
  return (
    <span className="actions">
      <IconButton
        icon={PencilLine}
        size="small"
        label={
          isReplaceable(order)
            ? text.orders.replaceLabel(ownOrder(order, text))
            : text.orders.notReplaceable
        }
        disabled={busy || !isReplaceable(order)}
        onClick={() => actions.begin(order)}
      />
      <IconButton
        icon={X}
        size="small"
        variant="quiet"
        label={text.orders.cancelLabel(ownOrder(order, text))}
        disabled={busy}
        onClick={() => actions.cancel(order)}
      />
    </span>
  )
}
