import {
  asQuantity,
  div,
  maxOf,
  significantScale,
  toScale,
  ZERO_QUANTITY,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { SHARES_A_UNIT } from '../../../../shared/domain/orders/draft-terms.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { lowestPrice, riskLegs, type ExposureFacts, type ExposureProblem } from './exposure.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** Decimal places of the quantity that an amount buys: more than any product uses. */
const UNIT_PLACES = 12
/** Decimal places of that quantity in messages, unless the limit has more. */
const WORD_PLACES = 2

/**
 * The quantity compared with the limit. `estimated` is true when it is computed from an amount at
 * current prices.
 */
export interface Units {
  readonly units: Quantity
  readonly estimated: boolean
}

/**
 * Returns the maximum quantity of an order for the quantity limit: its own quantity or that of its
 * largest leg in contracts (100 shares of a covered order count as one), or for an amount the most
 * that it may buy or sell.
 */
export function unitsOf(
  draft: OrderDraft,
  facts: Pick<ExposureFacts, 'quote'>,
): Result<Units, ExposureProblem> {
  const { size } = draft
  if (size.kind === 'quantity') {
    const legs = (riskLegs(draft) ?? []).map(({ quantity, option }) =>
      option === null
        ? asQuantity(div(quantity, SHARES_A_UNIT, UNIT_PLACES, 'up') ?? quantity)
        : quantity,
    )
    return ok({
      units: [size.quantity, ...legs].reduce<Quantity>(
        (max, quantity) => maxOf(max, quantity),
        ZERO_QUANTITY,
      ),
      estimated: false,
    })
  }
  const price = lowestPrice(draft, facts)
  const units = price === null ? null : div(size.amount, price, UNIT_PLACES, 'up')
  if (units === null) {
    return err({
      code: 'unavailable',
      message: message('policy.noPriceForAmount', { symbol: draft.symbol, amount: size.amount }),
    })
  }
  return ok({ units: asQuantity(units), estimated: true })
}

/**
 * Explains why a quantity exceeds the limit, with both numbers. Rounds up so that a quantity over
 * the limit never reads as equal to it.
 */
export function overQuantityMessage(
  { size }: OrderDraft,
  { units, estimated }: Units,
  max: Quantity,
): Message {
  const quantity = toScale(
    units,
    estimated ? Math.max(WORD_PLACES, significantScale(max)) : significantScale(units),
    'up',
  )
  return size.kind === 'amount'
    ? message('policy.quantityOfAmountOver', { quantity, amount: size.amount, max })
    : message('policy.quantityOver', { quantity, max })
}
