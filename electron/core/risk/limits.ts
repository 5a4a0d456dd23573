import { asMoney, decimalText, dec, div, eq, gt, isZero, lte, mul, sub, type Decimal, type Money, type Price, type Quantity } from '../../../shared/domain/decimal.js'
import type { Order, OrderChange, OrderDraft } from '../../../shared/domain/order.js'
import { usesLimit } from '../../../shared/domain/order-rules.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** Why this desk refuses to send. Closed; every refusal carries one. */
const DENIAL_CODES = [
  'halted', 'journal-failed', 'draft-invalid', 'symbol-unknown', 'not-tradable', 'close-only', 'not-shortable', 'max-quantity', 'max-notional',
  'price-band', 'duplicate', 'max-open-orders', 'stale-quote', 'uncertain-order', 'ticket-reused', 'not-sent', 'not-armed', 'switching',
] as const
export type DenialCode = (typeof DENIAL_CODES)[number]

export interface Denial {
  readonly code: DenialCode
  /** For a person, without the code. */
  readonly message: string
}

/** How a denial crosses to a window: a sentence that ends with its code. */
export const denialText = (denial: Denial): string => `${denial.message} (${denial.code})`.slice(0, 200)

export interface RiskLimits {
  readonly maxQuantity: Quantity
  /** Per order, in the instrument's currency. */
  readonly maxNotional: Money
  /** How far a limit price may reach through the last price, as a fraction of it. */
  readonly priceBand: Decimal
  /** The same draft again within this time is taken for an accident. */
  readonly duplicateWindowMs: number
  readonly maxOpenOrders: number
  /** A market order needs a quote that was confirmed within this time. */
  readonly staleQuoteMs: number
}

/** What a person may do without changing anything; assistants get stricter ones. */
export const DEFAULT_LIMITS: RiskLimits = {
  maxQuantity: dec('100000') as Quantity,
  maxNotional: asMoney(dec('1000000')),
  priceBand: dec('0.2'),
  duplicateWindowMs: 1_000,
  maxOpenOrders: 200,
  staleQuoteMs: 15_000,
}

/** What is known of the price when an order is judged. `ageMs`: since it was last confirmed; null when nobody confirmed it. */
export interface RiskQuote {
  readonly last: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  readonly ageMs: number | null
}

export interface RiskContext {
  readonly trading: 'active' | 'halted'
  readonly openOrders: number
  /** What was sent lately. */
  readonly recent: readonly { readonly draft: OrderDraft; readonly at: EpochMs }[]
  /** Orders whose existence is not proved either way. */
  readonly uncertain: readonly Order[]
  readonly quote: RiskQuote | null
  readonly now: EpochMs
}

const quoteOf = (draft: OrderDraft, quote: RiskQuote | null): Price | null =>
  quote === null ? null : draft.side === 'buy' ? (quote.ask ?? quote.last) : (quote.bid ?? quote.last)

/** What the order would move at most; null when no price is known. */
function orderNotional(draft: OrderDraft, quote: RiskQuote | null): Money | null {
  if (draft.size.kind === 'amount') return draft.size.amount
  const price = draft.limitPrice ?? draft.stopPrice ?? quoteOf(draft, quote)
  return price === null ? null : asMoney(mul(price, draft.size.quantity))
}

function bandDenial(draft: OrderDraft, quote: RiskQuote | null, limits: RiskLimits): Denial | null {
  const last = quote?.last ?? null
  if (!usesLimit(draft.type) || draft.limitPrice === null || last === null || isZero(last)) return null
  // Only a price that reaches through the market is dangerous; one that waits far away is not.
  const through = draft.side === 'buy' ? sub(draft.limitPrice, last) : sub(last, draft.limitPrice)
  const distance = div(through, last, 6, 'up')
  return distance !== null && gt(distance, limits.priceBand)
    ? { code: 'price-band', message: `The limit ${decimalText(draft.limitPrice)} is too far through the last price ${decimalText(last)}` }
    : null
}

/** Numeric equality where both are decimals; plain equality elsewhere. */
const sameDecimal = (a: Decimal | null, b: Decimal | null): boolean => (a === null || b === null ? a === null && b === null : eq(a, b))

