import type { DocumentPort, LogPort } from '../../ports.js'
import { ofExisting } from './list-changes.js'
import {
  parseWatchlists,
  writeWatchlists,
  type StoredList,
  type StoredListChange,
  type StoredWatchlists,
} from './watchlist-file.js'

const NO_LISTS: StoredWatchlists = { lists: [], changes: [] }

export interface WatchlistStoreDeps {
  readonly file: DocumentPort
  readonly log: LogPort
}

/** The person's lists in memory and on disk, with the undecided changes of assistants. */
export class WatchlistStore {
  readonly #deps: WatchlistStoreDeps
  #lists: readonly StoredList[] = []
  #changes: readonly StoredListChange[] = []
  #isLoaded = false

  constructor(deps: WatchlistStoreDeps) {
    this.#deps = deps
  }

  /** False while the file was not read, so that nothing may be compared or written. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  get lists(): readonly StoredList[] {
    return this.#lists
  }

  get changes(): readonly StoredListChange[] {
    return this.#changes
  }

  nameOf(listId: string): string | null {
    return this.#lists.find(({ id }) => id === listId)?.name ?? null
  }

  /** Adds a list in memory; `save` stores it. */
  add(list: StoredList): void {
    this.#lists = [...this.#lists, list]
  }

  /** Replaces a list in memory, or removes it for null; `save` stores that. */
  replace(id: string, next: StoredList | null): void {
    this.#lists = this.#lists.flatMap((list) =>
      list.id === id ? (next === null ? [] : [next]) : [list],
    )
  }

  /** Reads the file once; a file that cannot be read now is read again next time. */
  async load(): Promise<void> {
    if (this.#isLoaded) return
    const { file, log } = this.#deps
    const content = await file.read()
    if (!content.ok && content.error.kind !== 'damaged') {
      // What cannot be read now is not written over (REL-38).
      log.event('error', 'watchlists.unreadable', { kind: content.error.kind })
      return
    }
    const text = content.ok ? content.value : ''
    const stored = text === null ? NO_LISTS : parseWatchlists(text)
    if (stored === null) {
      log.event('error', 'watchlists.damaged')
      await file.setAside()
    }
    this.#isLoaded = true
    if (stored === null) return
    this.#lists = stored.lists
    this.#changes = stored.changes
  }

  /** Stores lists and changes together; restores both when that fails. */
  async storeAll(
    lists: readonly StoredList[],
    changes: readonly StoredListChange[],
  ): Promise<boolean> {
    const before = { lists: this.#lists, changes: this.#changes }
    this.#lists = lists
    this.#changes = changes
    if (await this.save()) return true
    this.#lists = before.lists
    this.#changes = before.changes
    return false
  }

  /** Writes both; returns false when they are not on disk. */
  async save(): Promise<boolean> {
    if (!this.#isLoaded) return false
    this.#changes = ofExisting(this.#changes, this.#lists)
    const written = await this.#deps.file.write(
      writeWatchlists({ lists: this.#lists, changes: this.#changes }),
    )
    if (written.ok) return true
    this.#deps.log.event('error', 'watchlists.not-saved', { kind: written.error.kind })
    return false
  }
}
