import { EVENT_OUTCOMES } from '../instruments/event-contract.js'
import { OPTION_TYPES, OPTION_STRATEGIES, POSITION_INTENTS } from '../instruments/option.js'
import { SIDES } from '../side.js'
import { COMBO_ROLES, ALGO_KINDS, EVENT_TRADE_MODES } from './order-types.js'
import { z } from 'zod'
import { LegOption } from '../instruments/leg-option.schema.js'
import {
  zUnknown,
  zPrice,
  textSchema,
  zDecimal,
  zTradingSymbol,
  zQuantity,
  zDay,
  idSchema,
  zClockTime,
} from '../scalars.schema.js'
import { asReadonly } from '../readonly-schema.js'

const zStrategy = z.union([z.enum(OPTION_STRATEGIES), zUnknown])

/** A leg of a working or finished order; a leg of stock has no option. */
export const OrderLeg = asReadonly(
  z.strictObject({
    /** The id by which a replace of its quantity refers to it. */
    legId: textSchema(64),
    /** The OCC root of an option ("SPXW"), the ticker of a stock. */
    symbol: zTradingSymbol,
    side: z.union([z.enum(SIDES), zUnknown]),
    quantity: zQuantity,
    option: LegOption.nullable(),
  }),
)
export type OrderLeg = z.output<typeof OrderLeg>

/** Adding legs to a position, or removing some from it. */
export const Legging = asReadonly(
  z.strictObject({
    direction: z.union([z.enum(['in', 'out']), zUnknown]),
    positionId: textSchema(64).nullable(),
    /** The strategy of the position after legs are added. */
    strategy: zStrategy.nullable(),
  }),
)
export type Legging = z.output<typeof Legging>

/**
 * An order that is sliced over time. Percentages are whole, 1 to 20; times are HH:mm:ss in New
 * York.
 */
export const Algo = asReadonly(
  z.strictObject({
    kind: z.union([z.enum(ALGO_KINDS), zUnknown]),
    /** POV: the target share of the market's volume. */
    targetPercent: zDecimal.nullable(),
    /** TWAP and VWAP: the maximum share of the market's volume. */
    maxPercent: zDecimal.nullable(),
    start: textSchema(8).nullable(),
    end: textSchema(8).nullable(),
  }),
)
export type Algo = z.output<typeof Algo>

const algoChange = {
  targetPercent: zDecimal.optional(),
  maxPercent: zDecimal.optional(),
  start: zClockTime.optional(),
  end: zClockTime.optional(),
}

/**
 * The changeable terms of an algorithm; absent members stay. The algorithm itself never changes.
 */
export const AlgoChange = asReadonly(z.strictObject(algoChange))
export type AlgoChange = z.output<typeof AlgoChange>

/** The place of an order among linked orders. */
export const Combo = asReadonly(
  z.strictObject({
    role: z.union([z.enum(COMBO_ROLES), zUnknown]),
    /** The group's id: ours, and the provider's. */
    clientComboId: textSchema(64).nullable(),
    comboId: textSchema(64).nullable(),
  }),
)
export type Combo = z.output<typeof Combo>

/** The terms of an order beyond a plain one; null or empty where they do not apply. */
export const OrderTerms = asReadonly(
  z.strictObject({
    combo: Combo.nullable(),
    strategy: zStrategy.nullable(),
    legs: z.array(OrderLeg).max(8),
    intent: z.union([z.enum(POSITION_INTENTS), zUnknown]).nullable(),
    legging: Legging.nullable(),
    algo: Algo.nullable(),
    outcome: z.union([z.enum(EVENT_OUTCOMES), zUnknown]).nullable(),
    tradeMode: z.union([z.enum(EVENT_TRADE_MODES), zUnknown]).nullable(),
    /** yyyy-MM-dd, for good-till-date. */
    expireDate: textSchema(10).nullable(),
    /**
     * True for an order that moved options that were held to another day when it was sent. The
     * broker describes it like a calendar that opens.
     */
    rolls: z.literal(true).optional(),
  }),
)
export type OrderTerms = z.output<typeof OrderTerms>

/** The maximum number of legs: a combination of four options, or three of them with shares. */
const MAX_LEGS = 4

/** A leg of a draft. A leg of stock has no option, and its quantity is in shares. */
export const DraftLeg = asReadonly(
  z.strictObject({
    symbol: zTradingSymbol,
    side: z.enum(['buy', 'sell']),
    quantity: zQuantity,
    option: z
      .strictObject({ type: z.enum(OPTION_TYPES), strike: zPrice, expiration: zDay })
      .nullable(),
  }),
)
export type DraftLeg = z.output<typeof DraftLeg>

/** The terms of a draft beyond a plain order; absent members do not apply. */
export const DraftTerms = asReadonly(
  z.strictObject({
    strategy: z.enum(OPTION_STRATEGIES).optional(),
    legs: z.array(DraftLeg).max(MAX_LEGS).optional(),
    intent: z.enum(POSITION_INTENTS).optional(),
    legging: z
      .strictObject({
        direction: z.enum(['in', 'out']),
        positionId: idSchema<string>(64),
        strategy: z.enum(OPTION_STRATEGIES).optional(),
      })
      .optional(),
    algo: z.strictObject({ ...algoChange, kind: z.enum(ALGO_KINDS) }).optional(),
    outcome: z.enum(EVENT_OUTCOMES).optional(),
    tradeMode: z.enum(EVENT_TRADE_MODES).optional(),
    /**
     * True for an order that moves options that are held to another day; not sent to the broker.
     */
    rolls: z.literal(true).optional(),
  }),
)
export type DraftTerms = z.output<typeof DraftTerms>
