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
  neg,
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
import type { TradingSymbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { usesLimit } from '../../../../shared/domain/orders/order-types.js'
import { isMarketStyle } from '../../../../shared/domain/orders/product-rules.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { legLoss, type OrderCover, type RiskLeg } from './options/option-max-loss.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/**
 * The currency of all limits. Prices in another currency cannot be compared with them, because no
 * exchange rate is available.
 */
export const LIMITS_CURRENCY = 'USD'
/**
 * How far above the quote an order without a price limit may fill, as a fraction: markets move
 * between the quote and the fill.
 */
export const MARKET_BUFFER = dec('0.02')
/** A short sale counts at this multiple of its price. Its true loss is unlimited. */
export const SHORT_STRESS = dec('2')
/** An event contract pays one dollar or nothing. */
const EVENT_PAYOUT = dec('1')
const ONE = dec('1')

/**
 * The exposure and risk of an order. `exposure` counts against the limits of an assistant; it is
 * zero for an order that only reduces a position (CONFIRM-41), whose `value` is what it moves.
 * `maxLoss` is null when it is unlimited.
 */
export interface OrderExposure {
  readonly exposure: Money
  readonly value: Money
  readonly reduces: boolean
  /** How `exposure` follows from the order, for the card (CONFIRM-40). */
  readonly basis: Message
  readonly maxLoss: Money | null
  readonly short: boolean
  /**
   * True when the order sells an option that nothing covers, or takes the cover of one that was
   * sold before.
   */
  readonly uncovered: boolean
  /** True when the position covers a part of the options that the order sells. */
  readonly coversPart?: boolean
}
export interface ExposureProblem {
  readonly code: 'invalid' | 'unavailable'
  readonly message: Message
}

/**
 * The data used to compute exposure. `availableToClose` is the part of the position that no other
 * order has reserved.
 */
export interface ExposureFacts {
  readonly quote: ({ readonly symbol: TradingSymbol } & Pick<Quote, 'last' | 'bid' | 'ask'>) | null
  readonly multiplier: string
  readonly availableToClose: Quantity
  /** True when the position covers short options, which closing it would leave uncovered. */
  readonly coversOptions?: boolean
  /** How the positions bear on an option order; absent or null while they are not known. */
  readonly cover?: OrderCover | null
}

const noPrice = (draft: OrderDraft) =>
  err<ExposureProblem>({
    code: 'unavailable',
    message: message('policy.noPrice', { symbol: draft.symbol }),
  })
const invalid = (problem: Message) => err<ExposureProblem>({ code: 'invalid', message: problem })
const positivePrice = (price: Price | null | undefined): Price | null =>
  price !== null && price !== undefined && isPositive(price) ? price : null
const buffered = (price: Decimal): Decimal => mul(price, add(ONE, MARKET_BUFFER))

/**
 * Returns the quote of the ordered instrument. For the "no" outcome of an event it is the mirrored
 * quote; the quote of an option's underlying does not apply and returns nulls.
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

/** Returns the highest price of one unit: the limit, or the market price with the buffer. */
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
 * Returns the price that one unit sells for: the bid, or a better limit. Null without a quote,
 * because a low limit may understate the price.
 */
function sellPrice(draft: OrderDraft, facts: ExposureFacts): Decimal | null {
  const { bid, last } = quoteFor(draft, facts.quote)
  const now = bid ?? last
  return now === null ? null : maxOf<Decimal>(now, draft.limitPrice ?? draft.stopPrice ?? ZERO)
}

/**
 * Returns the lowest price at which an amount may fill: the lower of the opposite side of the quote
 * and the last price, minus the buffer, because prices may fall before the fill. A buy or stop
 * limit below that price replaces it, and so does a sell limit above it. Null without a quote: a
 * limit alone bounds the price of one unit, not how many an amount buys.
 */
export function lowestPrice(
  draft: OrderDraft,
  { quote }: Pick<ExposureFacts, 'quote'>,
): Decimal | null {
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
 * Returns the price of buying one unit back at once: the ask or a higher limit, with the buffer.
 */
function shortPrice(draft: OrderDraft, facts: ExposureFacts): Decimal | null {
  const { bid, ask, last } = quoteFor(draft, facts.quote)
  const now = ask ?? last ?? bid
  return now === null
    ? null
    : buffered(maxOf<Decimal>(now, draft.limitPrice ?? draft.stopPrice ?? ZERO))
}

type Valued = Result<OrderExposure, ExposureProblem>
const withMaxLoss = (exposure: Decimal, basis: Message): Valued =>
  ok({
    exposure: asMoney(exposure),
    value: asMoney(exposure),
    reduces: false,
    basis,
    maxLoss: asMoney(exposure),
    short: false,
    uncovered: false,
  })
const withoutMaxLoss = (exposure: Decimal, basis: Message, isShort = true): Valued =>
  ok({
    exposure: asMoney(exposure),
    value: asMoney(exposure),
    reduces: false,
    basis,
    maxLoss: null,
    short: isShort,
    uncovered: !isShort,
  })
/** An order that only reduces a position adds no risk and counts nothing. */
const reducing = (value: Decimal): Valued =>
  ok({
    exposure: ZERO_MONEY,
    value: asMoney(value),
    reduces: true,
    basis: message('policy.countsNothing'),
    maxLoss: ZERO_MONEY,
    short: false,
    uncovered: false,
  })

/** Says how the price of one unit was found. */
const buyBasis = (draft: OrderDraft): Message =>
  message(usesLimit(draft.type) ? 'policy.countsLimit' : 'policy.countsMarket')

/** Returns the exposure of a stock or crypto order. */
function spotExposure(draft: OrderDraft, facts: ExposureFacts): Valued {
  const { size, side } = draft
  if (size.kind === 'amount') {
    if (side === 'short') return invalid(message('policy.shortAmount'))
    if (side === 'buy') return withMaxLoss(size.amount, message('policy.countsAmount'))
    // A dollar amount needs a price to determine whether the position covers it.
    const price = lowestPrice(draft, facts)
    if (price === null) return noPrice(draft)
    return gte(mul(price, facts.availableToClose), size.amount)
      ? reducing(size.amount)
      : withoutMaxLoss(mul(SHORT_STRESS, size.amount), message('policy.countsShortAmount'))
  }
  const { quantity } = size
  const covered = gte(facts.availableToClose, quantity)
  if (side === 'buy') {
    const price = buyPrice(draft, facts)
    if (price === null) return noPrice(draft)
    const value = mul(price, quantity)
    return covered ? reducing(value) : withMaxLoss(value, buyBasis(draft))
  }
  if (side === 'sell' && covered) {
    const price = sellPrice(draft, facts)
    return price === null ? noPrice(draft) : reducing(mul(price, quantity))
  }
  const price = shortPrice(draft, facts)
  if (price === null) return noPrice(draft)
  const value = mul(SHORT_STRESS, mul(price, quantity))
  return facts.coversOptions === true && side === 'sell'
    ? withoutMaxLoss(value, message('policy.countsCover', { quantity }), false)
    : withoutMaxLoss(value, message('policy.countsShort', { quantity }))
}

/** Returns the exposure of a futures order at the contracts' full value, not at their margin. */
function futuresExposure(draft: OrderDraft, facts: ExposureFacts, multiplier: Decimal): Valued {
  if (draft.size.kind === 'amount') return invalid(message('policy.futuresAmount'))
  const price = draft.side === 'buy' ? buyPrice(draft, facts) : shortPrice(draft, facts)
  if (price === null) return noPrice(draft)
  const exposure = mul(mul(price, multiplier), draft.size.quantity)
  if (gte(facts.availableToClose, draft.size.quantity)) return reducing(exposure)
  const basis = message('policy.countsContract', { multiplier })
  return draft.side === 'buy' ? withMaxLoss(exposure, basis) : withoutMaxLoss(exposure, basis)
}

/** Returns the maximum loss of an event order: its cost, at most one dollar per contract. */
function eventExposure(draft: OrderDraft, facts: ExposureFacts): Valued {
  const { size } = draft
  const isClosing =
    size.kind === 'quantity' && draft.side !== 'buy' && gte(facts.availableToClose, size.quantity)
  if (size.kind === 'amount') {
    if (draft.side === 'buy') return withMaxLoss(size.amount, message('policy.countsAmount'))
    const price = lowestPrice(draft, facts)
    if (price === null) return noPrice(draft)
    return gte(mul(price, facts.availableToClose), size.amount)
      ? reducing(size.amount)
      : invalid(message('policy.contractsAmount'))
  }
  if (isClosing) {
    return reducing(mul(sellPrice(draft, facts) ?? EVENT_PAYOUT, size.quantity))
  }
  // Selling contracts that are not held buys the other outcome. A market-style order may cost the
  // whole dollar, whatever its limit.
  const price =
    draft.side === 'buy' && !isMarketStyle(draft)
      ? (buyPrice(draft, facts) ?? EVENT_PAYOUT)
      : EVENT_PAYOUT
  return withMaxLoss(
    mul(minOf<Decimal>(price, EVENT_PAYOUT), size.quantity),
    message('policy.countsMaxLoss'),
  )
}

/**
 * Returns the legs of an option order; a single contract may be named by its symbol alone. Null
 * when the contracts cannot be determined.
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
 * True when all legs have the same underlying, so that one can cover another: the same root, or one
 * letter more for index contracts that settle differently ("SPX" and "SPXW"). A digit marks
 * contracts with another deliverable after a split or merger ("AAPL1").
 */
function hasOneUnderlying({ terms, symbol }: OrderDraft): boolean {
  const roots = [
    ...new Set((terms?.legs ?? []).map((leg) => parseOcc(leg.symbol)?.root ?? leg.symbol)),
  ].sort((a, b) => a.length - b.length)
  const [first = symbol, ...more] = roots
  return more.every((root) => root.startsWith(first) && /^[A-Z]$/.test(root.slice(first.length)))
}

/**
 * Returns how often the combination is traded: the quantity of its smallest leg. Null when the
 * order's quantity is larger than that.
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
    return invalid(message('policy.legsMissing'))
  }
  const single = legs.length === 1
  const quantity = comboUnits(legs, draft.size.quantity)
  if (quantity === null || (single && (legs[0]?.side === 'buy') !== (draft.side === 'buy'))) {
    return invalid(message('policy.legsMismatch'))
  }
  if (!hasOneUnderlying(draft)) {
    return invalid(message('policy.legsUnrelated'))
  }
  if (!single && !usesLimit(draft.type)) {
    return err({
      code: 'unavailable',
      message: message('policy.combinationLimit'),
    })
  }
  const buys = draft.side === 'buy'
  const closes = single ? gte(facts.availableToClose, quantity) : facts.cover?.closes === true
  if (closes) {
    const price = buys
      ? buyPrice(draft, facts)
      : (sellPrice(draft, facts) ?? positivePrice(draft.limitPrice))
    return price === null ? noPrice(draft) : reducing(mul(mul(price, multiplier), quantity))
  }
  const premium = buys ? buyPrice(draft, facts) : (shortPrice(draft, facts) ?? draft.limitPrice)
  if (premium === null) return noPrice(draft)
  const cover = facts.cover ?? null
  const loss = legLoss([...legs, ...(cover?.legs ?? [])], multiplier, premium)
  // A limit is the least that a sale receives; without one the order may fill for less.
  const net = buys ? premium : usesLimit(draft.type) ? neg<Decimal>(draft.limitPrice ?? ZERO) : ZERO
  const paid = loss.unlimited && !buys ? ZERO : mul(mul(net, multiplier), quantity)
  const maxLoss = asMoney(add<Decimal>(loss.maxLoss, paid))
  const counted = lt(maxLoss, ZERO) ? ZERO_MONEY : maxLoss
  return ok({
    exposure: counted,
    value: counted,
    reduces: false,
    basis:
      cover !== null && isPositive(cover.shares) && !loss.unlimited
        ? message('policy.countsCovered', { shares: cover.shares })
        : message(loss.unlimited ? 'policy.countsStressed' : 'policy.countsMaxLoss'),
    maxLoss: loss.unlimited ? null : counted,
    short: false,
    uncovered: cover?.isCovered !== true && loss.uncovered,
    coversPart: (cover?.legs ?? []).length > 0,
  })
}

/**
 * Returns the exposure of an order in dollars, never too low: market orders at the ask with a
 * buffer, amount orders at their amount, options and combinations at the maximum loss of all legs
 * together, event contracts at their maximum loss, futures at their full value, short sales at a
 * stressed price. An order whose exposure cannot be computed is a problem, never zero.
 */
export function exposureOf(draft: OrderDraft, facts: ExposureFacts): Valued {
  const multiplier = parseDecimal(facts.multiplier)
  if (multiplier === null || !isPositive(multiplier)) {
    return err({
      code: 'unavailable',
      message: message('policy.multiplierUnknown', { symbol: draft.symbol }),
    })
  }
  const size = draft.size.kind === 'quantity' ? draft.size.quantity : draft.size.amount
  if (!isPositive(size)) return invalid(message('policy.sizeNotPositive'))
  if (
    usesLimit(draft.type) &&
    (draft.limitPrice === null || (!isPositive(draft.limitPrice) && draft.assetClass !== 'option'))
  ) {
    return invalid(message('policy.limitMissing'))
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

/** Returns how much of `held` remains after `reserved`, at least zero. */
export const remainingAfter = (held: Quantity, reserved: Quantity): Quantity =>
  maxOf(asQuantity(sub<Decimal>(held, reserved)), ZERO_QUANTITY)
