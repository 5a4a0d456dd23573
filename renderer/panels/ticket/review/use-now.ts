import { useEffect, useState } from 'react'
import { useMainWindow } from '../../../stores/context.js'

/** Returns local time, updated every second while `active`; for displayed ages. */
export function useNow(active: boolean): number {
  const { now } = useMainWindow()
  const [time, setTime] = useState(now)
  useEffect(() => {
    if (!active) return undefined
    setTime(now())
    const timer = setInterval(() => setTime(now()), 1_000)
    return () => clearInterval(timer)
  }, [active, now])
  return time
}
