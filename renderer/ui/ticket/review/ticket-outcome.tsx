import { formatAverage } from '../../../format/product-price.js'
import { ownQuantity } from '../../../format/own.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { Ban, CircleCheck, CircleHelp, CircleX, Loader, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { isZero } from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { isUncertain, type OrderStatus } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { agreementOf } from '../../../../shared/domain/reference/agreements.js'
import { useMainWindow, useRow } from '../../../stores/context.js'
import { useText } from '../../../language/window-text.js'
import { describeError } from '../../../language/error-message.js'
import { Button, IconButton } from '../../../ui/button.js'
import type { Sent } from '../../../stores/submit/submit-order.js'
import { formatDraft, formatPriceTerms } from '../../../format/order-draft.js'
import { formatOptionalMessage } from '../../../format/message.js'
import { ownMessage } from '../../../format/own-message.js'
import { AgreementLink } from './agreement-link.js'
import '../ticket-parts.css'

const BAD: readonly OrderStatus[] = ['rejected', 'denied', 'not-placed']
const NO_ORDER = clientOrderId('')
const GOOD_NEWS_MS = 8_000

/** An order on its way, or one whose price the person is asked about first. */
function SendingCard({
  order,
  isQuestioned,
}: {
  readonly order: string
  readonly isQuestioned: boolean
}) {
  const messages = useText().ticket.outcome
  return (
    <Card
      tone="plain"
      icon={Loader}
      title={isQuestioned ? messages.asking : messages.sending}
      order={order}
    >
      {isQuestioned ? messages.askingHint : messages.sendingHint}
    </Card>
  )
}

/**
 * The outcome of the last order of this ticket. It follows the order as fills and answers arrive,
 * and never states more than is known.
 */
