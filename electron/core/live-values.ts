import type { Disposer } from '../../shared/domain/brand.js'

/** A whole value that changes. */
export interface LiveValue<T> {
  get(): T
  /**
   * Called after every change; look with `get`. While someone listens, the source keeps itself
   * current.
   */
  subscribe(changed: () => void): Disposer
}

/** Rows with a key; listeners are told the complete rows that changed. */
export interface LiveRows<T> {
  all(): readonly T[]
  subscribe(changed: (rows: readonly T[]) => void): Disposer
}

/** Things that happen once; the recent ones are kept, oldest first. */
export interface LiveEvents<T> {
  recent(): readonly T[]
  subscribe(happened: (items: readonly T[]) => void): Disposer
}

/** A set of listeners, called in the order in which they came. */
export interface Listeners<T> {
  add(listener: (value: T) => void): Disposer
  emit(value: T): void
  readonly size: number
  clear(): void
}

/**
 * Makes an empty set of listeners. A listener that was removed while a value is on its way is not
 * called any more.
 */
export function listeners<T>(): Listeners<T> {
  const entries = new Set<{ readonly call: (value: T) => void }>()
  return {
    add(listener) {
      const entry = { call: listener }
      entries.add(entry)
      return () => {
        entries.delete(entry)
      }
    },
    emit(value) {
      for (const entry of Array.from(entries)) if (entries.has(entry)) entry.call(value)
    },
    get size() {
      return entries.size
    },
    clear() {
      entries.clear()
    },
  }
}
