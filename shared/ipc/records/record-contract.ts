import { z } from 'zod'
import { ACTIVITY_KINDS } from '../../domain/account/activity.js'
import { op, type Entry } from '../entry.js'
import {
  MAX_RECORDS,
  zCashActivity,
  zExecution,
  zLoggedRequest,
  zPositionLot,
  zTransfer,
  zTransferFilters,
} from './records.js'
import { zInstrumentKey } from './realized-day.js'
import { zAccountId, zTime } from '../../domain/scalars.schema.js'
import {
  zChartSymbol,
  zJournalLot,
  zJournalOpenLot,
  zJournalReport,
  zJournalTrip,
  zNotesEdit,
  zPictureId,
  zPng,
  zTripNotes,
  zTripRef,
  zTag,
} from './journal.js'

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

const page = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    rows: z.array(row).max(MAX_RECORDS),
    cursor: z.string().max(4_000).nullable(),
    /** Rows that the broker sent and that could not be read. */
    unreadable: z.number().int().min(0),
  })

/** The operations that read what the broker recorded on an account, newest first, page by page. */
export const recordContract = {
  /** `kinds` empty: all of them. */
  'records.cash': op({
    in: z.strictObject({ ...query, kinds: z.array(z.enum(ACTIVITY_KINDS)).max(20) }),
    out: page(zCashActivity),
    surfaces: main,
    effect: 'read',
  }),
  'records.executions': op({
    in: z.strictObject(query),
    out: page(zExecution),
    surfaces: main,
    effect: 'read',
  }),
  /**
   * What an account realized in a period, `tag` null, or by the round trips with a tag; fails until
   * its records were read once.
   */
  'journal.report': op({
    in: z.strictObject({ ...period, tag: zTag.nullable() }),
    out: zJournalReport,
    surfaces: main,
    effect: 'read',
  }),
  /** The round trips that ended in a period, newest first. */
  'journal.trips': op({
    in: z.strictObject({ ...period, cursor: zRowCursor }),
    out: page(zJournalTrip),
    surfaces: main,
    effect: 'read',
  }),
  /** The lots that were closed in a period, oldest first. */
  'journal.lots': op({
    in: z.strictObject({ ...period, cursor: zRowCursor }),
    out: page(zJournalLot),
    surfaces: main,
    effect: 'read',
  }),
  /** What is open of an account, or of one instrument, first in, first out, oldest first. */
  'journal.open-lots': op({
    in: z.strictObject({
      accountId: zAccountId,
      key: zInstrumentKey.nullable(),
      cursor: zRowCursor,
    }),
    out: page(zJournalOpenLot),
    surfaces: main,
    effect: 'read',
  }),
  /** The open lots of one instrument as the broker keeps them, oldest first. */
  'records.position-lots': op({
    in: z.strictObject({
      accountId: zAccountId,
      key: zInstrumentKey,
      cursor: z.string().max(4_000).nullable(),
    }),
    out: page(zPositionLot),
    surfaces: main,
    effect: 'read',
  }),
  /** Reads the records of an account again; the topic `journal` says how far that is. */
  'journal.refresh': op({
    in: z.strictObject({ accountId: zAccountId }),
    out: z.strictObject({}),
    surfaces: main,
    effect: 'read',
  }),
  /** Changes the note or the tags of a round trip, and returns them as they are stored. */
  'journal.edit-notes': op({
    in: z.strictObject({ ...zTripRef, ...zNotesEdit }),
    out: zTripNotes,
    surfaces: main,
    effect: 'session',
  }),
  /** Removes the note, the tags and the pictures of a round trip. */
  'journal.remove-notes': op({
    in: z.strictObject(zTripRef),
    out: zTripNotes,
    surfaces: main,
    effect: 'session',
  }),
  /** Stores a picture of a chart. Main chooses the name of the file. */
  'journal.attach-picture': op({
    in: z.strictObject({ ...zTripRef, symbol: zChartSymbol, png: zPng }),
    out: zTripNotes,
    surfaces: main,
    effect: 'session',
  }),
  'journal.remove-picture': op({
    in: z.strictObject({ ...zTripRef, pictureId: zPictureId }),
    out: zTripNotes,
    surfaces: main,
    effect: 'session',
  }),
  /** Returns a stored picture in base64. */
  'journal.picture': op({
    in: z.strictObject({ accountId: zAccountId, pictureId: zPictureId }),
    out: z.strictObject({ png: zPng }),
    surfaces: main,
    effect: 'read',
  }),
  /** Requests a file name and saves a copy of a picture; false when the person canceled. */
  'journal.save-picture': op({
    in: z.strictObject({ accountId: zAccountId, pictureId: zPictureId }),
    out: z.strictObject({ saved: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
  /** Without the members of the detail. */
  'records.transfers': op({
    in: z.strictObject({ ...query, filters: zTransferFilters }),
    out: page(zTransfer),
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
    out: page(zLoggedRequest),
    surfaces: main,
    effect: 'read',
  }),
  /** Every record of one ACATS transfer, of any date, without the members of their detail. */
  'records.transfer-parts': op({
    in: z.strictObject({ accountId: zAccountId, group: z.string().min(1).max(400) }),
    out: z.array(zTransfer),
    surfaces: main,
    effect: 'read',
  }),
  /** One transfer with its detail. */
  'records.transfer': op({
    in: z.strictObject({ accountId: zAccountId, transferId: z.string().min(1).max(200) }),
    out: zTransfer,
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, Entry>
