import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import {
  MAX_SEEN_CHARS,
  type WakeCondition,
} from '../../../../shared/domain/instructions/wake-condition.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { applyStep, type WaitingStep } from './waiting-log.js'
import { wakeKey } from './waiting-request.js'

/** Returns what woke it: its own condition, or the person's alert. */
export const wokenBy = ({ alerted, condition }: WaitingInstruction): WakeCondition =>
  alerted === undefined
    ? condition
    : { kind: 'alert', seen: inEnglish(alerted).slice(0, MAX_SEEN_CHARS) }

/** Returns the end of one whose request became these instructions. */
export const wokenStep = (
  { id, detail }: WaitingInstruction,
  instructions: readonly InstructionId[],
  now: EpochMs,
): WaitingStep => ({
  kind: 'ended',
  id,
  state: 'woken',
  detail: detail ?? message('waiting.interrupted'),
  instructions,
  at: now,
})

/**
 * Returns one that was waking when the last run ended, as what its request became.
 * @param instructions the instructions of its connection
 */
export function settledWaking(
  waiting: WaitingInstruction,
  instructions: readonly Instruction[],
  now: EpochMs,
): WaitingInstruction {
  const requested = instructions
    .filter(({ key }) => key === wakeKey(waiting.id))
    .map(({ id }) => id)
  return requested.length > 0
    ? applyStep(waiting, wokenStep(waiting, requested, now))
    : applyStep(waiting, {
        kind: 'ended',
        id: waiting.id,
        state: 'interrupted',
        detail: message('waiting.interrupted'),
        instructions: [],
        at: now,
      })
}
