import type { NotesEdit } from '../../../../../shared/domain/account/journal-notes.js'
import type {
  TripNotes,
  TripPicture,
  TripRef,
} from '../../../../../shared/domain/account/journal-notes.schema.js'
import { appError, type AppResult } from '../../../../../shared/domain/app/app-error.js'
import type { AccountId } from '../../../../../shared/domain/ids.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { notedTrip, type AccountJournal } from '../report.js'
import type { JournalNotes, NewPicture } from './journal-notes.js'
import type { NotedTrip } from './note-entry.js'

/** What the person writes and attaches to the round trips of a journal. */
export class TripNotesService {
  readonly #notes: JournalNotes
  readonly #journal: (accountId: AccountId) => AppResult<AccountJournal>

  /** @param journal reads an account's journal first if that was never done */
  constructor(notes: JournalNotes, journal: (accountId: AccountId) => AppResult<AccountJournal>) {
    this.#notes = notes
    this.#journal = journal
  }

  /** Changes the note or the tags of a round trip. */
  async edit(accountId: AccountId, ref: TripRef, edit: NotesEdit): AppResult<TripNotes> {
    const trip = await this.#trip(accountId, ref)
    return trip.ok ? this.#notes.edit(accountId, trip.value, edit) : trip
  }

  /** Removes the note, the tags and the pictures of a round trip. */
  async remove(accountId: AccountId, ref: TripRef): AppResult<TripNotes> {
    const trip = await this.#trip(accountId, ref)
    return trip.ok ? this.#notes.remove(accountId, trip.value) : trip
  }

  /** Attaches a picture of a chart to a round trip. */
  async attach(accountId: AccountId, ref: TripRef, picture: NewPicture): AppResult<TripNotes> {
    const trip = await this.#trip(accountId, ref)
    return trip.ok ? this.#notes.attach(accountId, trip.value, picture) : trip
  }

  async removePicture(accountId: AccountId, ref: TripRef, pictureId: string): AppResult<TripNotes> {
    const trip = await this.#trip(accountId, ref)
    return trip.ok ? this.#notes.removePicture(accountId, trip.value, pictureId) : trip
  }

  /** Returns an attached picture in base64, and what it shows. */
  async picture(
    accountId: AccountId,
    pictureId: string,
  ): AppResult<{ readonly png: string; readonly about: TripPicture }> {
    const png = await this.#notes.picture(accountId, pictureId)
    const about = this.#notes.pictureOf(accountId, pictureId)
    if (!png.ok) return png
    return about === null
      ? err(appError('provider/refused', message('storage.pictureMissing'), { class: 'local' }))
      : ok({ png: png.value, about })
  }

  /** Finds a round trip of this account: notes of anything else are refused. */
  async #trip(accountId: AccountId, { tripId, key }: TripRef): AppResult<NotedTrip> {
    const journal = await this.#journal(accountId)
    if (!journal.ok) return journal
    const trip = journal.value.trips.find(
      (candidate) => candidate.id === tripId && candidate.key === key,
    )
    return trip === undefined
      ? err(appError('provider/refused', message('storage.tripUnknown'), { class: 'local' }))
      : ok(notedTrip(trip))
  }
}
