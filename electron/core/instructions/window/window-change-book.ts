import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { ClientOrderId, ConnectionId } from '../../../../shared/domain/ids.js'
import {
  MAX_ALERT_MARKS,
  MAX_WINDOW_CHANGES,
  type AssistantChange,
  type AssistantChangesView,
  type ChangeAuthor,
  type ChangeDecision,
  type PageAnswer,
  type ShownChart,
} from '../../../../shared/domain/instructions/window-change.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { windowChangeLine } from '../../../../shared/messages/window-change-line.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { LiveValue } from '../../live-values.js'
import type { WatchlistBook } from '../../market/watchlists/watchlist-book.js'
import type { ClockPort, DocumentPort, LogPort, TimerPort } from '../../ports.js'
import { SavedDocument } from '../../saved-document.js'
import {
  parseWindowChanges,
  writeWindowChanges,
  type StoredWindowChange,
  type StoredWindowChanges,
} from './window-change-file.js'
import {
  MAX_OWNED_ITEMS,
  MAX_PREPARED_ORDERS,
  ownedId,
  type OwnedItem,
  type PreparedOrder,
} from './owned-item.js'
import { PageRequests } from './page-requests.js'
import { afterStart, withWindowChange } from './window-change-list.js'
import { made, madeBy, WindowEffects, type WindowParts } from './window-effects.js'

/** A line of a record is short; its body has everything. */
const LINE_CHARS = 260

export interface WindowChangeBookDeps {
  readonly file: DocumentPort
  readonly clock: Pick<ClockPort, 'now'>
  readonly timers: TimerPort
  readonly log: LogPort
  /** Returns 16 hexadecimal digits. */
  readonly newId: () => string
  readonly audit: Pick<AuditPort, 'append'>
  readonly parts: WindowParts
  /** The watchlists, whose changes by assistants are stored with them. */
  readonly watchlists: Pick<WatchlistBook, 'get' | 'load' | 'onEdited' | 'edit'>
  /** A damaged file was set aside. */
  readonly onDamaged: () => void
}

type StoredChange = StoredWindowChange['change']

/**
 * What assistants changed in the window of one profile, until the person keeps or undoes it, a
 * restart in between or not; and what of it is theirs.
 */
export class WindowChangeBook implements LiveValue<AssistantChangesView> {
  readonly effects: WindowEffects
  readonly requests: PageRequests
  readonly #deps: WindowChangeBookDeps
  readonly #store: SavedDocument<StoredWindowChanges>
  readonly #queue = createSerialQueue()
  readonly #changed = createEmitter<void>()
  #stops: readonly Disposer[]
  #content: StoredWindowChanges = NOTHING
  /** Who filled the ticket in this run, also what the person kept since. */
  readonly #fills = new Map<string, ChangeAuthor>()
  #followsDrawings = false
  #isReady = false
  #loading: Promise<void> | null = null

