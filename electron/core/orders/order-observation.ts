import type { Money, Price, Quantity } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId, OrderId, Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type {
  OrderSession,
  OrderType,
  TimeInForce,
  Trail,
} from '../../../shared/domain/orders/order.js'
import type { Side } from '../../../shared/domain/side.js'
import type { OrderTerms } from '../../../shared/domain/orders/order-terms.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/** The provider's order states (TRADING-4.9) in the desk's words. */
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
 * One sighting of an order at the provider: by a trade event, by Order Detail or in a listing.
 * Members that a source does not
 * tell (events carry no time in force, no prices) and enum members that nobody knows yet are null:
 * they change nothing.
 */
export interface OrderObservation {
  readonly source: 'event' | 'detail' | 'listing'
  readonly accountId: AccountId
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId | null
  readonly assetClass: AssetClass | null
  readonly symbol: Symbol
  readonly side: Side | null
  readonly type: OrderType | null
  readonly timeInForce: TimeInForce | null
  readonly session: OrderSession | null
  /**
   * Null when the source did not say, or said something unknown ("UNKNOWN" of a refused replace).
   */
  readonly status: ObservedStatus | null
  readonly quantity: Quantity | null
  readonly amount: Money | null
  /** Cumulative over the life of the order. */
  readonly filledQuantity: Quantity | null
  /**
   * Average over everything filled so far. Null while nothing filled (the wire's zero is null
   * here).
   */
  readonly averageFillPrice: Price | null
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
  readonly trail: Trail | null
  /** What it has beyond a plain order; absent when the source told nothing of the kind. */
  readonly terms?: OrderTerms | undefined
  /** Fees and commission together, actual where told, otherwise receivable. */
  readonly fees: Money | null
  readonly placedAt: EpochMs | null
  readonly filledAt: EpochMs | null
  /** The provider's words for a failure. */
  readonly reason: string | null
  /** When this client received it. */
  readonly observedAt: EpochMs
}
