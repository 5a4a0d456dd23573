import type { ClientOrderId } from '../ids.js'
import { ASSET_CLASSES } from '../instruments/instrument.js'
import { ORDER_TYPES, TIMES_IN_FORCE, ORDER_SESSIONS, COMBO_ROLES } from './order-types.js'
import { ORDER_STATUSES } from './order-state.js'
import { AlgoChange, type Combo, DraftTerms, OrderTerms } from './order-terms.js'
import { SIDES } from '../side.js'
import { zMessage } from '../../messages/message.schema.js'
import { z } from 'zod'
import {
  zDecimal,
  zQuantity,
  zMoney,
  zAccountId,
  zOrderId,
  zTradingSymbol,
  zPrice,
  zDay,
  zClientOrderId,
  zTime,
} from '../scalars.schema.js'
import { asReadonly } from '../readonly-schema.js'

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
 * The distance of a trailing stop: an amount of currency, or a fraction of the price (0.01 = 1%).
 */
export const Trail = asReadonly(
  z.strictObject({ kind: z.enum(['amount', 'percent']), step: zDecimal }),
)
export type Trail = z.output<typeof Trail>

/** The size of an order: a number of units, or an amount of currency (fractional stock). */
export const OrderSize = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('quantity'), quantity: zQuantity }),
    z.strictObject({ kind: z.literal('amount'), amount: zMoney }),
  ]),
)
export type OrderSize = z.output<typeof OrderSize>

const draftMembers = {
  assetClass: z.enum(ASSET_CLASSES),
  symbol: zTradingSymbol,
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  session: z.enum(ORDER_SESSIONS),
  size: OrderSize,
  limitPrice: zPrice.nullable(),
  stopPrice: zPrice.nullable(),
  trail: Trail.nullable(),
  /** yyyy-MM-dd (UTC), for good-till-date. */
  expireDate: zDay.nullable(),
  /** Terms of options, event contracts and algorithms; absent for a plain order. */
  terms: DraftTerms.optional(),
}
/** An order before an account is chosen for it. Prices that its type does not use are null. */
export const PreparedDraft = asReadonly(z.strictObject(draftMembers))
export type PreparedDraft = z.output<typeof PreparedDraft>

/** An order before it is sent and has an id. */
export const OrderDraft = asReadonly(z.strictObject({ accountId: zAccountId, ...draftMembers }))
export type OrderDraft = z.output<typeof OrderDraft>

/** The highest number of linked orders: one that starts six others (TRADING-4.3). */
const MAX_COMBO_ORDERS = 7

/** One order of a combo before it is sent. */
export const ComboMember = asReadonly(
  z.strictObject({ role: z.enum(COMBO_ROLES), draft: OrderDraft }),
)
export type ComboMember = z.output<typeof ComboMember>

/** The orders of one combo before they are sent. All are in one account. */
export const ComboDraft = asReadonly(
  z.strictObject({
    accountId: zAccountId,
    orders: z.array(ComboMember).min(1).max(MAX_COMBO_ORDERS),
  }),
)
export type ComboDraft = z.output<typeof ComboDraft>

/** The changes of a working order; absent members stay. */
export const OrderChange = asReadonly(
  z.strictObject({
    type: z.enum(ORDER_TYPES).optional(),
    timeInForce: z.enum(TIMES_IN_FORCE).optional(),
    quantity: zQuantity.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
    trail: Trail.optional(),
    /** The change of an algorithm's terms. */
    algo: AlgoChange.optional(),
  }),
)
export type OrderChange = z.output<typeof OrderChange>

/** One execution of an order as Countersign observed it. */
export const Fill = asReadonly(
  z.strictObject({
    clientOrderId: zClientOrderId,
    accountId: zAccountId,
    assetClass: z.enum(ASSET_CLASSES),
    symbol: zTradingSymbol,
    side: z.enum(SIDES),
    quantity: zQuantity,
    price: zPrice,
    time: zTime,
    /** The order's terms; absent for a plain one. */
    terms: OrderTerms.optional(),
  }),
)
export type Fill = z.output<typeof Fill>

/**
 * The source of the newest report about an order. Listings may lag; Order Detail is authoritative
 * (REL-31).
 */
const ORDER_SOURCES = ['journal', 'answer', 'event', 'detail', 'listing'] as const

/** A request on an order without a known outcome. */
export const PendingRequest = asReadonly(
  z.strictObject({
    kind: z.enum(['replace', 'cancel']),
    state: z.enum(['sent', 'unknown']),
    since: zTime,
  }),
)
export type PendingRequest = z.output<typeof PendingRequest>

/** The members of an order, apart from its note. */
export const orderMembers = {
  clientOrderId: zClientOrderId,
  orderId: zOrderId.nullable(),
  accountId: zAccountId,
  assetClass: z.enum(ASSET_CLASSES),
  symbol: zTradingSymbol,
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  session: z.enum(ORDER_SESSIONS),
  /** Null while the provider has not converted a currency amount into units. */
  quantity: zQuantity.nullable(),
  amount: zMoney.nullable(),
  filledQuantity: zQuantity,
  averageFillPrice: zPrice.nullable(),
  limitPrice: zPrice.nullable(),
  stopPrice: zPrice.nullable(),
  trail: Trail.nullable(),
  status: z.enum(ORDER_STATUSES),
  pending: PendingRequest.nullable(),
  fees: zMoney.nullable(),
  /** The terms beyond a plain order; absent for one. */
  terms: OrderTerms.optional(),
  /** True when Countersign placed it (it is in our journal). */
  ours: z.boolean(),
  source: z.enum(ORDER_SOURCES),
  /**
   * True after a start, a sleep and a loss of the event stream, until the broker reports the order
   * again: what is shown is its state of before. Absent otherwise.
   */
  unconfirmed: z.literal(true).optional(),
  placedAt: zTime,
  /**
   * When Countersign sent it, by this computer's clock; `placedAt` is by the exchange's clock.
   * Absent for an order that was placed elsewhere.
   */
  sentAt: zTime.optional(),
  /** When this client received the newest report. */
  updatedAt: zTime,
}

/** An order as the broker and the journal reported it. */
export const Order = asReadonly(
  z.strictObject({
    ...orderMembers,
    /** The reason of a refusal or of the uncertainty, in words; null when there is none. */
    note: zMessage.nullable(),
  }),
)
export type Order = z.output<typeof Order>
