import type {
  JournalLot,
  JournalOpenLot,
  JournalReport,
  JournalState,
  JournalTrip,
  TradeSource,
} from '../../../../shared/domain/account/journal.js'
import { type AppError, appError, type AppResult } from '../../../../shared/domain/app/app-error.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { LiveValue } from '../../live-values.js'
import type { DocumentPort, LogPort, TimerPort } from '../../ports.js'
import { parseJournalRecords, writeJournalRecords } from './journal-file.js'
import type { RecordPage } from '../records-port.js'
import type { JournalReader } from './journal-reader.js'
import type { JournalRecords } from './journal-records.js'
import type { OpenLot } from './lot-book.js'
import type { JournalNotes } from './notes/journal-notes.js'
import { TripNotesService } from './notes/trip-notes.js'
import { runInSlices } from './slices.js'
import {
  accountJournal,
  lotsOf,
  openLotsOf,
  reportOf,
  tripsOf,
  type AccountJournal,
  type Period,
} from './report.js'

/** Executions are listed within seconds of a fill, and several fills come together. */
const AFTER_FILL_MS = 5_000
/** So long after a read another window needs none: what Countersign trades is announced. */
const FRESH_MS = 30_000
/** The rows of one page. */
const PAGE_ROWS = 500

export interface JournalServiceDeps {
  readonly reader: Pick<JournalReader, 'read'>
  /** Where the records of an account are stored. */
  readonly file: (accountId: AccountId) => DocumentPort
  /** What the person wrote about round trips. */
  readonly notes: JournalNotes
  readonly timers: TimerPort
  readonly log: LogPort
}

/** What is known of one account. */
interface AccountBook {
  records: JournalRecords | null
  /** Computed when somebody looks at it. */
  journal: Promise<AccountJournal> | null
  state: Omit<JournalState, 'notes'>
  watchers: number
  reading: Promise<void> | null
  /** Reads again after the running round. */
  isDue: boolean
  /** An order filled, or the records come from an earlier session: the lots may have changed. */
  isOutdated: boolean
  /** Another fill came while the read after a fill is awaited. */
  isFilledAgain: boolean
  /** Cancels the read after a fill; null while none is awaited. */
  cancelWait: Disposer | null
  /** Cancels the end of the time in which the records are fresh; null while they are not. */
  cancelFresh: Disposer | null
}

function stopWaiting(book: AccountBook): void {
  book.cancelWait?.()
  book.cancelWait = null
}

/** True while the records are being read, or were read a moment ago. */
const isFresh = ({ reading, cancelFresh }: AccountBook): boolean =>
  reading !== null || cancelFresh !== null

/** A page of a list of one account's journal in a period. */
export interface JournalQuery extends Period {
  readonly accountId: AccountId
  readonly cursor: string | null
}

/** A page of the open lots of an account; `key` null: of every instrument. */
export interface OpenLotQuery {
  readonly accountId: AccountId
  readonly key: InstrumentKey | null
  readonly cursor: string | null
}

/**
 * The journal of each account: what the broker recorded, stored here so that only new records are
 * read, and what follows from it. A stored file that is lost or damaged is read from the broker
 * again. An account is read while somebody watches it, and after its fills.
 */
export class JournalService {
  /** What the person writes and attaches to round trips. */
  readonly notes: TripNotesService
  readonly #deps: JournalServiceDeps
  readonly #books = new Map<AccountId, AccountBook>()
  readonly #changed = createEmitter<AccountId>()
  #assistants: ReadonlyMap<ClientOrderId, TradeSource> = new Map()

  constructor(deps: JournalServiceDeps) {
    this.#deps = deps
    this.notes = new TripNotesService(deps.notes, (accountId) => this.#journal(accountId))
    deps.notes.subscribe((accountId) => this.#changed.emit(accountId))
  }

  /** Returns how far an account is; reads it while somebody is subscribed. */
  state(accountId: AccountId): LiveValue<JournalState> {
    return {
      get: () => ({
        ...this.#book(accountId).state,
        notes: this.#deps.notes.state(accountId),
      }),
      subscribe: (changed) => {
        const remove = this.#changed.add((account) => {
          if (account === accountId) changed()
        })
        const book = this.#book(accountId)
        book.watchers += 1
        if (book.isOutdated || !isFresh(book)) this.#read(accountId)
        void this.#deps.notes.load(accountId)
        let isOpen = true
        return () => {
          if (!isOpen) return
          isOpen = false
          remove()
          book.watchers -= 1
          if (book.watchers === 0) stopWaiting(book)
        }
      },
    }
  }

