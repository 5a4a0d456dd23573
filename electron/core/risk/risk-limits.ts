import {
  eq,
  gt,
  isZero,
  lte,
  neg,
  type Decimal,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Order, OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import {
  orderInstrumentKey,
  underlyingKey,
  type OrderedInstrument,
} from '../../../shared/domain/instruments/instrument-key.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import {
  DEFAULT_PERSONAL_LIMITS,
  maxByShare,
  reachesLoss,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import type {
  LockOut,
  PersonalLimits,
} from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { DraftField } from '../../../shared/domain/orders/order-rules.js'
import { usesLimit } from '../../../shared/domain/orders/order-types.js'
import { isMarketStyle } from '../../../shared/domain/orders/product-rules.js'
import { draftTermsOf, sameTerms, scaledLegs } from '../../../shared/domain/orders/draft-terms.js'
import { MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { AccountFacts } from '../limits/personal-limit-service.js'
import {
  bandOf,
  limitUnits,
  limitValue,
  referenceOf,
  type Pricing,
  type RiskQuote,
} from './pricing.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** Why an order is refused before sending. Closed set; every refusal carries one code. */
const DENIAL_CODES = [
  'halted',
  'journal-failed',
  'draft-invalid',
  'symbol-unknown',
  'not-tradable',
  'close-only',
  'not-shortable',
  'max-quantity',
  'max-notional',
  'price-band',
  'no-reference',
  'duplicate',
  'max-open-orders',
  'stale-quote',
  'uncertain-order',
  'ticket-reused',
  'not-sent',
  'not-armed',
  'locked',
  'switching',
  'wrong-account',
  'not-replaceable',
  'not-closing',
  'closing-sent',
  'max-share',
  'max-orders-day',
  'locked-out',
  'account-unread',
  'loss-reached',
] as const
export type DenialCode = (typeof DENIAL_CODES)[number]

export interface Denial {
  readonly code: DenialCode
  /** For a person, without the code. */
  readonly message: Message
  /** The field that is wrong, where the order itself is; for the answer to an assistant. */
  readonly about?: DenialSubject | undefined
  /** Which of the linked orders is denied, from 0; absent for a single order. */
  readonly member?: number | undefined
  /**
   * The price that is not current, where a person may confirm it and the order then passes; absent
   * where nothing lifts the denial.
   */
  readonly stalePrice?: StalePrice | undefined
}

/** An order that is executed at whatever the market is, and the price that is known instead. */
export interface StalePrice extends RiskQuote {
  readonly draft: OrderDraft
}

/** The wrong field of an order, the rule that it breaks, and the value that was probably meant. */
export interface DenialSubject {
  readonly field: DraftField
  readonly rule: string
  readonly corrected: string | null
}

/** Returns a denial for a window: a sentence that ends with its code. */
export const denialMessage = ({ message: denial, code }: Denial): Message =>
  message('risk.withCode', { denial, code })

/** The person's limits, and the limits that are fixed. */
export interface RiskLimits extends PersonalLimits {
  /** An identical draft within this time counts as an accident. */
  readonly duplicateWindowMs: number
  /** A market order needs a quote confirmed within this time, or the person's confirmation. */
  readonly staleQuoteMs: number
  /** Another order is compared with a price that was confirmed within this time. */
  readonly referenceMs: number
}

/** The limits of every order until the person changes theirs; assistants have stricter ones. */
export const DEFAULT_LIMITS: RiskLimits = {
  ...DEFAULT_PERSONAL_LIMITS.production,
  duplicateWindowMs: 1_000,
  staleQuoteMs: 15_000,
  referenceMs: 5 * MINUTE_MS,
}

export interface RiskContext {
  readonly trading: 'active' | 'halted'
  readonly openOrders: number
  /** Orders of this day in New York; null where none is placed (a replace). */
  readonly ordersToday?: number | null | undefined
  /** What is known about the order's account; absent where no limit needs it. */
  readonly account?: AccountFacts | undefined
  /** Drafts sent recently. */
  readonly recent: readonly { readonly draft: OrderDraft; readonly at: EpochMs }[]
  /** Orders whose existence is neither proved nor disproved. */
  readonly uncertain: readonly Order[]
  readonly quote: RiskQuote | null
  /** How a price converts to money; absent for a plain stock order. */
  readonly pricing?: Pricing | undefined
  readonly now: EpochMs
}

function bandDenial(
  draft: OrderDraft,
  { quote, pricing }: RiskContext,
  limits: RiskLimits,
): Denial | null {
  if (!usesLimit(draft.type) || isMarketStyle(draft)) return null
  // Only a price that reaches through the market is dangerous; one far away from it is not.
  const band = bandOf(draft, quote, pricing, limits.priceBand)
  if (band === null || draft.limitPrice === null || (isZero(band.from) && isZero(band.maxReach))) {
    return null
  }
  if (!gt(band.reach, band.maxReach)) return null
  const { limitPrice: limit, stopPrice: stop } = draft
  return {
    code: 'price-band',
    message:
      stop !== null && eq(stop, band.from)
        ? message('risk.stopBand', { limit, stop })
        : message('risk.priceBand', { limit, last: band.from }),
  }
}

/**
 * True when both may trade the same instrument. Of several legs, and of an unknown contract or
 * outcome, the underlying decides.
 */
function mayTradeSame(a: OrderedInstrument, b: OrderedInstrument): boolean {
  const [first, second] = [orderInstrumentKey(a), orderInstrumentKey(b)]
  return first === null || second === null
    ? underlyingKey(a) === underlyingKey(b)
    : first === second
}

/** Compares two decimals by value; null equals only null. */
const sameDecimal = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === null && b === null : eq(a, b)

/** True when both drafts request the same order, however their numbers are written. */
export function sameDraft(a: OrderDraft, b: OrderDraft): boolean {
  const sizeA = a.size.kind === 'quantity' ? a.size.quantity : a.size.amount
  const sizeB = b.size.kind === 'quantity' ? b.size.quantity : b.size.amount
  return (
    a.accountId === b.accountId &&
    a.assetClass === b.assetClass &&
    a.symbol === b.symbol &&
    a.side === b.side &&
    a.type === b.type &&
    a.timeInForce === b.timeInForce &&
    a.session === b.session &&
    a.expireDate === b.expireDate &&
    a.size.kind === b.size.kind &&
    sameDecimal(sizeA, sizeB) &&
    sameDecimal(a.limitPrice, b.limitPrice) &&
    sameDecimal(a.stopPrice, b.stopPrice) &&
    a.trail?.kind === b.trail?.kind &&
    sameDecimal(a.trail?.step ?? null, b.trail?.step ?? null) &&
    sameTerms(a.terms, b.terms)
  )
}

function sizeDenials(draft: OrderDraft, context: RiskContext, limits: RiskLimits): Denial[] {
  const denials: Denial[] = []
  const equity = context.account?.equity ?? null
  const { quote, pricing } = context
  // An order at the market may be sent with an older price, which the limits then hold against.
  const maxAgeMs = needsFreshQuote(draft) ? Number.POSITIVE_INFINITY : limits.referenceMs
  const reference = referenceOf(draft, quote, pricing, maxAgeMs)
  const units = limitUnits(draft, reference, pricing)
  if (units !== null && gt(units, limits.maxQuantity)) {
    denials.push({
      code: 'max-quantity',
      message: message('risk.maxQuantity', { quantity: units, max: limits.maxQuantity }),
    })
  }
  const value = limitValue(draft, quote, pricing)
  if (value !== null && gt(value, limits.maxNotional)) {
    denials.push({
      code: 'max-notional',
      message: message('risk.maxNotional', { value, max: limits.maxNotional }),
    })
  }
  if (value !== null && limits.maxShare !== null && equity !== null) {
    const max = maxByShare(equity, limits.maxShare)
    if (gt(value, max)) {
      const { maxShare: share } = limits
      denials.push({
        code: 'max-share',
        message: message('risk.maxShare', { value, max, share, equity }),
      })
    }
  }
  return denials
}

/**
 * Denies an order that cannot be compared with the market: its price band and its value would hold
 * nothing (REL-46). Orders at the market need a fresher price than this one.
 */
function referenceDenial(
  draft: OrderDraft,
  { quote, pricing }: RiskContext,
  limits: RiskLimits,
): Denial | null {
  if (needsFreshQuote(draft) || pricing?.legs === null) return null
  if (referenceOf(draft, quote, pricing, limits.referenceMs) !== null) return null
  return { code: 'no-reference', message: message('risk.noReference', { symbol: draft.symbol }) }
}

/** True for an order that is executed at whatever the market is, and so needs a current price. */
export const needsFreshQuote = (draft: OrderDraft): boolean =>
  isMarketStyle(draft) || draft.type === 'trailing-stop'

/** The quote of an instrument that has no price. */
export const NO_QUOTE: RiskQuote = { last: null, bid: null, ask: null, ageMs: null }

const isFresh = (quote: RiskQuote | null, { staleQuoteMs }: RiskLimits): boolean =>
  quote !== null && quote.ageMs !== null && quote.ageMs <= staleQuoteMs

/** Checks the limits of the account: a lock-out, and figures that a limit needs. */
function accountDenials(
  { account, ordersToday }: RiskContext,
  limits: RiskLimits,
): readonly Denial[] {
  const denials: Denial[] = []
  const lockOut = account?.lockOut ?? null
  if (lockOut !== null) denials.push({ code: 'locked-out', message: lockOutMessage(lockOut) })
  const isUnread =
    account !== undefined &&
    ((limits.maxShare !== null && account.equity === null) ||
      (limits.maxDailyLoss !== null && account.dayPnl === null))
  // A live figure may reach the limit before it is read again and locks the account. In between,
  // and where it cannot be read, no order passes (REL-46).
  const { maxDailyLoss } = limits
  if (
    account !== undefined &&
    lockOut === null &&
    account.dayPnl !== null &&
    maxDailyLoss !== null &&
    reachesLoss(account.dayPnl, maxDailyLoss)
  ) {
    const { dayPnl, currency } = account
    const reached = { dayPnl, limit: neg(maxDailyLoss), currency }
    denials.push({ code: 'loss-reached', message: message('risk.lossReached', reached) })
  }
  if (isUnread) denials.push({ code: 'account-unread', message: message('risk.accountUnread') })
  const max = limits.maxOrdersPerDay
  if (max !== null && typeof ordersToday === 'number' && ordersToday >= max) {
    denials.push({
      code: 'max-orders-day',
      message: message('risk.maxOrdersPerDay', { orders: ordersToday, max }),
    })
  }
  return denials
}

/** Says which loss locked an account out, until when, and what still passes. */
export function lockOutMessage({ reason, dayPnl, limit, until, currency }: LockOut): Message {
  const clock = until === null ? null : exchangeClock(until)
  const end = clock === null ? null : { day: clock.day, time: timeText(clock.minute) }
  return reason === 'file-damaged' || dayPnl === null || limit === null
    ? message('risk.lockedAfterDamage', { end })
    : message('risk.lockedOut', { dayPnl, limit: neg(limit), currency, end })
}

const timeText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * Checks the limits that hold for every draft, whoever created it (REL-36). Runs before the intent
 * is journaled and again before it is sent.
 */
export function checkLimits(
  draft: OrderDraft,
  context: RiskContext,
  limits: RiskLimits,
): readonly Denial[] {
  const denials: Denial[] = []
  if (context.trading === 'halted') {
    denials.push({ code: 'halted', message: message('risk.halted') })
  }
  denials.push(...accountDenials(context, limits), ...sizeDenials(draft, context, limits))
  const price = referenceDenial(draft, context, limits) ?? bandDenial(draft, context, limits)
  if (price !== null) denials.push(price)
  if (context.openOrders >= limits.maxOpenOrders) {
    denials.push({
      code: 'max-open-orders',
      message: message('risk.maxOpenOrders', { max: limits.maxOpenOrders }),
    })
  }
  if (
    context.recent.some(
      (sent) => context.now - sent.at < limits.duplicateWindowMs && sameDraft(sent.draft, draft),
    )
  ) {
    denials.push({ code: 'duplicate', message: message('risk.duplicate') })
  }
  // A net price does not show the value of the legs; without a price for each leg the value of a
  // combination is unknown.
  if (context.pricing?.legs === null) {
    denials.push({
      code: 'stale-quote',
      message: message('risk.noLegPrices'),
    })
  } else if (needsFreshQuote(draft) && !isFresh(context.quote, limits)) {
    denials.push({
      code: 'stale-quote',
      message: message('risk.noFreshPrice'),
      stalePrice: { ...(context.quote ?? NO_QUOTE), draft },
    })
  }
  const doubt = context.uncertain.find(
    (order) =>
      order.accountId === draft.accountId &&
      order.side === draft.side &&
      mayTradeSame(order, draft),
  )
  if (doubt !== undefined) {
    denials.push({
      code: 'uncertain-order',
      message: message('risk.uncertainOrder', { clientOrderId: doubt.clientOrderId }),
    })
  }
  return denials
}

/**
 * Returns the order that a replacement would result in, as a draft. Null for orders of an amount of
 * currency, which cannot be replaced, and for orders with unknown terms.
 */
export function draftOfReplacement(order: Order, change: OrderChange): OrderDraft | null {
  const quantity = change.quantity ?? order.quantity
  const terms = draftTermsOf(order.terms)
  if (quantity === null || terms === null) return null
  const type = change.type ?? order.type
  const timeInForce = change.timeInForce ?? order.timeInForce
  const legs =
    terms?.legs === undefined
      ? undefined
      : scaledLegs(terms.legs, order.quantity ?? quantity, quantity)
  if (legs === null) return null
  return {
    accountId: order.accountId,
    assetClass: order.assetClass,
    symbol: order.symbol,
    side: order.side,
    type,
    timeInForce,
    session: order.session,
    size: { kind: 'quantity', quantity },
    limitPrice: usesLimit(type)
      ? (change.limitPrice ?? order.limitPrice)
      : (change.limitPrice ?? null),
    stopPrice:
      type === 'stop' || type === 'stop-limit'
        ? (change.stopPrice ?? order.stopPrice)
        : (change.stopPrice ?? null),
    trail: type === 'trailing-stop' ? (change.trail ?? order.trail) : (change.trail ?? null),
    expireDate: timeInForce === 'gtd' ? (order.terms?.expireDate ?? null) : null,
    ...(terms === undefined
      ? {}
      : {
          terms: {
            ...terms,
            ...(legs === undefined ? {} : { legs }),
            ...(terms.algo === undefined ? {} : { algo: { ...terms.algo, ...change.algo } }),
          },
        }),
  }
}

/** True when the new quantity would leave nothing beyond what is already filled. */
export const belowFilled = (order: Order, quantity: Quantity | undefined): boolean =>
  quantity !== undefined && lte(quantity, order.filledQuantity)
