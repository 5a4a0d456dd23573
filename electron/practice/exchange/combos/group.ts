import type { SizeUnits } from '../../units.js'
import type { Core } from '../core.js'
import { isBuy, isFinal, keyOf, type PracticeOrder } from '../order.js'
import type { Need } from '../holds.js'
import type { ComboRef } from '../terms.js'
import { isEitherOr, isExit } from './shape.js'

/** An order that stands in a group. */
export type Member = PracticeOrder & { readonly combo: ComboRef }
export const isMember = (order: PracticeOrder): order is Member => order.combo !== null

/** All orders of an order's group, in the order in which they were sent. */
export function groupOf(core: Core, order: Member): readonly Member[] {
  return (core.ordersOf(order.accountId).groups.get(order.combo.comboOrderId) ?? []).filter(
    isMember,
  )
}

export const masterOf = (group: readonly Member[]): Member | undefined =>
  group.find(({ combo }) => combo.role === 'MASTER')

/**
 * Members that share one quantity or one right to trade: what one of them does the others cannot do
 * any more.
 */
const shares = (order: Member): boolean => isExit(order.combo.role) || isEitherOr(order.combo.role)

/**
 * How much all exits of a group may close together: what the master has opened, or without one the
 * most that any of them was asked
 * to close.
 */
export function room(group: readonly Member[]): SizeUnits {
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
  asked = exit.combo.asked,
): SizeUnits {
  const others = group
    .filter((one) => one !== exit && isExit(one.combo.role))
    .reduce((sum, one) => sum + one.view.filled, 0)
  return Math.min(asked, room(group) - others)
}

const works = (order: PracticeOrder): boolean => !isFinal(order) && order.stage !== 'linked'

/** Members before this one, as they were sent, that share with it and work too. */
const before = (core: Core, order: Member): readonly Member[] =>
  shares(order)
    ? groupOf(core, order).filter((one) => one.number < order.number && shares(one) && works(one))
    : []

/**
 * What an order of a group sets aside. Members that share set aside once what the largest of them
 * needs: each counts only what it
 * needs beyond those before it. An order that waits for its master sets nothing aside.
 */
export function sharedNeed(core: Core, order: PracticeOrder, need: Need): Need {
  if (!isMember(order)) return need
  if (order.stage === 'linked') return { cents: 0, shares: 0 }
  const full = (one: Member): Need => core.rules(one.product).need(core, one)
  const earlier = before(core, order)
  const samePosition = earlier.filter(
    (one) => keyOf(one.view.terms) === keyOf(order.view.terms) && isBuy(one) === isBuy(order),
  )
  return {
    cents: Math.max(0, need.cents - Math.max(0, ...earlier.map((one) => full(one).cents))),
    shares: Math.max(0, need.shares - Math.max(0, ...samePosition.map((one) => full(one).shares))),
  }
}

/**
 * How much of a position the members that share with an order claim together: it may count on that
 * as if it were its own.
 */
export function sharedClaim(core: Core, order: PracticeOrder): SizeUnits {
  if (!isMember(order) || !shares(order)) return order.heldShares
  const key = keyOf(order.view.terms)
  return groupOf(core, order)
    .filter(
      (one) =>
        shares(one) && works(one) && keyOf(one.view.terms) === key && isBuy(one) === isBuy(order),
    )
    .reduce((sum, one) => sum + one.heldShares, 0)
}

/** How much of a short position they count as covered, all together. */
export function sharedCover(core: Core, order: PracticeOrder): SizeUnits {
  if (!isMember(order) || !shares(order)) return order.cover
  const key = keyOf(order.view.terms)
  return groupOf(core, order)
    .filter((one) => shares(one) && works(one) && keyOf(one.view.terms) === key)
    .reduce((sum, one) => sum + one.cover, 0)
}

/** Orders of the group that still work or wait, but for one. */
export const openOthers = (group: readonly Member[], order: Member): readonly Member[] =>
  group.filter((one) => one !== order && !isFinal(one))

/** Orders of the group that wait for the master. */
export const linked = (group: readonly Member[]): readonly Member[] =>
  group.filter(({ stage }) => stage === 'linked')
