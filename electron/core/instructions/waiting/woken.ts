import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import {
  MAX_SEEN_CHARS,
  type WakeCondition,
} from '../../../../shared/domain/instructions/wake-condition.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { WaitingStep } from './waiting-log.js'

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
