import {
  add,
  gt,
  neg,
  sub,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../shared/domain/decimal.js'
import type { CardField } from '../../../shared/ipc/instructions.js'
import { moneyWords } from '../../../shared/domain/number-words.js'
import { field } from './card-fields.js'
import type { HeldCard } from './card-room.js'

/** These rows do nothing to the account, whatever they would have cost. */
const NOTHING_COMES: ReadonlySet<HeldCard['body']['state']> = new Set<HeldCard['body']['state']>([
  'declined',
  'expired',
  'withdrawn',
  'rejected',
  'stopped',
])

/**
 * What the rows of a batch come to together, in words (rule 29): those that wait, and those that
 * were sent.
 */
export function netFields(all: readonly Pick<HeldCard, 'body' | 'estimate'>[]): CardField[] {
  const held = all.filter(({ body }) => !NOTHING_COMES.has(body.state))
  const priced = held.filter(({ body }) => body.action !== 'cancel')
  const count = field('count', 'Orders', String(held.length))
  // A sum with a hole in it, or of two currencies, is no sum.
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
  const words = (amount: Decimal): string => moneyWords(amount, first?.estimate.currency)
  const difference = sub<Decimal>(received, paid)
  return [
    gt(paid, received)
      ? field('net', 'Net cost', words(neg(difference)))
      : field('net', 'Net proceeds', words(difference)),
    field('paid', 'Paid in all', words(paid)),
    field('received', 'Received in all', words(received)),
    count,
  ]
}
