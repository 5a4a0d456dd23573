import {
  add,
  fromInteger,
  gt,
  isZero,
  neg,
  sub,
  sum,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../shared/domain/instructions/card.js'
import type { OrderEffect } from '../../../../shared/domain/orders/effect/effect-types.js'
import { marginGrowth } from '../../../../shared/domain/orders/effect/option-effect.js'
import { field } from './fields/card-fields.js'
import type { CardState } from './card-state.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** Rows in these states do not affect the account. */
const NO_EFFECT_STATES: ReadonlySet<CardState['body']['state']> = new Set<
  CardState['body']['state']
>(['declined', 'expired', 'withdrawn', 'rejected', 'stopped'])

/** A row of a batch, with the effect of its order. */
export interface BatchRow extends Pick<CardState, 'body' | 'estimate'> {
  /** Null for a cancellation, and for several orders in one row. */
  readonly effect: OrderEffect | null
}

/** True for a future, which moves no cash but reserves a margin. */
const isMargined = ({ effect }: BatchRow): boolean =>
  effect !== null && effect.cash !== null && isZero(effect.cash) && effect.value !== null

/** Returns what a row pays or receives; zero for a future. */
const movedCash = (row: BatchRow): Money =>
  isMargined(row) ? ZERO_MONEY : (row.estimate.cost ?? ZERO_MONEY)

/** Returns the margin of the futures that rows open, on top of what is paid. */
function marginField(priced: readonly BatchRow[], formatAmount: (amount: Decimal) => Message) {
  const opening = priced.filter(isMargined)
  const margin = sum(
    opening.flatMap(({ effect }) => {
      const growth = marginGrowth(effect?.margin ?? null)
      return growth === null ? [] : [growth]
    }),
  )
  return opening.length === 0
    ? []
    : [field('margin', message('card.futuresMargin'), formatAmount(margin))]
}

/** Returns the totals of a batch (CONFIRM-29) over the rows that are pending or were sent. */
export function batchTotalFields(all: readonly BatchRow[]): CardField[] {
  const counted = all.filter(({ body }) => !NO_EFFECT_STATES.has(body.state))
  const priced = counted.filter(({ body }) => body.action !== 'cancel')
  const count = field(
    'count',
    message(priced.length === 0 ? 'card.cancellations' : 'card.orders'),
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
  const totalOf = (buy: boolean): Money =>
    priced
      .filter(({ body }) => (body.side === 'buy') === buy)
      .reduce<Money>((total, row) => add(total, movedCash(row)), ZERO_MONEY)
  const [paid, received] = [totalOf(true), totalOf(false)]
  const formatAmount = (amount: Decimal): Message =>
    message('card.money', { amount, currency: first?.estimate.currency ?? 'USD' })
  const difference = sub<Decimal>(received, paid)
  return [
    gt(paid, received)
      ? field('net', message('card.netCost'), formatAmount(neg(difference)))
      : field('net', message('card.netProceeds'), formatAmount(difference)),
    field('paid', message('card.paid'), formatAmount(paid)),
    field('received', message('card.received'), formatAmount(received)),
    ...marginField(priced, formatAmount),
    count,
  ]
}
