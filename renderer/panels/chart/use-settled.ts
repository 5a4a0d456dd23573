import { useEffect, useRef, useState } from 'react'

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
