import { message } from '../../../../shared/messages/make-message.js'
import type { TimerPort } from '../../ports.js'
import type { WriteOutcome } from '../write-outcome.js'
import { withDeadline } from './deadline.js'

/**
 * How long a caller waits for the provider. After it the request continues and its outcome is
 * unknown.
 */
const TRADE_DEADLINE_MS = 15_000

/**
 * Sends a write with a deadline for the wait. When the port throws, the outcome is unknown.
 * @param onLate receives an outcome that arrives after the deadline
 */
export const sendOnce = (
  timers: TimerPort,
  call: () => Promise<WriteOutcome>,
  onLate: (outcome: WriteOutcome) => void,
): Promise<WriteOutcome> =>
  withDeadline({
    run: async () => {
      try {
        return await call()
      } catch {
        return { outcome: 'unknown', reason: message('orders.requestBroken') }
      }
    },
    timers,
    ms: TRADE_DEADLINE_MS,
    onLate,
    expired: { outcome: 'unknown', reason: message('orders.timeout') },
  })
