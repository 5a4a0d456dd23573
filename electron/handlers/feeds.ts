import type { Disposer } from '../../shared/domain/brand.js'

/** What changed since the last take; `lost` when more changed than the feed could keep. */
export interface Delta {
  readonly body: unknown
  readonly lost: boolean
}

/** One topic for one stream: everything now, and what changed since the last look. */
export interface Feed {
  snapshot(): unknown
  /** What changed since the last take or snapshot; null when nothing did. */
  drain(): Delta | null
  /** Tells that there is something to take. One listener. */
  onChange(listener: () => void): void
  dispose: Disposer
}

/** How many queued items a feed keeps for a page that is slow, before it answers with a gap. */
const QUEUE_BOUND = 2_000

/** A feed of a whole value: each frame carries the latest. */
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
 * A feed of rows by key: each frame carries complete rows that changed; older states of a row are
 * dropped.
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
 * A feed of things that happened, none of which may vanish silently: a page too slow for them is
 * told of a gap.
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
