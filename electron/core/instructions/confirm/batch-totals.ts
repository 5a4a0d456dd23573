import {
  add,
  gt,
  neg,
  sub,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../shared/domain/instructions/card.js'
import { formatPlainMoney } from '../../../../shared/domain/plain-number.js'
import { field } from './card-fields.js'
import type { CardState } from './card-state.js'

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
  const count = field('count', 'Orders', String(counted.length))
  // A sum with an unknown part or mixed currencies would be wrong.
  const [first] = priced
  if (
    priced.some(
      ({ estimate }) => estimate.cost === null || estimate.currency !== first?.estimate.currency,
    )
  ) {
    return [field('net', 'Net cost', 'not known', { mark: 'warning' }), count]
  }
  const total = (buy: boolean): Money =>
    priced
      .filter(({ body }) => (body.side === 'buy') === buy)
      .reduce<Money>((sum, { estimate }) => add(sum, estimate.cost ?? ZERO_MONEY), ZERO_MONEY)
  const [paid, received] = [total(true), total(false)]
  const formatAmount = (amount: Decimal): string =>
    formatPlainMoney(amount, first?.estimate.currency)
  const difference = sub<Decimal>(received, paid)
  return [
    gt(paid, received)
      ? field('net', 'Net cost', formatAmount(neg(difference)))
      : field('net', 'Net proceeds', formatAmount(difference)),
    field('paid', 'Paid in all', formatAmount(paid)),
    field('received', 'Received in all', formatAmount(received)),
    count,
  ]
}
