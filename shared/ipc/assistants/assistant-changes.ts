import { type Nothing, returns, op, type Entry } from '../entry.js'
import { z } from 'zod'
import {
  CHANGE_DECISIONS,
  type PageAnswer,
  type ShownChart,
} from '../../domain/instructions/window-change.js'
import { mirror } from '../../domain/readonly-schema.js'
import { zClientOrderId, zSymbol } from '../../domain/scalars.schema.js'

const zChangeId = z.string().min(1).max(64)
export const zShownChart = mirror<ShownChart>()(
  z.strictObject({ symbol: zSymbol.nullable(), timespan: z.string().max(20) }),
)
const zPageAnswer = mirror<PageAnswer>()(
  z.union([
    z.strictObject({ kind: z.literal('done'), before: zShownChart, after: zShownChart }),
    z.strictObject({ kind: z.enum(['draft', 'typing', 'hidden']) }),
  ]),
)

const main = ['main'] as const
/** The operations on what assistants change in the window. */
export const assistantChangesContract = {
  /**
   * Undoes, keeps or accepts a change. `shown`: what the page showed before it carried out an
   * offer; null otherwise.
   */
  'assistant-changes.decide': op({
    in: z.strictObject({
      id: zChangeId,
      decision: z.enum(CHANGE_DECISIONS),
      shown: zShownChart.nullable(),
    }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Says what the page made of a request. `isLate`: nobody waits any more; the page undoes it. */
  'assistant-changes.answer': op({
    in: z.strictObject({ id: zChangeId, answer: zPageAnswer }),
    out: returns<{ readonly isLate: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Says which orders the person sent from a ticket that an assistant filled. */
  'assistant-changes.sent': op({
    in: z.strictObject({ id: zChangeId, orders: z.array(zClientOrderId).min(1).max(8) }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
} as const satisfies Record<string, Entry>
