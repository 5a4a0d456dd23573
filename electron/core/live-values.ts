import type { Disposer } from '../../shared/domain/brand.js'

/** A complete value that changes. */
export interface LiveValue<T> {
  get(): T
  /**
   * Registers a listener for every change; `get` returns the new value. The source stays current
   * while it has listeners.
   */
  subscribe(changed: () => void): Disposer
}

/** Rows with a key; listeners receive the complete rows that changed. */
export interface LiveRows<T> {
  all(): readonly T[]
  subscribe(changed: (rows: readonly T[]) => void): Disposer
}

/** Events; the recent ones are stored, oldest first. */
export interface LiveEvents<T> {
  recent(): readonly T[]
  subscribe(happened: (items: readonly T[]) => void): Disposer
}

/** A set of listeners, called in the order of registration. */
export interface Listeners<T> {
  add(listener: (value: T) => void): Disposer
  emit(value: T): void
  readonly size: number
  clear(): void
}

/** Creates an empty set. A listener that is removed during a notification is no longer called. */
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
