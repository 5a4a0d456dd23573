import type { ClientOrderId } from '../../shared/domain/ids.js'

/**
 * Whether an order moves an option position to another day. The broker names such an order like a
 * calendar that opens, so the window remembers it from what was held before the fill.
 */
let isKnownRoll: (order: ClientOrderId) => boolean = () => false

/** Sets what knows the rolls of this window. */
export function setKnownRolls(isRoll: typeof isKnownRoll): void {
  isKnownRoll = isRoll
}

/** True for an order that is known to roll a position. */
export const isRoll = (order: ClientOrderId): boolean => isKnownRoll(order)
