import type { TimerPort } from '../../ports.js'
import type { WriteOutcome } from '../write-outcome.js'

/** The pauses before a cancel that came too early is sent again, in ms: about ten seconds. */
const PAUSES_MS = [300, 600, 1_200, 2_400, 4_800] as const

export interface CancelAttempts {
  readonly timers: TimerPort
  /** Sends the cancel once. */
  readonly send: () => Promise<WriteOutcome>
  /** True while the order may still be canceled. */
  readonly isOpen: () => boolean
  /** Called before each further attempt. */
  readonly onRepeat: () => void
}

/**
 * Sends a cancel, and sends it again while the broker refuses it only because the order is not at
 * the market yet: directly after an order was placed, a person's cancel would otherwise be lost.
 * Nothing else is repeated: a cancel without an answer stays `unknown`.
 * @returns the last answer
 */
export async function sendCancel(attempts: CancelAttempts): Promise<WriteOutcome> {
  let outcome = await attempts.send()
  for (const ms of PAUSES_MS) {
    if (outcome.outcome !== 'rejected' || outcome.tooEarly !== true) return outcome
    await new Promise<void>((resolve) => {
      attempts.timers.after(ms, resolve)
    })
    if (!attempts.isOpen()) return outcome
    attempts.onRepeat()
    outcome = await attempts.send()
  }
  return outcome
}
