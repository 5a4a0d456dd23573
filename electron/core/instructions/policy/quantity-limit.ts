import {
  asQuantity,
  dec,
  div,
  isPositive,
  maxOf,
  minOf,
  mul,
  significantScale,
  sub,
  toScale,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import { usesLimit } from '../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isMarketStyle } from '../../../../shared/domain/orders/product-rules.js'
import { SHARES_A_UNIT } from '../../../../shared/domain/orders/draft-terms.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import {
  MARKET_BUFFER,
  quoteFor,
  riskLegs,
  type ExposureFacts,
  type ExposureProblem,
} from './exposure.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

const ONE = dec('1')
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
 * Returns the lowest price at which an amount may fill: the lower of the opposite side of the quote
 * and the last price, minus the buffer, because prices may fall before the fill. A buy or stop
 * limit below that price replaces it, and so does a sell limit above it. Null without a quote: a
 * limit alone bounds the price of one unit, not how many an amount buys.
 */
function lowestPrice(draft: OrderDraft, { quote }: Pick<ExposureFacts, 'quote'>): Decimal | null {
  const { bid, ask, last } = quoteFor(draft, quote)
  const side = draft.side === 'buy' ? ask : bid
  const now = side === null || last === null ? (side ?? last) : minOf<Decimal>(side, last)
  if (now === null) return null
  const lowest = mul(now, sub(ONE, MARKET_BUFFER))
  const { limitPrice } = draft
  if (
    limitPrice === null ||
    !isPositive(limitPrice) ||
    !usesLimit(draft.type) ||
    isMarketStyle(draft)
  ) {
    return lowest
  }
  return draft.side === 'buy' || draft.type !== 'limit'
    ? minOf<Decimal>(limitPrice, lowest)
    : maxOf<Decimal>(limitPrice, lowest)
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
