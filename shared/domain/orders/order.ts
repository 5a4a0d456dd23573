import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { AccountId, ClientOrderId, OrderId, TradingSymbol } from '../ids.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { OrderSession, OrderType, TimeInForce } from './order-types.js'
import type { OrderStatus } from './order-state.js'
import type { AlgoChange, Combo, ComboRole, DraftTerms, OrderTerms } from './order-terms.js'
import type { Side } from '../side.js'
import type { EpochMs } from '../time.js'
import type { Message } from '../../messages/message.js'

/**
 * The distance of a trailing stop: an amount of currency, or a fraction of the price (0.01 = 1%).
 */
export interface Trail {
  readonly kind: 'amount' | 'percent'
  readonly step: Decimal
}

/** The size of an order: a number of units, or an amount of currency (fractional stock). */
export type OrderSize =
  | { readonly kind: 'quantity'; readonly quantity: Quantity }
  | { readonly kind: 'amount'; readonly amount: Money }

/** An order before it is sent and has an id. Prices that its type does not use are null. */
export interface OrderDraft {
  readonly accountId: AccountId
  readonly assetClass: AssetClass
  readonly symbol: TradingSymbol
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
  /** Terms of options, event contracts and algorithms; absent for a plain order. */
  readonly terms?: DraftTerms | undefined
}

/** One order of a combo before it is sent. */
export interface ComboMember {
  readonly role: ComboRole
  readonly draft: OrderDraft
}

/** The orders of one combo before they are sent. All are in one account. */
export interface ComboDraft {
  readonly accountId: AccountId
  readonly orders: readonly ComboMember[]
}

/** The changes of a working order; absent members stay. */
export interface OrderChange {
  readonly type?: OrderType | undefined
  readonly timeInForce?: TimeInForce | undefined
  readonly quantity?: Quantity | undefined
  readonly limitPrice?: Price | undefined
  readonly stopPrice?: Price | undefined
  readonly trail?: Trail | undefined
  /** The change of an algorithm's terms. */
  readonly algo?: AlgoChange | undefined
}

/** The change of one order of a combination; several change together, all or none. */
export interface MemberChange {
  readonly clientOrderId: ClientOrderId
  readonly change: OrderChange
}

/** The combination of a changed order, and the orders that change in the same request. */
export interface ComboChange {
  readonly combo: Combo
  readonly others: readonly MemberChange[]
}

/**
 * The source of the newest report about an order. Listings may lag; Order Detail is authoritative
 * (REL-31).
 */
export type OrderSource = 'journal' | 'answer' | 'event' | 'detail' | 'listing'

/** A request on an order without a known outcome. */
export interface PendingRequest {
  readonly kind: 'replace' | 'cancel'
  readonly state: 'sent' | 'unknown'
  readonly since: EpochMs
}

/** An order as the broker and the journal reported it. */
export interface Order {
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId | null
  readonly accountId: AccountId
  readonly assetClass: AssetClass
  readonly symbol: TradingSymbol
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  /** Null while the provider has not converted a currency amount into units. */
  readonly quantity: Quantity | null
  readonly amount: Money | null
  readonly filledQuantity: Quantity
  readonly averageFillPrice: Price | null
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  readonly status: OrderStatus
  /** The reason of a refusal or of the uncertainty, in words; null when there is none. */
  readonly note: Message | null
  readonly pending: PendingRequest | null
  readonly fees: Money | null
  /** The terms beyond a plain order; absent for one. */
  readonly terms?: OrderTerms | undefined
  /** True when Countersign placed it (it is in our journal). */
  readonly ours: boolean
  readonly source: OrderSource
  /**
   * True after a start until the broker reports the order again: what is shown is the state of the
   * last run. Absent otherwise.
   */
  readonly unconfirmed?: true | undefined
  readonly placedAt: EpochMs
  /**
   * When Countersign sent it, by this computer's clock; `placedAt` is by the exchange's clock.
   * Absent for an order that was placed elsewhere.
   */
  readonly sentAt?: EpochMs | undefined
  /** When this client received the newest report. */
  readonly updatedAt: EpochMs
}

/** One execution of an order as Countersign observed it. */
export interface Fill {
  readonly clientOrderId: ClientOrderId
  readonly accountId: AccountId
  readonly assetClass: AssetClass
  readonly symbol: TradingSymbol
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  readonly time: EpochMs
  /** Those of the order; absent for a plain one. */
  readonly terms?: OrderTerms | undefined
}
