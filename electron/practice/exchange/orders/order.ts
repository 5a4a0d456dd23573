import type { Product } from '../../../../shared/domain/market/product-hours.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { NO_FEES, type Fees } from '../../ledger/fees.js'
import type { Cents } from '../../ledger/money.js'
import { positionKey, type EventOutcome } from '../../ledger/position.js'
import type { PriceUnits, Scale, SizeUnits } from '../../model/units.js'
import type { OrderNumber } from '../book/book-levels.js'
import type {
  WireEntrust,
  WireOrderType,
  WireSession,
  WireSide,
  WireStatus,
  WireTimeInForce,
} from '../../model/wire-records.js'
import type { AlgoProgress } from './algo-schedule.js'
import type { AlgoTerms, ComboRef, EventTerms, OptionTerms } from './order-terms.js'

/** The trailing distance of a stop: price units, or parts per million of the price. */
export interface TrailTerms {
  readonly kind: 'AMOUNT' | 'PERCENTAGE'
  readonly step: number
  /** The step as it was sent, for the record. */
  readonly text: string
}

/** A customer's requested terms, checked and in integer units. Replace creates new terms. */
export interface OrderTerms {
  /** The symbol of the market in which the order trades. */
  readonly symbol: string
  readonly side: WireSide
  readonly type: WireOrderType
  readonly timeInForce: WireTimeInForce
  /** Null where the product has no choice of sessions. */
  readonly session: WireSession | null
  readonly entrust: WireEntrust
  /** For AMOUNT, an estimate until the order has been executed. */
  readonly size: SizeUnits
  readonly amount: Cents | null
  readonly limit: PriceUnits | null
  readonly stop: PriceUnits | null
  readonly trail: TrailTerms | null
  /** yyyy-MM-dd (UTC), for GTD. */
  readonly expireDate: string | null
  readonly option: OptionTerms | null
  readonly event: EventTerms | null
  readonly algo: AlgoTerms | null
}

/** The terms of a plain stock order. */
export const PLAIN = { option: null, event: null, algo: null } as const

/**
 * The stage of an order: waiting for submission, for its combo's master, for its session, for an
 * auction or for its trigger; resting in the book; a market order that the book could not fill
 * completely; run by an algorithm; or done.
 */
export type Stage =
  | 'pending'
  | 'linked'
  | 'waiting'
  | 'auction'
  | 'trigger'
  | 'book'
  | 'market'
  | 'algo'
  | 'done'

/** The part of an order that is shown on the wire and changes. */
export interface OrderView {
  readonly status: WireStatus
  readonly terms: OrderTerms
  readonly filled: SizeUnits
  /** Price × size over all fills, exact. */
  readonly filledCash: bigint
  readonly filledAt: EpochMs | null
  readonly fees: Fees
}

/** An earlier view, valid before `until`, for listings that lag. */
export interface PastView {
  readonly until: EpochMs
  readonly view: OrderView
}

export interface PracticeOrder {
  readonly number: OrderNumber
  readonly orderId: string
  readonly clientOrderId: string
  readonly accountId: string
  readonly product: Product
  /**
   * The scale of its prices and sizes, stored here because an expired contract is no longer listed
   * while its orders are.
   */
  readonly scale: Scale
  readonly placedAt: EpochMs
  view: OrderView
  past: PastView[]
  stage: Stage
  /** When the order stops being PENDING. */
  submitAt: EpochMs
  expiresAt: EpochMs
  /** True after the stop triggered; the order is then a market or a limit order. */
  triggered: boolean
  /** The best price since a trailing stop was armed. */
  extreme: PriceUnits | null
  /** Booked money of all fills, in cents: the rounded `filledCash`. */
  bookedCents: Cents
  /**
   * The order's hold: money, and the size that it may still take from a position (or, for a
   * margined product, add to it).
   */
  heldCents: Cents
  heldShares: SizeUnits
  /** The price by which a buy or short order holds money; 0 when it holds none. */
  holdPrice: PriceUnits
  /** The order's place in a combo; null for a NORMAL order. */
  combo: ComboRef | null
  /** The algorithm's progress; null before it starts, and without an algorithm. */
  algo: AlgoProgress | null
  /** The part of a buy's open size that covers a short position and needs no buying power. */
  cover: SizeUnits
  positionId: string | null
}

