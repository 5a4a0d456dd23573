import {
  abs,
  add,
  asMoney,
  asPrice,
  dec,
  gt,
  isNegative,
  maxOf,
  mul,
  neg,
  sum,
  ZERO,
  type Decimal,
  type Money,
  type Price,
} from '../../../shared/domain/decimal.js'
import { otherSide } from '../../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  stepOf,
  type ListedPart,
  type Listing,
} from '../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { isMarketStyle } from '../../../shared/domain/orders/product-rules.js'

/**
 * What is known of the price when an order is judged. `ageMs`: since it was last confirmed; null
 * when nobody confirmed it.
 */
export interface RiskQuote {
  readonly last: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  readonly ageMs: number | null
}

/** What an order's price is multiplied by and measured against. Absent for a plain stock order. */
export interface Pricing {
  readonly multiplier: Decimal
  /** The step of prices about here; null where none is known. */
  readonly step: Decimal | null
  /**
   * Of an order with several legs: what all of them are worth together, whichever way they go, for
   * one unit of the order. Undefined
   * for an order without legs, null while a leg has no price.
   */
  readonly legs?: Decimal | null | undefined
}

/** What a contract pays at most, and so the most that a buyer without a limit can pay for it. */
const PAYOUT = asPrice(dec('1'))

/** The quote of one outcome of an event market, whose quotes are those of "yes". */
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

/** Nobody bids for what is worthless: the last price, or nothing, stands for the missing side. */
const sellsAt = (quote: RiskQuote): Price | null =>
  quote.bid ?? (quote.ask === null ? quote.last : asPrice(ZERO))
const buysAt = (quote: RiskQuote): Price | null => quote.ask ?? quote.last

type Quoted = { readonly part: ListedPart; readonly quote: RiskQuote }

/** A price for every leg by `of`, added up with its sign; null when one is missing. */
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
 * The quote of a combination as the order trades it: what carrying it out costs now, and what
 * undoing it at once would bring.
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

/** What one unit of all legs is worth, none of them set off against another. */
function grossOf(parts: readonly Quoted[]): Decimal | null {
  const values = parts.map(({ part, quote }) => {
    const price = isNegative(part.ratio) ? (quote.bid ?? quote.ask ?? quote.last) : buysAt(quote)
    return price === null ? null : abs(mul(mul(part.ratio, price), part.multiplier))
  })
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : sum(known)
}

/**
 * The quote that an order is judged by, and what its price means in money. `quotes`: of every part
 * of the listing that has one.
 */
export function priceOrder(
  draft: OrderDraft,
  listing: Listing,
  quotes: ReadonlyMap<Symbol, RiskQuote>,
): { readonly quote: RiskQuote | null; readonly pricing: Pricing } {
  const quoted = listing.parts.map((part) => ({ part, quote: quotes.get(part.symbol) ?? null }))
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
 * The price that an order may trade at, from the side that it takes; null when nobody knows one.
 */
export const touchOf = (draft: Pick<OrderDraft, 'side'>, quote: RiskQuote | null): Price | null =>
  quote === null
    ? null
    : draft.side === 'buy'
      ? (quote.ask ?? quote.last)
      : (quote.bid ?? quote.last)

/**
 * What the order would move at most, in currency: price × quantity × multiplier; an amount at its
 * amount; an event contract at what
 * its buyer can lose; a combination at all its legs, or at its own price where that is more. Null
 * when no price is known.
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

/**
 * Steps by which cheap contracts may reach through the market whatever share of their price that
 * is.
 */
const FREE_STEPS = dec('5')

/**
 * How far a limit reaches through the market, and how far it may: a share of the last price.
 * Options and event contracts trade
 * seldom and may be cheap: there the side that would be hit counts where it is further than the
 * last price, and a few steps are free.
 */
export function bandOf(
  draft: OrderDraft,
  quote: RiskQuote | null,
  pricing: Pricing | undefined,
  share: Decimal,
): { readonly from: Price; readonly reach: Decimal; readonly maxReach: Decimal } | null {
  const last = quote?.last ?? null
  if (draft.limitPrice === null) return null
  const thin = draft.assetClass === 'option' || draft.assetClass === 'event'
  const touch = thin ? touchOf(draft, quote) : null
  const from =
    touch === null
      ? last
      : last === null || (draft.side === 'buy' ? gt(touch, last) : gt(last, touch))
        ? touch
        : last
  if (from === null) return null
  const reach =
    draft.side === 'buy'
      ? add<Decimal>(draft.limitPrice, neg<Decimal>(from))
      : add<Decimal>(from, neg<Decimal>(draft.limitPrice))
  const maxByShare = mul(abs<Decimal>(from), share)
  const maxBySteps =
    thin && pricing !== undefined && pricing.step !== null ? mul(pricing.step, FREE_STEPS) : ZERO
  return { from, reach, maxReach: maxOf(maxByShare, maxBySteps) }
}
