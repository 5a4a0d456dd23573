import type { Disposer } from '../../shared/domain/brand.js'

/** A complete value that changes. */
export interface LiveValue<T> {
  get(): T
  /**
   * Registers a listener for every change; `get` returns the new value. The source stays current
   * while it has listeners.
   */
  subscribe(changed: () => void): Disposer
  /**
   * Registers a listener that is called as soon as the value is out of date, once until `get` is
   * called; subscribers may be notified later. Absent where both are the same.
   */
  onOutdated?(outdated: () => void): Disposer
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
