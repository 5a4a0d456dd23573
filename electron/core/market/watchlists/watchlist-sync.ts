import type { WatchlistContent } from '../../../../shared/domain/reference/watchlist-book.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { StoredList } from './watchlist-file.js'
import { mergeList } from './watchlist-merge.js'
import type { WatchlistPort } from './watchlist-port.js'
import type { WatchlistStore } from './watchlist-store.js'

/** Carries the edits of the lists to the broker, and takes over the changes of other clients. */
export class WatchlistSync {
  readonly #store: WatchlistStore
  readonly #newId: () => string
  readonly #refusals = new Map<string, Message>()

  constructor(store: WatchlistStore, newId: () => string) {
    this.#store = store
    this.#newId = newId
  }

  /** Returns the broker's refusal of a list, which stays until the list is edited again. */
  refusalOf(listId: string): Message | null {
    return this.#refusals.get(listId) ?? null
  }

  /** Carries an edited list to the broker again, although it was refused before. */
  onEdited(listId: string): void {
    this.#refusals.delete(listId)
  }

  /** Compares every list with the broker's; returns the first failure. */
  async compareWith(port: WatchlistPort): Promise<ProviderFailure | null> {
    const remote = await port.watchlists()
    if (!remote.ok) return remote.error
    const contents = new Map<string, WatchlistContent>()
    for (const { watchlistId, name } of remote.value) {
      const symbols = await port.watchlistSymbols(watchlistId)
      if (!symbols.ok) return symbols.error
      contents.set(watchlistId, { name, symbols: symbols.value })
    }
    this.#addUnknown(contents)
    for (const list of [...this.#store.lists]) {
      const failure = await this.#mergeOne(port, list, contents)
      if (failure !== null) return failure
    }
    return null
  }

  #addUnknown(contents: ReadonlyMap<string, WatchlistContent>): void {
    const listIds = new Set(this.#store.lists.map(({ brokerId }) => brokerId))
    for (const [brokerId, content] of contents) {
      if (listIds.has(brokerId)) continue
      this.#store.add({
        ...content,
        id: this.#newId(),
        namedBy: null,
        brokerId,
        atBroker: true,
        base: content,
        isPushing: false,
        isRemoved: false,
        inConflict: false,
        theirs: null,
      })
    }
  }

  async #mergeOne(
    port: WatchlistPort,
    list: StoredList,
    contents: ReadonlyMap<string, WatchlistContent>,
  ): Promise<ProviderFailure | null> {
    const theirs = list.brokerId === null ? null : (contents.get(list.brokerId) ?? null)
    const step = mergeList(list, theirs)
    switch (step.kind) {
      case 'none':
        this.#store.replace(list.id, step.list)
        return null
      case 'take':
        this.#store.replace(list.id, step.list)
        return null
      case 'delete':
        return this.#delete(port, step.list)
      case 'create':
        return this.#create(port, step.list)
      case 'push':
        return this.#push(port, step.list)
    }
  }

  async #delete(port: WatchlistPort, list: StoredList): Promise<ProviderFailure | null> {
    const answer = await port.deleteWatchlist(list.brokerId ?? '')
    if (!answer.ok) return answer.error
    this.#store.replace(list.id, null)
    return null
  }

  async #create(port: WatchlistPort, list: StoredList): Promise<ProviderFailure | null> {
    if (this.#refusals.has(list.id)) return null
    const order = this.#store.lists.findIndex(({ id }) => id === list.id) + 1
    const answer = await port.createWatchlist(list.name, order)
    if (!answer.ok) return this.#refused(list, answer.error)
    const base = { name: list.name, symbols: [] }
    return this.#push(port, { ...list, brokerId: answer.value, base })
  }

  /**
   * Carries a list to the broker. What is under way is stored first: after a break the broker may
   * have a part of it, which is no change of another client.
   */
  async #push(port: WatchlistPort, list: StoredList): Promise<ProviderFailure | null> {
    if (this.#refusals.has(list.id)) {
      this.#store.replace(list.id, list)
      return null
    }
    const { brokerId, base } = list
    if (brokerId === null || base === null) return null
    this.#store.replace(list.id, { ...list, isPushing: true })
    await this.#store.save()
    if (list.name !== base.name) {
      const renamed = await port.updateWatchlist(brokerId, { name: list.name })
      if (!renamed.ok) return this.#refused(list, renamed.error)
    }
    const changed = await port.changeWatchlist(brokerId, base.symbols, list.symbols)
    if (!changed.ok) return this.#refused(list, changed.error)
    this.#store.replace(list.id, {
      ...list,
      base: { name: list.name, symbols: list.symbols },
      isPushing: false,
    })
    return null
  }

  /** A refusal concerns one list and is not repeated until it is edited; others are a failure. */
  #refused(list: StoredList, failure: ProviderFailure): ProviderFailure | null {
    if (failure.kind !== 'refused') return failure
    this.#refusals.set(list.id, failure.message)
    return null
  }
}
