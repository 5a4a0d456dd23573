import { z } from 'zod'
import { TIMESPANS } from '../domain/market/bar.js'
import { EVENT_OUTCOMES } from '../domain/instruments/event-contract.js'
import { ASSET_CLASSES } from '../domain/instruments/instrument.js'
import type { OrderChange, ComboDraft, OrderDraft } from '../domain/orders/order.js'
import { ORDER_SESSIONS, ORDER_TYPES, TIMES_IN_FORCE } from '../domain/orders/order-types.js'
import { SIDES } from '../domain/side.js'
import {
  ALGO_KINDS,
  COMBO_ROLES,
  EVENT_TRADE_MODES,
  type DraftTerms,
} from '../domain/orders/order-terms.js'
import { OPTION_STRATEGIES, OPTION_TYPES, POSITION_INTENTS } from '../domain/instruments/option.js'
import { mirror } from './mirror.js'
import {
  zDecimal,
  zPrice,
  zQuantity,
  zMoney,
  zAccountId,
  zTradingSymbol,
  zDay,
  idSchema,
  zClockTime,
} from '../domain/scalars.schema.js'

export const zTimespan = z.enum(TIMESPANS)
export const zTrail = z.strictObject({ kind: z.enum(['amount', 'percent']), step: zDecimal })
export const zSize = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quantity'), quantity: zQuantity }),
  z.strictObject({ kind: z.literal('amount'), amount: zMoney }),
])

/** The maximum number of legs: a combination of four options, or three of them with shares. */
const MAX_LEGS = 4
/** The terms of a draft beyond a plain order: options, event contracts, algorithms. */
export const zDraftTerms = mirror<DraftTerms>()(
  z.strictObject({
    strategy: z.enum(OPTION_STRATEGIES).optional(),
    legs: z
      .array(
        z.strictObject({
          symbol: zTradingSymbol,
          side: z.enum(['buy', 'sell']),
          quantity: zQuantity,
          option: z
            .strictObject({ type: z.enum(OPTION_TYPES), strike: zPrice, expiration: zDay })
            .nullable(),
        }),
      )
      .max(MAX_LEGS)
      .optional(),
    intent: z.enum(POSITION_INTENTS).optional(),
    legging: z
      .strictObject({
        direction: z.enum(['in', 'out']),
        positionId: idSchema<string>(64),
        strategy: z.enum(OPTION_STRATEGIES).optional(),
      })
      .optional(),
    algo: z
      .strictObject({
        kind: z.enum(ALGO_KINDS),
        targetPercent: zDecimal.optional(),
        maxPercent: zDecimal.optional(),
        start: zClockTime.optional(),
        end: zClockTime.optional(),
      })
      .optional(),
    outcome: z.enum(EVENT_OUTCOMES).optional(),
    tradeMode: z.enum(EVENT_TRADE_MODES).optional(),
    rolls: z.literal(true).optional(),
  }),
)

const draftMembers = {
  assetClass: z.enum(ASSET_CLASSES),
  symbol: zTradingSymbol,
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  session: z.enum(ORDER_SESSIONS),
  size: zSize,
  limitPrice: zPrice.nullable(),
  stopPrice: zPrice.nullable(),
  trail: zTrail.nullable(),
  expireDate: zDay.nullable(),
  terms: zDraftTerms.optional(),
}
/** An order before an account is chosen for it. */
export const zPreparedDraft = mirror<Omit<OrderDraft, 'accountId'>>()(z.strictObject(draftMembers))
export const zOrderDraft = mirror<OrderDraft>()(
  z.strictObject({ accountId: zAccountId, ...draftMembers }),
)

/** The highest number of linked orders: one that starts six others (TRADING-4.3). */
const MAX_COMBO_ORDERS = 7

export const zComboDraft = mirror<ComboDraft>()(
  z.strictObject({
    accountId: zAccountId,
    orders: z
      .array(z.strictObject({ role: z.enum(COMBO_ROLES), draft: zOrderDraft }))
      .min(1)
      .max(MAX_COMBO_ORDERS),
  }),
)

export const zOrderChange = mirror<OrderChange>()(
  z.strictObject({
    type: z.enum(ORDER_TYPES).optional(),
    timeInForce: z.enum(TIMES_IN_FORCE).optional(),
    quantity: zQuantity.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
    trail: zTrail.optional(),
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
