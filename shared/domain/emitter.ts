import type { Disposer } from './brand.js'

/** Calls listeners with the values that are emitted, in the order in which they were added. */
export interface Emitter<T> {
  /** Adds a listener; the returned function removes it. */
  add(listener: (value: T) => void): Disposer
  emit(value: T): void
  readonly size: number
  clear(): void
}

/** Makes an emitter. A listener that is removed while a value is emitted is not called any more. */
export function createEmitter<T>(): Emitter<T> {
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
