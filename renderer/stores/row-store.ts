import type { Disposer } from '../../shared/domain/brand.js'

/**
 * Whether a store's content is current: not received yet, up to date, or last known before a gap.
 */
export type Freshness = 'loading' | 'live' | 'stale'

/**
 * Rows by key, made for cells: each cell subscribes to one row; only a changed membership or a full
 * replacement notifies the tables. Rows are replaced, never changed in place.
 */
export interface RowStore<K, T> {
  get(key: K): T | undefined
  /** The keys in the order they first arrived. The same array until membership changes. */
  keys(): readonly K[]
  freshness(): Freshness
  /** Increases with every applied batch. */
  version(): number
  /** Every row, in key order; the same array until something changes. */
  all(): readonly T[]
  onRow(key: K, listener: () => void): Disposer
  onKeys(listener: () => void): Disposer
  /** Notifies of any change, freshness included. */
  onAny(listener: () => void): Disposer
  /** Replaces the whole content with `rows`. */
  replaceAll(rows: readonly T[]): void
  /** Adds rows or replaces those with the same key. */
  upsert(rows: readonly T[]): void
  remove(keys: readonly K[]): void
  setFreshness(freshness: Freshness): void
  clear(): void
}

export function createRowStore<K, T>(keyOf: (row: T) => K): RowStore<K, T> {
  const rows = new Map<K, T>()
  const rowListeners = new Map<K, Set<() => void>>()
  const keyListeners = new Set<() => void>()
  const anyListeners = new Set<() => void>()
  let keys: readonly K[] = []
  let all: readonly T[] | null = []
  let version = 0
  let freshness: Freshness = 'loading'

  const publish = (changed: readonly K[], members: boolean): void => {
    if (changed.length === 0 && !members) return
    version += 1
    all = null
    if (members) keys = [...rows.keys()]
    for (const key of changed) for (const listener of [...(rowListeners.get(key) ?? [])]) listener()
    if (members) for (const listener of [...keyListeners]) listener()
    for (const listener of [...anyListeners]) listener()
  }
  const put = (incoming: readonly T[]): { changed: K[]; members: boolean } => {
    const changed: K[] = []
    let members = false
    for (const row of incoming) {
      const key = keyOf(row)
      if (rows.get(key) === row) continue
      members ||= !rows.has(key)
      rows.set(key, row)
      changed.push(key)
    }
    return { changed, members }
  }
  const drop = (gone: readonly K[]): K[] => gone.filter((key) => rows.delete(key))

  return {
    get: (key) => rows.get(key),
    keys: () => keys,
    freshness: () => freshness,
    version: () => version,
    all: () => (all ??= [...rows.values()]),
    onRow(key, listener) {
      const listeners = rowListeners.get(key) ?? new Set()
      rowListeners.set(key, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && rowListeners.get(key) === listeners) rowListeners.delete(key)
      }
    },
    onKeys: (listener) => subscribe(keyListeners, listener),
    onAny: (listener) => subscribe(anyListeners, listener),
    replaceAll(next) {
      const remaining = new Set(next.map(keyOf))
      const gone = drop([...rows.keys()].filter((key) => !remaining.has(key)))
      const { changed, members } = put(next)
      publish([...gone, ...changed], members || gone.length > 0)
    },
    upsert(next) {
      const { changed, members } = put(next)
      publish(changed, members)
    },
    remove(gone) {
      const dropped = drop(gone)
      publish(dropped, dropped.length > 0)
    },
    setFreshness(next) {
      if (next === freshness) return
      freshness = next
      for (const listener of [...anyListeners]) listener()
    },
    clear() {
      const gone = drop([...rows.keys()])
      publish(gone, gone.length > 0)
      this.setFreshness('loading')
    },
  }
}

function subscribe(listeners: Set<() => void>, listener: () => void): Disposer {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
