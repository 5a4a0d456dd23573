import type {
  Account,
  Balance,
  CurrencyBalance,
} from '../../../../shared/domain/account/account.js'
import {
  add,
  asMoney,
  asQuantity,
  dec,
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
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import { otherSide } from '../../../../shared/domain/instruments/event-contract.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { reduces } from './build-draft.js'

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
 * Returns the approximate price an order would trade at now: its limit or trigger, else the
 * opposite side of the quote, else the last trade.
 */
export function likelyPrice(draft: OrderDraft, quote: Quote | undefined): Price | null {
  const fixed = draft.limitPrice ?? draft.stopPrice
  if (fixed !== null) return fixed
  return (draft.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last ?? null
}

/** Decimal places of the units that an amount of currency buys. */
const UNIT_PLACES: Readonly<Partial<Record<OrderDraft['assetClass'], number>>> = {
  crypto: 8,
  event: 2,
}
const STOCK_PLACES = 5

/**
 * Returns the units of an order; for an amount of currency, the units that it buys at `price`, to
 * the places of its product (rounded down).
 */
export function likelyQuantity(draft: OrderDraft, price: Price | null): Quantity | null {
  if (draft.size.kind === 'quantity') return draft.size.quantity
  const places = UNIT_PLACES[draft.assetClass] ?? STOCK_PLACES
  const units = price === null ? null : div(draft.size.amount, price, places, 'down')
  return units === null ? null : asQuantity(units)
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

/** FINRA rule 4210(f)(8)(B): a day's buying power is four times the margin that is free. */
const DAY_LEVERAGE = dec('4')

/**
 * Returns what a dollar of a stock takes from the day's buying power of a margin account: its
 * intraday margin, times the leverage. One dollar elsewhere, and where no margin is reported.
 */
export function powerShare(
  { side }: Pick<OrderDraft, 'side'>,
  instrument: AnyInstrument | null,
  held: Quantity,
  account: Account['type'] | undefined,
): Decimal {
  if (account !== 'margin' || instrument?.assetClass !== 'stock') return ONE
  const isShort = side === 'short' || (side === 'buy' && isNegative(held))
  const margin = isShort ? instrument.intradayMarginShort : instrument.intradayMarginLong
  return margin == null ? ONE : mul(margin, DAY_LEVERAGE)
}

/**
 * Returns buying power after an order that costs `cost` and `fees`. The part that closes a position
 * is credited, the part that opens is debited. Approximate for margin accounts: the broker
 * publishes no formula.
 * @param dollarTakes what each dollar of the cost takes, see {@link powerShare}
 */
export function powerAfter(
  power: Money,
  draft: OrderDraft,
  cost: Money,
  fees: Money,
  held: Quantity,
  units: Quantity | null,
  dollarTakes: Decimal = ONE,
): Money {
  const closing =
    units !== null && reduces(draft.side, held)
      ? minOf(units, isNegative(held) ? neg(held) : held)
      : ZERO_QUANTITY
  const takes = asMoney(mul(cost, dollarTakes))
  if (units === null || eq(units, ZERO_QUANTITY)) return sub(sub(power, takes), fees)
  const share = div(mul(takes, closing), units, 2, 'half-even')
  const credit = share === null ? ZERO_MONEY : asMoney(share)
  const debit = maxOf(sub(takes, credit), ZERO_MONEY)
  return sub(sub(add(power, credit), debit), fees)
}
