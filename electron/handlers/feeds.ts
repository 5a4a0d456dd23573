import type { Disposer } from '../../shared/domain/brand.js'

/** The changes since the last `drain`; `lost` when there were more than the feed could store. */
export interface Delta {
  readonly body: unknown
  readonly lost: boolean
}

/** One topic for one stream: a snapshot, and the changes since the last read. */
export interface Feed {
  snapshot(): unknown
  /** Returns the changes since the last `drain` or `snapshot`; null without changes. */
  drain(): Delta | null
  /** Registers the one listener for pending changes. */
  onChange(listener: () => void): void
  dispose: Disposer
}

/** Maximum number of events queued for a slow page, before the feed reports a gap. */
const QUEUE_BOUND = 2_000

/** Creates a feed of one value: each frame carries the latest. */
export function valueFeed<T>(get: () => T, subscribe: (changed: () => void) => Disposer): Feed {
  let listener: () => void = () => undefined
  let changed = false
  const dispose = subscribe(() => {
    changed = true
    listener()
  })
  return {
    snapshot() {
      changed = false
      return get()
    },
    drain() {
      if (!changed) return null
      changed = false
      return { body: get(), lost: false }
    },
    onChange(next) {
      listener = next
    },
    dispose,
  }
}

/**
 * Creates a feed of keyed rows: each frame carries the complete rows that changed; older states of
 * a row are dropped.
 */
export function rowsFeed<T>(
  all: () => readonly T[],
  keyOf: (row: T) => string,
  subscribe: (changed: (rows: readonly T[]) => void) => Disposer,
): Feed {
  let listener: () => void = () => undefined
  const dirty = new Map<string, T>()
  const dispose = subscribe((rows) => {
    for (const row of rows) dirty.set(keyOf(row), row)
    listener()
  })
  return {
    snapshot() {
      dirty.clear()
      return all()
    },
    drain() {
      if (dirty.size === 0) return null
      const body = [...dirty.values()]
      dirty.clear()
      return { body, lost: false }
    },
    onChange(next) {
      listener = next
    },
    dispose,
  }
}

/**
 * Creates a feed of events, which are never dropped silently: a page that is too slow receives a
 * gap.
 */
export function eventsFeed<T>(
  recent: () => readonly T[],
  subscribe: (happened: (items: readonly T[]) => void) => Disposer,
): Feed {
  let listener: () => void = () => undefined
  let queue: T[] = []
  let lost = false
  const dispose = subscribe((items) => {
    if (queue.length + items.length > QUEUE_BOUND) {
      queue = []
      lost = true
    } else queue.push(...items)
    listener()
  })
  return {
    snapshot() {
      queue = []
      lost = false
      return recent()
    },
    drain() {
      if (lost) {
        lost = false
        queue = []
        return { body: null, lost: true }
      }
      if (queue.length === 0) return null
      const body = queue
      queue = []
      return { body, lost: false }
    },
    onChange(next) {
      listener = next
    },
    dispose,
  }
}
