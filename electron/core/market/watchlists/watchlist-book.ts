import type { AppError } from '../../../../shared/domain/app/app-error.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import {
  MAX_LIST_CHANGES,
  type WatchlistContent,
  type WatchlistsView,
  type WatchlistState,
} from '../../../../shared/domain/reference/watchlist-book.js'
import type {
  DecisionEdit,
  ListEdit,
  WatchlistEdit,
} from '../../../../shared/domain/reference/watchlist-book.schema.js'
import type {
  ListAuthor,
  ListChange,
  ListDecision,
  ListRequest,
} from '../../../../shared/domain/reference/list-change.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Message } from '../../../../shared/messages/message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { LiveValue } from '../../live-values.js'
import type { NetworkPort } from '../../net-ports.js'
import type { ClockPort, DocumentPort, LogPort, TimerPort } from '../../ports.js'
import { RetryTimer } from '../../retry-timer.js'
import { providerFailure } from '../../provider-failure.js'
import type { StoredList, StoredListChange } from './watchlist-file.js'
import { isAbsent } from '../facts/polled-list.js'
import {
  changeBetween,
  namedByAssistant,
  editOf,
  ofExisting,
  shownChange,
  undoChange,
  withChange,
} from './list-changes.js'
import { editLists, notSaved, refusedEdit } from './watchlist-edits.js'
import { sameContent } from './watchlist-merge.js'
import type { WatchlistPort } from './watchlist-port.js'
import { WatchlistStore } from './watchlist-store.js'
import { WatchlistSync } from './watchlist-sync.js'

/** Another client of the person may change a list at any time. */
const COMPARE_MS = 60_000
/** The longest pause after a failed comparison. */
const RETRY_MS = 10_000

export interface WatchlistBookDeps {
  readonly port: () => Promise<WatchlistPort>
  readonly file: DocumentPort
  readonly clock: Pick<ClockPort, 'now'>
  readonly timers: TimerPort
  readonly network?: NetworkPort | undefined
  readonly log: LogPort
  readonly newId: () => string
}

/** Why an assistant's request was not carried out. */
export type ListRefusal =
  | { readonly kind: 'unknown' | 'refused' | 'not-saved'; readonly message: Message }
  /** The list has no such symbol; `symbols` are those that it has. */
  | { readonly kind: 'not-in-list'; readonly missing: Symbol; readonly symbols: readonly Symbol[] }

/** A list after the request of an assistant, and what that request changed. */
export interface ChangedList {
  readonly list: WatchlistContent & { readonly id: string }
  readonly change: ListChange
}

/** A decision of the person about the change of an assistant. */
export interface DecidedChange {
  readonly decision: ListDecision
  readonly change: ListChange
  readonly listName: string
}

/**
 * The person's lists, here and at the broker. Every edit is stored here first and carried to the
 * broker with the next comparison, so edits without a connection are not lost. Lists are compared
 * while somebody watches them, and after every edit.
 */
export class WatchlistBook implements LiveValue<WatchlistsView> {
  readonly #deps: WatchlistBookDeps
  readonly #changed = createEmitter<void>()
  readonly #decided = createEmitter<DecidedChange>()
  readonly #queue = createSerialQueue()
  readonly #store: WatchlistStore
  readonly #sync: WatchlistSync
  #watchers = 0
  #cancelWait: Disposer = () => undefined
  readonly #retry: RetryTimer
  #state: WatchlistsView['state'] = 'loading'
  #syncedAt: EpochMs | null = null
  #problem: Message | null = null

  constructor(deps: WatchlistBookDeps) {
    this.#deps = deps
    this.#store = new WatchlistStore(deps)
    this.#sync = new WatchlistSync(this.#store, deps.newId)
    this.#retry = new RetryTimer(deps, RETRY_MS)
  }

