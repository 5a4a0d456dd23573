import type { Disposer } from '../../../../shared/domain/brand.js'

/** The listeners of one kind of event, called in the order of their subscription. */
export class Signal<T> {
  private readonly listeners = new Set<(event: T) => void>()

  /** True while there are no listeners. */
  get silent(): boolean {
    return this.listeners.size === 0
  }

  emit(event: T): void {
    for (const listener of this.listeners) listener(event)
  }

  listen(listener: (event: T) => void): Disposer {
    // A separate wrapper, so that the same function may subscribe twice and each disposer ends one
    // subscription.
    const own = (event: T): void => listener(event)
    this.listeners.add(own)
    return () => void this.listeners.delete(own)
  }
}
