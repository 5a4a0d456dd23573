import { useMemo, useSyncExternalStore } from 'react'
import type { Disposer } from '../../../shared/domain/brand.js'
import { pagePulse } from './pulse.js'

/** A value outside React. Create it once for each value, for example with `useMemo`. */
export interface ThrottledSource<T> {
  read(): T
  subscribe(changed: () => void): Disposer
  /** True when the new value belongs to something else than the shown one: it is shown at once. */
  isOther?(shown: T, next: T): boolean
}

/** A value outside React that changes at a pace. One reader subscribes to it. */
export type ThrottledValue<T> = Pick<ThrottledSource<T>, 'read' | 'subscribe'>

/**
 * Makes a value change at most every `everyMs`; with 0 it changes with the source. Values with the
 * same or a multiple of the interval change in one task.
 */
export function throttled<T>(source: ThrottledSource<T>, everyMs: number): ThrottledValue<T> {
  let latest: { readonly value: T } | null = null
  return {
    read: () => (latest ??= { value: source.read() }).value,
    subscribe(wake) {
      let cancel: Disposer | null = null
      const show = (): void => {
        cancel = null
        latest = { value: source.read() }
        wake()
      }
      const stop = source.subscribe(() => {
        const isOther = latest !== null && source.isOther?.(latest.value, source.read()) === true
        if (everyMs > 0 && !isOther) {
          cancel ??= pagePulse.after(everyMs, show)
          return
        }
        cancel?.()
        show()
      })
      // Show changes made between the first reading and this subscription.
      if (latest?.value !== source.read()) show()
      return () => {
        stop()
        cancel?.()
      }
    },
  }
}

/**
 * Returns a value at most every `everyMs`: sums and estimates need no frame rate. Values of one
 * component with the same or a multiple of the interval change in one render. With 0 each change is
 * shown at once, in the frame of every other place.
 */
export function useThrottled<T>(source: ThrottledSource<T>, everyMs: number): T {
  const value = useMemo(() => throttled(source, everyMs), [source, everyMs])
  return useSyncExternalStore(value.subscribe, value.read)
}
