import {
  abs,
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  div,
  isNegative,
  isPositive,
  maxOf,
  minOf,
  mul,
  neg,
  sum,
  ZERO,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { otherSide } from '../../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  stepOf,
  type ListedPart,
  type Listing,
} from '../../../shared/domain/instruments/listing.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { isMarketStyle } from '../../../shared/domain/orders/product-rules.js'

/**
 * The market price used to check an order. `ageMs`: time since it was last confirmed; null when it
 * never was.
 */
export interface RiskQuote {
  readonly last: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  readonly ageMs: number | null
}

/** How an order's price converts to money, and its price step. Absent for a plain stock order. */
export interface Pricing {
  readonly multiplier: Decimal
  /** The price step near the order's price; null when unknown. */
  readonly step: Decimal | null
  /**
   * For an order with several legs: the sum of their absolute values per unit of the order.
   * Undefined without legs, null while a leg has no price.
   */
  readonly legs?: Decimal | null | undefined
}

/**
 * The maximum payout of an event contract, and so the highest price that a buyer without a limit
 * can pay.
 */
const PAYOUT = asPrice(dec('1'))

/** Returns the quote of one instrument without what is no price (REL-46). */
const withoutSentinels = (quote: RiskQuote | undefined): RiskQuote | null =>
  quote === undefined
    ? null
    : {
        last: quotedPrice(quote.last),
        bid: quotedPrice(quote.bid),
        ask: quotedPrice(quote.ask),
        ageMs: quote.ageMs,
      }

/** Returns the quote for the draft's outcome; an event market quotes "yes". */
function quoteForOutcome(quote: RiskQuote, draft: OrderDraft): RiskQuote {
  if (draft.terms?.outcome !== 'no') return quote
  const mirrored = (price: Price | null): Price | null => (price === null ? null : otherSide(price))
  return {
    last: mirrored(quote.last),
    bid: mirrored(quote.ask),
    ask: mirrored(quote.bid),
    ageMs: quote.ageMs,
  }
}

/**
 * Returns the price of a sale: the bid. Without a bid it is zero when there is an ask (a worthless
 * contract has no bids), otherwise the last price.
 */
const sellsAt = (quote: RiskQuote): Price | null =>
  quote.bid ?? (quote.ask === null ? quote.last : asPrice(ZERO))
const buysAt = (quote: RiskQuote): Price | null => quote.ask ?? quote.last

type Quoted = { readonly part: ListedPart; readonly quote: RiskQuote }

/** Sums the legs' prices by their signed ratios; null when one is missing. */
function netOf(
  parts: readonly Quoted[],
  priceOf: (quoted: Quoted) => Price | null,
): Decimal | null {
  const prices = parts.map((entry) => ({ ratio: entry.part.ratio, price: priceOf(entry) }))
  return prices.some(({ price }) => price === null)
    ? null
    : sum(prices.map(({ ratio, price }) => mul(ratio, price ?? ZERO)))
}

/**
 * Returns the quote of a combination as the order trades it: the price of executing it now, and of
 * reversing it at once.
 */
function combined(parts: readonly Quoted[], draft: OrderDraft): RiskQuote {
  const bought = draft.side === 'buy'
  const takes = netOf(parts, ({ part, quote }) =>
    isNegative(part.ratio) ? sellsAt(quote) : buysAt(quote),
  )
  const gives = netOf(parts, ({ part, quote }) =>
    isNegative(part.ratio) ? buysAt(quote) : sellsAt(quote),
  )
  const last = netOf(parts, ({ quote }) => quote.last)
  const price = (value: Decimal | null): Price | null =>
    value === null ? null : asPrice(bought ? value : neg(value))
  const ages = parts.map(({ quote }) => quote.ageMs)
  const ageMs = ages.reduce<number | null>(
    (oldest, age) => (oldest === null || age === null ? null : Math.max(oldest, age)),
    0,
  )
  return bought
    ? { last: price(last), bid: price(gives), ask: price(takes), ageMs }
    : { last: price(last), bid: price(takes), ask: price(gives), ageMs }
}

