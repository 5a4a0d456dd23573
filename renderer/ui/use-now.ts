import { useEffect, useState } from 'react'
import { runEvery } from './paint/page-frames.js'

/**
 * Returns the time of a clock, read again every `everyMs`; null pauses. `clock` must be stable. For
 * display only; main decides by its own clock.
 */
export function useNow(clock: () => number, everyMs: number | null): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    if (everyMs === null) return undefined
    setNow(clock())
    return runEvery(everyMs, () => setNow(clock()))
  }, [clock, everyMs])
  return now
}

/** The page's monotonic clock, in ms. */
export const pageClock = (): number => performance.now()
