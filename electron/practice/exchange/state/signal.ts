import type { Disposer } from '../../../../shared/domain/brand.js'

/** Listeners of one kind of event, called in the order in which they came. */
export class Signal<T> {
  private readonly listeners = new Set<(event: T) => void>()

  /** True while nobody listens. */
  get silent(): boolean {
    return this.listeners.size === 0
  }

  emit(event: T): void {
    for (const listener of this.listeners) listener(event)
  }

  listen(listener: (event: T) => void): Disposer {
    // A wrapper of its own, so that the same function may listen twice and each disposer ends one
    // of them.
    const own = (event: T): void => listener(event)
    this.listeners.add(own)
    return () => void this.listeners.delete(own)
  }
}