export const leaves = (order: PracticeOrder): SizeUnits => order.view.terms.size - order.view.filled
export const isFinal = (order: PracticeOrder): boolean => order.stage === 'done'
export const isBuy = (order: PracticeOrder): boolean => order.view.terms.side === 'BUY'

/** Returns the side of an event market that the order is for. */
export const outcomeOf = (terms: Pick<OrderTerms, 'event'>): EventOutcome | null =>
  terms.event?.outcome ?? null
/** Returns the symbol shown for the order: an option order shows its underlying. */
export const shownSymbol = (terms: Pick<OrderTerms, 'symbol' | 'option'>): string =>
  terms.option?.underlying ?? terms.symbol
/** Returns the key of the position that the order changes. */
export const keyOf = (terms: Pick<OrderTerms, 'symbol' | 'event'>): string =>
  positionKey({ symbol: terms.symbol, outcome: outcomeOf(terms) })

/**
 * The payout of an event contract. A no contract pays when a yes contract does not, so its price is
 * 1 USD less the yes price (TRADING-4.3).
 */
export const PAYOUT: PriceUnits = 10_000
const mirrored = (terms: Pick<OrderTerms, 'event'>): boolean => terms.event?.outcome === 'no'
/**
 * True when the order joins the bid side of its book. An event market has only the book of the yes
 * side: an order for the no side rests on the opposite side, at 1 less its price.
 */
export const bidsFor = (terms: Pick<OrderTerms, 'side' | 'event'>): boolean =>
  (terms.side === 'BUY') !== mirrored(terms)
/** Converts an order's price to its book price, and back. */
export const bookPrice = (terms: Pick<OrderTerms, 'event'>, price: PriceUnits): PriceUnits =>
  mirrored(terms) ? PAYOUT - price : price

/**
 * Returns the order's type once triggered: a stop becomes a market order, a stop limit a limit
 * order.
 */
export function workingType(order: PracticeOrder): 'MARKET' | 'LIMIT' | 'STOP' {
  const { type } = order.view.terms
  if (type === 'MARKET' || type === 'MARKET_ON_OPEN' || type === 'MARKET_ON_CLOSE') return 'MARKET'
  if (type === 'LIMIT' || type === 'LIMIT_ON_OPEN') return 'LIMIT'
  if (!order.triggered) return 'STOP'
  return type === 'STOP_LOSS_LIMIT' ? 'LIMIT' : 'MARKET'
}

export const newView = (terms: OrderTerms): OrderView => ({
  status: 'PENDING',
  terms,
  filled: 0,
  filledCash: 0n,
  filledAt: null,
  fees: NO_FEES,
})

/** Changes the order's view, storing the earlier view while lagging listings may still show it. */
export function show(
  order: PracticeOrder,
  change: Partial<OrderView>,
  now: EpochMs,
  lagMs: number,
): void {
  if (lagMs > 0) {
    order.past = order.past.filter((past) => past.until > now - lagMs)
    order.past.push({ until: now, view: order.view })
  } else if (order.past.length > 0) {
    order.past = []
  }
  order.view = { ...order.view, ...change }
}

/**
 * Returns the view shown by a listing that lags by `lagMs`; null when the order was not placed by
 * then.
 */
export function viewAt(order: PracticeOrder, now: EpochMs, lagMs: number): OrderView | null {
  const asOf = now - lagMs
  if (lagMs > 0 && order.placedAt > asOf) return null
  return order.past.find((past) => past.until > asOf)?.view ?? order.view
}
