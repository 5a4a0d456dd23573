import { useEffect, useState } from 'react'

/** The page's steady clock, looked at again and again; the picture of time, never its judge. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