  get(): WatchlistsView {
    return {
      state: this.#state,
      lists: this.#store.lists
        .filter(({ isRemoved }) => !isRemoved)
        .map((list) => ({
          id: list.id,
          name: list.name,
          namedBy: list.namedBy,
          symbols: list.symbols,
          state: this.#stateOf(list),
          theirs: list.inConflict ? list.theirs : null,
          problem: this.#sync.refusalOf(list.id),
        })),
      syncedAt: this.#syncedAt,
      problem: this.#problem,
      changes: ofExisting(this.#store.changes, this.#store.lists).map(shownChange),
    }
  }

  /** Returns the lists as stored, and compared with the broker's once. */
  read(): Promise<WatchlistsView> {
    return this.#queue.run(async () => {
      await this.#store.load()
      if (this.#syncedAt === null && this.#state !== 'absent') await this.#compare()
      return this.get()
    })
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
      if (this.#watchers === 0) this.#endWait()
    }
  }

  /** Reads the stored lists, without comparing them with the broker's. */
  load(): Promise<void> {
    return this.#queue.run(() => this.#store.load())
  }

  /** Calls the listener when the lists may have changed, without comparing them for it. */
  onEdited(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Applies and stores an edit; it reaches the broker later. */
  edit(edit: WatchlistEdit): Promise<Result<WatchlistsView, AppError>> {
    return this.#queue.run(async () => {
      await this.#store.load()
      return isDecision(edit) ? this.#decide(edit) : this.#apply(edit)
    })
  }

  /**
   * Carries out a request of an assistant, which the person can undo later, after a restart too.
   *
   * @param record records the change before it takes effect; false: it is not carried out
   */
  change(
    author: ListAuthor,
    request: ListRequest,
    record: (change: ListChange, listName: string) => Promise<boolean>,
  ): Promise<Result<ChangedList, ListRefusal>> {
    return this.#queue.run(async () => {
      await this.#store.load()
      const planned = this.#plan(author, request)
      if (!planned.ok) return planned
      const { lists, list, change } = planned.value
      const result = { list, change: shownChange(change) }
      const changes = withChange(ofExisting(this.#store.changes, lists), change)
      if (change.renamed === null && !hasSymbolChange(change)) return ok(result)
      if (changes.length > MAX_LIST_CHANGES) {
        return err({ kind: 'refused', message: message('watchlists.undecided') })
      }
      if (!(await record(result.change, list.name))) {
        return err({ kind: 'not-saved', message: message('refusals.auditFailed') })
      }
      if (!(await this.#store.storeAll(lists, changes))) {
        return err({ kind: 'not-saved', message: message('watchlists.notSaved') })
      }
      this.#afterEdit(list.id)
      return ok(result)
    })
  }

  /** Calls the listener after each decision of the person about a change of an assistant. */
  onDecided(listener: (decided: DecidedChange) => void): Disposer {
    return this.#decided.add(listener)
  }

  dispose(): void {
    this.#watchers = 0
    this.#endWait()
    this.#changed.clear()
    this.#decided.clear()
  }

  async #apply(edit: ListEdit): Promise<Result<WatchlistsView, AppError>> {
    const edited = editLists(this.#store.lists, edit, this.#deps.newId)
    if (!edited.ok) return refusedEdit(edited.error)
    if (!(await this.#store.storeAll(edited.value, this.#store.changes))) return notSaved()
    this.#afterEdit(edit.kind === 'create' ? null : edit.id)
    return ok(this.get())
  }

  /** Undoes or keeps the change of an assistant; its list stays as it is when it is kept. */
  async #decide({ kind, changeId }: DecisionEdit): Promise<Result<WatchlistsView, AppError>> {
    const change = this.#store.changes.find(({ id }) => id === changeId)
    if (change === undefined) return refusedEdit(message('watchlists.changeUnknown'))
    const listName = this.#store.nameOf(change.listId) ?? ''
    const edited =
      kind === 'undo'
        ? undoChange(this.#store.lists, change, this.#deps.newId)
        : ok(this.#store.lists)
    if (!edited.ok) return refusedEdit(edited.error)
    const otherChanges = this.#store.changes.filter((other) => other !== change)
    if (!(await this.#store.storeAll(edited.value, otherChanges))) return notSaved()
    this.#decided.emit({ decision: kind, change: shownChange(change), listName })
    this.#afterEdit(change.listId)
    return ok(this.get())
  }

  /** Finds the list of a request, and what it would change. */
  #plan(author: ListAuthor, request: ListRequest): Result<PlannedChange, ListRefusal> {
    const list =
      request.kind === 'create'
        ? null
        : this.#store.lists.find(
            ({ id, brokerId, isRemoved }) =>
              !isRemoved && (id === request.id || brokerId === request.id),
          )
    if (list === undefined) return err({ kind: 'unknown', message: message('watchlists.unknown') })
    if (list?.inConflict === true) {
      return err({ kind: 'refused', message: message('watchlists.inConflict') })
    }
    const symbols = list?.symbols ?? []
    const missing =
      request.kind === 'remove' ? request.symbols.find((entry) => !symbols.includes(entry)) : null
    if (missing !== null && missing !== undefined) {
      return err({ kind: 'not-in-list', missing, symbols })
    }
    const { newId, clock } = this.#deps
    const edited = editLists(this.#store.lists, editOf(request, list), newId)
    if (!edited.ok) return err({ kind: 'refused', message: edited.error })
    const lists = namedByAssistant(edited.value, list, author)
    const after = list === null ? lists.at(-1) : lists.find(({ id }) => id === list.id)
    if (after === undefined) return err({ kind: 'unknown', message: message('watchlists.unknown') })
    const change = changeBetween(list, after, { author, id: newId(), changedAt: clock.now() })
    return ok({ lists, list: after, change })
  }

  #afterEdit(listId: string | null): void {
    if (listId !== null) this.#sync.onEdited(listId)
    this.#changed.emit()
    this.#compareSoon(0)
  }

  #stateOf(list: StoredList): WatchlistState {
    if (list.inConflict) return 'conflict'
    if (this.#sync.refusalOf(list.id) !== null) return 'refused'
    if (!list.atBroker) return 'local'
    return list.base !== null && sameContent(list, list.base) ? 'synced' : 'pending'
  }

  #compareSoon(delayMs: number): void {
    this.#endWait()
    this.#cancelWait = this.#deps.timers.after(delayMs, () => this.#compareNow())
  }

  #compareNow(): void {
    void this.#queue.run(() => this.#compare())
  }

  #endWait(): void {
    this.#retry.stop()
    this.#cancelWait()
  }

  async #compare(): Promise<void> {
    await this.#store.load()
    const failure = this.#store.isLoaded
      ? await this.#sync.compareWith(await this.#deps.port())
      : UNREADABLE
    if (failure === null) {
      this.#state = 'ready'
      this.#syncedAt = this.#deps.clock.now()
    } else this.#state = isAbsent(failure) ? 'absent' : 'failed'
    this.#problem = failure?.message ?? null
    await this.#store.save()
    this.#changed.emit()
    if (this.#watchers === 0) return
    this.#endWait()
    if (failure !== null) return this.#retry.failed(() => this.#compareNow())
    this.#retry.succeeded()
    this.#compareSoon(COMPARE_MS)
  }
}

/** What a request of an assistant would make of the lists. */
interface PlannedChange {
  readonly lists: readonly StoredList[]
  readonly list: StoredList
  readonly change: StoredListChange
}

const UNREADABLE = providerFailure('unavailable', message('watchlists.notRead'))

const isDecision = (edit: WatchlistEdit): edit is DecisionEdit =>
  edit.kind === 'undo' || edit.kind === 'keep'

const hasSymbolChange = ({ isCreated, added, removed }: ListChange): boolean =>
  isCreated || added.length > 0 || removed.length > 0
