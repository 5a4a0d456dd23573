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
import { usesLimit } from '../../../../shared/domain/orders/order-rules.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isMarketStyle } from '../../../../shared/domain/orders/product-rules.js'
import { SHARES_A_UNIT } from '../../../../shared/domain/orders/draft-terms.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { formatPlainMoney, formatPlainNumber } from '../../../../shared/domain/plain-number.js'
import {
  MARKET_BUFFER,
  quoteFor,
  riskLegs,
  type ExposureFacts,
  type ExposureProblem,
} from './exposure.js'

const ONE = dec('1')
/** Places of what an amount buys: more than any product is traded in. */
const UNIT_PLACES = 12
/** Places of it in words, where the limit itself has no more. */
const WORD_PLACES = 2

/**
 * The number of units that a limit on them is held against. `estimated`: it is what an amount comes
 * to at the prices of now.
 */
export interface Units {
  readonly units: Quantity
  readonly estimated: boolean
}

/**
 * The lowest price at which an amount may be carried out: the side that it takes or the last price,
 * whichever is lower, less the buffer,
 * since markets fall between a look and a fill as well; below a limit to buy only at that limit,
 * above a limit to sell only at that. Null without a market: a limit alone says
 * how much is paid for one at most, and nothing of how many that buys.
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
 * How many units an order comes to at most, for the limit on them: its own number or that of its
 * largest leg, in contracts (shares of a
 * covered order count by the hundred, as one contract does); of an order for an amount, as many as
 * that may buy or sell.
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
      message: `There is no price of ${draft.symbol} to tell how many ${formatPlainMoney(size.amount)} comes to; ask again when there is a quote`,
    })
  }
  return ok({ units: asQuantity(units), estimated: true })
}

/**
 * Why so many units are over the limit, with both numbers; rounded up, so that what is over never
 * reads as if it were at it.
 */
export function overQuantityMessage(
  { size }: OrderDraft,
  { units, estimated }: Units,
  max: Quantity,
): string {
  const shown = toScale(
    units,
    estimated ? Math.max(WORD_PLACES, significantScale(max)) : significantScale(units),
    'up',
  )
  const number =
    size.kind === 'amount'
      ? `about ${formatPlainNumber(shown)} for ${formatPlainMoney(size.amount)}`
      : formatPlainNumber(shown)
  return `A quantity of ${number} is over the limit of ${formatPlainNumber(max)} per order`
}
