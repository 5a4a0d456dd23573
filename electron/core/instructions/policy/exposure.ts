import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  gte,
  isPositive,
  lt,
  maxOf,
  minOf,
  mul,
  parseDecimal,
  sub,
  ZERO,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import { otherSide } from '../../../../shared/domain/instruments/event-contract.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { usesLimit } from '../../../../shared/domain/orders/order-rules.js'
import { isMarketStyle } from '../../../../shared/domain/orders/product-rules.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { legLoss, type RiskLeg } from './option-max-loss.js'

/**
 * What limits are in. What is priced in anything else cannot be held against them without a rate
 * that nobody tells.
 */
export const LIMITS_CURRENCY = 'USD'
/**
 * What an order without a bound on its price may cost more than the quote says: markets move
 * between a look and a fill.
 */
export const MARKET_BUFFER = dec('0.02')
/**
 * A short sale counts at buying it back for this many times what it sells for. Its true loss has no
 * bound.
 */
export const SHORT_STRESS = dec('2')
/** An event contract pays one dollar or nothing. */
const EVENT_PAYOUT = dec('1')
const ONE = dec('1')

/**
 * What an order counts against limits, and what can go wrong with it. `worstCase` null: no bound.
 */
export interface OrderExposure {
  readonly exposure: Money
  readonly maxLoss: Money | null
  readonly short: boolean
  readonly uncovered: boolean
}
export interface ExposureProblem {
  readonly code: 'invalid' | 'unavailable'
  readonly message: string
}

/**
 * What is known when an order is valued. `free`: how much of the position no other order has
 * claimed, for closing it.
 */
export interface ExposureFacts {
  readonly quote: Pick<Quote, 'symbol' | 'last' | 'bid' | 'ask'> | null
  readonly multiplier: string
  readonly availableToClose: Quantity
}

const noPrice = (draft: OrderDraft) =>
  err<ExposureProblem>({
    code: 'unavailable',
    message: `There is no price of ${draft.symbol} to value this order by; ask again when there is a quote`,
  })
const invalid = (message: string) => err<ExposureProblem>({ code: 'invalid', message })
const positivePrice = (price: Price | null | undefined): Price | null =>
  price !== null && price !== undefined && isPositive(price) ? price : null
const buffered = (price: Decimal): Decimal => mul(price, add(ONE, MARKET_BUFFER))

/**
 * The quote of what the order is about. Of an event's "no" it is the mirrored one; the quote of an
 * option's underlying is none of it.
 */
export function quoteFor(
  draft: OrderDraft,
  quote: ExposureFacts['quote'],
): { readonly bid: Price | null; readonly ask: Price | null; readonly last: Price | null } {
  if (quote === null || (draft.assetClass === 'option' && parseOcc(quote.symbol) === null)) {
    return { bid: null, ask: null, last: null }
  }
  const { bid, ask, last } = quote
  if (draft.assetClass !== 'event' || draft.terms?.outcome !== 'no') {
    return { bid: positivePrice(bid), ask: positivePrice(ask), last: positivePrice(last) }
  }
  const mirror = (price: Price | null): Price | null =>
    positivePrice(price) === null ? null : positivePrice(otherSide(asPrice(price ?? ZERO)))
  return { bid: mirror(ask), ask: mirror(bid), last: mirror(last) }
}

/** The most that one unit may cost: the limit, or what the market asks with a buffer. */
function buyPrice(draft: OrderDraft, facts: ExposureFacts): Decimal | null {
  if (usesLimit(draft.type)) return positivePrice(draft.limitPrice)
  const { ask, last } = quoteFor(draft, facts.quote)
  const now = ask ?? last
  if (now === null) return null
  if (draft.type === 'stop') return buffered(maxOf<Decimal>(now, draft.stopPrice ?? now))
  if (draft.type !== 'trailing-stop' || draft.trail === null) return buffered(now)
  const { kind, step } = draft.trail
  return buffered(add<Decimal>(now, kind === 'amount' ? step : mul(now, step)))
}

/**
 * What one unit sells for: the bid, or a better limit. Without a market nobody knows how little a
 * low limit says.
 */
function sellPrice(draft: OrderDraft, facts: ExposureFacts): Decimal | null {
  const { bid, last } = quoteFor(draft, facts.quote)
  const now = bid ?? last
  return now === null ? null : maxOf<Decimal>(now, draft.limitPrice ?? draft.stopPrice ?? ZERO)
}

