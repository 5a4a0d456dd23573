import { z } from 'zod'
import {
  W_ALGO_TYPES,
  W_COMBO_TYPES,
  W_EVENT_TRADE_MODES,
  W_LEG_STRATEGIES,
  W_OPTION_STRATEGIES,
  W_POSITION_INTENTS,
} from '../../../../shared/wire/enums.js'

/**
 * The parts of the terms that only some orders have, each as one member of the order's terms, so
 * that common code never reads inside them. The saved state uses these schemas. Sizes and prices
 * are integers on the scale of the leg's instrument.
 */

/**
 * One leg of an option order. `symbol` is the instrument's (an OCC symbol, or a ticker for a stock
 * leg). `size` is unsigned; the direction is `side`.
 */
export const zOptionLeg = z.object({
  id: z.string(),
  symbol: z.string(),
  root: z.string(),
  side: z.enum(['BUY', 'SELL']),
  instrumentType: z.enum(['EQUITY', 'OPTION']),
  size: z.number().int(),
  right: z.enum(['CALL', 'PUT']).nullable(),
  strike: z.number().int().nullable(),
  expiry: z.string().nullable(),
  style: z.enum(['AMERICAN', 'EUROPEAN']).nullable(),
})
export type OptionLeg = z.output<typeof zOptionLeg>

/** The option terms of an order (TRADING-4.2). `underlying` is the symbol shown on the wire. */
export const zOptionTerms = z.object({
  underlying: z.string(),
  strategy: z.enum(W_OPTION_STRATEGIES),
  intent: z.enum(W_POSITION_INTENTS).nullable(),
  legs: z.array(zOptionLeg),
  legInOrOut: z.enum(['LEG_IN', 'LEG_OUT']).nullable(),
  positionId: z.string().nullable(),
  legInStrategy: z.enum(W_LEG_STRATEGIES).nullable(),
})
export type OptionTerms = z.output<typeof zOptionTerms>

/**
 * The side of an event market that an order is for, and whether it was sent as a market-style
 * order.
 */
export const zEventTerms = z.object({
  outcome: z.enum(['yes', 'no']),
  mode: z.enum(W_EVENT_TRADE_MODES).nullable(),
})
export type EventTerms = z.output<typeof zEventTerms>

/** How an algorithm slices a stock order; times as they were sent (`HH:mm:ss` New York). */
export const zAlgoTerms = z.object({
  type: z.enum(W_ALGO_TYPES),
  targetVolPercent: z.number().int().nullable(),
  maxTargetPercent: z.number().int().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
})
export type AlgoTerms = z.output<typeof zAlgoTerms>

/**
 * An order's place in a combo: the group's two ids, its role, and its requested size, of which an
 * exit may get only a part.
 */
export const zComboRef = z.object({
  clientComboOrderId: z.string(),
  comboOrderId: z.string(),
  role: z.enum(W_COMBO_TYPES),
  asked: z.number().int(),
})
export type ComboRef = z.output<typeof zComboRef>
