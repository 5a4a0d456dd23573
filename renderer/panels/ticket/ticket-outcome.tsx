import { Ban, CircleCheck, CircleHelp, CircleX, Loader, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { clientOrderId } from '../../../shared/domain/ids.js'
import { isUncertain, type OrderStatus } from '../../../shared/domain/order-state.js'
import type { Order } from '../../../shared/domain/order.js'
import { formatPrice, formatQuantity } from '../../format/decimal.js'
import { useDesk, useRow } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { errorSentence } from '../../text/error-sentence.js'
import { Button, IconButton } from '../../ui/button.js'
import type { Sent } from './submit-order.js'
import { orderWords, priceWords } from './words.js'

const BAD: readonly OrderStatus[] = ['rejected', 'denied', 'not-placed']
const NO_ORDER = clientOrderId('')
const words = text.ticket.outcome

/**
 * What became of the last order of this ticket: it follows the order as fills and answers arrive,
 * and never says more than is known.
 */
export function OutcomeCard({
  sent,
  onDismiss,
}: {
  readonly sent: Sent
  readonly onDismiss: () => void
}) {
  const { orders } = useDesk()
  const { outcome } = sent
  const noted =
    outcome.kind === 'acknowledged' || outcome.kind === 'unknown' || outcome.kind === 'rejected'
      ? outcome.order
      : null
  const known = useRow(orders, noted?.clientOrderId ?? NO_ORDER) ?? noted ?? undefined
  const order = `${orderWords(sent.draft)} · ${priceWords(sent.draft)}`

  switch (outcome.kind) {
    case 'sending':
      return (
        <Card tone="plain" icon={Loader} title={words.sending} order={order}>
          {words.sendingHint}
        </Card>
      )
    case 'acknowledged':
      return (
        <Settled order={order} known={known} title={words.acknowledged} onDismiss={onDismiss} />
      )
    case 'rejected':
      return (
        <Card tone="bad" icon={CircleX} title={words.rejected} order={order} onDismiss={onDismiss}>
          {outcome.reason} {words.rejectedHint}
        </Card>
      )
    case 'denied':
      return (
        <Card tone="bad" icon={Ban} title={words.denied} order={order} onDismiss={onDismiss}>
          {words.deniedHint}
          <ul className="outcome-reasons">
            {outcome.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Card>
      )
    case 'unknown':
      if (known !== undefined && !isUncertain(known.status)) {
        return <Settled order={order} known={known} title={words.settled} onDismiss={onDismiss} />
      }
      return (
        <Card tone="unknown" icon={CircleHelp} title={words.unknown} order={order}>
          {outcome.order === null ? words.unknownBlind : words.unknownHint}
          {outcome.order === null && (
            <Button size="small" onClick={onDismiss}>
              {words.checked}
            </Button>
          )}
        </Card>
      )
    case 'failed': {
      const sentence = errorSentence(outcome.error)
      return (
        <Card tone="bad" icon={CircleX} title={words.failed} order={order} onDismiss={onDismiss}>
          {sentence.title} {sentence.detail}
        </Card>
      )
    }
  }
}

interface SettledProps {
  readonly order: string
  readonly known: Order | undefined
  readonly title: (status: string) => string
  readonly onDismiss: () => void
}

/** An order that exists (or is proved not to), as it stands now. */
function Settled({ order, known, title, onDismiss }: SettledProps) {
  const status = known?.status ?? 'pending'
  const bad = BAD.includes(status)
  const filled =
    known === undefined || known.averageFillPrice === null
      ? null
      : `${words.filled(formatQuantity(known.filledQuantity), formatQuantity(known.quantity ?? known.filledQuantity))} ${words.average(formatPrice(known.averageFillPrice, 4))}`
  if (status === 'cancelled') {
    return (
      <Card tone="plain" icon={Ban} title={words.cancelled} order={order} onDismiss={onDismiss}>
        {filled ?? text.orders.meanings.cancelled}
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
        (bad ? (known?.note ?? text.orders.meanings[status]) : text.orders.meanings[status])}
    </Card>
  )
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
        <IconButton icon={X} size="small" label={words.dismiss} onClick={onDismiss} />
      )}
      <p className="outcome-order tnum">{order}</p>
      <div className="outcome-body">{children}</div>
    </div>
  )
}
