import { z } from 'zod'
import { storedAs } from './stored-as.js'
import { ASSET_CLASSES } from '../../../shared/domain/instruments/instrument.js'
import { ORDER_STATUSES } from '../../../shared/domain/orders/order-state.js'
import type { Order, OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import {
  ORDER_SESSIONS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../../shared/domain/orders/order-types.js'
import { SIDES } from '../../../shared/domain/side.js'
import {
  zClockTime,
  zDay,
  textSchema as text,
  zAccountId,
  zClientOrderId,
  zDecimal,
  zMoney,
  zOrderId,
  zPrice,
  zQuantity,
  zTradingSymbol,
  zTime,
} from '../../../shared/domain/scalars.schema.js'
import { zStoredDraftTerms, zStoredOrderTerms } from './stored-order-terms.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

/** The distance of a stored trailing stop. */
export const zStoredTrail = z.strictObject({
  kind: z.enum(['amount', 'percent']),
  step: zDecimal,
})
export const zStoredSize = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quantity'), quantity: zQuantity }),
  z.strictObject({ kind: z.literal('amount'), amount: zMoney }),
])

/** An order before it was sent, as stored. */
export const zStoredOrderDraft = storedAs<OrderDraft>()(
  z.strictObject({
    accountId: zAccountId,
    assetClass: z.enum(ASSET_CLASSES),
    symbol: zTradingSymbol,
    side: z.enum(SIDES),
    type: z.enum(ORDER_TYPES),
    timeInForce: z.enum(TIMES_IN_FORCE),
    session: z.enum(ORDER_SESSIONS),
    size: zStoredSize,
    limitPrice: zPrice.nullable(),
    stopPrice: zPrice.nullable(),
    trail: zStoredTrail.nullable(),
    expireDate: zDay.nullable(),
    terms: zStoredDraftTerms.optional(),
  }),
)

/** The changes of a working order, as stored. */
export const zStoredOrderChange = storedAs<OrderChange>()(
  z.strictObject({
    type: z.enum(ORDER_TYPES).optional(),
    timeInForce: z.enum(TIMES_IN_FORCE).optional(),
    quantity: zQuantity.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
    trail: zStoredTrail.optional(),
    algo: z
      .strictObject({
        targetPercent: zDecimal,
        maxPercent: zDecimal,
        start: zClockTime,
        end: zClockTime,
      })
      .partial()
      .optional(),
  }),
)

const MAX_NOTE_CHARS = 500

/** The members of a stored order, apart from its note. */
export const storedOrderMembers = {
  clientOrderId: zClientOrderId,
  orderId: zOrderId.nullable(),
  accountId: zAccountId,
  assetClass: z.enum(ASSET_CLASSES),
  symbol: zTradingSymbol,
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  session: z.enum(ORDER_SESSIONS),
  quantity: zQuantity.nullable(),
  amount: zMoney.nullable(),
  filledQuantity: zQuantity,
  averageFillPrice: zPrice.nullable(),
  limitPrice: zPrice.nullable(),
  stopPrice: zPrice.nullable(),
  trail: zStoredTrail.nullable(),
  status: z.enum(ORDER_STATUSES),
  pending: z
    .strictObject({
      kind: z.enum(['replace', 'cancel']),
      state: z.enum(['sent', 'unknown']),
      since: zTime,
    })
    .nullable(),
  fees: zMoney.nullable(),
  terms: zStoredOrderTerms.optional(),
  ours: z.boolean(),
  source: z.enum(['journal', 'answer', 'event', 'detail', 'listing']),
  unconfirmed: z.literal(true).optional(),
  placedAt: zTime,
  sentAt: zTime.optional(),
  updatedAt: zTime,
} as const

/** An order as stored. */
export const zStoredOrder = storedAs<Order>()(
  z.strictObject({
    ...storedOrderMembers,
    note: text(MAX_NOTE_CHARS)
      .nullable()
      .transform((note) => (note === null ? null : foreign(note))),
  }),
)

/** An order as it is written: its note in English, which is read back as a foreign text. */
export const storedOrder = (
  order: Order,
): Omit<Order, 'note'> & { readonly note: string | null } => ({
  ...order,
  note: order.note === null ? null : inEnglish(order.note).slice(0, MAX_NOTE_CHARS),
})
