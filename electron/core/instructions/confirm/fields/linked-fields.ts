import { add, dec, isNegative, neg, type Decimal } from '../../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../../shared/domain/instructions/card.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import { masterOf, structuralExits } from '../../../../../shared/domain/orders/combo-rules.js'
import { exitEffect } from '../../../../../shared/domain/orders/effect/exit-effect.js'
import { entryPriceOf } from '../../../../../shared/domain/orders/exits.js'
import type {
  ComboDraft,
  ComboMember,
  OrderDraft,
} from '../../../../../shared/domain/orders/order.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { describeDraft } from '../../order-text/order-summary.js'
import { pricedOrder } from '../../policy/card-effect.js'
import type { CardFacts } from '../../policy/policy-types.js'
import { comboOfAction } from '../../requests/action.js'
import { isGroup } from '../../requests/order-changes.js'
import { field, numberValue, resultValue, stepPlaces } from './card-fields.js'
import { averageNear } from './exit-fields.js'

const NOTHING = dec('0')

/**
 * Returns the orders that an action links, each in full, and what becomes of the position whichever
 * of them fill (CONFIRM-40). Empty for an action without linked orders.
 */
export function linkedFields(action: InstructionAction, facts: CardFacts): readonly CardField[] {
  const combo = action.kind === 'place' && isGroup(action) ? comboOfAction(action) : null
  if (combo === null) return []
  return [...orderFields(combo, facts), ...netFields(combo, facts), ...resultFields(combo, facts)]
}

const orderFields = ({ orders }: ComboDraft, facts: CardFacts): readonly CardField[] =>
  orders.map(({ role, draft }, index) =>
    field(
      `linked-${index + 1}`,
      message('card.linkedOrder', { role, index: index + 1, count: orders.length }),
      message('order.full', { order: describeDraft(draft), ...stepPlaces(facts) }),
    ),
  )

/** The change of the position by a fill of an order. */
const changeOf = ({ side, size }: OrderDraft): Decimal =>
  size.kind !== 'quantity' ? NOTHING : side === 'buy' ? size.quantity : neg<Decimal>(size.quantity)

/** Returns which orders may fill together, by their indexes, in the order in which they fill. */
function outcomesOf(orders: readonly ComboMember[]): readonly (readonly number[])[] {
  const started = orders.flatMap(({ role }, index) => (role === 'master' ? [] : [index]))
  if (orders[0]?.role !== 'master') return started.map((index) => [index])
  return orders[1]?.role === 'oto'
    ? [[0], [0, ...started]]
    : [[0], ...started.map((index) => [0, index])]
}

/** Returns the position after each outcome that the orders can have. */
const netFields = ({ orders }: ComboDraft, { position }: CardFacts): readonly CardField[] => {
  const positionQuantity: Decimal = position?.quantity ?? NOTHING
  return outcomesOf(orders).map((filled) => {
    const after = filled.reduce<Decimal>((sum, index) => {
      const draft = orders[index]?.draft
      return draft === undefined ? sum : add<Decimal>(sum, changeOf(draft))
    }, positionQuantity)
    return field(
      `linked-position-${filled.map((index) => index + 1).join('-')}`,
      message('card.positionIf', { orders: filled.map((index) => index + 1) }),
      numberValue(after),
      { before: numberValue(positionQuantity), mark: isNegative(after) ? 'warning' : 'none' },
    )
  })
}

/** Returns what each order that closes the first one's position brings or costs against it. */
function resultFields(combo: ComboDraft, facts: CardFacts): readonly CardField[] {
  const entry = masterOf(combo)
  const price = entry === undefined ? null : entryPriceOf(entry, facts.price)
  if (entry === undefined || price === null) return []
  return [...structuralExits(combo)].flatMap((index) => {
    const exit = combo.orders[index]?.draft
    const effect = exit === undefined ? null : exitEffect(pricedOrder(entry, price, facts), exit)
    const result = effect?.realized ?? null
    const from = effect?.changes[0]?.averageCost ?? null
    return result === null || from === null
      ? []
      : [
          field(
            `linked-result-${index + 1}`,
            message('card.linkedResult', { index: index + 1 }),
            resultValue(result),
            {
              source: message('card.linkedFrom', {
                price: averageNear(price, from),
                ...stepPlaces(facts),
              }),
            },
          ),
        ]
  })
}
