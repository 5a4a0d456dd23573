import { z } from 'zod'
import { ACTIVITY_KINDS } from '../../domain/account/activity.js'
import { op, type Entry } from '../entry.js'
import { MAX_RECORDS, zCashActivity, zExecution, zLoggedRequest, zTransfer } from './records.js'
import { zAccountId, zTime } from '../schemas.js'
import { zJournalLot, zJournalReport, zJournalTrip } from './journal.js'

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
  /** What an account realized in a period; fails until its records were read once. */
  'journal.report': op({
    in: z.strictObject(period),
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
  /** Reads the records of an account again; the topic `journal` says how far that is. */
  'journal.refresh': op({
    in: z.strictObject({ accountId: zAccountId }),
    out: z.strictObject({}),
    surfaces: main,
    effect: 'read',
  }),
  /** Without the members of the detail. */
  'records.transfers': op({
    in: z.strictObject(query),
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
  /** One transfer with its detail. */
  'records.transfer': op({
    in: z.strictObject({ accountId: zAccountId, transferId: z.string().min(1).max(200) }),
    out: zTransfer,
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, Entry>
