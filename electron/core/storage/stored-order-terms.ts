import { z } from 'zod'
import { storedAs } from './stored-as.js'
import { EVENT_OUTCOMES } from '../../../shared/domain/instruments/event-contract.js'
import {
  OPTION_STRATEGIES,
  OPTION_STYLES,
  OPTION_TYPES,
  POSITION_INTENTS,
} from '../../../shared/domain/instruments/option.js'
import {
  ALGO_KINDS,
  COMBO_ROLES,
  EVENT_TRADE_MODES,
  type Combo,
  type DraftTerms,
  type LegOption,
  type OrderTerms,
} from '../../../shared/domain/orders/order-terms.js'
import { SIDES } from '../../../shared/domain/side.js'
import {
  idSchema,
  textSchema as text,
  zDecimal,
  zPrice,
  zQuantity,
  zTradingSymbol,
  zClockTime,
  zDay,
} from '../../../shared/domain/scalars.schema.js'

const zUnknown = z.literal('unknown')
const zStrategy = z.union([z.enum(OPTION_STRATEGIES), zUnknown])
const zLegOption = storedAs<LegOption>()(
  z.strictObject({
    type: z.union([z.enum(OPTION_TYPES), zUnknown]).nullable(),
    style: z.union([z.enum(OPTION_STYLES), zUnknown]).nullable(),
    strike: zPrice.nullable(),
    expiration: text(10).nullable(),
    multiplier: zDecimal.nullable(),
    deliverable: text(80).nullable(),
  }),
)

/** The place of a stored order among linked orders. */
export const zStoredCombo = storedAs<Combo>()(
  z.strictObject({
    role: z.union([z.enum(COMBO_ROLES), zUnknown]),
    clientComboId: text(64).nullable(),
    comboId: text(64).nullable(),
  }),
)

/** The terms of a stored order beyond a plain one. */
export const zStoredOrderTerms = storedAs<OrderTerms>()(
  z.strictObject({
    combo: zStoredCombo.nullable(),
    strategy: zStrategy.nullable(),
    legs: z
      .array(
        z.strictObject({
          legId: text(64),
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
        positionId: text(64).nullable(),
        strategy: zStrategy.nullable(),
      })
      .nullable(),
    algo: z
      .strictObject({
        kind: z.union([z.enum(ALGO_KINDS), zUnknown]),
        targetPercent: zDecimal.nullable(),
        maxPercent: zDecimal.nullable(),
        start: text(8).nullable(),
        end: text(8).nullable(),
      })
      .nullable(),
    outcome: z.union([z.enum(EVENT_OUTCOMES), zUnknown]).nullable(),
    tradeMode: z.union([z.enum(EVENT_TRADE_MODES), zUnknown]).nullable(),
    expireDate: text(10).nullable(),
    rolls: z.literal(true).optional(),
  }),
)

/** The maximum number of legs: a combination of four options, or three of them with shares. */
const MAX_LEGS = 4

/** The terms of a stored draft beyond a plain order: options, event contracts, algorithms. */
export const zStoredDraftTerms = storedAs<DraftTerms>()(
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
