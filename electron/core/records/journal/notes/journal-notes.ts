import { notStored } from '../../../saved-document.js'
import {
  cleanNote,
  cleanTags,
  MAX_ACCOUNT_PICTURES,
  MAX_TRIP_PICTURES,
  type NotesEdit,
  type NotesPhase,
  type NotesState,
} from '../../../../../shared/domain/account/journal-notes.js'
import {
  type TripNotes,
  type TripPicture,
} from '../../../../../shared/domain/account/journal-notes.schema.js'
import {
  appError,
  type AppError,
  type AppResult,
} from '../../../../../shared/domain/app/app-error.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import type { AccountId } from '../../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { createSerialQueue, type SerialQueue } from '../../../../../shared/domain/serial-queue.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import type { ClockPort, DocumentPort, LogPort } from '../../../ports.js'
import { parseJournalNotes, writeJournalNotes, type NoteEntry } from './notes-file.js'
import { isEmpty, NO_ENTRIES, NoteIndex, notesOf, type NotedTrip } from './note-entry.js'
import type { PictureFilesPort } from './picture-files-port.js'

export interface JournalNotesDeps {
  /** Where the notes of an account are stored, apart from the records. */
  readonly file: (accountId: AccountId) => DocumentPort
  readonly pictures: (accountId: AccountId) => PictureFilesPort
  readonly clock: Pick<ClockPort, 'now'>
  /** Returns 32 hexadecimal digits. */
  readonly newId: () => string
  readonly log: LogPort
  /** A damaged file was set aside. */
  readonly onDamaged: () => void
}

/** A picture of a chart that is not stored yet. */
export interface NewPicture {
  readonly symbol: string
  /** In base64. */
  readonly png: string
}

/** The notes of one account. */
interface NoteBook {
  readonly file: DocumentPort
  readonly pictures: PictureFilesPort
  readonly queue: SerialQueue
  index: NoteIndex
  /** Null until the file was read. */
  phase: NotesPhase | null
  revision: number
}

/**
 * What the person wrote about round trips, per account. The broker does not have it, so it is never
 * rebuilt: every change is on disk before it is shown, a damaged file is set aside, and a file that
 * cannot be read is not written over.
 */
export class JournalNotes {
  readonly #deps: JournalNotesDeps
  readonly #books = new Map<AccountId, NoteBook>()
  readonly #changed = createEmitter<AccountId>()

  constructor(deps: JournalNotesDeps) {
    this.#deps = deps
  }

  /** Calls the listener with each account whose notes changed. */
  subscribe(listener: (accountId: AccountId) => void): () => void {
    return this.#changed.add(listener)
  }

  /** Returns how far the notes of an account are; `ready` without tags until they are read. */
  state(accountId: AccountId): NotesState {
    const { phase, index, revision } = this.#book(accountId)
    return { phase: phase ?? 'ready', tags: tagsOf(index), revision }
  }

