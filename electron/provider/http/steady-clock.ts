import { epochMs } from '../../../shared/domain/time.js'
import type { ClockPort } from '../../core/ports.js'

/**
 * Returns a wall clock that is never set back, for the times of observations: their order decides
 * which of two is newer. It continues by the monotonic clock until the wall clock is ahead again.
 */
export function createSteadyClock(clock: ClockPort): ClockPort {
  let wallAnchor = clock.now()
  let monotonicAnchor = clock.monotonic()
  return {
    now: () => {
      const monotonic = clock.monotonic()
      const wall = clock.now()
      const steady = epochMs(wallAnchor + Math.floor(monotonic - monotonicAnchor))
      if (wall <= steady) return steady
      // After sleep or a correction the wall clock is ahead.
      wallAnchor = wall
      monotonicAnchor = monotonic
      return wall
    },
    monotonic: () => clock.monotonic(),
  }
}
