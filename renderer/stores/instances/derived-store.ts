import type { StoreApi } from 'zustand/vanilla'

/** How a store is seen by a part of the window. */
export interface StoreView<S, T> {
  readonly read: (state: S) => T
  /** Returns the change of the whole state that a change of the view means. */
  readonly write: (change: Partial<T>, state: S) => Partial<S>
}

/** Creates a view of a store: a store without a state of its own. */
export function derivedStore<S, T>(
  base: StoreApi<S>,
  { read, write }: StoreView<S, T>,
): StoreApi<T> {
  let seen: S | null = null
  let derived: T | null = null
  // The same state must be the same object, or every subscriber would render again.
  const viewOf = (state: S): T => {
    if (derived === null || state !== seen) {
      seen = state
      derived = read(state)
    }
    return derived
  }
  return {
    getState: () => viewOf(base.getState()),
    getInitialState: () => read(base.getInitialState()),
    setState(change: T | Partial<T> | ((state: T) => T | Partial<T>)) {
      const state = base.getState()
      const next =
        typeof change === 'function' ? (change as (state: T) => Partial<T>)(viewOf(state)) : change
      base.setState(write(next, state))
    },
    subscribe: (listener) =>
      base.subscribe((state, before) => {
        const previous = before === seen && derived !== null ? derived : read(before)
        listener(viewOf(state), previous)
      }),
  }
}
