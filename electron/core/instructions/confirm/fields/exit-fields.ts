import {
  eq,
  isNegative,
  isZero,
  neg,
  significantScale,
  toScale,
  trim,
  type Decimal,
} from '../../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../../shared/domain/instructions/card.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import { masterOf } from '../../../../../shared/domain/orders/combo-rules.js'
import type { OrderEffect } from '../../../../../shared/domain/orders/effect/effect-types.js'
import { exitEffect } from '../../../../../shared/domain/orders/effect/exit-effect.js'
import { entryPriceOf, rewardPerRisk } from '../../../../../shared/domain/orders/exits.js'
import type { ComboDraft, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { describeDraft } from '../../order-text/order-summary.js'
import { pricedOrder } from '../../policy/card-effect.js'
import type { CardFacts } from '../../policy/policy-types.js'
import { comboOfAction } from '../../requests/action.js'
import { isGroup } from '../../requests/order-changes.js'
import { field, stepPlaces } from './card-fields.js'

const CENTS = 2
/** An average cost has as many places more than the price of an order. */
const MORE_FOR_AVERAGES = 2

/** Writes an exit's terms: "limit 200.00, good till canceled". */
function termsOf(exit: OrderDraft, facts: CardFacts): Message {
  const order = describeDraft(exit)
  return message('card.exitTerms', {
    terms: message('order.priceTerms', {
      order: {
        type: order.type,
        limitPrice: order.limitPrice,
        stopPrice: order.stopPrice,
        trail: null,
        ...stepPlaces(facts),
      },
    }),
    time: message('order.timeInForce', {
      order: { timeInForce: order.timeInForce, expireDate: null },
    }),
  })
}

const amount = (value: Decimal): Message =>
  message('card.money', { amount: toScale(value, CENTS, 'half-up'), currency: 'USD' })

/** Rounds an average cost to two places more than the price of the order that changes it. */
export const averageNear = (price: Decimal, average: Decimal): Decimal => {
  const places = Math.max(CENTS, significantScale(price)) + MORE_FOR_AVERAGES
  return trim(toScale(average, places, 'half-up'))
}

/** Returns the exits of a held position: both work at once, and a fill of one cancels the other. */
const protectionFields = ({ orders }: ComboDraft, facts: CardFacts): readonly CardField[] =>
  orders.map(({ draft }) =>
    draft.type === 'limit'
      ? field('exit-target', message('card.takeProfit'), termsOf(draft, facts))
      : field('exit-stop', message('card.stopLoss'), termsOf(draft, facts)),
  )

/**
 * Returns the exits that are sent with an entry, what each brings or costs if the entry fills, and
 * their proportion (CONFIRM-40). Empty for an action without exits.
 */
export function exitFields(action: InstructionAction, facts: CardFacts): readonly CardField[] {
  const combo = isGroup(action) ? null : comboOfAction(action)
  if (combo === null) return []
  const entry = masterOf(combo)
  if (entry === undefined) return protectionFields(combo, facts)
  const exits = combo.orders.filter(({ role }) => role !== 'master').map(({ draft }) => draft)
  const target = exits.find(({ type }) => type === 'limit')
  const stop = exits.find(({ type }) => type === 'stop')
  const price = entryPriceOf(entry, facts.price)
  const effectOfExit = (exit: OrderDraft | undefined): OrderEffect | null =>
    exit === undefined || price === null ? null : exitEffect(pricedOrder(entry, price, facts), exit)
  const [atTarget, atStop] = [effectOfExit(target), effectOfExit(stop)]
  const from = (atTarget ?? atStop)?.changes[0]?.averageCost ?? null
  const isAverage = price !== null && from !== null && !eq(price, from)
  const [gain, loss] = [atTarget?.realized ?? null, atStop?.realized ?? null]
  const against =
    from === null
      ? null
      : message(
          isAverage
            ? 'card.exitFromAverage'
            : entry.limitPrice === null
              ? 'card.exitFromMarket'
              : 'card.exitFromLimit',
          { price: isAverage ? averageNear(price, from) : trim(from), ...stepPlaces(facts) },
        )
  const ratio = gain === null || loss === null ? null : rewardPerRisk(gain, loss)
  return [
    ...(target === undefined
      ? []
      : [field('exit-target', message('card.takeProfit'), termsOf(target, facts))]),
    ...(gain === null
      ? []
      : [field('exit-gain', message('card.exitGain'), amount(gain), { source: against })]),
    ...(stop === undefined
      ? []
      : [field('exit-stop', message('card.stopLoss'), termsOf(stop, facts))]),
    ...(loss === null
      ? []
      : [
          field('exit-loss', message('card.exitLoss'), amount(neg<Decimal>(loss)), {
            source: message('card.exitSlips'),
          }),
        ]),
    ...(ratio === null
      ? []
      : [
          field('exit-ratio', message('card.rewardPerRisk'), message('card.ratio', { ratio }), {
            source: null,
          }),
        ]),
    ...(stop === undefined
      ? [
          field('exit-none', message('card.stopLoss'), message('card.noStop'), {
            mark: 'warning',
          }),
        ]
      : []),
  ]
}

/**
 * Returns what a cancellation takes away: a stop that protects a position which stays
 * (CONFIRM-50). Empty for every other action.
 */
export function bareFields(action: InstructionAction, facts: CardFacts): readonly CardField[] {
  if (action.kind !== 'cancel') return []
  const { before } = action
  const isStop = before.stopPrice !== null || before.trail !== null
  const { position } = facts
  if (!isStop || position === null || isZero(position.quantity)) return []
  if (isNegative(position.quantity) !== (before.side === 'buy')) return []
  return [
    field(
      'bare',
      message('card.protection'),
      message('card.removesStop', { held: trim(position.quantity), symbol: before.symbol }),
      { mark: 'warning' },
    ),
  ]
}
