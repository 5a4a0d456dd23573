import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { AccountId, ClientOrderId, OrderId, Symbol } from '../ids.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { OrderStatus } from './order-state.js'
import type { AlgoChange, Combo, ComboRole, DraftTerms, OrderTerms } from './order-terms.js'
import type { Side } from '../side.js'
import type { EpochMs } from '../time.js'

export const ORDER_TYPES = [
  'market',
  'limit',
  'stop',
  'stop-limit',
  'trailing-stop',
  'market-on-open',
  'market-on-close',
  'limit-on-open',
] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const TIMES_IN_FORCE = ['day', 'gtc', 'ioc', 'fok', 'gtd'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/**
 * Which hours an order may trade in: regular only, regular and extended, or the night session only.
 */
export const ORDER_SESSIONS = ['core', 'all', 'night'] as const
export type OrderSession = (typeof ORDER_SESSIONS)[number]

/**
 * How far a trailing stop follows: an amount of currency, or a fraction of the price (0.01 = 1 %).
 */
export interface Trail {
  readonly kind: 'amount' | 'percent'
  readonly step: Decimal
}

/** What is asked for: a number of units, or an amount of currency (fractional stock). */
export type OrderSize =
  | { readonly kind: 'quantity'; readonly quantity: Quantity }
  | { readonly kind: 'amount'; readonly amount: Money }

/**
 * An order as a person wants it, before it has an id. Prices that its type does not use are null.
 */
export interface OrderDraft {
  readonly accountId: AccountId
  readonly assetClass: AssetClass
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  readonly size: OrderSize
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  /** yyyy-MM-dd (UTC), for good-till-date. */
  readonly expireDate: string | null
  /**
   * What orders of options, event contracts and algorithms say besides; absent for a plain order.
   */
  readonly terms?: DraftTerms | undefined
}

/** Several orders that live and die together, as they are asked for. All of one account. */
export interface ComboDraft {
  readonly accountId: AccountId
  readonly orders: readonly { readonly role: ComboRole; readonly draft: OrderDraft }[]
}

/** What may change in a working order; absent members stay. */
export interface OrderChange {
  readonly type?: OrderType | undefined
  readonly timeInForce?: TimeInForce | undefined
  readonly quantity?: Quantity | undefined
  readonly limitPrice?: Price | undefined
  readonly stopPrice?: Price | undefined
  readonly trail?: Trail | undefined
  /** Of an order that is worked by an algorithm. */
  readonly algo?: AlgoChange | undefined
}

/**
 * The change of one order among several of a combination that are changed together, all or none.
 */
export interface MemberChange {
  readonly clientOrderId: ClientOrderId
  readonly change: OrderChange
}

/**
 * The combination that a changed order belongs to, and what changes with it in the same request.
 */
export interface ComboChange {
  readonly combo: Combo
  readonly others: readonly MemberChange[]
}

/**
 * Where the newest fact about an order came from. Listings may lag; detail is the truth (seed,
 * Trading API).
 */
export type OrderSource = 'journal' | 'answer' | 'event' | 'detail' | 'listing'

/** A request on an order that has no outcome yet, or whose outcome is not known. */
export interface PendingRequest {
  readonly kind: 'replace' | 'cancel'
  readonly state: 'sent' | 'unknown'
  readonly since: EpochMs
}

/** An order as the desk knows it. */
export interface Order {
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId | null
  readonly accountId: AccountId
  readonly assetClass: AssetClass
  readonly symbol: Symbol
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  /** Null while the provider has not turned a currency amount into units. */
  readonly quantity: Quantity | null
  readonly amount: Money | null
  readonly filledQuantity: Quantity
  readonly averageFillPrice: Price | null
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  readonly status: OrderStatus
  /** Why it was refused or what is uncertain, in words; null when there is nothing to say. */
  readonly note: string | null
  readonly pending: PendingRequest | null
  readonly fees: Money | null
  /** What it has beyond a plain order; absent for one. */
  readonly terms?: OrderTerms | undefined
  /** True when this desk placed it (it is in our journal). */
  readonly ours: boolean
  readonly source: OrderSource
  readonly placedAt: EpochMs
  /** When this client learned the newest fact. */
  readonly updatedAt: EpochMs
}

/** One execution of an order as the desk observed it. */
export interface Fill {
  readonly clientOrderId: ClientOrderId
  readonly accountId: AccountId
  readonly symbol: Symbol
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  readonly time: EpochMs
}
