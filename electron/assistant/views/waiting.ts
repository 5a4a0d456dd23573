import { z } from 'zod'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { HoldReason } from '../../../shared/domain/instructions/waiting-instruction.js'
import type { WaitingView } from '../../core/instructions/assistant/assistant-port.js'
import { newYorkTime, secondsLeft, when, zLeft, zMaybeWord, zWhen, zWord } from './view-fields.js'

/** A waiting instruction as the assistant that requested it sees it. */
export const zWaitingView = z.object({
  waiting_id: zWord,
  state: zWord.describe(
    'WAITING; WAKING and WOKEN: its condition was met; every other state is an end without a request.',
  ),
  message: zWord.describe('A summary for the user.'),
  condition: zWord,
  requested_at: zWhen,
  expires: zWord,
  expires_in_seconds: zLeft,
  not_evaluated_now: zMaybeWord,
  not_evaluated: z.array(z.object({ from: zWhen, to: zWhen, why: zWord })),
  instruction_ids: z.array(zWord).describe('What it became; get_processed_instruction has them.'),
})
export type WaitingAnswer = z.output<typeof zWaitingView>

const HELD: Readonly<Record<HoldReason, string>> = {
  starting: 'Countersign is starting',
  offline: 'the connection to the broker or to its prices is interrupted',
  stale: 'there is no current price',
  locked: 'Countersign is locked',
  paused: 'this connection is paused',
  closed: 'Countersign was closed',
  asleep: 'the computer slept',
  'market-closed': 'the market is closed',
}

function messageOf({ waiting, condition, held }: WaitingView): string {
  const summary = inEnglish(condition)
  switch (waiting.state) {
    case 'waiting':
      return `Not requested yet: it waits until: ${summary}. Then a person must approve it.${held === null ? '' : ` Not evaluated now: ${HELD[held]}.`}`
    case 'waking':
    case 'woken':
      return `Its condition was met${waiting.detail === null ? '' : ` (${inEnglish(waiting.detail)})`}; a person decides on its request.`
    case 'expired':
    case 'impossible':
    case 'interrupted':
    case 'missed':
    case 'refused':
    case 'removed':
    case 'revoked':
    case 'withdrawn':
      return waiting.detail === null ? 'It ended.' : `${inEnglish(waiting.detail)}.`
  }
}

export function waitingView(view: WaitingView): WaitingAnswer {
  const { waiting, condition, held } = view
  return {
    waiting_id: waiting.id,
    state: waiting.state.toUpperCase(),
    message: messageOf(view),
    condition: inEnglish(condition),
    requested_at: when(waiting.createdAt),
    expires: newYorkTime(waiting.expiresAt),
    expires_in_seconds: secondsLeft(view.expiresInMs),
    not_evaluated_now: held === null ? null : HELD[held],
    not_evaluated: waiting.gaps.map(({ from, to, why }) => ({
      from: when(from),
      to: when(to),
      why: HELD[why],
    })),
    instruction_ids: [...waiting.instructions],
  }
}
