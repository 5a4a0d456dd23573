import { z } from 'zod'
import { zAccountId, zClientOrderId, zSymbol, zTime } from './schemas.js'

const text = (max: number) => z.string().max(max)
const count = z.number().int().min(0)

/** The scope of a kill: assistants and the orders they placed, or all trading and every order. */
export const HALT_SCOPES = ['assistants', 'all'] as const
export const zHaltScope = z.enum(HALT_SCOPES)
export type HaltScope = z.output<typeof zHaltScope>

/**
 * An order that is not final after a halt. `working`: it can still fill; `unknown`: it is not known
 * whether it exists.
 */
export const zLeftOrder = z.strictObject({
  /** Null for an order that is being sent at this moment. */
  clientOrderId: zClientOrderId.nullable(),
  accountId: zAccountId,
  symbol: zSymbol,
  state: z.enum(['working', 'unknown']),
  /** "BUY 10 AAPL, limit 187.50, day" */
  line: text(300),
})
export type LeftOrder = z.output<typeof zLeftOrder>

/**
 * A kill and its result. It stays, on disk too, until the person lifts it. `clearing`: orders are
 * being canceled and checked; `clear`: 0 working, 0 unknown; `left`: the orders in `left` did not
 * end in time and are still being checked.
 */
export const zHalt = z.strictObject({
  scope: zHaltScope,
  why: text(200),
  haltedAt: zTime,
  phase: z.enum(['clearing', 'clear', 'left']),
  /**
   * Counts of instructions that were ended, of orders that ended as canceled, and of orders that
   * are not final.
   */
  withdrawn: count,
  cancelled: count,
  working: count,
  unknown: count,
  left: z.array(zLeftOrder).max(200),
})
export type Halt = z.output<typeof zHalt>

/**
 * One position that a flatten plan closes, with the order that will be sent, or the reason why it
 * cannot be closed.
 */
export const zFlattenRow = z.strictObject({
  accountId: zAccountId,
  symbol: zSymbol,
  /** "SELL 10 AAPL, market, day" */
  line: text(300),
  /** A further note for the person, such as that the market is closed; null for none. */
  note: text(200).nullable(),
})
export type FlattenRow = z.output<typeof zFlattenRow>

/**
 * The orders of a flatten plan. Main holds the orders; a window sends back only the plan's id after
 * the person has confirmed it.
 */
export const zFlattenPlan = z.strictObject({
  plan: z.string().regex(/^[0-9a-f]{32}$/),
  scope: zHaltScope,
  until: zTime,
  rows: z.array(zFlattenRow).max(200),
  /** Positions that stay open, with the reason. */
  skipped: z.array(zFlattenRow).max(200),
})
export type FlattenPlan = z.output<typeof zFlattenPlan>

/**
 * The outcome of each order of a flatten plan; `unknown` is an outcome: Countersign checks the
 * order and does not send it again.
 */
export const zFlattened = z.strictObject({
  rows: z
    .array(
      zFlattenRow.extend({
        outcome: z.enum(['acknowledged', 'rejected', 'denied', 'unknown']),
        clientOrderId: zClientOrderId.nullable(),
        text: text(500),
      }),
    )
    .max(200),
})
export type Flattened = z.output<typeof zFlattened>
