import { useEffect, useState } from 'react'

/**
 * Returns a number that increases at an interval, for displayed ages. Pauses while the window is
 * hidden.
 */
export function useEvery(everyMs: number): number {
  const [beat, setBeat] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setBeat((before) => before + 1)
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return beat
}
