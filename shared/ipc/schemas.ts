import { z } from 'zod'
import type { Account } from '../domain/account/account.js'
import { TIMESPANS, type Bar } from '../domain/market/bar.js'
import { EVENT_OUTCOMES } from '../domain/instruments/event-contract.js'
import { ASSET_CLASSES } from '../domain/instruments/instrument.js'
import type { Fill, Order, OrderChange, ComboDraft, OrderDraft } from '../domain/orders/order.js'
import { ORDER_SESSIONS, ORDER_TYPES, TIMES_IN_FORCE } from '../domain/orders/order-types.js'
import { SIDES } from '../domain/side.js'
import { ORDER_STATUSES } from '../domain/orders/order-state.js'
import {
  ALGO_KINDS,
  COMBO_ROLES,
  EVENT_TRADE_MODES,
  type DraftTerms,
  type LegOption,
  type OrderTerms,
} from '../domain/orders/order-terms.js'
import {
  OPTION_STRATEGIES,
  OPTION_STYLES,
  OPTION_TYPES,
  POSITION_INTENTS,
} from '../domain/instruments/option.js'
import { mirror } from './mirror.js'
import { FAULT_FIELDS, type OrderFault } from '../domain/orders/trade-outcome.js'
import { REMINDER_KINDS, type OrderReminder } from '../domain/reference/order-reminder.js'
import { zMessage } from './message.js'
import {
  zDecimal,
  zPrice,
  zQuantity,
  zMoney,
  zTime,
  zAccountId,
  zClientOrderId,
  zOrderId,
  zTradingSymbol,
  zDay,
  textSchema,
  idSchema,
  zClockTime,
} from '../domain/scalars.schema.js'

export const zTimespan = z.enum(TIMESPANS)
export const zBar = mirror<Bar>()(
  z.strictObject({
    time: zTime,
    open: zPrice,
    high: zPrice,
    low: zPrice,
    close: zPrice,
    volume: zQuantity,
  }),
)

export const zAccount = mirror<Account>()(
  z.strictObject({
    accountId: zAccountId,
    accountNumber: textSchema(64),
    type: z.enum(['margin', 'cash', 'unknown']),
    product: z.enum(['securities', 'futures', 'crypto', 'events']),
    label: textSchema(80),
  }),
)

const zUnknown = z.literal('unknown')
const zStrategy = z.union([z.enum(OPTION_STRATEGIES), zUnknown])
const zOutcome = z.union([z.enum(EVENT_OUTCOMES), zUnknown])
const zLegOption = mirror<LegOption>()(
  z.strictObject({
    type: z.union([z.enum(OPTION_TYPES), zUnknown]).nullable(),
    style: z.union([z.enum(OPTION_STYLES), zUnknown]).nullable(),
    strike: zPrice.nullable(),
    expiration: textSchema(10).nullable(),
    multiplier: zDecimal.nullable(),
    deliverable: textSchema(80).nullable(),
  }),
)
/** The terms of an order beyond a plain one. */
export const zOrderTerms = mirror<OrderTerms>()(
  z.strictObject({
    combo: z
      .strictObject({
        role: z.union([z.enum(COMBO_ROLES), zUnknown]),
        clientComboId: textSchema(64).nullable(),
        comboId: textSchema(64).nullable(),
      })
      .nullable(),
    strategy: zStrategy.nullable(),
    legs: z
      .array(
        z.strictObject({
          legId: textSchema(64),
          symbol: zTradingSymbol,
          side: z.union([z.enum(SIDES), zUnknown]),
          quantity: zQuantity,
          option: zLegOption.nullable(),
        }),
      )
      .max(8),
    intent: z.union([z.enum(POSITION_INTENTS), zUnknown]).nullable(),
    legging: z
      .strictObject({
        direction: z.union([z.enum(['in', 'out']), zUnknown]),
        positionId: textSchema(64).nullable(),
        strategy: zStrategy.nullable(),
      })
      .nullable(),
    algo: z
      .strictObject({
        kind: z.union([z.enum(ALGO_KINDS), zUnknown]),
        targetPercent: zDecimal.nullable(),
        maxPercent: zDecimal.nullable(),
        start: textSchema(8).nullable(),
        end: textSchema(8).nullable(),
      })
      .nullable(),
    outcome: zOutcome.nullable(),
    tradeMode: z.union([z.enum(EVENT_TRADE_MODES), zUnknown]).nullable(),
    expireDate: textSchema(10).nullable(),
    rolls: z.literal(true).optional(),
  }),
)

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

export const zOrder = mirror<Order>()(
  z.strictObject({
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
    trail: zTrail.nullable(),
    status: z.enum(ORDER_STATUSES),
    note: zMessage.nullable(),
    pending: z
      .strictObject({
        kind: z.enum(['replace', 'cancel']),
        state: z.enum(['sent', 'unknown']),
        since: zTime,
      })
      .nullable(),
    fees: zMoney.nullable(),
    terms: zOrderTerms.optional(),
    ours: z.boolean(),
    unconfirmed: z.literal(true).optional(),
    sentAt: zTime.optional(),
    source: z.enum(['journal', 'answer', 'event', 'detail', 'listing']),
    placedAt: zTime,
    updatedAt: zTime,
  }),
)

export const zFill = mirror<Fill>()(
  z.strictObject({
    clientOrderId: zClientOrderId,
    accountId: zAccountId,
    assetClass: z.enum(ASSET_CLASSES),
    symbol: zTradingSymbol,
    side: z.enum(SIDES),
    quantity: zQuantity,
    price: zPrice,
    time: zTime,
    terms: zOrderTerms.optional(),
  }),
)

export const zOrderFault = mirror<OrderFault>()(
  z.strictObject({
    code: z.string().max(40),
    message: zMessage,
    field: z.enum(FAULT_FIELDS).nullable(),
  }),
)
export const zOrderReminder = mirror<OrderReminder>()(
  z.strictObject({
    kind: z.enum(REMINDER_KINDS),
    label: zMessage,
    text: zMessage,
    source: zMessage,
  }),
)
