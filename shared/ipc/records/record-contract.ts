import {
  type CashActivity,
  type Execution,
  type PositionLot,
  type Transfer,
  ACTIVITY_KINDS,
} from '../../domain/account/activity.js'
import { returns, type Nothing, op, type ContractEntry } from '../entry.js'
import type { NamedPosition } from '../../domain/account/account.js'
import type {
  JournalReport,
  JournalTrip,
  JournalLot,
  JournalOpenLot,
} from '../../domain/account/journal.js'
import { type TripNotes, zPictureId } from '../../domain/account/journal-notes.schema.js'
import type { LoggedRequest } from '../../domain/session/request-log.js'
import { z } from 'zod'
import { TransferFilters } from '../../domain/account/transfer-filters.schema.js'
import { zNamedInstrument, zChartSymbol, zNotesEdit, zTripRef, zTag } from './journal.js'
import { zPng } from '../../domain/app/picture-request.schema.js'
import { zAccountId, zTime } from '../../domain/scalars.schema.js'

const main = ['main'] as const

/** Both ends are included; null: from the first record on, and up to now. */
const query = {
  accountId: zAccountId,
  from: zTime.nullable(),
  to: zTime.nullable(),
  cursor: z.string().max(4_000).nullable(),
}

/** A period of an account's journal. */
const period = {
  accountId: zAccountId,
  from: zTime.nullable(),
  to: zTime.nullable(),
}
/** The index of the first row of a page. */
const zRowCursor = z
  .string()
  .regex(/^\d{1,9}$/)
  .nullable()

/** One page of records. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Null where no page follows. */
  readonly cursor: string | null
  /** Rows that the broker sent and that could not be read. */
  readonly unreadable: number
}

/** The operations that read what the broker recorded on an account, newest first, page by page. */
export const recordContract = {
  /** `kinds` empty: all of them. */
  'records.cash': op({
    in: z.strictObject({ ...query, kinds: z.array(z.enum(ACTIVITY_KINDS)).max(20) }),
    out: returns<Page<CashActivity>>(),
    surfaces: main,
    effect: 'read',
  }),
  'records.executions': op({
    in: z.strictObject(query),
    out: returns<Page<Execution>>(),
    surfaces: main,
    effect: 'read',
  }),
  /**
   * What an account realized in a period, `tag` null, or by the round trips with a tag; fails until
   * its records were read once.
   */
  'journal.report': op({
    in: z.strictObject({ ...period, tag: zTag.nullable() }),
    out: returns<JournalReport>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The round trips that ended in a period, newest first. */
  'journal.trips': op({
    in: z.strictObject({ ...period, cursor: zRowCursor }),
    out: returns<Page<JournalTrip>>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The lots that were closed in a period, oldest first. */
  'journal.lots': op({
    in: z.strictObject({ ...period, cursor: zRowCursor }),
    out: returns<Page<JournalLot>>(),
    surfaces: main,
    effect: 'read',
  }),
  /** What is open of an account, or of one instrument, first in, first out, oldest first. */
  'journal.open-lots': op({
    in: z.strictObject({
      accountId: zAccountId,
      key: zNamedInstrument.nullable(),
      cursor: zRowCursor,
    }),
    out: returns<Page<JournalOpenLot>>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The position of any account with this id, now; null where it is not held any more. */
  'records.position': op({
    in: z.strictObject({ accountId: zAccountId, positionId: z.string().min(1).max(64) }),
    out: returns<NamedPosition | null>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The open lots of one instrument as the broker keeps them, oldest first. */
  'records.position-lots': op({
    in: z.strictObject({
      accountId: zAccountId,
      key: zNamedInstrument,
      cursor: z.string().max(4_000).nullable(),
    }),
    out: returns<Page<PositionLot>>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Reads the records of an account again; the topic `journal` says how far that is. */
  'journal.refresh': op({
    in: z.strictObject({ accountId: zAccountId }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Changes the note or the tags of a round trip, and returns them as they are stored. */
  'journal.edit-notes': op({
    in: z.strictObject({ ...zTripRef, ...zNotesEdit }),
    out: returns<TripNotes>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Removes the note, the tags and the pictures of a round trip. */
  'journal.remove-notes': op({
    in: z.strictObject(zTripRef),
    out: returns<TripNotes>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Stores a picture of a chart. Main chooses the name of the file. */
  'journal.attach-picture': op({
    in: z.strictObject({ ...zTripRef, symbol: zChartSymbol, png: zPng }),
    out: returns<TripNotes>(),
    surfaces: main,
    effect: 'session',
  }),
  'journal.remove-picture': op({
    in: z.strictObject({ ...zTripRef, pictureId: zPictureId }),
    out: returns<TripNotes>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Returns a stored picture in base64. */
  'journal.picture': op({
    in: z.strictObject({ accountId: zAccountId, pictureId: zPictureId }),
    out: returns<{ readonly png: string }>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Requests a file name and saves a copy of a picture; false when the person canceled. */
  'journal.save-picture': op({
    in: z.strictObject({ accountId: zAccountId, pictureId: zPictureId }),
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Without the members of the detail. */
  'records.transfers': op({
    in: z.strictObject({ ...query, filters: TransferFilters }),
    out: returns<Page<Transfer>>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The last requests to the broker and what came back, without secrets (SEC-20). */
  'log.requests': op({
    in: z.strictObject({
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .nullable(),
    }),
    out: returns<Page<LoggedRequest>>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Every record of one ACATS transfer, of any date, without the members of their detail. */
  'records.transfer-parts': op({
    in: z.strictObject({ accountId: zAccountId, group: z.string().min(1).max(400) }),
    out: returns<readonly Transfer[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /** One transfer with its detail. */
  'records.transfer': op({
    in: z.strictObject({ accountId: zAccountId, transferId: z.string().min(1).max(200) }),
    out: returns<Transfer>(),
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, ContractEntry>
