import { useEffect, useState, useRef } from 'react'

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

/** Returns the value, updated at most every `everyMs`; the last one always arrives. */
export function useSettled<T>(value: T, everyMs: number): T {
  const [settled, setSettled] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    latest.current = value
    timer.current ??= setTimeout(() => {
      timer.current = null
      setSettled(latest.current)
    }, everyMs)
  }, [value, everyMs])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return settled
}
