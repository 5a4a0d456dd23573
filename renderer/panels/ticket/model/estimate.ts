import type {
  Balance,
  CurrencyBalance,
  Position,
} from '../../../../shared/domain/account/account.js'
import {
  add,
  asMoney,
  asQuantity,
  div,
  eq,
  isNegative,
  isPositive,
  maxOf,
  minOf,
  mul,
  neg,
  sub,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'

/**
 * Returns the approximate price an order would trade at now: its limit or trigger, else the
 * opposite side of the quote, else the last trade.
 */
export function likelyPrice(draft: OrderDraft, quote: Quote | undefined): Price | null {
  const fixed = draft.limitPrice ?? draft.stopPrice
  if (fixed !== null) return fixed
  return (draft.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last ?? null
}

/**
 * Returns the units of an order; for an amount of currency, the units that it buys at `price`, to
 * five places (rounded down).
 */
export function likelyQuantity(draft: OrderDraft, price: Price | null): Quantity | null {
  if (draft.size.kind === 'quantity') return draft.size.quantity
  const units = price === null ? null : div(draft.size.amount, price, 5, 'down')
  return units === null ? null : asQuantity(units)
}

/** Returns Countersign's own value of an order, before fees. */
export function likelyValue(draft: OrderDraft, price: Price | null): Money | null {
  if (draft.size.kind === 'amount') return draft.size.amount
  return price === null ? null : asMoney(mul(draft.size.quantity, price))
}

export interface PositionEffect {
  readonly before: Quantity
  readonly after: Quantity
  /**
   * The position changes sign: part of the order closes it, the rest opens the opposite position.
   */
  readonly flips: boolean
}

/** Returns the effect of a completely filled order on the held units. */
export function positionEffect(
  draft: OrderDraft,
  held: Quantity,
  price: Price | null,
): PositionEffect | null {
  const units = likelyQuantity(draft, price)
  if (units === null) return null
  const after = add(held, draft.side === 'buy' ? units : neg(units))
  return {
    before: held,
    after,
    flips: (isPositive(held) && isNegative(after)) || (isNegative(held) && isPositive(after)),
  }
}

/** Sums the shares of one stock in one account; its options and other products are not counted. */
export const heldQuantity = (
  positions: readonly Position[],
  draft: Pick<OrderDraft, 'accountId' | 'symbol'>,
): Quantity =>
  positions
    .filter(
      (position) =>
        position.assetClass === 'stock' &&
        position.accountId === draft.accountId &&
        position.symbol === draft.symbol,
    )
    .reduce((total, position) => add(total, position.quantity), ZERO_QUANTITY)

/** Returns true when an order on this side reduces the position. */
export const reduces = (side: OrderDraft['side'], held: Quantity): boolean =>
  side === 'buy' ? isNegative(held) : isPositive(held)

export const currencyOf = (balance: Balance | null, currency: string): CurrencyBalance | null =>
  balance?.currencies.find((entry) => entry.currency === currency) ?? null

/**
 * Returns buying power after an order that costs `cost` and `fees`. The part that closes a position
 * is credited, the part that opens is debited. Approximate for margin accounts: the broker
 * publishes no formula.
 */
export function powerAfter(
  power: Money,
  draft: OrderDraft,
  cost: Money,
  fees: Money,
  held: Quantity,
  units: Quantity | null,
): Money {
  const closing =
    units !== null && reduces(draft.side, held)
      ? minOf(units, isNegative(held) ? neg(held) : held)
      : ZERO_QUANTITY
  if (units === null || eq(units, ZERO_QUANTITY)) return sub(sub(power, cost), fees)
  const share = div(mul(cost, closing), units, 2, 'half-even')
  const credit = share === null ? ZERO_MONEY : asMoney(share)
  const debit = maxOf(sub(cost, credit), ZERO_MONEY)
  return sub(sub(add(power, credit), debit), fees)
}
