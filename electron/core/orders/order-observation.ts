import type { Money, Price, Quantity } from '../../../shared/domain/decimal.js'
import type {
  AccountId,
  ClientOrderId,
  OrderId,
  TradingSymbol,
} from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Trail } from '../../../shared/domain/orders/order.js'
import type {
  OrderSession,
  OrderType,
  TimeInForce,
} from '../../../shared/domain/orders/order-types.js'
import type { Side } from '../../../shared/domain/side.js'
import type { OrderTerms } from '../../../shared/domain/orders/order-terms.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** The provider's order states (TRADING-4.9), named as in the domain. */
export const OBSERVED_STATUSES = [
  'pending',
  'working',
  'partially-filled',
  'filled',
  'cancelled',
  'failed',
] as const
export type ObservedStatus = (typeof OBSERVED_STATUSES)[number]

/**
 * One observation of an order at the provider: from a trade event, Order Detail or a listing.
 * Members that the source does not report (events carry no time in force and no prices) and unknown
 * enum values are null; they change nothing.
 */
export interface OrderObservation {
  readonly source: 'event' | 'detail' | 'listing'
  readonly accountId: AccountId
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId | null
  readonly assetClass: AssetClass | null
  readonly symbol: TradingSymbol
  readonly side: Side | null
  readonly type: OrderType | null
  readonly timeInForce: TimeInForce | null
  readonly session: OrderSession | null
  /**
   * Null when the source did not report it, or reported an unknown value ("UNKNOWN" of a refused
   * replace).
   */
  readonly status: ObservedStatus | null
  readonly quantity: Quantity | null
  readonly amount: Money | null
  /** Cumulative over the life of the order. */
  readonly filledQuantity: Quantity | null
  /** Average over all fills so far; null while nothing is filled (the wire sends zero). */
  readonly averageFillPrice: Price | null
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  /** The terms beyond those of a plain order; absent when the source reported none. */
  readonly terms?: OrderTerms | undefined
  /** Fees and commission together: actual where reported, otherwise receivable. */
  readonly fees: Money | null
  readonly placedAt: EpochMs | null
  readonly filledAt: EpochMs | null
  /** The provider's text for a failure. */
  readonly reason: string | null
  /** When the provider sent it, by its own clock; absent where the message has no time. */
  readonly sentAt?: EpochMs | undefined
  /** Time at which this client received it. */
  readonly observedAt: EpochMs
}