  constructor(deps: WindowChangeBookDeps) {
    this.#deps = deps
    this.effects = new WindowEffects(deps.parts)
    this.requests = new PageRequests(deps.timers)
    const publish = (): void => this.#changed.emit()
    this.#store = new SavedDocument({
      ...deps,
      name: 'window-changes',
      empty: NOTHING,
      parse: parseWindowChanges,
      content: () => writeWindowChanges(this.#content),
      onStored: publish,
    })
    this.#stops = [
      this.requests.onChange(publish),
      deps.watchlists.onEdited(publish),
      deps.parts.streams.alerts.subscribe(publish),
    ]
  }

  get(): AssistantChangesView {
    const { owned } = this.#content
    const alerts = owned.flatMap((item) =>
      item.kind === 'alert' && this.effects.exists(item)
        ? [{ alertId: item.alertId, assistant: item.assistant }]
        : [],
    )
    return {
      changes: [...this.#undecided(), ...this.#ofWatchlists()].sort(
        (a, b) => a.changedAt - b.changedAt,
      ),
      requests: this.requests.all(),
      alerts: alerts.slice(-MAX_ALERT_MARKS),
    }
  }

  subscribe(changed: () => void): Disposer {
    void this.load()
    return this.#changed.add(changed)
  }

  /** Reads the file, once; again while it could not be read. */
  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  /** Returns what a connection made and may remove, as far as it still exists. */
  ownedBy(id: ConnectionId): readonly OwnedItem[] {
    return this.#content.owned.filter(
      (item) => item.connectionId === id && this.effects.exists(item),
    )
  }

  /** Returns the orders that the person sent from a ticket which an assistant filled. */
  prepared(): ReadonlyMap<ClientOrderId, string> {
    return new Map(this.#content.prepared.map(({ order, assistant }) => [order, assistant]))
  }

  /** Returns why no further change can be stored; null when one can. */
  async block(): Promise<Message | null> {
    await this.load()
    if (!this.#isReady) return message('windowChanges.unreadable')
    return this.#undecided().length < MAX_WINDOW_CHANGES ? null : message('windowChanges.undecided')
  }

  /**
   * Stores a change with its author; false when it is not on disk, and then it is not shown.
   *
   * @param owned what the assistant owns by it
   */
  add(
    author: ChangeAuthor,
    change: StoredChange,
    { isOffered = false, id = this.#deps.newId() }: AddOptions = {},
  ): Promise<boolean> {
    return this.#queue.run(() => {
      const { connectionId, assistant } = author
      const changedAt = this.#deps.clock.now()
      const entry = { connectionId, assistant, id, changedAt, isOffered, change }
      const item = madeBy(entry)
      return this.#save({
        ...this.#content,
        changes: withWindowChange(this.#undecided(), entry),
        owned: item === null ? this.#content.owned : [...this.#content.owned, item],
      })
    })
  }

  /**
   * Stores that an assistant removed what it owned. Where the person has not decided on the making
   * of it yet, nothing remains to decide on.
   */
  addRemoval(author: ChangeAuthor, item: OwnedItem, change: StoredChange): Promise<boolean> {
    return this.#queue.run(() => {
      const { connectionId, assistant } = author
      const [id, changedAt] = [this.#deps.newId(), this.#deps.clock.now()]
      const entry = { connectionId, assistant, id, changedAt, isOffered: false, change }
      const { changes, owned } = this.#content
      const rest = changes.filter((known) => !made(known, item))
      return this.#save({
        ...this.#content,
        changes: rest.length < changes.length ? rest : [...rest, entry],
        owned: owned.filter((known) => ownedId(known) !== ownedId(item)),
      })
    })
  }

  /**
   * Carries out a decision of the person, also about a change of a watchlist.
   *
   * @param shown what the page showed before it carried out an offer
   */
  decide(
    id: string,
    decision: ChangeDecision,
    shown: ShownChart | null,
  ): Promise<Result<void, AppError>> {
    return this.#queue.run(async () => {
      await this.load()
      const entry = this.#undecided().find((change) => change.id === id)
      if (entry !== undefined) return this.#decide(entry, decision, shown)
      if (decision === 'accept') return unknown()
      const edited = await this.#deps.watchlists.edit({ kind: decision, changeId: id })
      return edited.ok ? ok(undefined) : edited
    })
  }

  /** Records which orders the person sent from the ticket that a change filled. */
  recordSent(id: string, orders: readonly ClientOrderId[]): Promise<void> {
    return this.#queue.run(async () => {
      await this.load()
      const author = this.#fills.get(id)
      if (author === undefined) return
      const { assistant, connectionId } = author
      for (const order of orders) {
        const line = message('windowChanges.sent', { assistant, order })
        void this.#record(connectionId, line, { change: id, order })
      }
      const sent: readonly PreparedOrder[] = orders.map((order) => ({ order, assistant }))
      await this.#save({
        ...this.#content,
        changes: this.#content.changes.filter((change) => change.id !== id),
        prepared: [...this.#content.prepared, ...sent].slice(-MAX_PREPARED_ORDERS),
      })
    })
  }

  /** Returns a new id of a change. */
  newId(): string {
    return this.#deps.newId()
  }

  /** Takes the page’s answer to a request; false when nobody waits for it any more. */
  answer(id: string, answer: PageAnswer): boolean {
    return this.requests.answer(id, answer)
  }

  /** Stores what is pending, and ends requests to the page. */
  async dispose(): Promise<void> {
    this.requests.withdraw()
    for (const stop of this.#stops) stop()
    await this.#queue.idle()
    await this.#store.end()
    this.#changed.clear()
  }

  async #load(): Promise<void> {
    const [stored] = await Promise.all([this.#store.load(), this.#deps.watchlists.load()])
    this.#isReady = stored !== null
    if (stored === null) this.#loading = null
    else this.#content = { ...stored, changes: afterStart(stored.changes) }
    this.#follow()
    this.#changed.emit()
  }

  /** Remembers who filled the ticket, and follows drawings once an assistant made one. */
  #follow(): void {
    for (const { id, change, connectionId, assistant } of this.#content.changes) {
      if (change.kind === 'ticket') this.#fills.set(id, { connectionId, assistant })
    }
    const drawn = this.#content.owned.find(({ kind }) => kind === 'drawing')
    if (this.#followsDrawings || drawn?.kind !== 'drawing') return
    this.#followsDrawings = true
    const view = this.#deps.parts.drawings.view(drawn.place.key)
    this.#stops = [...this.#stops, view.subscribe(() => this.#changed.emit())]
  }

  /** Returns the changes without those whose alert or drawing the person removed since. */
  #undecided(): readonly StoredWindowChange[] {
    return this.#content.changes.filter((change) => {
      const item = madeBy(change)
      return item === null || this.effects.exists(item)
    })
  }

  #ofWatchlists(): readonly AssistantChange[] {
    const { changes, lists } = this.#deps.watchlists.get()
    return changes.map(({ id, listId, connectionId, assistant, changedAt, ...change }) => ({
      id,
      connectionId,
      assistant,
      changedAt,
      isOffered: false,
      change: {
        kind: 'watchlist',
        list: lists.find((list) => list.id === listId)?.name ?? '',
        isCreated: change.isCreated,
        renamed: change.renamed,
        added: change.added,
        removed: change.removed,
      },
    }))
  }

  async #decide(
    entry: StoredWindowChange,
    decision: ChangeDecision,
    shownChart: ShownChart | null,
  ): Promise<Result<void, AppError>> {
    if (decision === 'accept' && !entry.isOffered) return unknown()
    const undone = decision === 'undo' ? await this.effects.undo(entry) : ok(null)
    if (!undone.ok) return undone
    const rest = this.#content.changes.filter((change) => change !== entry)
    const stored = await this.#save({
      ...this.#content,
      changes: decision === 'accept' ? [...rest, accepted(entry, shownChart)] : rest,
      owned: undone.value === null ? this.#content.owned : [...this.#content.owned, undone.value],
    })
    const change = windowChangeLine(entry)
    const code = entry.isOffered ? OFFER_RECORDS[decision] : RECORDS[decision]
    void this.#record(entry.connectionId, message(code, { change }), { change: entry.id, decision })
    return stored
      ? ok(undefined)
      : err(appError('storage/failed', message('windowChanges.notSaved'), { retry: 'safe' }))
  }

  #record(id: ConnectionId, line: Message, body: Parameters<AuditPort['append']>[3]) {
    return this.#deps.audit.append('window', id, inEnglish(line).slice(0, LINE_CHARS), body)
  }

  /** Stores the content; restores the one before when that fails. */
  async #save(content: StoredWindowChanges): Promise<boolean> {
    const before = this.#content
    const owned = content.owned.filter((item) => this.effects.exists(item))
    this.#content = { ...content, owned: owned.slice(-MAX_OWNED_ITEMS) }
    this.#follow()
    const isStored = await this.#store.save()
    if (!isStored) this.#content = before
    this.#changed.emit()
    return isStored
  }
}

interface AddOptions {
  /** True when nothing changed yet. */
  readonly isOffered?: boolean
  /** The id, where the page knows the change by it. */
  readonly id?: string
}

const NOTHING: StoredWindowChanges = { changes: [], owned: [], prepared: [] }

const RECORDS = {
  undo: 'windowChanges.undone',
  keep: 'windowChanges.kept',
  accept: 'windowChanges.accepted',
} as const satisfies Record<ChangeDecision, Message['code']>
const OFFER_RECORDS = {
  undo: 'windowChanges.dismissed',
  keep: 'windowChanges.dismissed',
  accept: 'windowChanges.accepted',
} as const satisfies Record<ChangeDecision, Message['code']>

/** Returns an offer that the page has carried out. */
function accepted(entry: StoredWindowChange, shown: ShownChart | null): StoredWindowChange {
  const { change } = entry
  return change.kind === 'symbol' || change.kind === 'ticket'
    ? { ...entry, isOffered: false, change: { ...change, before: shown } }
    : entry
}

const unknown = (): Result<never, AppError> =>
  err(appError('provider/refused', message('windowChanges.changeUnknown'), { class: 'local' }))
