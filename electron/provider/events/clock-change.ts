import type { Disposer } from '../../../shared/domain/brand.js'
import { SECOND_MS } from '../../../shared/domain/time.js'
import type { ClockPort, TimerPort } from '../../core/ports.js'

const CHECK_INTERVAL_MS = 5 * SECOND_MS
/** Smaller steps are ordinary corrections, and too small to change whether a signature is valid. */
const MIN_CHANGE_MS = 30 * SECOND_MS

/** Returns the difference of the computer's clock to time that nobody sets, in ms. */
export const clockOffset = (clock: ClockPort): number => clock.now() - clock.monotonic()

/**
 * Calls `onChange` once, when the computer's clock was set to another time since it had the offset
 * `since` (see {@link clockOffset}), or the computer slept.
 */
export function onClockChange(
  { clock, timers }: { readonly clock: ClockPort; readonly timers: Pick<TimerPort, 'every'> },
  since: number,
  onChange: () => void,
): Disposer {
  const stop = timers.every(CHECK_INTERVAL_MS, () => {
    if (Math.abs(clockOffset(clock) - since) < MIN_CHANGE_MS) return
    stop()
    onChange()
  })
  return stop
}
