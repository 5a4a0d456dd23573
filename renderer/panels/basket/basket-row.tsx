import { agreementOf } from '../../../shared/domain/reference/agreements.js'
import { AgreementLink } from '../../ui/ticket/review/agreement-link.js'
import { ArrowDown, ArrowUp, PencilLine, X } from 'lucide-react'
import { clientOrderId } from '../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../shared/domain/orders/order-state.js'
import type { OrderFault, OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatMoney } from '../../format/decimal.js'
import { formatMessage, formatOptionalMessage } from '../../format/message.js'
import { actionOf } from '../../format/instrument-name.js'
import { formatTerms } from '../../format/order-draft.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useRow } from '../../stores/context.js'
import { basketOf, isSendable, type BasketEntry } from '../../stores/submit/basket.js'
import { orderStatusText } from '../../ui/orders/order-status-text.js'
import { IconButton } from '../../ui/button.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { writeFinding, type PreparedFinding } from '../../ui/ticket/model/prepared-holding.js'
import { editOrder } from './edit-order.js'
import { entryTitle } from './review-effect.js'
import { useEntryKind } from './use-entry-effect.js'
import { useLeggingPosition } from '../../ui/orders/use-legging-position.js'

export interface BasketRowProps {
  readonly entry: BasketEntry
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Absent while it is requested; null where there is none. */
  readonly estimate: OrderPreview | null | undefined
  /** Why limits would refuse the order; absent where they would not. */
  readonly fault: OrderFault | undefined
  /** Why what is held does not allow the order; absent where it does. */
  readonly holding: PreparedFinding | undefined
}

/** One prepared order: what it is, what it costs, and what became of it. */
export function BasketRow(props: BasketRowProps) {
  const { entry, isFirst, isLast, estimate, fault, holding } = props
  const text = usePanelText()
  const accountName = useAccountNames()
  const { draft } = entry
  const kind = useEntryKind(draft)
  const position = useLeggingPosition(draft)
  const sent = useSentOrder(entry)
  const isRolled = sent !== null && actionOf(sent) === 'roll'
  const order = entryTitle(draft, { kind: isRolled ? 'roll' : kind }, text)
  return (
    <li className="basket-row" data-testid="basket-row">
      <p className={`basket-order ${draft.side === 'buy' ? 'up' : 'down'}`}>{order}</p>
      <RowButtons entry={entry} order={order} isFirst={isFirst} isLast={isLast} />
      <p className="basket-terms tnum">{formatTerms(draft, text, position)}</p>
      <p className="dim">
        {accountName(draft.accountId)}
        {estimate !== undefined && ` · ${estimateText(estimate, draft, text)}`}
      </p>
      {fault === undefined && holding?.warning.blocks !== true ? (
        <RowOutcome entry={entry} />
      ) : (
        fault !== undefined && (
          <p className="basket-outcome bad" data-testid="basket-fault">
            {formatMessage(fault.message)}
          </p>
        )
      )}
      {holding !== undefined && (
        <p
          className={`basket-outcome ${holding.warning.blocks ? 'bad' : 'warn'}`}
          data-testid="basket-holding"
        >
          {writeFinding(holding, text)}
        </p>
      )}
    </li>
  )
}

const estimateText = (
  estimate: OrderPreview | null,
  { side }: OrderDraft,
  { basket, ticket }: PanelText,
): string =>
  estimate === null
    ? basket.noEstimate
    : `${ticket.cost[side]} ${formatMoney(estimate.cost, estimate.currency)}`

function RowButtons({
  entry,
  order,
  isFirst,
  isLast,
}: Omit<BasketRowProps, 'estimate' | 'fault' | 'holding'> & { readonly order: string }) {
  const text = usePanelText().basket
  const mainWindow = useMainWindow()
  const basket = basketOf(mainWindow)
  const { id } = entry
  return (
    <div className="basket-buttons">
      {isSendable(entry) && (
        <IconButton
          icon={PencilLine}
          size="small"
          label={text.edit(order)}
          onClick={() =>
            void editOrder(mainWindow, entry.draft).then((open) => open && basket.remove(id))
          }
        />
      )}
      <IconButton
        icon={ArrowUp}
        size="small"
        label={text.up(order)}
        disabled={isFirst}
        onClick={() => basket.move(id, -1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label={text.down(order)}
        disabled={isLast}
        onClick={() => basket.move(id, 1)}
      />
      <IconButton
        icon={X}
        size="small"
        label={text.remove(order)}
        disabled={entry.outcome?.kind === 'sending'}
        onClick={() => basket.remove(id)}
      />
    </div>
  )
}

const NO_ORDER = clientOrderId('')

/** Returns the order that was sent, as reports arrive; null before. */
function useSentOrder({ outcome }: BasketEntry): Order | null {
  const noted = outcome !== null && 'order' in outcome ? outcome.order : null
  return useRow(useMainWindow().orders, noted?.clientOrderId ?? NO_ORDER) ?? noted
}

/** What became of the order. */
function RowOutcome({ entry }: { readonly entry: BasketEntry }) {
  const text = usePanelText()
  const { outcome } = entry
  const known = useSentOrder(entry)
  const message = outcomeText(outcome, known, text)
  const isBad = outcome !== null && ['rejected', 'denied', 'failed'].includes(outcome.kind)
  return (
    <p
      className={`basket-outcome ${isBad ? 'bad' : ''}`}
      role={isBad || outcome?.kind === 'unknown' ? 'alert' : 'status'}
      data-testid="basket-outcome"
      data-outcome={outcome?.kind ?? 'none'}
    >
      {message} {outcome?.kind === 'rejected' && <AgreementLink reason={outcome.reason} />}
    </p>
  )
}

function outcomeText(
  outcome: BasketEntry['outcome'],
  order: Order | null,
  { basket, orders }: PanelText,
): string {
  if (outcome === null) return basket.ready
  switch (outcome.kind) {
    case 'sending':
      return basket.sending
    case 'acknowledged':
      return order === null ? basket.sending : orderStatusText(order, { orders })
    case 'unknown':
      return order !== null && !isUncertain(order.status)
        ? orderStatusText(order, { orders })
        : basket.unknown
    case 'rejected':
      if (agreementOf(outcome.reason) !== null) return formatMessage(outcome.reason)
      return basket.rejected(
        formatMessage(outcome.reason) ||
          formatOptionalMessage(order?.note ?? null) ||
          basket.noReason,
      )
    case 'denied':
      return basket.denied(outcome.reasons.map(formatMessage).join(' '))
    case 'failed': {
      const { title, detail } = describeError(outcome.error)
      return basket.failed(`${title} ${detail}`)
    }
  }
}
