import type { SizeUnits } from '../../model/units.js'
import type { ExchangeState } from '../state/exchange-state.js'
import { isBuy, isFinal, keyOf, type PracticeOrder } from '../orders/order.js'
import type { Need } from '../orders/holds.js'
import type { ComboRef } from '../orders/order-terms.js'
import { isEitherOr, isExit } from '../orders/combo-shape.js'

/** An order that stands in a group. */
export type Member = PracticeOrder & { readonly combo: ComboRef }
export const isMember = (order: PracticeOrder): order is Member => order.combo !== null

/** All orders of an order's group, in the order in which they were sent. */
export function groupOf(state: ExchangeState, order: Member): readonly Member[] {
  return (state.ordersOf(order.accountId).groups.get(order.combo.comboOrderId) ?? []).filter(
    isMember,
  )
}

export const masterOf = (group: readonly Member[]): Member | undefined =>
  group.find(({ combo }) => combo.role === 'MASTER')

/**
 * Members that share one quantity or one right to trade: what one of them does the others cannot do
 * any more.
 */
const sharesCapacity = (order: Member): boolean =>
  isExit(order.combo.role) || isEitherOr(order.combo.role)

/**
 * How much all exits of a group may close together: what the master has opened, or without one the
 * most that any of them was asked
 * to close.
 */
export function exitCapacity(group: readonly Member[]): SizeUnits {
  const master = masterOf(group)
  return master === undefined
    ? Math.max(0, ...group.map(({ combo }) => combo.asked))
    : master.view.filled
}

/**
 * What an exit may be at most, filled part included: what was asked, less what the other exits have
 * closed already.
 */
export function exitSize(
  group: readonly Member[],
  exit: Member,
  requested = exit.combo.asked,
): SizeUnits {
  const others = group
    .filter((member) => member !== exit && isExit(member.combo.role))
    .reduce((sum, member) => sum + member.view.filled, 0)
  return Math.min(requested, exitCapacity(group) - others)
}

const isWorking = (order: PracticeOrder): boolean => !isFinal(order) && order.stage !== 'linked'

/** Members before this one, as they were sent, that share with it and work too. */
const earlierSharing = (state: ExchangeState, order: Member): readonly Member[] =>
  sharesCapacity(order)
    ? groupOf(state, order).filter(
        (member) => member.number < order.number && sharesCapacity(member) && isWorking(member),
      )
    : []

/**
 * What an order of a group sets aside. Members that share set aside once what the largest of them
 * needs: each counts only what it
 * needs beyond those before it. An order that waits for its master sets nothing aside.
 */
export function sharedNeed(state: ExchangeState, order: PracticeOrder, need: Need): Need {
  if (!isMember(order)) return need
  if (order.stage === 'linked') return { cents: 0, shares: 0 }
  const full = (member: Member): Need => state.rules(member.product).need(state, member)
  const earlier = earlierSharing(state, order)
  const samePosition = earlier.filter(
    (member) =>
      keyOf(member.view.terms) === keyOf(order.view.terms) && isBuy(member) === isBuy(order),
  )
  return {
    cents: Math.max(0, need.cents - Math.max(0, ...earlier.map((member) => full(member).cents))),
    shares: Math.max(
      0,
      need.shares - Math.max(0, ...samePosition.map((member) => full(member).shares)),
    ),
  }
}

/**
 * How much of a position the members that share with an order claim together: it may count on that
 * as if it were its own.
 */
export function sharedReservation(state: ExchangeState, order: PracticeOrder): SizeUnits {
  if (!isMember(order) || !sharesCapacity(order)) return order.heldShares
  const key = keyOf(order.view.terms)
  return groupOf(state, order)
    .filter(
      (member) =>
        sharesCapacity(member) &&
        isWorking(member) &&
        keyOf(member.view.terms) === key &&
        isBuy(member) === isBuy(order),
    )
    .reduce((sum, member) => sum + member.heldShares, 0)
}

/** How much of a short position they count as covered, all together. */
export function sharedCover(state: ExchangeState, order: PracticeOrder): SizeUnits {
  if (!isMember(order) || !sharesCapacity(order)) return order.cover
  const key = keyOf(order.view.terms)
  return groupOf(state, order)
    .filter(
      (member) => sharesCapacity(member) && isWorking(member) && keyOf(member.view.terms) === key,
    )
    .reduce((sum, member) => sum + member.cover, 0)
}

/** Orders of the group that still work or wait, but for one. */
export const openOthers = (group: readonly Member[], order: Member): readonly Member[] =>
  group.filter((member) => member !== order && !isFinal(member))

/** Orders of the group that wait for the master. */
export const linked = (group: readonly Member[]): readonly Member[] =>
  group.filter(({ stage }) => stage === 'linked')
