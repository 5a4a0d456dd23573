import { eq, trim, type Decimal } from '../../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../../shared/domain/instructions/card.js'
import { SECOND_MS, type EpochMs } from '../../../../../shared/domain/time.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { CardFacts } from '../../policy/policy-types.js'
import type { GroundedNumber, SentNumber } from '../../requests/sent-numbers.js'
import { field } from './card-fields.js'

/**
 * Returns the present value of a price that was sent; null where it is not known here. The card
 * knows the quote of the one ordered instrument: of an option that is not its underlying's.
 */
function presentOf(
  { field: name, symbol }: SentNumber,
  { quote }: Pick<CardFacts, 'quote'>,
): Decimal | null {
  if (quote === null || symbol !== quote.symbol) return null
  switch (name) {
    case 'bid':
      return quote.bid
    case 'ask':
      return quote.ask
    case 'price':
    case 'last':
    case 'last_price':
      return quote.last
    default:
      return null
  }
}

/**
 * Returns what is known about each number of a reason: matching what was sent, changed since, or
 * not from Countersign (CONFIRM-45).
 */
export const groundingFields = (
  numbers: readonly GroundedNumber[],
  facts: Pick<CardFacts, 'quote'>,
  requestedAt: EpochMs,
): readonly CardField[] =>
  numbers.map(({ text, source }, index) => {
    const id = `number-${index + 1}`
    const label = message('card.numberInReason', { text })
    if (source === null) {
      return field(id, label, message('card.numberForeign'), { mark: 'warning' })
    }
    const now = presentOf(source, facts)
    const seconds = Math.max(0, Math.round((requestedAt - source.at) / SECOND_MS))
    return now !== null && !eq(now, source.value)
      ? field(id, label, message('card.numberChanged', { now: trim(now) }), { mark: 'changed' })
      : field(id, label, message('card.numberShown', { seconds }))
  })
