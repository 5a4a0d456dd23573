import { useEffect, useState } from 'react'
import type { Channel } from '../../../shared/domain/session/health.js'
import { useStaleSince } from '../../stores/context.js'
import { pagePaints } from './staggered-paints.js'

/**
 * Returns when a channel that is not live last received a message, and null only once the figures
 * that have arrived since are painted: most cells are painted some moments after their figure
 * changes, and until then they show the one of before (REL-41).
 */
export function usePaintedStaleSince(channel: Channel): number | null {
  const since = useStaleSince(channel)
  const [painted, setPainted] = useState(since)
  useEffect(() => {
    if (since === painted) return undefined
    // The figures were sent before the state of the channel, and are here by the next frame.
    const frame = requestAnimationFrame(() => {
      if (since === null) pagePaints.flush()
      setPainted(since)
    })
    return () => cancelAnimationFrame(frame)
  }, [since, painted])
  return since ?? painted
}