/** What buying one unit back may cost at once: the ask or a higher limit, with the buffer. */
function shortPrice(draft: OrderDraft, facts: ExposureFacts): Decimal | null {
  const { bid, ask, last } = quoteFor(draft, facts.quote)
  const now = ask ?? last ?? bid
  return now === null
    ? null
    : buffered(maxOf<Decimal>(now, draft.limitPrice ?? draft.stopPrice ?? ZERO))
}

type Valued = Result<OrderExposure, ExposureProblem>
const withMaxLoss = (exposure: Decimal, maxLoss: Decimal = exposure): Valued =>
  ok({ exposure: asMoney(exposure), maxLoss: asMoney(maxLoss), short: false, uncovered: false })
const withoutMaxLoss = (exposure: Decimal): Valued =>
  ok({ exposure: asMoney(exposure), maxLoss: null, short: true, uncovered: false })

/** Stocks and coins. */
function spotExposure(draft: OrderDraft, facts: ExposureFacts): Valued {
  const { size, side } = draft
  if (size.kind === 'amount') {
    if (side === 'short') return invalid('A short sale needs a number of shares')
    if (side === 'buy') return withMaxLoss(size.amount)
    // So many dollars of something: only a price tells whether that much is held.
    const price = sellPrice(draft, facts)
    if (price === null) return noPrice(draft)
    return gte(mul(price, facts.availableToClose), size.amount)
      ? withMaxLoss(size.amount, ZERO_MONEY)
      : withoutMaxLoss(mul(SHORT_STRESS, size.amount))
  }
  const { quantity } = size
  if (side === 'buy') {
    const price = buyPrice(draft, facts)
    return price === null ? noPrice(draft) : withMaxLoss(mul(price, quantity))
  }
  if (side === 'sell' && gte(facts.availableToClose, quantity)) {
    const price = sellPrice(draft, facts)
    return price === null ? noPrice(draft) : withMaxLoss(mul(price, quantity), ZERO_MONEY)
  }
  const price = shortPrice(draft, facts)
  return price === null ? noPrice(draft) : withoutMaxLoss(mul(SHORT_STRESS, mul(price, quantity)))
}

/** Contracts at their full value, not at their margin. */
function futuresExposure(draft: OrderDraft, facts: ExposureFacts, multiplier: Decimal): Valued {
  if (draft.size.kind === 'amount') return invalid('Futures are ordered in contracts')
  const price = draft.side === 'buy' ? buyPrice(draft, facts) : shortPrice(draft, facts)
  if (price === null) return noPrice(draft)
  const exposure = mul(mul(price, multiplier), draft.size.quantity)
  if (draft.side === 'buy') return withMaxLoss(exposure)
  return gte(facts.availableToClose, draft.size.quantity)
    ? withMaxLoss(exposure, ZERO_MONEY)
    : withoutMaxLoss(exposure)
}

/** The most that event contracts can lose: what they cost, at most the dollar that each may pay. */
function eventExposure(draft: OrderDraft, facts: ExposureFacts): Valued {
  const { size } = draft
  const isClosing =
    size.kind === 'quantity' && draft.side !== 'buy' && gte(facts.availableToClose, size.quantity)
  if (size.kind === 'amount') {
    if (draft.side === 'buy') return withMaxLoss(size.amount)
    const price = sellPrice(draft, facts)
    if (price === null) return noPrice(draft)
    return gte(mul(price, facts.availableToClose), size.amount)
      ? withMaxLoss(size.amount, ZERO_MONEY)
      : invalid('Contracts that are not held are sold by number, not by amount')
  }
  if (isClosing) {
    return withMaxLoss(mul(sellPrice(draft, facts) ?? EVENT_PAYOUT, size.quantity), ZERO_MONEY)
  }
  // Selling what is not held buys the other outcome.
  // What takes the market's price may cost the whole dollar, whatever limit stands on it.
  const price =
    draft.side === 'buy' && !isMarketStyle(draft)
      ? (buyPrice(draft, facts) ?? EVENT_PAYOUT)
      : EVENT_PAYOUT
  return withMaxLoss(mul(minOf<Decimal>(price, EVENT_PAYOUT), size.quantity))
}

/**
 * The legs of an option order; a single contract may be named by its symbol alone. Null when nobody
 * can tell what is ordered.
 */
export function riskLegs(draft: OrderDraft): readonly RiskLeg[] | null {
  const legs = draft.terms?.legs ?? []
  if (legs.length > 0) return legs
  const occ = parseOcc(draft.symbol)
  if (occ === null || draft.size.kind !== 'quantity') return null
  return [
    {
      side: draft.side === 'buy' ? 'buy' : 'sell',
      quantity: draft.size.quantity,
      option: { type: occ.type, strike: asPrice(occ.strike), expiration: occ.expiration },
    },
  ]
}

