import { useEffect, useState } from 'react'

/** A page that is never idle is not waited for longer than this, in ms. */
const DEADLINE_MS = 3_000

/** Returns true once the page had time for what is not urgent, after the condition first held. */
export function useRest(condition: boolean): boolean {
  const [hasRested, setRested] = useState(false)
  useEffect(() => {
    if (!condition || hasRested) return undefined
    const handle = requestIdleCallback(() => setRested(true), { timeout: DEADLINE_MS })
    return () => cancelIdleCallback(handle)
  }, [condition, hasRested])
  return hasRested
}
