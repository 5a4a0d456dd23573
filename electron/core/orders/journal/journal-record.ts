import { z } from 'zod'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { Combo } from '../../../../shared/domain/orders/order-terms.js'
import { OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import {
  zAccountId,
  zClientOrderId,
  zOrderId,
  zPrice,
  zTime,
} from '../../../../shared/domain/scalars.schema.js'
import { OrderObservation } from '../order-observation.js'
import { zCheckpointRecord, type CheckpointRecord } from './journal-checkpoint.js'

/** The version of the records. A reader refuses a file with a newer version. */
export const JOURNAL_VERSION = 1
const v = z.literal(JOURNAL_VERSION)

const zRequestId = z.string().min(1).max(80)
const zTicket = z.string().min(1).max(64)

/**
 * The price that a person confirmed although it was not current, and when. `ageMs`: how old it was
 * when it was shown; null when it had never been confirmed.
 */
const zConfirmedPrice = z.strictObject({
  last: zPrice.nullable(),
  bid: zPrice.nullable(),
  ask: zPrice.nullable(),
  ageMs: z.number().int().nonnegative().nullable(),
  at: zTime,
})
export type ConfirmedPrice = z.output<typeof zConfirmedPrice>

/**
 * A journal record. `of` links an outcome or a settlement to its request; a placement is identified
 * by its client order id.
 */
const zJournalRecord = z.discriminatedUnion('kind', [
  /** An order about to be sent; it is on disk before the first byte leaves (REL-28). */
  z.strictObject({
    v,
    kind: z.literal('intent'),
    ticket: zTicket,
    clientOrderId: zClientOrderId,
    draft: OrderDraft,
    at: zTime,
    placedAt: zTime.optional(),
    /** Its place among linked orders. A reader that does not know it refuses the record. */
    combo: Combo.optional(),
    /** Absent for an order whose price was current, or that needed none. */
    confirmed: zConfirmedPrice.optional(),
  }),
  /** A ticket that the pre-trade check refused: nothing was sent. */
  z.strictObject({
    v,
    kind: z.literal('denied'),
    ticket: zTicket,
    draft: OrderDraft,
    reasons: z.array(z.string()),
    at: zTime,
  }),
  z.strictObject({
    v,
    kind: z.literal('replace'),
    request: zRequestId,
    accountId: zAccountId,
    clientOrderId: zClientOrderId,
    change: OrderChange,
    at: zTime,
    /** As for an intent. */
    confirmed: zConfirmedPrice.optional(),
  }),
  z.strictObject({
    v,
    kind: z.literal('cancel'),
    request: zRequestId,
    accountId: zAccountId,
    clientOrderId: zClientOrderId,
    at: zTime,
  }),
  z.strictObject({
    v,
    kind: z.literal('outcome'),
    of: zRequestId,
    clientOrderId: zClientOrderId,
    outcome: z.enum(['acknowledged', 'repeated', 'rejected', 'not-sent', 'unknown']),
    orderId: zOrderId.nullable(),
    code: z.string().nullable(),
    reason: z.string().nullable(),
    at: zTime,
  }),
  /**
   * How an unknown outcome was settled: proved absent, done or not done. `not-found`: an order that
   * was at the provider, and that it does not know any more.
   */
  z.strictObject({
    v,
    kind: z.literal('settled'),
    of: zRequestId,
    clientOrderId: zClientOrderId,
    as: z.enum(['absent', 'done', 'not-done', 'not-found']),
    note: z.string().nullable(),
    at: zTime,
  }),
  /** An observation that changed an order placed by Countersign. */
  z.strictObject({ v, kind: z.literal('observation'), observation: OrderObservation }),
  /** State of the kill switch; the latest record counts. */
  z.strictObject({
    v,
    kind: z.literal('trading'),
    state: z.enum(['active', 'halted']),
    why: z.string().max(300),
    at: zTime,
  }),
  zCheckpointRecord,
])
export type JournalRecord = z.output<typeof zJournalRecord>
type Unversioned<T> = T extends unknown ? Omit<T, 'v'> : never
/** A record without its version. */
export type NewRecord = Unversioned<Exclude<JournalRecord, CheckpointRecord>>

/** The longest text of a record. */
const MAX_NOTE_CHARS = 500

/** Returns a message as a record stores it: in English. Read back, it is a foreign text. */
export const journalText = (stored: Message): string => inEnglish(stored).slice(0, MAX_NOTE_CHARS)

/** Like {@link journalText}, for a note that may be absent. */
export const journalNote = (note: Message | null): string | null =>
  note === null ? null : journalText(note)

/** Returns the message of a stored note. */
export const noteOfRecord = (note: string | null): Message | null =>
  note === null ? null : foreign(note)

/** Parses a line; null when it is unreadable or of a newer version. */
export function parseRecord(line: string): JournalRecord | null {
  try {
    const parsed = zJournalRecord.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
