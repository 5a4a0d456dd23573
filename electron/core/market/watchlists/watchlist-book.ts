import type { AppError } from '../../../../shared/domain/app/app-error.js'
import { appError } from '../../../../shared/domain/app/app-error.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import {
  type WatchlistContent,
  type WatchlistEdit,
  type WatchlistsView,
  type WatchlistState,
} from '../../../../shared/domain/reference/watchlist-book.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Message } from '../../../../shared/messages/message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { LiveValue } from '../../live-values.js'
import type { ClockPort, DocumentPort, LogPort, TimerPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { parseWatchlists, writeWatchlists } from '../../storage/stored-watchlists.js'
import { isAbsent } from '../facts/polled-list.js'
import { editLists } from './watchlist-edits.js'
import { mergeList, sameContent, type StoredList } from './watchlist-merge.js'
import type { WatchlistPort } from './watchlist-port.js'

/** Another client of the person may change a list at any time. */
const COMPARE_MS = 60_000
const RETRY_MS = 10_000

export interface WatchlistBookDeps {
  readonly port: () => Promise<WatchlistPort>
  readonly file: DocumentPort
  readonly clock: Pick<ClockPort, 'now'>
  readonly timers: TimerPort
  readonly log: LogPort
  readonly newId: () => string
}

/**
 * The person's lists, here and at the broker. Every edit is stored here first and carried to the
 * broker with the next comparison, so edits without a connection are not lost. Lists are compared
 * while somebody watches them, and after every edit.
 */
export class WatchlistBook implements LiveValue<WatchlistsView> {
  readonly #deps: WatchlistBookDeps
  readonly #changed = createEmitter<void>()
  readonly #queue = createSerialQueue()
  #lists: readonly StoredList[] = []
  #isLoaded = false
  #watchers = 0
  #cancelWait: Disposer = () => undefined
  #state: WatchlistsView['state'] = 'loading'
  #syncedAt: EpochMs | null = null
  #problem: Message | null = null
  /** The broker's refusals by list, until the list is edited again. */
  readonly #refusals = new Map<string, Message>()

  constructor(deps: WatchlistBookDeps) {
    this.#deps = deps
  }

  get(): WatchlistsView {
    return {
      state: this.#state,
      lists: this.#lists
        .filter(({ isRemoved }) => !isRemoved)
        .map((list) => ({
          id: list.id,
          name: list.name,
          symbols: list.symbols,
          state: this.#stateOf(list),
          theirs: list.inConflict ? list.theirs : null,
          problem: this.#refusals.get(list.id) ?? null,
        })),
      syncedAt: this.#syncedAt,
      problem: this.#problem,
    }
  }

  subscribe(changed: () => void): Disposer {
    const remove = this.#changed.add(changed)
    this.#watchers += 1
    if (this.#watchers === 1) this.#compareSoon(0)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      remove()
      this.#watchers -= 1
      if (this.#watchers === 0) this.#cancelWait()
    }
  }

  /** Applies and stores an edit; it reaches the broker later. */
  edit(edit: WatchlistEdit): Promise<Result<WatchlistsView, AppError>> {
    return this.#queue.run(async () => {
      await this.#load()
      const edited = editLists(this.#lists, edit, this.#deps.newId)
      if (!edited.ok) {
        return err(appError('provider/refused', edited.error, { class: 'local' }))
      }
      const before = this.#lists
      this.#lists = edited.value
      if (!(await this.#save())) {
        this.#lists = before
        return err(appError('storage/failed', message('watchlists.notSaved'), { retry: 'safe' }))
      }
      if (edit.kind !== 'create') this.#refusals.delete(edit.id)
      this.#changed.emit()
      this.#compareSoon(0)
      return ok(this.get())
    })
  }

  dispose(): void {
    this.#watchers = 0
    this.#cancelWait()
    this.#changed.clear()
  }

  #stateOf(list: StoredList): WatchlistState {
    if (list.inConflict) return 'conflict'
    if (this.#refusals.has(list.id)) return 'refused'
    if (!list.atBroker) return 'local'
    return list.base !== null && sameContent(list, list.base) ? 'synced' : 'pending'
  }

  #compareSoon(delayMs: number): void {
    this.#cancelWait()
    this.#cancelWait = this.#deps.timers.after(delayMs, () => {
      void this.#queue.run(() => this.#compare())
    })
  }

  async #compare(): Promise<void> {
    await this.#load()
    const port = await this.#deps.port()
    const failure = await this.#compareWith(port)
    if (failure === null) {
      this.#state = 'ready'
      this.#syncedAt = this.#deps.clock.now()
    } else this.#state = isAbsent(failure) ? 'absent' : 'failed'
    this.#problem = failure?.message ?? null
    await this.#save()
    this.#changed.emit()
    if (this.#watchers > 0) this.#compareSoon(failure === null ? COMPARE_MS : RETRY_MS)
  }

  /** Compares every list with the broker's; returns the first failure. */
  async #compareWith(port: WatchlistPort): Promise<ProviderFailure | null> {
    const remote = await port.watchlists()
    if (!remote.ok) return remote.error
    const contents = new Map<string, WatchlistContent>()
    for (const { watchlistId, name } of remote.value) {
      const symbols = await port.watchlistSymbols(watchlistId)
      if (!symbols.ok) return symbols.error
      contents.set(watchlistId, { name, symbols: symbols.value })
    }
    this.#addUnknown(contents)
    for (const list of [...this.#lists]) {
      const failure = await this.#mergeOne(port, list, contents)
      if (failure !== null) return failure
    }
    return null
  }

  #addUnknown(contents: ReadonlyMap<string, WatchlistContent>): void {
    const known = new Set(this.#lists.map(({ brokerId }) => brokerId))
    for (const [brokerId, content] of contents) {
      if (known.has(brokerId)) continue
      this.#lists = [
        ...this.#lists,
        {
          ...content,
          id: this.#deps.newId(),
          brokerId,
          atBroker: true,
          base: content,
          isPushing: false,
          isRemoved: false,
          inConflict: false,
          theirs: null,
        },
      ]
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
        this.#replace(list.id, step.list)
        return null
      case 'take':
        this.#replace(list.id, step.list)
        return null
      case 'delete':
        return this.#delete(port, step.list)
      case 'create':
        return this.#create(port, step.list)
      case 'push':
        return this.#push(port, step.list)
    }
  }

  #replace(id: string, next: StoredList | null): void {
    this.#lists = this.#lists.flatMap((list) =>
      list.id === id ? (next === null ? [] : [next]) : [list],
    )
  }

  async #delete(port: WatchlistPort, list: StoredList): Promise<ProviderFailure | null> {
    const answer = await port.deleteWatchlist(list.brokerId ?? '')
    if (!answer.ok) return answer.error
    this.#replace(list.id, null)
    return null
  }

  async #create(port: WatchlistPort, list: StoredList): Promise<ProviderFailure | null> {
    if (this.#refusals.has(list.id)) return null
    const order = this.#lists.findIndex(({ id }) => id === list.id) + 1
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
      this.#replace(list.id, list)
      return null
    }
    const { brokerId, base } = list
    if (brokerId === null || base === null) return null
    this.#replace(list.id, { ...list, isPushing: true })
    await this.#save()
    if (list.name !== base.name) {
      const renamed = await port.updateWatchlist(brokerId, { name: list.name })
      if (!renamed.ok) return this.#refused(list, renamed.error)
    }
    const changed = await port.changeWatchlist(brokerId, base.symbols, list.symbols)
    if (!changed.ok) return this.#refused(list, changed.error)
    this.#replace(list.id, {
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

  async #load(): Promise<void> {
    if (this.#isLoaded) return
    const { file, log } = this.#deps
    const content = await file.read()
    this.#isLoaded = true
    if (!content.ok || content.value === null) return
    const lists = parseWatchlists(content.value)
    if (lists === null) {
      log.event('error', 'watchlists.damaged')
      await file.setAside()
    } else this.#lists = lists
  }

  async #save(): Promise<boolean> {
    const written = await this.#deps.file.write(writeWatchlists(this.#lists))
    if (written.ok) return true
    this.#deps.log.event('error', 'watchlists.not-saved', { kind: written.error.kind })
    return false
  }
}