export function OutcomeCard({
  sent,
  onDismiss,
}: {
  readonly sent: Sent
  readonly onDismiss: () => void
}) {
  const text = useText()
  const messages = text.ticket.outcome
  const { orders } = useMainWindow()
  const { outcome } = sent
  const noted =
    outcome.kind === 'acknowledged' || outcome.kind === 'unknown' || outcome.kind === 'rejected'
      ? outcome.order
      : null
  const latest = useRow(orders, noted?.clientOrderId ?? NO_ORDER) ?? noted ?? undefined
  const order = formatSent(sent, text)

  switch (outcome.kind) {
    case 'sending':
      return <SendingCard order={order} isQuestioned={outcome.isQuestioned === true} />
    case 'acknowledged':
      return (
        <Settled order={order} known={latest} title={messages.acknowledged} onDismiss={onDismiss} />
      )
    case 'rejected':
      return (
        <Card
          tone="bad"
          icon={CircleX}
          title={messages.rejected}
          order={order}
          onDismiss={onDismiss}
        >
          {ownMessage(outcome.reason)}{' '}
          {agreementOf(outcome.reason) === null && messages.rejectedHint}
          <AgreementLink reason={outcome.reason} />
        </Card>
      )
    case 'denied':
      return (
        <Card tone="bad" icon={Ban} title={messages.denied} order={order} onDismiss={onDismiss}>
          {messages.deniedHint}
          <ul className="outcome-reasons">
            {outcome.reasons.map(ownMessage).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Card>
      )
    case 'unknown':
      if (latest !== undefined && !isUncertain(latest.status)) {
        return (
          <Settled order={order} known={latest} title={messages.settled} onDismiss={onDismiss} />
        )
      }
      return (
        <Card tone="unknown" icon={CircleHelp} title={messages.unknown} order={order}>
          {outcome.order === null ? messages.unknownBlind : messages.unknownHint}
          {outcome.order === null && (
            <Button size="small" onClick={onDismiss}>
              {messages.checked}
            </Button>
          )}
        </Card>
      )
    case 'failed': {
      const description = describeError(outcome.error)
      return (
        <Card tone="bad" icon={CircleX} title={messages.failed} order={order} onDismiss={onDismiss}>
          {description.title} {description.detail}
        </Card>
      )
    }
  }
}

/** Names what was sent: the order, its price terms, and the orders that were sent with it. */
function formatSent({ draft, combo }: Sent, text: WindowText): string {
  const linked = (combo?.orders ?? []).filter((member) => member.draft !== draft)
  return [
    formatDraft(draft, text, ownMessage),
    formatPriceTerms(draft),
    ...linked.map(
      (member) => `${text.orders.roles[member.role]}: ${formatPriceTerms(member.draft)}`,
    ),
  ].join(' · ')
}

interface SettledProps {
  readonly order: string
  readonly known: Order | undefined
  readonly title: (status: string) => string
  readonly onDismiss: () => void
}

/** An order that exists (or is proved not to), with its current state. */
function Settled({ order, known, title, onDismiss }: SettledProps) {
  const text = useText()
  const messages = text.ticket.outcome
  const status = known?.status ?? 'pending'
  const bad = BAD.includes(status)
  const filled = known === undefined ? null : filledText(known, messages)
  useLeaves(!bad, status, onDismiss)
  if (status === 'cancelled') {
    return (
      <Card tone="plain" icon={Ban} title={messages.cancelled} order={order} onDismiss={onDismiss}>
        {filled ??
          (known !== undefined && isZero(known.filledQuantity)
            ? messages.nothingFilled
            : text.orders.meanings.cancelled)}
      </Card>
    )
  }
  return (
    <Card
      tone={bad ? 'bad' : 'good'}
      icon={bad ? CircleX : CircleCheck}
      title={title(text.orders.statuses[status].toLowerCase())}
      order={order}
      onDismiss={onDismiss}
    >
      {filled ??
        (bad
          ? (formatOptionalMessage(known?.note ?? null) ?? text.orders.meanings[status])
          : text.orders.meanings[status])}
    </Card>
  )
}

/**
 * Good news leaves by itself, so that it does not cover the ticket; the order stays in Orders. Each
 * new state is shown for its own time.
 */
function useLeaves(leaves: boolean, status: OrderStatus, onDismiss: () => void): void {
  const dismiss = useRef(onDismiss)
  dismiss.current = onDismiss
  useEffect(() => {
    if (!leaves) return undefined
    const timer = setTimeout(() => dismiss.current(), GOOD_NEWS_MS)
    return () => clearTimeout(timer)
  }, [leaves, status])
}

interface CardProps {
  readonly tone: 'plain' | 'good' | 'bad' | 'unknown'
  readonly icon: LucideIcon
  readonly title: string
  readonly order: string
  readonly onDismiss?: () => void
  readonly children: ReactNode
}

function Card({ tone, icon: Icon, title, order, onDismiss, children }: CardProps) {
  const messages = useText().ticket.outcome
  return (
    <div
      className={`outcome ${tone}`}
      role={tone === 'bad' || tone === 'unknown' ? 'alert' : 'status'}
      data-testid="ticket-outcome"
      data-tone={tone}
    >
      <Icon size={15} aria-hidden />
      <p className="outcome-title">{title}</p>
      {onDismiss === undefined ? (
        <span />
      ) : (
        <IconButton icon={X} size="small" label={messages.dismiss} onClick={onDismiss} />
      )}
      <p className="outcome-order tnum">{order}</p>
      <div className="outcome-body">{children}</div>
    </div>
  )
}

/** Formats what has filled and at which price; null before the first fill. */
function filledText(order: Order, messages: WindowText['ticket']['outcome']): string | null {
  if (order.averageFillPrice === null) return null
  const done = ownQuantity(order.filledQuantity)
  const total = ownQuantity(order.quantity ?? order.filledQuantity)
  return `${messages.filled(done, total)} ${messages.average(formatAverage(order.averageFillPrice, order))}`
}
