import { z } from 'zod'
import { zAccountId, zClientOrderId, zSymbol, zTime } from './schemas.js'

const text = (max: number) => z.string().max(max)
const count = z.number().int().min(0)

/** Whom a kill stops: assistants and what they placed, or all trading and every order. */
export const HALT_SCOPES = ['assistants', 'all'] as const
export const zHaltScope = z.enum(HALT_SCOPES)
export type HaltScope = z.output<typeof zHaltScope>

/**
 * One order that a halt has not seen the end of. `working`: it can still fill; `unknown`: nobody
 * knows whether it exists.
 */
export const zLeftOrder = z.strictObject({
  /** Null for one that is being sent at this moment. */
  clientOrderId: zClientOrderId.nullable(),
  accountId: zAccountId,
  symbol: zSymbol,
  state: z.enum(['working', 'unknown']),
  /** "BUY 10 AAPL, limit 187.50, day" */
  line: text(300),
})
export type LeftOrder = z.output<typeof zLeftOrder>

/**
 * A kill and what became of it; it stands, on the disk too, until the person lifts it. `clearing`:
 * orders are being cancelled and asked
 * about; `clear`: 0 working, 0 unknown; `left`: not all of them ended in time, the list says which,
 * and they are asked about on.
 */
export const zHalt = z.strictObject({
  scope: zHaltScope,
  why: text(200),
  haltedAt: zTime,
  phase: z.enum(['clearing', 'clear', 'left']),
  /** Instructions that were ended, orders that ended by being cancelled, and what is not final. */
  withdrawn: count,
  cancelled: count,
  working: count,
  unknown: count,
  left: z.array(zLeftOrder).max(200),
})
export type Halt = z.output<typeof zHalt>

/** One position that a flatten closes, as it will be sent, or why it cannot be closed by it. */
export const zFlattenRow = z.strictObject({
  accountId: zAccountId,
  symbol: zSymbol,
  /** "SELL 10 AAPL, market, day" */
  line: text(300),
  /**
   * What the person has to know besides, such as that the market is closed; null when there is
   * nothing.
   */
  note: text(200).nullable(),
})
export type FlattenRow = z.output<typeof zFlattenRow>

/**
 * What a flatten would send. Main holds the orders; a window sends back the plan's name after the
 * person has read and confirmed it.
 */
export const zFlattenPlan = z.strictObject({
  plan: z.string().regex(/^[0-9a-f]{32}$/),
  scope: zHaltScope,
  until: zTime,
  rows: z.array(zFlattenRow).max(200),
  /** Positions that stay: what they are and why. */
  skipped: z.array(zFlattenRow).max(200),
})
export type FlattenPlan = z.output<typeof zFlattenPlan>

/**
 * What came of each order of a flatten; `unknown` is an outcome: the desk finds out, and sends
 * nothing again.
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
