import {
  isNegative,
  isPositive,
  isZero,
  lte,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Money,
} from '../../../../shared/domain/decimal.js'
import { isExitRole, linkOf } from '../../../../shared/domain/orders/combo-rules.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { draftOfAction, targetOf, type ReplaceAction } from '../requests/order-changes.js'
import { coveringQuantity } from '../../orders/covering.js'
import { exposureOf, remainingAfter } from './exposure.js'
import type { PlacedOrder, PolicyInput } from './policy-types.js'
import { positionFor } from './position-of-order.js'
import { availableToClose } from './reservations.js'
import { ownFacts, workingOrderExposure } from './usage.js'

/** A change of nothing, which stands for the order as it is. */
const unchanged = (order: Order): ReplaceAction => ({
  kind: 'replace',
  accountId: order.accountId,
  clientOrderId: order.clientOrderId,
  change: {},
  before: order,
})

/** True when both drafts are for the same quantity of the same instrument. */
const isSameOrder = (a: OrderDraft, b: OrderDraft): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** Returns the usage without one order that is being sent: it reserves nothing from itself. */
function withoutSending(usage: PolicyInput['usage'], draft: OrderDraft): PolicyInput['usage'] {
  const { inFlight = [] } = usage
  const index = inFlight.findIndex((other) => isSameOrder(other, draft))
  return index < 0
    ? usage
    : { ...usage, inFlight: inFlight.filter((_other, place) => place !== index) }
}

/**
 * True when an order still only reduces a position, by the positions and orders of now. False where
 * the positions of its account are not known here.
 */
function isCovered(input: PolicyInput, draft: OrderDraft, order: Order | null): boolean {
  const { positions } = input.facts
  if (positions === undefined || draft.accountId !== targetOf(input.action).accountId) return false
  const position = positionFor(draft, positions)
  if (position === null || draft.size.kind !== 'quantity') return false
  const available = availableToClose(
    {
      action: order === null ? { kind: 'place', draft } : unchanged(order),
      facts: { ...input.facts, position },
      usage: order === null ? withoutSending(input.usage, draft) : input.usage,
    },
    draft,
  )
  return lte(draft.size.quantity, remainingAfter(available, coveringQuantity(position, positions)))
}

/** True when the fills of an order went beyond the position that it was to close. */
function hasOverfilled({ facts: { positions = [] } }: PolicyInput, order: Order): boolean {
  const draft = draftOfAction(unchanged(order))
  const position = draft === null ? null : positionFor(draft, positions)
  return (
    position !== null &&
    !isZero(position.quantity) &&
    isNegative(position.quantity) === (order.side !== 'buy')
  )
}

/** Returns what an order in an unknown state counts in full; null where it has no price. */
function sendingExposure({ facts, action }: PolicyInput, draft: OrderDraft): Money | null {
  const { quote, multiplier } = ownFacts(draft, facts, targetOf(action).assetClass)
  if (multiplier === null) return null
  const valued = exposureOf(draft, {
    quote,
    multiplier,
    availableToClose: ZERO_QUANTITY,
  })
  return valued.ok ? valued.value.value : null
}

/**
 * Returns what a working order counts now: nothing while it only reduces a position, otherwise its
 * full value (CONFIRM-41). Null where it has no price to value it by.
 */
export function workingExposure(input: PolicyInput, order: Order): Money | null {
  const draft = draftOfAction(unchanged(order))
  return draft !== null && isCovered(input, draft, order)
    ? ZERO_MONEY
    : workingOrderExposure(order, input.facts, targetOf(input.action).assetClass)
}

/**
 * True for an exit while the entry that it belongs to still works: it can only close what that
 * entry opens, so the entry alone counts (CONFIRM-41).
 */
export function closesWorkingEntry(order: Order, working: readonly Order[]): boolean {
  const role = order.terms?.combo?.role
  const link = linkOf(order)
  if (role === undefined || role === 'unknown' || !isExitRole(role) || link === null) return false
  return working.some(
    (entry) =>
      entry.terms?.combo?.role === 'master' &&
      linkOf(entry) === link &&
      (entry.side === 'buy') !== (order.side === 'buy') &&
      entry.quantity !== null &&
      order.quantity !== null &&
      lte(order.quantity, entry.quantity),
  )
}

/**
 * An order that only reduced a position counted nothing when it was approved; returns the exposure
 * that it counts now. It counts in full once the position no longer covers what may fill of it, and
 * after it has filled beyond the position (CONFIRM-41). Null where it has no price to value it by.
 */
export function reopenedExposure(input: PolicyInput, { draft, order }: PlacedOrder): Money | null {
  if (order === null) {
    return draft === null || isCovered(input, draft, null)
      ? ZERO_MONEY
      : sendingExposure(input, draft)
  }
  if (!isFinal(order.status)) return workingExposure(input, order)
  return isPositive(order.filledQuantity) && hasOverfilled(input, order)
    ? workingOrderExposure(
        { ...order, status: 'working', filledQuantity: ZERO_QUANTITY },
        input.facts,
        targetOf(input.action).assetClass,
      )
    : ZERO_MONEY
}
