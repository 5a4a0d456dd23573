import type { Balance, CurrencyBalance } from '../../../../shared/domain/account/account.js'
import {
  asMoney,
  dec,
  mul,
  neg,
  type Decimal,
  type Money,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { otherSide } from '../../../../shared/domain/instruments/event-contract.js'
import type { PowerEffect } from '../../../../shared/domain/orders/effect/effect-types.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'

const ONE = dec('1')

/**
 * Returns the quote of the "no" contracts of an event market, which quotes "yes": a bid for one is
 * an offer of the other.
 */
export const mirroredQuote = (quote: Quote): Quote => {
  const other = (price: Price | null): Price | null => (price === null ? null : otherSide(price))
  return {
    ...quote,
    last: other(quote.last),
    bid: other(quote.ask),
    bidSize: quote.askSize,
    ask: other(quote.bid),
    askSize: quote.bidSize,
    open: other(quote.open),
    high: other(quote.low),
    low: other(quote.high),
    previousClose: other(quote.previousClose),
    change: quote.change === null ? null : neg(quote.change),
    changeRatio: null,
  }
}

/**
 * Returns Countersign's own value of an order, before fees: price × quantity × multiplier. In
 * futures this is the notional value.
 */
export function likelyValue(
  draft: OrderDraft,
  price: Price | null,
  multiplier: Decimal = ONE,
): Money | null {
  if (draft.size.kind === 'amount') return draft.size.amount
  return price === null ? null : asMoney(mul(mul(draft.size.quantity, price), multiplier))
}

export const currencyOf = (balance: Balance | null, currency: string): CurrencyBalance | null =>
  balance?.currencies.find((entry) => entry.currency === currency) ?? null

/** Returns the buying power that an order of the class uses; options may have one of their own. */
export function buyingPowerOf(
  balance: Balance | null,
  currency: string,
  assetClass: OrderDraft['assetClass'],
): Money | null {
  const entry = currencyOf(balance, currency)
  if (entry === null) return null
  return assetClass === 'option'
    ? (entry.optionBuyingPower ?? entry.buyingPower)
    : entry.buyingPower
}

/** Returns which buying power an order of the class uses. */
export const powerKindOf = (
  balance: Balance | null,
  currency: string,
  assetClass: OrderDraft['assetClass'],
): PowerEffect['kind'] =>
  assetClass === 'option' && currencyOf(balance, currency)?.optionBuyingPower != null
    ? 'option'
    : 'account'
