import { ownMoney, ownQuantity } from '../../../format/own.js'
import type { OrderReminder } from '../../../../shared/domain/reference/order-reminder.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { useRef, useState, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import type { NamedPosition } from '../../../../shared/domain/account/account.js'
import { isNegative, type Money } from '../../../../shared/domain/decimal.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { formatMoney } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ignoreHeldKey } from '../../../ui/confirm/press-guard.js'
import { useFreshDialog } from '../../../ui/confirm/use-fresh-dialog.js'
import { exitPrices } from '../model/exits.js'
import type { Gesture } from '../../../stores/submit/submit-guard.js'
import type { TicketOrder } from '../../../stores/submit/submit-order.js'
import type { TicketSummary } from '../model/summary-model.js'
import { OpeningNote } from './opening-note.js'
import { costLabel, extraRows, payoffRows, Reminders, Warnings } from './ticket-summary.js'
import {
  formatAlgo,
  formatDraft,
  formatLegging,
  formatPriceTerms,
  formatTimeInForce,
} from '../../../format/order-draft.js'
import { useLeggingPosition } from '../../orders/use-legging-position.js'
import '../ticket-parts.css'

export interface ReviewProps {
  readonly order: TicketOrder
  readonly account: string
  readonly summary: TicketSummary
  readonly reminders: readonly OrderReminder[]
  /** `skipConfirmation`: send further orders without confirmation until the app closes or locks. */
  readonly onSend: (gesture: Gesture, skipConfirmation: boolean) => void
  readonly onClose: () => void
}

/**
 * Shows the order as it will be sent, and a button to send it. The press that opened the dialog
 * cannot also press it: a held key, the later clicks of a double click and a button that has only
 * just appeared do not count.
 */
export function Review({ order, account, summary, reminders, onSend, onClose }: ReviewProps) {
  const text = useText()
  const { draft } = order
  const [skipConfirmation, setSkipConfirmation] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const { shownMs, pressOutside } = useFreshDialog(main, onClose)
  const onClick = (event: MouseEvent): void =>
    onSend({ repeat: false, clicks: event.detail, shownMs: shownMs() }, skipConfirmation)
  return createPortal(
    <Dialog
      title={text.ticket.dialog.title}
      onClose={onClose}
      onPressOutside={pressOutside}
      foot={
        <>
          <Button onClick={onClose}>{text.ticket.dialog.back}</Button>
          <Button
            ref={main}
            variant={draft.side === 'buy' ? 'buy' : 'sell'}
            data-autofocus
            data-testid="ticket-send"
            onClick={onClick}
            onKeyDown={ignoreHeldKey}
          >
            {text.ticket.dialog.send(formatDraft(draft, text))}
          </Button>
        </>
      }
    >
      <ReviewLines order={order} account={account} summary={summary} />
      <OpeningNote draft={draft} />
      <Warnings side={draft.side} instrument={draft} summary={summary} />
      <Reminders reminders={reminders} />
      <p className="dim">{text.ticket.dialog.note}</p>
      <label className="choice flush">
        <input
          type="checkbox"
          checked={skipConfirmation}
          data-testid="send-at-once"
          onChange={(event) => setSkipConfirmation(event.target.checked)}
        />
        {text.ticket.skipConfirmation.optIn}
      </label>
    </Dialog>,
    document.body,
  )
}

/** The order and its estimated effect, line by line. */
function ReviewLines({
  order,
  account,
  summary,
}: Pick<ReviewProps, 'order' | 'account' | 'summary'>) {
  const text = useText()
  const position = useLeggingPosition(order.draft)
  return (
    <>
      <p className={`review-order ${order.draft.side === 'buy' ? 'up' : 'down'}`}>
        {formatDraft(order.draft, text)}
      </p>
      <dl className="review-lines">
        {reviewLines({ order, account, summary, position }, text).map(
          ([label, value, className]) => (
            <div key={label} className="ticket-line">
              <dt>{label}</dt>
              <dd className={`tnum ${className ?? ''}`}>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  )
}

/** Returns the lines of the orders that are sent with the order. */
function exitLines(
  draft: OrderDraft,
  combo: ComboDraft | null,
  text: WindowText,
): readonly (readonly [string, string])[] {
  if (combo === null) return []
  const { takeProfit, stopLoss } = exitPrices(combo)
  const { rows } = text.ticket.dialog
  const line = (label: string, exit: OrderDraft | null): readonly (readonly [string, string])[] =>
    exit === null || exit === draft
      ? []
      : [[label, `${formatPriceTerms(exit)} · ${formatTimeInForce(exit, text)}`]]
  return [...line(rows.takeProfit, takeProfit), ...line(rows.stopLoss, stopLoss)]
}

interface ReviewFacts extends Pick<ReviewProps, 'order' | 'account' | 'summary'> {
  /** The held position that the order adds a leg to, or takes one from. */
  readonly position: NamedPosition | undefined
}

/** Returns label, value and class of each line. */
function reviewLines(
  { order, account, summary, position }: ReviewFacts,
  text: WindowText,
): readonly (readonly [string, string, string?])[] {
  const { draft, combo } = order
  const { rows } = text.ticket.dialog
  const cost = costLabel(summary, draft.side, text)
  const money = (value: Money | null): string => formatMoney(value, summary.currency)
  const { notional, payoff } = summary
  return [
    [rows.account, account],
    [rows.price, formatPriceTerms(draft)],
    [rows.timeInForce, formatTimeInForce(draft, text)],
    ...exitLines(draft, combo, text),
    ...(draft.assetClass === 'stock'
      ? [[rows.session, text.orderSessions[draft.session]] as const]
      : []),
    ...(draft.terms?.algo === undefined
      ? []
      : [[rows.algo, formatAlgo(draft.terms.algo)] as const]),
    ...(draft.terms?.legging === undefined
      ? []
      : [[rows.legging, formatLegging(draft.terms.legging, draft, position, text)] as const]),
    ...(notional === null ? [] : [[text.ticket.notional, money(notional)] as const]),
    [
      summary.source === 'ours' ? `${cost} (${text.ticket.ourEstimate})` : cost,
      money(summary.cost),
    ],
    [rows.fees, money(summary.fees)],
    ...(payoff === null
      ? []
      : payoffRows(payoff, money, text).map(([label, , value]) => [label, value] as const)),
    ...extraRows(summary, money, text).map(([label, , value]) => [label, value] as const),
    [
      summary.powerKind === 'option' ? rows.optionPower : rows.power,
      ownMoney(summary.powerAfter, summary.currency),
      summary.powerAfter !== null && isNegative(summary.powerAfter) ? 'ticket-bad' : '',
    ],
    [rows.position, ownQuantity(summary.positionAfter)],
  ]
}
