import { cmp, sub, type Decimal } from '../../../../../shared/domain/decimal.js'
import { tradesSame } from '../../../../../shared/domain/instruments/instrument-key.js'
import type { CardField } from '../../../../../shared/domain/instructions/card.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { OrderDescription } from '../../../../../shared/domain/orders/order-description.js'
import { isWorking } from '../../../../../shared/domain/orders/order-state.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { describeDraft, describeOrder, orderSummary } from '../../order-text/order-summary.js'
import { editableOf, resultingDraft } from '../../requests/action.js'
import { changesOf, isGroup, type ReplaceAction } from '../../requests/order-changes.js'
import { field, NOT_KNOWN, numberValue } from './card-fields.js'

const changedField = (id: string, label: Message, before: Message, after: Message): CardField =>
  field(id, label, after, {
    before,
    mark: inEnglish(before) === inEnglish(after) ? 'none' : 'changed',
  })

const priceTerms = ({ type, limitPrice, stopPrice, trail }: OrderDescription): Message =>
  message('order.priceTerms', { order: { type, limitPrice, stopPrice, trail } })
const timeInForceOf = ({ timeInForce, expireDate }: OrderDescription): Message =>
  message('order.timeInForce', { order: { timeInForce, expireDate } })
const algoOf = ({ algo }: OrderDescription): Message => message('order.algo', { algo })

function replaceFields(before: Order, after: OrderDraft): CardField[] {
  const old = describeOrder(before)
  const newTerms = { ...describeDraft(after), expireDate: old.expireDate }
  const quantity = (value: Decimal | null): Message =>
    value === null ? NOT_KNOWN : numberValue(value)
  return [
    changedField(
      'quantity',
      message('card.quantity'),
      quantity(old.quantity),
      quantity(newTerms.quantity),
    ),
    changedField('price', message('card.priceTerms'), priceTerms(old), priceTerms(newTerms)),
    changedField('time', message('card.valid'), timeInForceOf(old), timeInForceOf(newTerms)),
    ...(old.algo === null
      ? []
      : [changedField('algo', message('card.algo'), algoOf(old), algoOf(newTerms))]),
    field('filled', message('card.filled'), numberValue(before.filledQuantity)),
  ]
}

/** Returns each order of a changed combination, old and new, under a heading with its role. */
const groupFields = (changes: readonly ReplaceAction[]): CardField[] =>
  changes.flatMap((change, index) => {
    const after = resultingDraft(change)
    if (after === null) return []
    const { before } = change
    return [
      field(
        `order-${index + 1}`,
        message('card.orderOf', { index: index + 1, count: changes.length }),
        message('card.role', {
          role: before.terms?.combo?.role ?? 'unknown',
          side: message('order.side', { side: after.side }),
          symbol: before.symbol,
        }),
        { mark: 'head' },
      ),
      ...replaceFields(before, after).map((row) => ({ ...row, id: `${row.id}-${index + 1}` })),
    ]
  })

function cancelFields(before: Order, orders: readonly Order[]): CardField[] {
  const open =
    before.quantity === null ? null : sub<Decimal>(before.quantity, before.filledQuantity)
  const otherOrders = orders.filter(
    (order) =>
      order.accountId === before.accountId &&
      tradesSame(order, before) &&
      order.clientOrderId !== before.clientOrderId &&
      isWorking(order.status),
  )
  const [first] = otherOrders
  return [
    field('filled', message('card.filledStays'), numberValue(before.filledQuantity)),
    field(
      'cancelled',
      message('card.canceled'),
      open === null ? message('card.restOfAmount') : numberValue(open),
    ),
    field(
      'open',
      // Not "stays open": another row of the same request may cancel it.
      message('card.alsoWorking', { symbol: before.symbol }),
      first === undefined
        ? message('card.nothing')
        : message('card.orderAndMore', {
            order: orderSummary(describeOrder(first), null),
            more: otherOrders.length - 1,
          }),
    ),
  ]
}

const EDITS = ['quantity', 'amount', 'limitPrice', 'stopPrice'] as const

/**
 * Compares old and new values: of a replace, of the person's amendment, and for a cancellation what
 * stays open (CONFIRM-25).
 */
export function compareFields(
  requested: InstructionAction,
  amended: InstructionAction,
  orders: readonly Order[],
): CardField[] {
  const [from, to] = [editableOf(requested), editableOf(amended)]
  const edits = EDITS.flatMap((member) => {
    const [a, b] = [from[member], to[member]]
    return a === null || b === null || cmp(a, b) === 0
      ? []
      : [
          field(`edit-${member}`, message('card.edit', { member }), numberValue(b), {
            before: numberValue(a),
            mark: 'changed',
          }),
        ]
  })
  const after = resultingDraft(amended)
  if (amended.kind === 'replace' && isGroup(amended)) {
    return groupFields(changesOf(amended))
  }
  if (amended.kind === 'replace' && after !== null) {
    return [...edits, ...replaceFields(amended.before, after)]
  }
  return amended.kind === 'cancel' ? [...edits, ...cancelFields(amended.before, orders)] : edits
}
