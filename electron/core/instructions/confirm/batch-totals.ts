import {
  add,
  fromInteger,
  gt,
  neg,
  sub,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../shared/domain/instructions/card.js'
import { field } from './card-fields.js'
import type { CardState } from './card-state.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** Rows in these states do not affect the account. */
const NO_EFFECT_STATES: ReadonlySet<CardState['body']['state']> = new Set<
  CardState['body']['state']
>(['declined', 'expired', 'withdrawn', 'rejected', 'stopped'])

/** Returns the totals of a batch (CONFIRM-29) over the rows that are pending or were sent. */
export function batchTotalFields(
  all: readonly Pick<CardState, 'body' | 'estimate'>[],
): CardField[] {
  const counted = all.filter(({ body }) => !NO_EFFECT_STATES.has(body.state))
  const priced = counted.filter(({ body }) => body.action !== 'cancel')
  const count = field(
    'count',
    message('card.orders'),
    message('card.number', { number: fromInteger(counted.length) }),
  )
  // Cancellations alone cost and bring nothing.
  if (counted.length > 0 && priced.length === 0) return [count]
  // A sum with an unknown part or mixed currencies would be wrong.
  const [first] = priced
  if (
    priced.some(
      ({ estimate }) => estimate.cost === null || estimate.currency !== first?.estimate.currency,
    )
  ) {
    return [
      field('net', message('card.netCost'), message('card.notKnown'), { mark: 'warning' }),
      count,
    ]
  }
  const total = (buy: boolean): Money =>
    priced
      .filter(({ body }) => (body.side === 'buy') === buy)
      .reduce<Money>((sum, { estimate }) => add(sum, estimate.cost ?? ZERO_MONEY), ZERO_MONEY)
  const [paid, received] = [total(true), total(false)]
  const formatAmount = (amount: Decimal): Message =>
    message('card.money', { amount, currency: first?.estimate.currency ?? 'USD' })
  const difference = sub<Decimal>(received, paid)
  return [
    gt(paid, received)
      ? field('net', message('card.netCost'), formatAmount(neg(difference)))
      : field('net', message('card.netProceeds'), formatAmount(difference)),
    field('paid', message('card.paid'), formatAmount(paid)),
    field('received', message('card.received'), formatAmount(received)),
    count,
  ]
}
