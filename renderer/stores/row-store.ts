import type { Disposer } from '../../shared/domain/brand.js'
import { createEmitter, type Emitter } from '../../shared/domain/emitter.js'

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
  readonly freshness: () => Freshness
  /** Increases with every applied batch. */
  version(): number
  /** Every row, in key order; the same array until something changes. */
  all(): readonly T[]
  onRow(key: K, listener: () => void): Disposer
  onKeys(listener: () => void): Disposer
  /** Notifies of any change, freshness included. */
  onAny(listener: () => void): Disposer
  /** Replaces the whole content with `rows`; rows that are the same notify nobody. */
  replaceAll(rows: readonly T[]): void
  /** Adds rows or replaces those with the same key. */
  upsert(rows: readonly T[]): void
  remove(keys: readonly K[]): void
  setFreshness(freshness: Freshness): void
  clear(): void
}

/**
 * @param isSame true for rows with the same content, of which the one before stays: for lists whose
 * rows are new objects each time they arrive. By default only the same object is the same row
 */
export const createRowStore = <K, T>(
  keyOf: (row: T) => K,
  isSame: (before: T, next: T) => boolean = Object.is,
): RowStore<K, T> => new MapRowStore(keyOf, isSame)

class MapRowStore<K, T> implements RowStore<K, T> {
  readonly #keyOf: (row: T) => K
  readonly #isSame: (before: T, next: T) => boolean
  readonly #rows = new Map<K, T>()
  readonly #rowChanged = new Map<K, Emitter<void>>()
  readonly #keysChanged = createEmitter<void>()
  readonly #anyChanged = createEmitter<void>()
  #keys: readonly K[] = []
  /** Every row; null while it must be listed again. */
  #all: readonly T[] | null = []
  #version = 0
  #freshness: Freshness = 'loading'

  constructor(keyOf: (row: T) => K, isSame: (before: T, next: T) => boolean) {
    this.#keyOf = keyOf
    this.#isSame = isSame
  }

  get(key: K): T | undefined {
    return this.#rows.get(key)
  }

  keys(): readonly K[] {
    return this.#keys
  }

  readonly freshness = (): Freshness => this.#freshness

  version(): number {
    return this.#version
  }

  all(): readonly T[] {
    return (this.#all ??= [...this.#rows.values()])
  }

  onRow(key: K, listener: () => void): Disposer {
    const changed = this.#rowChanged.get(key) ?? createEmitter<void>()
    this.#rowChanged.set(key, changed)
    const remove = changed.add(listener)
    return () => {
      remove()
      if (changed.size === 0 && this.#rowChanged.get(key) === changed) this.#rowChanged.delete(key)
    }
  }

  onKeys(listener: () => void): Disposer {
    return this.#keysChanged.add(listener)
  }

  onAny(listener: () => void): Disposer {
    return this.#anyChanged.add(listener)
  }

  replaceAll(rows: readonly T[]): void {
    const remaining = new Set(rows.map(this.#keyOf))
    const gone = this.#drop([...this.#rows.keys()].filter((key) => !remaining.has(key)))
    const { changed, members } = this.#put(rows)
    this.#publish([...gone, ...changed], members || gone.length > 0)
  }

  upsert(rows: readonly T[]): void {
    const { changed, members } = this.#put(rows)
    this.#publish(changed, members)
  }

  remove(keys: readonly K[]): void {
    const gone = this.#drop(keys)
    this.#publish(gone, gone.length > 0)
  }

  setFreshness(freshness: Freshness): void {
    if (freshness === this.#freshness) return
    this.#freshness = freshness
    this.#anyChanged.emit()
  }

  clear(): void {
    this.remove([...this.#rows.keys()])
    this.setFreshness('loading')
  }

  /** Stores rows; returns the keys that changed, and whether any of them is new. */
  #put(rows: readonly T[]): { readonly changed: readonly K[]; readonly members: boolean } {
    const changed: K[] = []
    let members = false
    for (const row of rows) {
      const key = this.#keyOf(row)
      const before = this.#rows.get(key)
      if (before !== undefined && this.#isSame(before, row)) continue
      members ||= !this.#rows.has(key)
      this.#rows.set(key, row)
      changed.push(key)
    }
    return { changed, members }
  }

  /** Deletes rows; returns the keys that were there. */
  #drop(keys: readonly K[]): readonly K[] {
    return keys.filter((key) => this.#rows.delete(key))
  }

  #publish(changed: readonly K[], members: boolean): void {
    if (changed.length === 0 && !members) return
    this.#version += 1
    this.#all = null
    if (members) this.#keys = [...this.#rows.keys()]
    for (const key of changed) this.#rowChanged.get(key)?.emit()
    if (members) this.#keysChanged.emit()
    this.#anyChanged.emit()
  }
}
