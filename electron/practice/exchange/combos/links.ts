import type { ExchangeState } from '../state/exchange-state.js'
import { cancelRest, fail, updateHold, updateView, withdraw } from '../matching/fills.js'
import { checkBuyingPower } from '../accounts/buying-power.js'
import { activate, runTriggers } from '../matching/matching.js'
import { bidsFor, bookPrice, isFinal, leaves, type PracticeOrder } from '../orders/order.js'
import {
  exitSize,
  groupOf,
  isMember,
  linked,
  masterOf,
  openOthers,
  sharedReservation,
  sharedCover,
  sharedNeed,
  type Member,
} from './group.js'
import { isEitherOr, isExit } from '../orders/combo-shape.js'

/**
 * Applies the effects of a changed order on the others of its group (TRADING-4.3, TRADING-4.9;
 * where these say nothing, `ASSUMPTIONS.combos`):
 *
 * - A master that ends without a fill ends its group. Exits work for the filled size of the master,
 *   from its first fill on; other orders start when the master is fully filled, and end when it can
 *   no longer be.
 * - A fill of an exit reduces the other exit by the same size, ends it when nothing is left, and
 *   ends the open rest of the master.
 * - A fill of one OCO or OTOCO order ends its siblings.
 *
 * Ending and shrinking happen immediately, even during a match, because the size that a sibling has
 * traded must not trade again. Starting and growing wait for {@link settleGroups}, when no match is
 * in progress.
 */
export function onMemberChanged(state: ExchangeState, order: PracticeOrder): void {
  if (!isMember(order)) return
  const group = groupOf(state, order)
  endSiblings(state, order, group)
  followMaster(state, group)
  resizeExits(state, group)
  for (const member of group) if (!isFinal(member)) updateHold(state, member)
  if (group.some((member) => mayStart(group, member) || mayGrow(group, member))) {
    state.orders.waitingGroups.add(order)
  }
}

function endSiblings(state: ExchangeState, order: Member, group: readonly Member[]): void {
  if (order.view.filled === 0 || !isEitherOr(order.combo.role)) return
  for (const member of openOthers(group, order)) {
    if (member.combo.role === order.combo.role) cancelRest(state, member)
  }
}

function followMaster(state: ExchangeState, group: readonly Member[]): void {
  const master = masterOf(group)
  if (master === undefined) return
  if (!isFinal(master)) {
    if (group.some(({ combo, view }) => isExit(combo.role) && view.filled > 0)) {
      cancelRest(state, master)
    }
    return
  }
  if (master.view.status === 'FILLED') return
  for (const member of linked(group)) {
    if (master.view.filled === 0 || !isExit(member.combo.role)) cancelRest(state, member)
  }
}

/** Reduces exits by the size that other exits have closed. */
function resizeExits(state: ExchangeState, group: readonly Member[]): void {
  for (const member of group) {
    if (isFinal(member) || member.stage === 'linked' || !isExit(member.combo.role)) continue
    const size = exitSize(group, member)
    if (size <= member.view.filled) cancelRest(state, member)
    else if (size < member.view.terms.size) resize(state, member, size)
  }
}

function resize(state: ExchangeState, order: PracticeOrder, size: number): void {
  const { terms } = order.view
  updateView(state, order, { terms: { ...terms, size } })
  state.emit('MODIFY_SUCCESS', order)
  if (order.stage !== 'book' || terms.limit === null) return
  state.markets
    .find(terms.symbol)
    ?.book.reduce(
      bidsFor(terms) ? 'bid' : 'ask',
      bookPrice(terms, terms.limit),
      order.number,
      leaves(order),
    )
}

/** True when a member that waits for its master may start. */
function mayStart(group: readonly Member[], order: Member): boolean {
  if (order.stage !== 'linked') return false
  return isExit(order.combo.role)
    ? exitSize(group, order) > 0
    : masterOf(group)?.view.status === 'FILLED'
}

/** True when the master has filled more since the exit started. */
const mayGrow = (group: readonly Member[], order: Member): boolean =>
  !isFinal(order) &&
  order.stage !== 'linked' &&
  isExit(order.combo.role) &&
  masterOf(group) !== undefined &&
  exitSize(group, order) > order.view.terms.size

function setAside(state: ExchangeState, order: PracticeOrder): void {
  const rules = state.rules(order.product)
  state.holds.setCover(
    order,
    rules.cover(state, order.accountId, order.view.terms, {
      open: leaves(order),
      already: sharedCover(state, order),
    }),
  )
  updateHold(state, order)
}

/**
 * Activates an order that waited for its master. An exit is limited to the size it may close; any
 * other order is checked as if it were placed now.
 */
function start(state: ExchangeState, group: readonly Member[], order: Member): void {
  const { terms } = order.view
  const market = state.markets.find(terms.symbol)
  if (market === undefined) return fail(state, order)
  const rules = state.rules(order.product)
  order.stage = 'waiting'
  order.expiresAt = rules.expiry(state, terms)
  order.holdPrice = rules.holdingPrice(market, terms)
  state.clock.scheduleBoundary(order.expiresAt)
  if (isExit(order.combo.role)) {
    const size = exitSize(group, order)
    if (size < terms.size) updateView(state, order, { terms: { ...terms, size } })
    setAside(state, order)
  } else {
    const asIfPlaced = { ...order, heldShares: sharedReservation(state, order) }
    // Also when a log is replayed: the log has what was accepted from clients, not this answer.
    const refused = rules.checkOrder(
      state,
      order.accountId,
      { market, terms },
      { open: leaves(order), before: asIfPlaced },
    )
    if (
      refused !== null ||
      checkBuyingPower(state, order.accountId, () => setAside(state, order)) !== null
    ) {
      return fail(state, order)
    }
  }
  activate(state, order)
  runTriggers(state, market)
}

/** Increases an exit's size; like any order that grows, it goes to the back of its queue. */
function grow(state: ExchangeState, group: readonly Member[], order: Member): void {
  const market = state.markets.find(order.view.terms.symbol)
  if (market === undefined) return
  withdraw(state, order)
  updateView(state, order, { terms: { ...order.view.terms, size: exitSize(group, order) } })
  setAside(state, order)
  state.emit('MODIFY_SUCCESS', order)
  activate(state, order)
  runTriggers(state, market)
}

/** Starts and grows the members that may, repeatedly, until no group is waiting. */
export function settleGroups(state: ExchangeState): void {
  for (
    let [next] = state.orders.waitingGroups;
    next !== undefined;
    [next] = state.orders.waitingGroups
  ) {
    state.orders.waitingGroups.delete(next)
    if (!isMember(next)) continue
    const group = groupOf(state, next)
    for (const member of group) {
      if (mayStart(group, member)) start(state, group, member)
      else if (mayGrow(group, member)) grow(state, group, member)
    }
  }
}

/** The group operations that the exchange state calls. */
export const GROUPS = { changed: onMemberChanged, settle: settleGroups, need: sharedNeed } as const
