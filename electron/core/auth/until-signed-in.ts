import type { AuthSession } from './auth-session.js'
import type { TimerPort } from '../ports.js'

/** How long a read waits for a sign-in that is under way, in ms. */
const SIGN_IN_WAIT_MS = 3_000

/**
 * Resolves once a sign-in that is under way has ended, at once when none is, and after
 * {@link SIGN_IN_WAIT_MS} at the latest: a read then fails as it does without a sign-in.
 */
export function untilSignedIn(
  auth: Pick<AuthSession, 'view' | 'onChange'>,
  timers: TimerPort,
): Promise<void> {
  const isUnderWay = (): boolean => ['starting', 'signing-in'].includes(auth.view().phase)
  if (!isUnderWay()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening()
      stopWaiting()
      resolve()
    }
    const stopWaiting = timers.after(SIGN_IN_WAIT_MS, end)
    const stopListening = auth.onChange(() => {
      if (!isUnderWay()) end()
    })
  })
}
