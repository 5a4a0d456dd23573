import { useEffect, useState } from 'react'

/**
 * Returns the page's monotonic clock, updated at an interval. For display only; main decides by its
 * own clock.
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
