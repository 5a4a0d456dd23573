import type { SizeUnits } from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { isBuy, isFinal, keyOf, type PracticeOrder } from '../orders/order.js'
import type { Need } from '../orders/holds.js'
import type { ComboRef } from '../orders/order-terms.js'
import { isEitherOr, isExit } from '../orders/combo-shape.js'

/** An order that belongs to a combo group. */
export type Member = PracticeOrder & { readonly combo: ComboRef }
export const isMember = (order: PracticeOrder): order is Member => order.combo !== null

/** Returns all orders of an order's group, in the order in which they were sent. */
export function groupOf(state: Slices<'orders'>, order: Member): readonly Member[] {
  return (
    state.orders.ofAccount(order.accountId).groups.get(order.combo.comboOrderId) ?? []
  ).filter(isMember)
}

export const masterOf = (group: readonly Member[]): Member | undefined =>
  group.find(({ combo }) => combo.role === 'MASTER')

/**
 * True for members that share one quantity or of which only one may trade, so that a fill of one
 * limits the others.
 */
const sharesCapacity = (order: Member): boolean =>
  isExit(order.combo.role) || isEitherOr(order.combo.role)

/**
 * Returns how much all exits of a group may close together: the filled size of the master, or
 * without a master the largest requested size.
 */
export function exitCapacity(group: readonly Member[]): SizeUnits {
  const master = masterOf(group)
  return master === undefined
    ? Math.max(0, ...group.map(({ combo }) => combo.asked))
    : master.view.filled
}

/**
 * Returns the maximum size of an exit, including its filled part: the requested size, limited to
 * the group's capacity less the fills of the other exits.
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

/** Returns the working members that share capacity with this order and were sent before it. */
const earlierSharing = (state: Slices<'orders'>, order: Member): readonly Member[] =>
  sharesCapacity(order)
    ? groupOf(state, order).filter(
        (member) => member.number < order.number && sharesCapacity(member) && isWorking(member),
      )
    : []

/**
 * Returns the hold of a group's order. Members that share capacity together hold only the need of
 * the largest, so each holds only what exceeds the need of the earlier ones. An order waiting for
 * its master holds nothing.
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
 * Returns the total reservation of the members that share capacity with an order. The order may
 * treat it as its own.
 */
export function sharedReservation(state: Slices<'orders'>, order: PracticeOrder): SizeUnits {
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

/** Returns the part of a short position that these members together buy to cover. */
export function sharedCover(state: Slices<'orders'>, order: PracticeOrder): SizeUnits {
  if (!isMember(order) || !sharesCapacity(order)) return order.cover
  const key = keyOf(order.view.terms)
  return groupOf(state, order)
    .filter(
      (member) => sharesCapacity(member) && isWorking(member) && keyOf(member.view.terms) === key,
    )
    .reduce((sum, member) => sum + member.cover, 0)
}

/** Returns the open orders of the group, except `order`. */
export const openOthers = (group: readonly Member[], order: Member): readonly Member[] =>
  group.filter((member) => member !== order && !isFinal(member))

/** Returns the orders of the group that wait for the master. */
export const linked = (group: readonly Member[]): readonly Member[] =>
  group.filter(({ stage }) => stage === 'linked')
