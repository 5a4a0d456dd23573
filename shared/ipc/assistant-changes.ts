import { type Nothing, returns, op, type ContractEntry } from './entry.js'
import { z } from 'zod'
import { CHANGE_DECISIONS, PageAnswer, ShownChart } from '../domain/instructions/window-change.js'
import { zClientOrderId } from '../domain/scalars.schema.js'

const zChangeId = z.string().min(1).max(64)
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
      shown: ShownChart.nullable(),
    }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Says what the page made of a request. `isLate`: nobody waits any more; the page undoes it. */
  'assistant-changes.answer': op({
    in: z.strictObject({ id: zChangeId, answer: PageAnswer }),
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
} as const satisfies Record<string, ContractEntry>