/**
 * Whether what the legs are on is one and the same, so that one may cover another: the same root,
 * or one letter more for the contracts of
 * an index that settle otherwise ("SPX" and "SPXW"). A digit marks contracts that deliver something
 * else since their company was split or
 * merged ("AAPL1").
 */
function hasOneUnderlying({ terms, symbol }: OrderDraft): boolean {
  const roots = [
    ...new Set((terms?.legs ?? []).map((leg) => parseOcc(leg.symbol)?.root ?? leg.symbol)),
  ].sort((a, b) => a.length - b.length)
  const [first = symbol, ...more] = roots
  return more.every((root) => root.startsWith(first) && /^[A-Z]$/.test(root.slice(first.length)))
}

/**
 * How often the combination is traded: its smallest leg. Null when the order says more than its
 * legs.
 */
function comboUnits(legs: readonly RiskLeg[], size: Quantity): Quantity | null {
  const smallest = legs
    .filter(({ option }) => option !== null)
    .reduce<Quantity | null>(
      (found, leg) => (found === null ? leg.quantity : minOf(found, leg.quantity)),
      null,
    )
  return smallest !== null && gte(smallest, size) ? smallest : null
}

function optionExposure(draft: OrderDraft, facts: ExposureFacts, multiplier: Decimal): Valued {
  const legs = riskLegs(draft)
  if (legs === null || draft.size.kind === 'amount') {
    return invalid('An option order names its contracts')
  }
  const single = legs.length === 1
  const quantity = comboUnits(legs, draft.size.quantity)
  if (quantity === null || (single && (legs[0]?.side === 'buy') !== (draft.side === 'buy'))) {
    return invalid('The legs do not fit the order')
  }
  if (!hasOneUnderlying(draft)) {
    return invalid('The legs are on different things: none of them covers another')
  }
  if (!single && !usesLimit(draft.type)) {
    return err({
      code: 'unavailable',
      message: 'A combination is valued by its limit price: give it one',
    })
  }
  const buys = draft.side === 'buy'
  if (single && !buys && gte(facts.availableToClose, quantity)) {
    const price = sellPrice(draft, facts) ?? positivePrice(draft.limitPrice)
    return price === null
      ? noPrice(draft)
      : withMaxLoss(mul(mul(price, multiplier), quantity), ZERO_MONEY)
  }
  const premium = buys ? buyPrice(draft, facts) : (shortPrice(draft, facts) ?? draft.limitPrice)
  if (premium === null) return noPrice(draft)
  const loss = legLoss(legs, multiplier, premium)
  // What is received for an order is not set against what it may lose: it may fill for less than it
  // seems.
  const paid = buys ? mul(mul(premium, multiplier), quantity) : ZERO
  const maxLoss = asMoney(add<Decimal>(loss.maxLoss, paid))
  const counted = lt(maxLoss, ZERO) ? ZERO_MONEY : maxLoss
  return ok({
    exposure: counted,
    maxLoss: loss.unlimited ? null : counted,
    short: false,
    uncovered: loss.uncovered,
  })
}

/**
 * What an order counts against limits, in dollars, and never too little: a market order at the ask
 * with a buffer, an amount order at its
 * amount, options and combinations at what all legs together can lose, event contracts at their
 * maximum loss, futures at their full value,
 * short sales at a stressed price. An order that nobody can value is a problem, never zero
 * (instructions 2).
 */
export function exposureOf(draft: OrderDraft, facts: ExposureFacts): Valued {
  const multiplier = parseDecimal(facts.multiplier)
  if (multiplier === null || !isPositive(multiplier)) {
    return err({
      code: 'unavailable',
      message: `It is not known how much one contract of ${draft.symbol} is`,
    })
  }
  const size = draft.size.kind === 'quantity' ? draft.size.quantity : draft.size.amount
  if (!isPositive(size)) return invalid('The size of an order is more than nothing')
  if (
    usesLimit(draft.type) &&
    (draft.limitPrice === null || (!isPositive(draft.limitPrice) && draft.assetClass !== 'option'))
  ) {
    return invalid('A limit order needs a limit price')
  }
  switch (draft.assetClass) {
    case 'stock':
    case 'crypto':
      return spotExposure(draft, facts)
    case 'futures':
      return futuresExposure(draft, facts, multiplier)
    case 'event':
      return eventExposure(draft, facts)
    case 'option':
      return optionExposure(draft, facts, multiplier)
  }
}

/** How much of `held` is free for closing after `claimed`, never less than nothing. */
export const remainingAfter = (held: Quantity, reserved: Quantity): Quantity =>
  maxOf(asQuantity(sub<Decimal>(held, reserved)), ZERO_QUANTITY)
