import type { Position } from '../../account/account.js'
import type { Quantity } from '../../decimal.js'
import type { OrderDraft } from '../order.js'
import { STANDARD_MULTIPLIER } from '../strategy-payoff.js'
import { changesOfOrder, kindOf } from './leg-changes.js'

/** The members of an order that say whether it rolls. */
type RolledDraft = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol' | 'side' | 'terms'>

/**
 * True for an order that moves options that are held to another day.
 * @param units the size that it still trades
 * @param sized the size that it trades with the part that has filled
 */
export function isRollOrder(
  draft: RolledDraft,
  units: Quantity,
  sized: Quantity,
  positions: readonly Position[],
): boolean {
  if ((draft.terms?.legs ?? []).length < 2) return false
  return (
    kindOf(changesOfOrder(draft, { units, sized, positions, multiplier: STANDARD_MULTIPLIER })) ===
    'roll'
  )
}

/**
 * Returns the draft with whether it rolls what is held. The broker names a roll like a calendar
 * that opens, so that only the order itself can say it after its fill.
 */
export function withRollMark(draft: OrderDraft, positions: readonly Position[]): OrderDraft {
  const { terms, size } = draft
  if (terms === undefined || size.kind !== 'quantity') return draft
  const { rolls: _rolls, ...others } = terms
  return isRollOrder(draft, size.quantity, size.quantity, positions)
    ? { ...draft, terms: { ...others, rolls: true } }
    : { ...draft, terms: others }
}