/** True when both drafts ask for the same thing, however their numbers are written. */
export function sameDraft(a: OrderDraft, b: OrderDraft): boolean {
  const sizeA = a.size.kind === 'quantity' ? a.size.quantity : a.size.amount
  const sizeB = b.size.kind === 'quantity' ? b.size.quantity : b.size.amount
  return (
    a.accountId === b.accountId && a.assetClass === b.assetClass && a.symbol === b.symbol && a.side === b.side && a.type === b.type &&
    a.timeInForce === b.timeInForce && a.session === b.session && a.expireDate === b.expireDate && a.size.kind === b.size.kind &&
    sameDecimal(sizeA, sizeB) && sameDecimal(a.limitPrice, b.limitPrice) && sameDecimal(a.stopPrice, b.stopPrice) &&
    a.trail?.kind === b.trail?.kind && sameDecimal(a.trail?.step ?? null, b.trail?.step ?? null)
  )
}

function sizeDenials(draft: OrderDraft, context: RiskContext, limits: RiskLimits): Denial[] {
  const found: Denial[] = []
  if (draft.size.kind === 'quantity' && gt(draft.size.quantity, limits.maxQuantity)) {
    found.push({ code: 'max-quantity', message: `${decimalText(draft.size.quantity)} is over the limit of ${decimalText(limits.maxQuantity)} per order` })
  }
  const value = orderNotional(draft, context.quote)
  if (value !== null && gt(value, limits.maxNotional)) {
    found.push({ code: 'max-notional', message: `An order worth ${decimalText(value)} is over the limit of ${decimalText(limits.maxNotional)}` })
  }
  return found
}

/**
 * The checks that hold for every draft, whoever drafted it (safety 10, REL-36). They run before the intent is written down and
 * again before it is sent.
 */
export function checkLimits(draft: OrderDraft, context: RiskContext, limits: RiskLimits): readonly Denial[] {
  const found: Denial[] = []
  if (context.trading === 'halted') found.push({ code: 'halted', message: 'Trading is halted' })
  found.push(...sizeDenials(draft, context, limits))
  const band = bandDenial(draft, context.quote, limits)
  if (band !== null) found.push(band)
  if (context.openOrders >= limits.maxOpenOrders) found.push({ code: 'max-open-orders', message: `${limits.maxOpenOrders} orders are open already` })
  if (context.recent.some((sent) => context.now - sent.at < limits.duplicateWindowMs && sameDraft(sent.draft, draft))) {
    found.push({ code: 'duplicate', message: 'The same order was sent a moment ago' })
  }
  const needsQuote = draft.type === 'market' || draft.type === 'trailing-stop'
  if (needsQuote && (context.quote?.ageMs === undefined || context.quote.ageMs === null || context.quote.ageMs > limits.staleQuoteMs)) {
    found.push({ code: 'stale-quote', message: 'There is no fresh price for a market order' })
  }
  const doubt = context.uncertain.find((order) => order.accountId === draft.accountId && order.symbol === draft.symbol && order.side === draft.side)
  if (doubt !== undefined) found.push({ code: 'uncertain-order', message: `It is not known yet whether order ${doubt.clientOrderId} was placed; wait until that is settled` })
  return found
}

/** What a replaced order would be, as a draft; null for orders of an amount of currency, which cannot be replaced. */
export function draftOfReplacement(order: Order, change: OrderChange): OrderDraft | null {
  const quantity = change.quantity ?? order.quantity
  if (quantity === null) return null
  const type = change.type ?? order.type
  return {
    accountId: order.accountId, assetClass: order.assetClass, symbol: order.symbol, side: order.side, type,
    timeInForce: change.timeInForce ?? order.timeInForce, session: order.session, size: { kind: 'quantity', quantity },
    limitPrice: usesLimit(type) ? (change.limitPrice ?? order.limitPrice) : (change.limitPrice ?? null),
    stopPrice: type === 'stop' || type === 'stop-limit' ? (change.stopPrice ?? order.stopPrice) : (change.stopPrice ?? null),
    trail: type === 'trailing-stop' ? (change.trail ?? order.trail) : (change.trail ?? null), expireDate: null,
  }
}

/** True when the change would leave nothing beyond what has filled already. */
export const belowFilled = (order: Order, quantity: Quantity | undefined): boolean => quantity !== undefined && lte(quantity, order.filledQuantity)