/**
 * Returns the sum of the legs' absolute values per unit, without offsetting; null when one is
 * missing.
 */
function grossOf(parts: readonly Quoted[]): Decimal | null {
  const values = parts.map(({ part, quote }) => {
    const price = isNegative(part.ratio) ? (quote.bid ?? quote.ask ?? quote.last) : buysAt(quote)
    return price === null ? null : abs(mul(mul(part.ratio, price), part.multiplier))
  })
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : sum(known)
}

/**
 * Returns the quote for checking an order, and how its price converts to money. `quotes`: one for
 * each part of the listing that has one.
 */
export function priceOrder(
  draft: OrderDraft,
  listing: Listing,
  quotes: ReadonlyMap<Symbol, RiskQuote>,
): { readonly quote: RiskQuote | null; readonly pricing: Pricing } {
  const quoted = listing.parts.map((part) => ({
    part,
    quote: withoutSentinels(quotes.get(part.symbol)),
  }))
  const parts = quoted.filter((candidate): candidate is Quoted => candidate.quote !== null)
  const complete = parts.length === listing.parts.length
  const [only] = parts
  const many = listing.parts.length > 1
  const quote =
    !complete || only === undefined
      ? null
      : many
        ? combined(parts, draft)
        : quoteForOutcome(only.quote, draft)
  const about = draft.limitPrice ?? draft.stopPrice ?? quote?.ask ?? quote?.last ?? null
  return {
    quote,
    pricing: {
      multiplier: listing.multiplier,
      step: about === null ? null : stepOf(listing.steps, about),
      ...(many ? { legs: complete ? grossOf(parts) : null } : {}),
    },
  }
}

/**
 * Returns the price that an order would trade at on the opposite side of the book; null when
 * unknown.
 */
export const touchOf = (draft: Pick<OrderDraft, 'side'>, quote: RiskQuote | null): Price | null =>
  quote === null
    ? null
    : draft.side === 'buy'
      ? (quote.ask ?? quote.last)
      : (quote.bid ?? quote.last)

/**
 * Returns the maximum value of an order in currency: price × quantity × multiplier; the amount of
 * an amount order; for an event contract the maximum loss of its buyer; for a combination the gross
 * value of its legs, or its own price where that is higher. Null when no price is known.
 */
export function orderValue(
  draft: OrderDraft,
  quote: RiskQuote | null,
  pricing: Pricing | undefined,
): Money | null {
  if (draft.size.kind === 'amount') return draft.size.amount
  const { quantity } = draft.size
  const price =
    draft.assetClass === 'event'
      ? isMarketStyle(draft)
        ? PAYOUT
        : draft.limitPrice
      : (draft.limitPrice ?? draft.stopPrice ?? touchOf(draft, quote))
  if (price === null || pricing?.legs === null) return null
  const own = asMoney(abs(mul(mul(price, quantity), pricing?.multiplier ?? dec('1'))))
  return pricing?.legs === undefined ? own : maxOf(own, asMoney(mul(pricing.legs, quantity)))
}

const positive = (price: Price | null): Price | null =>
  price !== null && isPositive(price) ? price : null

/**
 * Returns the quote without prices of zero and below, which are not prices (REL-46). The net price
 * of a combination may have any sign.
 */
const realQuote = (quote: RiskQuote, pricing: Pricing | undefined): RiskQuote =>
  pricing?.legs === undefined
    ? {
        ...quote,
        last: positive(quote.last),
        bid: positive(quote.bid),
        ask: positive(quote.ask),
      }
    : quote

/**
 * Returns the market that an order is compared with and valued by: the last price, or the side of
 * the book that it would hit, confirmed within `maxAgeMs`. Null without one: a limit then holds
 * nothing, so that the order must not pass (REL-46). While a market is closed, its last price is
 * the reference: how old a price is counts from its confirmation, not from the trade.
 */
export function referenceOf(
  draft: OrderDraft,
  quote: RiskQuote | null,
  pricing: Pricing | undefined,
  maxAgeMs: number,
): Price | null {
  if (quote === null || quote.ageMs === null || quote.ageMs > maxAgeMs) return null
  const real = realQuote(quote, pricing)
  return real.last ?? touchOf(draft, real) ?? real.bid ?? real.ask
}