  /** Reads the notes of an account, once. */
  async load(accountId: AccountId): Promise<NoteIndex> {
    const book = this.#book(accountId)
    await book.queue.run(() => this.#load(accountId, book))
    return book.index
  }

  /** Changes and stores the note or the tags of a round trip. */
  edit(accountId: AccountId, trip: NotedTrip, edit: NotesEdit): AppResult<TripNotes> {
    return this.#change(accountId, trip, (before, book) => ({
      ...before,
      note: edit.note === undefined ? before.note : cleanNote(edit.note),
      tags: edit.tags === undefined ? before.tags : cleanTags(edit.tags, tagsOf(book.index)),
    }))
  }

  /** Removes the note and the tags of a round trip, and deletes its pictures. */
  async remove(accountId: AccountId, trip: NotedTrip): AppResult<TripNotes> {
    return this.#dropping(accountId, trip, () => ({ note: '', tags: [], pictures: [] }))
  }

  /** Stores a picture: the file first, so that no entry names a file that does not exist. */
  async attach(accountId: AccountId, trip: NotedTrip, picture: NewPicture): AppResult<TripNotes> {
    const index = await this.load(accountId)
    const { pictures } = this.#book(accountId)
    const full = refusedPicture(index.find(trip)?.pictures ?? [], index)
    if (full !== null) return refused(full)
    const id = this.#deps.newId()
    const written = await pictures.write(id, picture.png)
    if (!written.ok) {
      this.#deps.log.event('error', 'journal.picture-not-stored', { kind: written.error.kind })
      return written.error.kind === 'damaged'
        ? refused(message('storage.pictureInvalid'))
        : notStored(message('storage.pictureNotSaved'))
    }
    const takenAt = this.#deps.clock.now()
    const stored = await this.#change(accountId, trip, (before) => ({
      ...before,
      pictures: [...before.pictures, { id, symbol: picture.symbol, takenAt }],
    }))
    if (!stored.ok) await pictures.remove(id)
    return stored
  }

  removePicture(accountId: AccountId, trip: NotedTrip, pictureId: string): AppResult<TripNotes> {
    return this.#dropping(accountId, trip, (before) => ({
      ...before,
      pictures: before.pictures.filter(({ id }) => id !== pictureId),
    }))
  }

  /** Returns a stored picture in base64. Only pictures of this account's entries are read. */
  async picture(accountId: AccountId, pictureId: string): AppResult<string> {
    await this.load(accountId)
    const found = this.pictureOf(accountId, pictureId)
    if (found === null) return refused(message('storage.pictureMissing'))
    const read = await this.#book(accountId).pictures.read(pictureId)
    return read.ok && read.value !== null
      ? ok(read.value)
      : refused(message('storage.pictureMissing'))
  }

  /** Returns what is known of a picture of this account; null for any other id. */
  pictureOf(accountId: AccountId, pictureId: string): TripPicture | null {
    const all = this.#book(accountId).index.entries.flatMap(({ pictures }) => pictures)
    return all.find(({ id }) => id === pictureId) ?? null
  }

  dispose(): void {
    this.#changed.clear()
  }

  #book(accountId: AccountId): NoteBook {
    const known = this.#books.get(accountId)
    if (known !== undefined) return known
    const book: NoteBook = {
      file: this.#deps.file(accountId),
      pictures: this.#deps.pictures(accountId),
      queue: createSerialQueue(),
      index: NO_ENTRIES,
      phase: null,
      revision: 0,
    }
    this.#books.set(accountId, book)
    return book
  }

  async #load(accountId: AccountId, book: NoteBook): Promise<void> {
    if (book.phase !== null && book.phase !== 'unreadable') return
    const found = await book.file.read()
    const entries = found.ok && found.value !== null ? parseJournalNotes(found.value) : []
    const isDamaged = found.ok ? entries === null : found.error.kind === 'damaged'
    if (isDamaged) book.phase = await this.#setAside(book)
    else if (found.ok) this.#fill(book, entries ?? [])
    else book.phase = this.#unreadable(found.error.kind)
    if (book.phase === 'ready' && book.index.entries.length === 0) return
    this.#publish(accountId, book)
  }

  async #setAside(book: NoteBook): Promise<NotesPhase> {
    this.#deps.log.event('error', 'journal.notes-damaged', {})
    const moved = await book.file.setAside()
    this.#deps.onDamaged()
    return moved.ok ? 'set-aside' : 'unreadable'
  }

  #unreadable(kind: string): NotesPhase {
    this.#deps.log.event('error', 'journal.notes-unreadable', { kind })
    return 'unreadable'
  }

  #fill(book: NoteBook, entries: readonly NoteEntry[]): void {
    book.index = new NoteIndex(entries)
    book.phase = book.phase === 'set-aside' ? 'set-aside' : 'ready'
  }

  #publish(accountId: AccountId, book: NoteBook): void {
    book.revision += 1
    this.#changed.emit(accountId)
  }

  /** Applies a change, and deletes the pictures that it leaves out once it is on disk. */
  async #dropping(
    accountId: AccountId,
    trip: NotedTrip,
    change: (before: TripNotes) => TripNotes,
  ): AppResult<TripNotes> {
    const before = (await this.load(accountId)).find(trip)?.pictures ?? []
    const stored = await this.#change(accountId, trip, change)
    if (!stored.ok) return stored
    const rest = new Set(stored.value.pictures.map(({ id }) => id))
    const { pictures } = this.#book(accountId)
    for (const { id } of before) {
      const removed = rest.has(id) ? ok(undefined) : await pictures.remove(id)
      if (!removed.ok) this.#deps.log.event('warn', 'journal.picture-not-removed', {})
    }
    return stored
  }

  /** Changes one entry: it is shown only once it is on disk. */
  #change(
    accountId: AccountId,
    trip: NotedTrip,
    change: (before: TripNotes, book: NoteBook) => TripNotes,
  ): AppResult<TripNotes> {
    const book = this.#book(accountId)
    return book.queue.run(async () => {
      await this.#load(accountId, book)
      if (book.phase === 'unreadable') return notStored(message('storage.notesUnreadable'))
      const known = book.index.find(trip)
      const { tripId, key, closedAt } = trip
      const next: NoteEntry = { tripId, key, closedAt, ...change(notesOf(known), book) }
      const others = book.index.entries.filter((entry) => entry !== known)
      const entries = isEmpty(next) ? others : [...others, next]
      const written = await book.file.write(writeJournalNotes(entries))
      if (!written.ok) {
        this.#deps.log.event('error', 'journal.notes-not-stored', { kind: written.error.kind })
        return notStored(message('storage.notesNotSaved'))
      }
      this.#fill(book, entries)
      this.#publish(accountId, book)
      return ok(notesOf(next))
    })
  }
}

const refused = (why: Message): Result<never, AppError> =>
  err(appError('provider/refused', why, { class: 'local' }))
/** Returns why no further picture can be attached; null where one can. */
function refusedPicture(own: readonly TripPicture[], { entries }: NoteIndex): Message | null {
  if (own.length >= MAX_TRIP_PICTURES) {
    return message('storage.tripPicturesFull', { max: MAX_TRIP_PICTURES })
  }
  const count = entries.reduce((total, { pictures }) => total + pictures.length, 0)
  return count >= MAX_ACCOUNT_PICTURES
    ? message('storage.accountPicturesFull', { max: MAX_ACCOUNT_PICTURES })
    : null
}

const tagsOf = ({ entries }: NoteIndex): readonly string[] =>
  [...new Set(entries.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
