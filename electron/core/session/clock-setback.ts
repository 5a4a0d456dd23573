import type { Disposer } from '../../../shared/domain/brand.js'
import { MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import type { ClockPort, TimerPort } from '../ports.js'

const CHECK_INTERVAL_MS = 5 * SECOND_MS
/** Smaller steps are the computer keeping its clock right. */
const MIN_SETBACK_MS = MINUTE_MS

/**
 * Calls `back` once for every time that the computer's clock was set back, with by how much in ms:
 * limits of a day and the times on orders
 * rest on it. A clock that goes ahead is a computer that slept, as far as anybody can tell.
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