/**
 * Returns the highest value that an order may reach, for the limits: a sale fills at its limit or
 * above, and a stop at the market, so that each is valued by the higher of both. Null when no price
 * is known.
 */
export function limitValue(
  draft: OrderDraft,
  quote: RiskQuote | null,
  pricing: Pricing | undefined,
): Money | null {
  const draftValue = orderValue(draft, quote, pricing)
  if (draftValue === null || draft.size.kind === 'amount' || pricing?.legs !== undefined) {
    return draftValue
  }
  const risesToMarket = draft.side !== 'buy' || draft.stopPrice !== null || draft.trail !== null
  if (!risesToMarket || quote === null) return draftValue
  const { last, bid, ask } = realQuote(quote, pricing)
  const market = draft.side === 'buy' ? (ask ?? last) : higher(last, bid)
  if (market === null) return draftValue
  const multiplier = pricing?.multiplier ?? dec('1')
  return maxOf(draftValue, asMoney(mul(mul(market, draft.size.quantity), multiplier)))
}

const higher = (a: Price | null, b: Price | null): Price | null =>
  a === null || b === null ? (a ?? b) : maxOf(a, b)

/**
 * Returns how many units an order trades, for the limit on units: for an amount as many as the
 * reference buys. Null for coins, of which a unit says nothing, and where no price is known.
 */
export function limitUnits(
  { assetClass, size }: OrderDraft,
  reference: Price | null,
  pricing: Pricing | undefined,
): Quantity | null {
  if (assetClass === 'crypto') return null
  if (size.kind === 'quantity') return size.quantity
  if (reference === null) return null
  const price = mul(reference, pricing?.multiplier ?? dec('1'))
  const units = isPositive(price) ? div(size.amount, price, UNIT_PLACES, 'up') : null
  return units === null ? null : asQuantity(units)
}

const UNIT_PLACES = 5

/**
 * Price steps that cheap contracts may always reach through the market, whatever share of their
 * price that is.
 */
const FREE_STEPS = dec('5')

/** Returns the price that is less favorable to this side; null when neither is known. */
function farther(side: OrderDraft['side'], a: Price | null, b: Price | null): Price | null {
  if (a === null || b === null) return a ?? b
  return side === 'buy' ? maxOf(a, b) : minOf(a, b)
}

/**
 * Returns how far a limit reaches through the market, and how far it may (a share of the reference
 * price). The reference is the last price, or the touch without one. Options and event contracts
 * trade rarely and may be cheap, so for them it is the opposite side of the book where that is
 * farther than the last price, and a few steps are always allowed. A stop-limit order trades when
 * the market has reached its stop, so for it the reference is the stop where that is farther than
 * the market.
 */
export function bandOf(
  draft: OrderDraft,
  quote: RiskQuote | null,
  pricing: Pricing | undefined,
  share: Decimal,
): { readonly from: Price; readonly reach: Decimal; readonly maxReach: Decimal } | null {
  const real = quote === null ? null : realQuote(quote, pricing)
  const last = real?.last ?? null
  if (draft.limitPrice === null) return null
  const thin = draft.assetClass === 'option' || draft.assetClass === 'event'
  const touch = thin || last === null ? touchOf(draft, real) : null
  // The other side of the book is better than no comparison.
  const market = farther(draft.side, last, touch) ?? real?.bid ?? real?.ask ?? null
  if (market === null) return null
  const stop = draft.type === 'stop-limit' ? draft.stopPrice : null
  const from = farther(draft.side, market, stop) ?? market
  const reach =
    draft.side === 'buy'
      ? add<Decimal>(draft.limitPrice, neg<Decimal>(from))
      : add<Decimal>(from, neg<Decimal>(draft.limitPrice))
  const maxByShare = mul(abs<Decimal>(from), share)
  const maxBySteps =
    thin && pricing !== undefined && pricing.step !== null ? mul(pricing.step, FREE_STEPS) : ZERO
  return { from, reach, maxReach: maxOf(maxByShare, maxBySteps) }
}
