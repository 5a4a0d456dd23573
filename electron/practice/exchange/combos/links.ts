import type { Core } from '../core.js'
import { cancelRest, fail, rehold, reveal, withdraw } from '../fills.js'
import { checkMoney } from '../free-money.js'
import { activate, runTriggers } from '../matching.js'
import { bidsFor, bookPrice, isFinal, leaves, type PracticeOrder } from '../order.js'
import {
  exitSize,
  groupOf,
  isMember,
  linked,
  masterOf,
  openOthers,
  sharedClaim,
  sharedCover,
  sharedNeed,
  type Member,
} from './group.js'
import { isEitherOr, isExit } from './shape.js'

/**
 * What an order of a group means for the others (contract/trading.md 4.3, 4.9; where they are
 * silent `ASSUMPTIONS.combos`):
 *
 * - A master that ends without a fill ends its group. Exits work for as much as the master has
 *   filled, from its first fill on;
 *   other orders start when it is filled whole, and end when it never will be.
 * - A fill of an exit takes as much from the other exit, which ends when nothing is left of it; and
 *   ends what is open of the master.
 * - A fill of one OCO or OTOCO order ends its siblings.
 *
 * Ending and shrinking happen at once, in the middle of a match if need be: what a sibling has
 * traded must not trade again.
 * Starting and growing wait for {@link settleGroups}, when no match is under way.
 */
export function followMember(core: Core, order: PracticeOrder): void {
  if (!isMember(order)) return
  const group = groupOf(core, order)
  endSiblings(core, order, group)
  followMaster(core, group)
  fitExits(core, group)
  for (const one of group) if (!isFinal(one)) rehold(core, one)
  if (group.some((one) => mayStart(group, one) || mayGrow(group, one))) {
    core.waitingGroups.add(order)
  }
}

function endSiblings(core: Core, order: Member, group: readonly Member[]): void {
  if (order.view.filled === 0 || !isEitherOr(order.combo.role)) return
  for (const one of openOthers(group, order)) {
    if (one.combo.role === order.combo.role) cancelRest(core, one)
  }
}

function followMaster(core: Core, group: readonly Member[]): void {
  const master = masterOf(group)
  if (master === undefined) return
  if (!isFinal(master)) {
    if (group.some(({ combo, view }) => isExit(combo.role) && view.filled > 0)) {
      cancelRest(core, master)
    }
    return
  }
  if (master.view.status === 'FILLED') return
  for (const one of linked(group)) {
    if (master.view.filled === 0 || !isExit(one.combo.role)) cancelRest(core, one)
  }
}

/** Takes from exits what others have closed. */
function fitExits(core: Core, group: readonly Member[]): void {
  for (const one of group) {
    if (isFinal(one) || one.stage === 'linked' || !isExit(one.combo.role)) continue
    const size = exitSize(group, one)
    if (size <= one.view.filled) cancelRest(core, one)
    else if (size < one.view.terms.size) resize(core, one, size)
  }
}

function resize(core: Core, order: PracticeOrder, size: number): void {
  const { terms } = order.view
  reveal(core, order, { terms: { ...terms, size } })
  core.emit('MODIFY_SUCCESS', order)
  if (order.stage !== 'book' || terms.limit === null) return
  core
    .market(terms.symbol)
    ?.book.reduce(
      bidsFor(terms) ? 'bid' : 'ask',
      bookPrice(terms, terms.limit),
      order.number,
      leaves(order),
    )
}

/** True when a member that waits for its master needs not wait any longer. */
function mayStart(group: readonly Member[], order: Member): boolean {
  if (order.stage !== 'linked') return false
  return isExit(order.combo.role)
    ? exitSize(group, order) > 0
    : masterOf(group)?.view.status === 'FILLED'
}

/** True when the master has filled more since an exit was started. */
const mayGrow = (group: readonly Member[], order: Member): boolean =>
  !isFinal(order) &&
  order.stage !== 'linked' &&
  isExit(order.combo.role) &&
  masterOf(group) !== undefined &&
  exitSize(group, order) > order.view.terms.size

function setAside(core: Core, order: PracticeOrder): void {
  const rules = core.rules(order.product)
  core.holds.setCover(
    order,
    rules.cover(core, order.accountId, order.view.terms, leaves(order), sharedCover(core, order)),
  )
  rehold(core, order)
}

/**
 * Lets an order work that waited for its master. What it closes is there; what it opens is checked
 * as if it were placed now.
 */
function start(core: Core, group: readonly Member[], order: Member): void {
  const { terms } = order.view
  const market = core.market(terms.symbol)
  if (market === undefined) return fail(core, order)
  const rules = core.rules(order.product)
  order.stage = 'waiting'
  order.expiresAt = rules.expiry(core, terms)
  order.holdPrice = rules.holdingPrice(market, terms)
  core.sooner(order.expiresAt)
  if (isExit(order.combo.role)) {
    const size = exitSize(group, order)
    if (size < terms.size) reveal(core, order, { terms: { ...terms, size } })
    setAside(core, order)
  } else {
    const asIfPlaced = { ...order, heldShares: sharedClaim(core, order) }
    const refused = core.switches.trusting
      ? null
      : rules.admit(core, order.accountId, { market, terms }, leaves(order), asIfPlaced)
    if (
      refused !== null ||
      checkMoney(core, order.accountId, () => setAside(core, order)) !== null
    ) {
      return fail(core, order)
    }
  }
  activate(core, order)
  runTriggers(core, market)
}

/** Lets an exit work for more: it goes to the back of its queue, as any order does that grows. */
function grow(core: Core, group: readonly Member[], order: Member): void {
  const market = core.market(order.view.terms.symbol)
  if (market === undefined) return
  withdraw(core, order)
  reveal(core, order, { terms: { ...order.view.terms, size: exitSize(group, order) } })
  setAside(core, order)
  core.emit('MODIFY_SUCCESS', order)
  activate(core, order)
  runTriggers(core, market)
}

/** Starts and grows what may, and what follows from that, until nothing more does. */
export function settleGroups(core: Core): void {
  for (let [next] = core.waitingGroups; next !== undefined; [next] = core.waitingGroups) {
    core.waitingGroups.delete(next)
    if (!isMember(next)) continue
    const group = groupOf(core, next)
    for (const one of group) {
      if (mayStart(group, one)) start(core, group, one)
      else if (mayGrow(group, one)) grow(core, group, one)
    }
  }
}

/** What groups ask of the core. */
export const GROUPS = { changed: followMember, settle: settleGroups, need: sharedNeed } as const
