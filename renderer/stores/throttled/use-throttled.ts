import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Disposer } from '../../../shared/domain/brand.js'
import { pagePulse } from './pulse.js'

/** A value outside React. Create it once for each value, for example with `useMemo`. */
export interface ThrottledSource<T> {
  read(): T
  subscribe(changed: () => void): Disposer
  /** True when the new value belongs to something else than the shown one: it is shown at once. */
  isOther?(shown: T, next: T): boolean
}

/**
 * Returns a value at most every `everyMs`: sums and estimates need no frame rate. Values of one
 * component with the same or a multiple of the interval change in one render. With 0 each change is
 * shown at once, in the frame of every other place.
 */
export function useThrottled<T>(source: ThrottledSource<T>, everyMs: number): T {
  const latest = useRef<{ readonly source: ThrottledSource<T>; readonly value: T } | null>(null)
  const subscribe = useCallback(
    (wake: () => void) => {
      let cancel: Disposer | null = null
      const show = (): void => {
        cancel = null
        latest.current = { source, value: source.read() }
        wake()
      }
      const stop = source.subscribe(() => {
        const before = latest.current
        const isOther = before !== null && source.isOther?.(before.value, source.read()) === true
        if (everyMs > 0 && !isOther) {
          cancel ??= pagePulse.after(everyMs, show)
          return
        }
        cancel?.()
        show()
      })
      // Show changes made between the first render and this subscription.
      if (latest.current?.value !== source.read()) show()
      return () => {
        stop()
        cancel?.()
      }
    },
    [source, everyMs],
  )
  const read = useCallback(() => {
    if (latest.current?.source !== source) latest.current = { source, value: source.read() }
    return latest.current.value
  }, [source])
  return useSyncExternalStore(subscribe, read)
}
