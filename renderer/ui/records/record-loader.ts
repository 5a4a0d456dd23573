import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'

/** One page of a list that the broker returns page by page. */
export interface RecordPage<T> {
  readonly rows: readonly T[]
  readonly cursor: string | null
  readonly unreadable?: number
}

type PageReply<T> = Result<RecordPage<T>, AppError>

/** A list of records: how a page is read, and which rows the person wants to see. */
export interface RecordSource<T> {
  /** Sources with the same key are the same list. */
  readonly key: string
  read(cursor: string | null): Promise<PageReply<T>>
  matches(row: T): boolean
}

/**
 * - loading: a page is being read
 * - idle: there may be more rows
 * - whole: every row was read
 * - full: the window holds no more; narrow the filter, or export
 */
export type LoadState = 'loading' | 'idle' | 'whole' | 'full'

export interface LoadedRecords<T> {
  /** The matching rows. */
  readonly rows: readonly T[]
  /** How many rows were read, matching or not. */
  readonly read: number
  readonly unreadable: number
  readonly state: LoadState
  readonly error: AppError | null
  /** When the first page was read; null before. */
  readonly asOf: number | null
}

/** The most matching rows that a window holds. A row takes some hundred bytes. */
export const MAX_ROWS = 100_000
/** A filter that few rows match goes on reading until there is a screen of them. */
const SCREEN_ROWS = 60

const none = <T>(): LoadedRecords<T> => ({
  rows: [],
  read: 0,
  unreadable: 0,
  state: 'idle',
  error: null,
  asOf: null,
})

/** An empty list, for a source that has nothing to read yet. */
export const noRecords = <T>(): Promise<Result<RecordPage<T>, AppError>> =>
  Promise.resolve({ ok: true, value: { rows: [], cursor: null } })

/** Loads one list page by page through the broker's cursor. */
export class RecordLoader<T> {
  readonly #source: RecordSource<T>
  readonly #now: () => number
  readonly #maxRows: number
  readonly #wakers = new Set<() => void>()
  #view: LoadedRecords<T> = none()
  #cursor: string | null = null
  #wanted = SCREEN_ROWS
  #closed = false

  constructor(source: RecordSource<T>, now: () => number, maxRows = MAX_ROWS) {
    this.#source = source
    this.#now = now
    this.#maxRows = maxRows
  }

  readonly get = (): LoadedRecords<T> => this.#view

  readonly subscribe = (wake: () => void): (() => void) => {
    this.#wakers.add(wake)
    return () => void this.#wakers.delete(wake)
  }

  /** Loads until there is another screen of matching rows. Does nothing while one is loading. */
  readonly more = (): void => {
    this.#wanted = this.#view.rows.length + SCREEN_ROWS
    if (this.#view.state === 'idle') void this.#load()
  }

  /** Ends: a reply that comes later is ignored. */
  close(): void {
    this.#closed = true
    this.#wakers.clear()
  }

  async #load(): Promise<void> {
    while (!this.#closed && this.#view.rows.length < this.#wanted) {
      this.#set({ state: 'loading', error: null })
      const reply = await this.#source.read(this.#cursor)
      if (this.#closed) return
      if (!reply.ok) return this.#set({ state: 'idle', error: reply.error })
      this.#add(reply.value)
      if (this.#view.state !== 'idle') return
    }
  }

  #add(page: RecordPage<T>): void {
    const before = this.#view
    const rows = [...before.rows, ...page.rows.filter((row) => this.#source.matches(row))]
    this.#cursor = page.cursor
    this.#set({
      rows: rows.slice(0, this.#maxRows),
      read: before.read + page.rows.length,
      unreadable: before.unreadable + (page.unreadable ?? 0),
      state: rows.length > this.#maxRows ? 'full' : page.cursor === null ? 'whole' : 'idle',
      asOf: before.asOf ?? this.#now(),
    })
  }

  #set(change: Partial<LoadedRecords<T>>): void {
    this.#view = { ...this.#view, ...change }
    for (const wake of this.#wakers) wake()
  }
}