  /** Reads the account again, such as after a failure. */
  refresh(accountId: AccountId): void {
    this.#read(accountId)
  }

  /** An order of the account filled. */
  onFill(accountId: AccountId): void {
    const book = this.#books.get(accountId)
    if (book === undefined) return
    book.isOutdated = true
    book.isFilledAgain = true
    if (!book.state.isBehind) this.#set(book, { isBehind: true })
    if (book.watchers > 0 && book.cancelWait === null) this.#readAfterFill(accountId, book)
  }

  /** Reads in a moment, and once more where another fill comes until then. */
  #readAfterFill(accountId: AccountId, book: AccountBook): void {
    book.isFilledAgain = false
    book.cancelWait = this.#deps.timers.after(AFTER_FILL_MS, () => {
      book.cancelWait = null
      this.#read(accountId)
      if (book.isFilledAgain) this.#readAfterFill(accountId, book)
    })
  }

  /** Names the assistants of these orders; they are stored with the records. */
  nameAssistants(assistants: ReadonlyMap<ClientOrderId, TradeSource>): void {
    this.#assistants = assistants
    for (const [accountId, book] of this.#books) {
      const named = book.records === null ? null : this.#named(book.records)
      if (named === null || named === book.records) continue
      this.#retain(accountId, named)
      void this.#store(accountId, named)
    }
  }

  /**
   * Returns what was realized in a period; reads the account first if that was never done.
   *
   * @param tag only by round trips with this tag; null: by all
   */
  async report(
    accountId: AccountId,
    period: Period,
    tag: string | null = null,
  ): AppResult<JournalReport> {
    const journal = await this.#journal(accountId)
    if (!journal.ok) return journal
    const notes = await this.#deps.notes.load(accountId)
    return ok(reportOf(journal.value, period, notes, tag))
  }

  /** Returns the round trips that ended in a period, newest first. */
  async trips(query: JournalQuery): AppResult<RecordPage<JournalTrip>> {
    const journal = await this.#journal(query.accountId)
    if (!journal.ok) return journal
    const notes = await this.#deps.notes.load(query.accountId)
    return ok(pageOf(tripsOf(journal.value, query, notes), query.cursor))
  }

  /** Returns the lots that were closed in a period, oldest first. */
  async lots(query: JournalQuery): AppResult<RecordPage<JournalLot>> {
    const journal = await this.#journal(query.accountId)
    return journal.ok ? ok(pageOf(lotsOf(journal.value, query), query.cursor)) : journal
  }

  /** Returns what is open of an account, or of one instrument, oldest first. */
  async openLotPage({
    accountId,
    key,
    cursor,
  }: OpenLotQuery): AppResult<RecordPage<JournalOpenLot>> {
    const journal = await this.#journal(accountId)
    if (!journal.ok) return journal
    const lots = openLotsOf(journal.value)
    return ok(pageOf(key === null ? lots : lots.filter((lot) => lot.key === key), cursor))
  }

  /**
   * Returns the open lots of an account; null where they are not known for certain. Records of an
   * earlier session, or from before a fill, are read again first. An account whose journal was
   * never read is not read for this: that may take minutes.
   */
  async openLots(accountId: AccountId): Promise<readonly OpenLot[] | null> {
    const book = this.#book(accountId)
    if (book.records === null && book.reading === null) await this.#load(accountId)
    if (book.records === null) return null
    if (book.isOutdated) {
      if (book.reading === null) this.#read(accountId)
      await book.reading
    }
    if (book.isOutdated || book.state.phase !== 'ready') return null
    const journal = await this.#journal(accountId)
    return journal.ok ? journal.value.open : null
  }

  dispose(): void {
    this.#deps.notes.dispose()
    for (const book of this.#books.values()) {
      book.watchers = 0
      stopWaiting(book)
      book.cancelFresh?.()
    }
    this.#changed.clear()
  }

  #book(accountId: AccountId): AccountBook {
    const known = this.#books.get(accountId)
    if (known !== undefined) return known
    const book: AccountBook = {
      records: null,
      journal: null,
      state: {
        accountId,
        phase: 'reading',
        problem: null,
        readAt: null,
        isBehind: true,
        records: 0,
        revision: 0,
      },
      watchers: 0,
      reading: null,
      isDue: false,
      isOutdated: true,
      isFilledAgain: false,
      cancelWait: null,
      cancelFresh: null,
    }
    this.#books.set(accountId, book)
    return book
  }

  async #journal(accountId: AccountId): AppResult<AccountJournal> {
    const book = this.#book(accountId)
    if (book.records === null) {
      if (book.reading === null) this.#read(accountId)
      await book.reading
    }
    if (book.records === null) return notRead(book.state)
    book.journal ??= runInSlices(accountJournal(book.records), this.#deps.timers)
    return ok(await book.journal)
  }

  #read(accountId: AccountId): void {
    const book = this.#book(accountId)
    if (book.reading !== null) {
      book.isDue = true
      return
    }
    book.isDue = false
    book.reading = this.#round(accountId, book).finally(() => {
      book.reading = null
      if (book.isDue && book.watchers > 0) this.#read(accountId)
    })
  }

  async #round(accountId: AccountId, book: AccountBook): Promise<void> {
    this.#set(book, { phase: 'reading', problem: null, records: 0 })
    if (book.records === null) await this.#load(accountId)
    // A fill while the records are read may not be among them.
    book.isOutdated = false
    const recordsResult = await this.#deps.reader.read(accountId, book.records, (records) =>
      this.#set(book, { records }),
    )
    if (!recordsResult.ok) {
      book.isOutdated = true
      this.#deps.log.event('warn', 'journal.not-read', { kind: recordsResult.error.kind })
      return this.#set(book, { phase: 'failed', problem: recordsResult.error.message })
    }
    const records = this.#named(recordsResult.value)
    this.#retain(accountId, records)
    this.#setFresh(book)
    this.#set(book, { phase: 'ready', isBehind: book.isOutdated })
    await this.#store(accountId, records)
  }

  #setFresh(book: AccountBook): void {
    book.cancelFresh?.()
    book.cancelFresh = this.#deps.timers.after(FRESH_MS, () => {
      book.cancelFresh = null
    })
  }

  /** Reads the stored records; what cannot be read is set aside and read from the broker. */
  async #load(accountId: AccountId): Promise<void> {
    const file = this.#deps.file(accountId)
    const found = await file.read()
    if (found.ok && found.value === null) return
    const records = found.ok ? parseJournalRecords(found.value ?? '', accountId) : null
    if (records !== null) return this.#retain(accountId, this.#named(records))
    this.#deps.log.event('warn', 'journal.set-aside', {})
    await file.setAside()
  }

  async #store(accountId: AccountId, records: JournalRecords): Promise<void> {
    const stored = await this.#deps.file(accountId).write(writeJournalRecords(records))
    // Nothing is lost: the next start reads the records from the broker.
    if (!stored.ok) this.#deps.log.event('warn', 'journal.not-stored', { kind: stored.error.kind })
  }

  #retain(accountId: AccountId, records: JournalRecords): void {
    const book = this.#book(accountId)
    book.records = records
    book.journal = null
    this.#set(book, { readAt: records.readAt, revision: book.state.revision + 1 })
  }

  /** Gives the orders of assistants their names; the same records where none is new. */
  #named(records: JournalRecords): JournalRecords {
    let isChanged = false
    const orders = records.orders.map((order) => {
      const source = this.#assistants.get(order.id)
      const { kind, name } = order.source
      if (source === undefined || (source.kind === kind && source.name === name)) return order
      isChanged = true
      return { ...order, source }
    })
    return isChanged ? { ...records, orders } : records
  }

  #set(book: AccountBook, change: Partial<JournalState>): void {
    book.state = { ...book.state, ...change }
    this.#changed.emit(book.state.accountId)
  }
}

const notRead = ({ problem }: Pick<JournalState, 'problem'>): Result<never, AppError> =>
  err(appError('provider/unavailable', problem ?? message('session.notConnected')))

/** Returns a page; the cursor is the index of its first row. */
function pageOf<T>(rows: readonly T[], cursor: string | null): RecordPage<T> {
  const from = cursor === null ? 0 : Number(cursor)
  const to = from + PAGE_ROWS
  return {
    rows: rows.slice(from, to),
    cursor: to < rows.length ? String(to) : null,
    unreadable: 0,
  }
}
