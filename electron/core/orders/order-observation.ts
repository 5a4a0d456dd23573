import { z } from 'zod'
import { ASSET_CLASSES } from '../../../shared/domain/instruments/instrument.js'
import { Trail } from '../../../shared/domain/orders/order.js'
import { OrderTerms } from '../../../shared/domain/orders/order-terms.js'
import {
  ORDER_SESSIONS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../../shared/domain/orders/order-types.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import {
  zAccountId,
  zClientOrderId,
  zMoney,
  zOrderId,
  zPrice,
  zQuantity,
  zTime,
  zTradingSymbol,
} from '../../../shared/domain/scalars.schema.js'
import { SIDES } from '../../../shared/domain/side.js'

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
export const OrderObservation = asReadonly(
  z.strictObject({
    source: z.enum(['event', 'detail', 'listing']),
    accountId: zAccountId,
    clientOrderId: zClientOrderId,
    orderId: zOrderId.nullable(),
    assetClass: z.enum(ASSET_CLASSES).nullable(),
    symbol: zTradingSymbol,
    side: z.enum(SIDES).nullable(),
    type: z.enum(ORDER_TYPES).nullable(),
    timeInForce: z.enum(TIMES_IN_FORCE).nullable(),
    session: z.enum(ORDER_SESSIONS).nullable(),
    /**
     * Null when the source did not report it, or reported an unknown value ("UNKNOWN" of a refused
     * replace).
     */
    status: z.enum(OBSERVED_STATUSES).nullable(),
    quantity: zQuantity.nullable(),
    amount: zMoney.nullable(),
    /** Cumulative over the life of the order. */
    filledQuantity: zQuantity.nullable(),
    /** Average over all fills so far; null while nothing is filled (the wire sends zero). */
    averageFillPrice: zPrice.nullable(),
    limitPrice: zPrice.nullable(),
    stopPrice: zPrice.nullable(),
    trail: Trail.nullable(),
    /** The terms beyond those of a plain order; absent when the source reported none. */
    terms: OrderTerms.optional(),
    /** Fees and commission together: actual where reported, otherwise receivable. */
    fees: zMoney.nullable(),
    placedAt: zTime.nullable(),
    filledAt: zTime.nullable(),
    /** The provider's text for a failure. */
    reason: z.string().nullable(),
    /** When the provider sent it, by its own clock; absent where the message has no time. */
    sentAt: zTime.optional(),
    /** Time at which this client received it. */
    observedAt: zTime,
  }),
)
export type OrderObservation = z.output<typeof OrderObservation>
