import { useEffect, useState } from 'react'
import { runEvery } from './paint/page-frames.js'

/**
 * Returns a number that increases at an interval, for displayed ages; with null it never does.
 * Pauses while the window is hidden.
 */
export function useEvery(everyMs: number | null): number {
  const [beat, setBeat] = useState(0)
  useEffect(() => {
    if (everyMs === null) return undefined
    return runEvery(everyMs, () => {
      if (!document.hidden) setBeat((before) => before + 1)
    })
  }, [everyMs])
  return beat
}
