import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ConfirmedPrices } from '../../orders/gateway/price-questions.js'
import { needsFreshQuote } from '../../risk/risk-limits.js'
import { resultingDrafts, withAmendment } from '../requests/action.js'
import type { CardState } from './card-state.js'

/**
 * Returns the prices that a person acknowledged with an approval although they are not current;
 * null where the card named no such danger. It covers the instrument of the card alone, whose price
 * it shows (REL-46).
 * @param now when the person approved
 */
export function acknowledgedPrices(
  instruction: Instruction,
  { verdict, facts, fetchedAt }: Pick<CardState, 'verdict' | 'facts' | 'fetchedAt'>,
  now: EpochMs,
): ConfirmedPrices | null {
  // A quote that was merely not fresh is another danger, which names no price.
  if (!verdict.dangers.some(({ text }) => text.code === 'policy.noCurrentPrice')) return null
  const drafts = resultingDrafts(withAmendment(instruction)).filter((draft) => draft !== null)
  const [first] = drafts
  const { price, quoteAgeMs } = facts
  const prices = drafts
    .filter((draft) => needsFreshQuote(draft) && draft.symbol === first?.symbol)
    .map((draft) => ({
      draft,
      last: price?.last ?? null,
      bid: price?.bid ?? null,
      ask: price?.ask ?? null,
      ageMs: quoteAgeMs,
    }))
  return { prices, shownAt: fetchedAt.monotonic, confirmedAt: now }
}
