import { z } from 'zod'
import type { Flattened, FlattenPlan, FlattenRow } from '../domain/orders/flatten.js'
import { HALT_SCOPES, type Halt, type LeftOrder } from '../domain/orders/halt.js'
import { zMessage } from './message.js'
import { mirror } from './mirror.js'
import { zAccountId, zClientOrderId, zTime, zTradingSymbol } from '../domain/scalars.schema.js'

const count = z.number().int().min(0)

export const zHaltScope = z.enum(HALT_SCOPES)

/**
 * An order that is not final after a halt. `working`: it can still fill; `unknown`: it is not known
 * whether it exists.
 */
export const zLeftOrder = mirror<LeftOrder>()(
  z.strictObject({
    /** Null for an order that is being sent at this moment. */
    clientOrderId: zClientOrderId.nullable(),
    accountId: zAccountId,
    symbol: zTradingSymbol,
    state: z.enum(['working', 'unknown']),
    /** "BUY 10 AAPL, limit 187.50, day" */
    line: zMessage,
  }),
)

/**
 * A kill and its result. It stays, on disk too, until the person lifts it. `clearing`: orders are
 * being canceled and checked; `clear`: 0 working, 0 unknown; `left`: the orders in `left` did not
 * end in time and are still being checked; `untouched`: orders were neither canceled nor counted.
 */
export const zHalt = mirror<Halt>()(
  z.strictObject({
    scope: zHaltScope,
    why: zMessage,
    haltedAt: zTime,
    phase: z.enum(['clearing', 'clear', 'left', 'untouched']),
    /**
     * Counts of instructions that were ended, of orders that ended as canceled, and of orders that
     * are not final.
     */
    withdrawn: count,
    cancelled: count,
    working: count,
    unknown: count,
    atLeast: z.literal(true).optional(),
    left: z.array(zLeftOrder).max(200),
  }),
)

/**
 * One position that a flatten plan closes, with the order that will be sent, or the reason why it
 * cannot be closed.
 */
const flattenRow = z.strictObject({
  accountId: zAccountId,
  symbol: zTradingSymbol.nullable(),
  /** "SELL 10 AAPL, market, day" */
  line: zMessage,
  /** A further note for the person, such as that the market is closed; null for none. */
  note: zMessage.nullable(),
})

const zFlattenRow = mirror<FlattenRow>()(flattenRow)

/** The id of a flatten plan. */
export const zPlanId = z.string().regex(/^[0-9a-f]{32}$/)

/**
 * The orders of a flatten plan. Main holds the orders; a window sends back only the plan's id after
 * the person has confirmed it.
 */
export const zFlattenPlan = mirror<FlattenPlan>()(
  z.strictObject({
    plan: zPlanId,
    scope: zHaltScope,
    until: zTime,
    rows: z.array(zFlattenRow).max(200),
    /** Positions that stay open, with the reason. */
    skipped: z.array(zFlattenRow).max(200),
  }),
)

/**
 * The outcome of each order of a flatten plan; `unknown` is an outcome: Countersign checks the
 * order and does not send it again.
 */
export const zFlattened = mirror<Flattened>()(
  z.strictObject({
    rows: z
      .array(
        flattenRow.extend({
          outcome: z.enum(['acknowledged', 'rejected', 'denied', 'unknown']),
          clientOrderId: zClientOrderId.nullable(),
          text: zMessage,
        }),
      )
      .max(200),
  }),
)
