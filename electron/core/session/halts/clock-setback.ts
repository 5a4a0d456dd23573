import type { Disposer } from '../../../../shared/domain/brand.js'
import { MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import type { ClockPort, TimerPort } from '../../ports.js'

const CHECK_INTERVAL_MS = 5 * SECOND_MS
/** Smaller steps are ordinary clock corrections. */
const MIN_SETBACK_MS = MINUTE_MS

/**
 * Calls `onSetback` with the ms each time the computer's clock was set back, because daily limits
 * and order times depend on it. A clock that jumps ahead looks the same as sleep and is ignored.
 */
export function watchClockSetback(
  { clock, timers }: { readonly clock: ClockPort; readonly timers: Pick<TimerPort, 'every'> },
  onSetback: (ms: number) => void,
): Disposer {
  const offset = (): number => clock.now() - clock.monotonic()
  let highest = offset()
  return timers.every(CHECK_INTERVAL_MS, () => {
    const now = offset()
    const lost = highest - now
    if (lost < MIN_SETBACK_MS) {
      highest = Math.max(highest, now)
      return
    }
    highest = now
    onSetback(lost)
  })
}
