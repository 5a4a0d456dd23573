import type { Product } from '../../../../shared/domain/market/product-hours.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { NO_FEES, type Fees } from '../../ledger/fees.js'
import type { Cents } from '../../ledger/money.js'
import { positionKey, type Outcome } from '../../ledger/position.js'
import type { PriceUnits, Scale, SizeUnits } from '../../model/units.js'
import type { OrderNumber } from '../book/book.js'
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

/** How far a stop trails: price units, or parts per million of the price. */
export interface TrailTerms {
  readonly kind: 'AMOUNT' | 'PERCENTAGE'
  readonly step: number
  /** The step as it was sent, for the record. */
  readonly text: string
}

/** What a customer asked for, checked and in integer units. Replace gives new terms. */
export interface OrderTerms {
  /** The symbol of the market in which it trades. */
  readonly symbol: string
  readonly side: WireSide
  readonly type: WireOrderType
  readonly timeInForce: WireTimeInForce
  /** Null where the product has no choice of sessions. */
  readonly session: WireSession | null
  readonly entrust: WireEntrust
  /** For AMOUNT an estimate until the order has run. */
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

/** The terms of an order that is nothing but a stock order. */
export const PLAIN = { option: null, event: null, algo: null } as const

/**
 * Where a live order is: waiting to be submitted, for the master of its combo, for its session, for
 * an auction, for its trigger; resting in the book; or
 * a market order that has more to do than the book could give.
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

/** What shows on the wire and changes. */
export interface OrderView {
  readonly status: WireStatus
  readonly terms: OrderTerms
  readonly filled: SizeUnits
  /** Price × size over all fills, exact. */
  readonly filledCash: bigint
  readonly filledAt: EpochMs | null
  readonly fees: Fees
}

/** An earlier view, for listings that lag: it held until `until`. */
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
  /** How its prices and sizes read: an expired contract is no longer listed, its orders are. */
  readonly scale: Scale
  readonly placedAt: EpochMs
  view: OrderView
  past: PastView[]
  stage: Stage
  /** When it stops being PENDING. */
  submitAt: EpochMs
  expiresAt: EpochMs
  /** True after its stop was touched: it is then a market or a limit order. */
  triggered: boolean
  /** The best price the market has shown since a trail was armed. */
  extreme: PriceUnits | null
  /** Booked money of all fills, in cents: the rounded `filledCash`. */
  bookedCents: Cents
  /**
   * What it has set aside: money, and what it will still take from (or for a margined product add
   * to) a position.
   */
  heldCents: Cents
  heldShares: SizeUnits
  /** The price by which a buy or short sets money aside; 0 when it sets none aside. */
  holdPrice: PriceUnits
  /** Its place in a combo; null for a NORMAL order. */
  combo: ComboRef | null
  /** How far its algorithm has come; null before it works, and without one. */
  algo: AlgoProgress | null
  /** How much of the open rest of a buy covers a short position and needs no buying power. */
  cover: SizeUnits
  positionId: string | null
}

export const leaves = (order: PracticeOrder): SizeUnits => order.view.terms.size - order.view.filled
export const isFinal = (order: PracticeOrder): boolean => order.stage === 'done'
export const isBuy = (order: PracticeOrder): boolean => order.view.terms.side === 'BUY'

/** The side of an event market that the order is for. */
export const outcomeOf = (terms: Pick<OrderTerms, 'event'>): Outcome | null =>
  terms.event?.outcome ?? null
/** The symbol that the order is known by: an option order names its underlying. */
export const shownSymbol = (terms: Pick<OrderTerms, 'symbol' | 'option'>): string =>
  terms.option?.underlying ?? terms.symbol
/** The position that the order changes. */
export const keyOf = (terms: Pick<OrderTerms, 'symbol' | 'event'>): string =>
  positionKey({ symbol: terms.symbol, outcome: outcomeOf(terms) })

/**
 * A contract on the no side pays what one on the yes side does not: 1 USD less its price
 * (TRADING-4.3).
 */
export const PAYOUT: PriceUnits = 10_000
const mirrored = (terms: Pick<OrderTerms, 'event'>): boolean => terms.event?.outcome === 'no'
/**
 * A market has one book. That of an event market is the yes side's: an order for the no side at a
 * price stands on the other side
 * of it, at 1 less that price.
 */
export const bidsFor = (terms: Pick<OrderTerms, 'side' | 'event'>): boolean =>
  (terms.side === 'BUY') !== mirrored(terms)
/** Turns a price of the order into one of its book, and back. */
export const bookPrice = (terms: Pick<OrderTerms, 'event'>, price: PriceUnits): PriceUnits =>
  mirrored(terms) ? PAYOUT - price : price

/**
 * What an order is after its trigger: a stop becomes a market order, a stop limit a limit order.
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

/** Changes what shows, keeping the earlier view while listings may still be looking at it. */
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

/** The order as a listing sees it that trails by `lagMs`; null when it was not there yet. */
export function viewAt(order: PracticeOrder, now: EpochMs, lagMs: number): OrderView | null {
  const asOf = now - lagMs
  if (lagMs > 0 && order.placedAt > asOf) return null
  return order.past.find((past) => past.until > asOf)?.view ?? order.view
}
