import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zStoredOrderTerms } from '../storage/stored-order-terms.js'
import { zStoredOrderChange, zStoredOrderDraft, zStoredTrail } from '../storage/stored-order.js'
import {
  zAccountId,
  zClientOrderId,
  zMoney,
  zOrderId,
  zPrice,
  zQuantity,
  zSymbol,
  zTime,
} from '../storage/stored-values.js'
import { ASSET_CLASSES } from '../../../shared/domain/instruments/instrument.js'
import {
  ORDER_SESSIONS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../../shared/domain/orders/order-types.js'
import { SIDES } from '../../../shared/domain/side.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { FileError, JournalPort } from '../ports.js'
import { OBSERVED_STATUSES } from './order-observation.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { describedFileError } from '../file-error.js'

/**
 * Version of the records below. A reader refuses a file with a newer version. Version 2 added the
 * terms of options, event contracts and algorithms to drafts and observations; records of version 1
 * are read unchanged.
 */
const JOURNAL_VERSION = 2
const zVersion = z.literal([1, JOURNAL_VERSION])

const zRequestId = z.string().min(1).max(80)
const zTicket = z.string().min(1).max(64)

const zObservation = z.strictObject({
  source: z.enum(['event', 'detail', 'listing']),
  accountId: zAccountId,
  clientOrderId: zClientOrderId,
  orderId: zOrderId.nullable(),
  assetClass: z.enum(ASSET_CLASSES).nullable(),
  symbol: zSymbol,
  side: z.enum(SIDES).nullable(),
  type: z.enum(ORDER_TYPES).nullable(),
  timeInForce: z.enum(TIMES_IN_FORCE).nullable(),
  session: z.enum(ORDER_SESSIONS).nullable(),
  status: z.enum(OBSERVED_STATUSES).nullable(),
  quantity: zQuantity.nullable(),
  amount: zMoney.nullable(),
  filledQuantity: zQuantity.nullable(),
  averageFillPrice: zPrice.nullable(),
  limitPrice: zPrice.nullable(),
  stopPrice: zPrice.nullable(),
  trail: zStoredTrail.nullable(),
  terms: zStoredOrderTerms.optional(),
  fees: zMoney.nullable(),
  placedAt: zTime.nullable(),
  filledAt: zTime.nullable(),
  reason: z.string().nullable(),
  observedAt: zTime,
})

/**
 * A journal record. `of` links an outcome or a settlement to its request; a placement is identified
 * by its client order id.
 */
const zJournalRecord = z.discriminatedUnion('kind', [
  /** An order about to be sent; it is on disk before the first byte leaves (REL-28). */
  z.strictObject({
    v: zVersion,
    kind: z.literal('intent'),
    ticket: zTicket,
    clientOrderId: zClientOrderId,
    draft: zStoredOrderDraft,
    at: zTime,
    placedAt: zTime.optional(),
  }),
  /** A ticket that the pre-trade check refused: nothing was sent. */
  z.strictObject({
    v: zVersion,
    kind: z.literal('denied'),
    ticket: zTicket,
    draft: zStoredOrderDraft,
    reasons: z.array(z.string()),
    at: zTime,
  }),
  z.strictObject({
    v: zVersion,
    kind: z.literal('replace'),
    request: zRequestId,
    accountId: zAccountId,
    clientOrderId: zClientOrderId,
    change: zStoredOrderChange,
    at: zTime,
  }),
  z.strictObject({
    v: zVersion,
    kind: z.literal('cancel'),
    request: zRequestId,
    accountId: zAccountId,
    clientOrderId: zClientOrderId,
    at: zTime,
  }),
  z.strictObject({
    v: zVersion,
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
    v: zVersion,
    kind: z.literal('settled'),
    of: zRequestId,
    clientOrderId: zClientOrderId,
    as: z.enum(['absent', 'done', 'not-done', 'not-found']),
    note: z.string().nullable(),
    at: zTime,
  }),
  /** An observation that changed an order placed by Countersign. */
  z.strictObject({ v: zVersion, kind: z.literal('observation'), observation: zObservation }),
  /** State of the kill switch; the latest record counts. */
  z.strictObject({
    v: zVersion,
    kind: z.literal('trading'),
    state: z.enum(['active', 'halted']),
    why: z.string().max(300),
    at: zTime,
  }),
])
export type JournalRecord = z.output<typeof zJournalRecord>
type Unversioned<T> = T extends unknown ? Omit<T, 'v'> : never
/** A record without its version. */
export type NewRecord = Unversioned<JournalRecord>

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

export interface OrderJournal {
  /**
   * Returns after the record is on disk. `failed` is true while the latest append has failed;
   * intents are then refused.
   */
  append(record: NewRecord): Promise<Result<void, FileError>>
  /**
   * Returns every record, oldest first. An unreadable record is an error, because ignoring it could
   * lose an order.
   */
  read(): Promise<
    Result<{ readonly records: readonly JournalRecord[]; readonly tailCut: boolean }, FileError>
  >
  readonly failed: boolean
  onFailure(listener: (error: FileError) => void): () => void
  close(): Promise<void>
}

function parseLine(line: string): JournalRecord | null {
  try {
    const parsed = zJournalRecord.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Creates the order journal over a file of lines. Appends run one after another, in the order of
 * the calls.
 */
export const createJournal = (port: JournalPort): OrderJournal => new OrderJournalImpl(port)

class OrderJournalImpl implements OrderJournal {
  readonly #port: JournalPort
  readonly #failures = createEmitter<FileError>()
  readonly #queue = createSerialQueue()
  #failed = false

  constructor(port: JournalPort) {
    this.#port = port
  }

  append(record: NewRecord): Promise<Result<void, FileError>> {
    return this.#queue.run(() => this.#write(record))
  }

  async read(): ReturnType<OrderJournal['read']> {
    const content = await this.#port
      .read()
      .catch(
        (): Result<never, FileError> =>
          err(describedFileError('failed', message('storage.journalUnreadable'))),
      )
    if (!content.ok) return content
    const records: JournalRecord[] = []
    for (const line of content.value.lines) {
      const record = parseLine(line)
      if (record === null) {
        return err(
          describedFileError(
            'damaged',
            message('storage.journalRecordUnreadable', { record: records.length + 1 }),
          ),
        )
      }
      records.push(record)
    }
    return ok({ records, tailCut: content.value.tailCut })
  }

  get failed(): boolean {
    return this.#failed
  }

  onFailure(listener: (error: FileError) => void): () => void {
    return this.#failures.add(listener)
  }

  async close(): Promise<void> {
    await this.#queue.idle()
    await this.#port.close()
  }

  async #write(record: NewRecord): Promise<Result<void, FileError>> {
    const written = await this.#port
      .append(JSON.stringify({ v: JOURNAL_VERSION, ...record }))
      .catch(
        (): Result<void, FileError> =>
          err(describedFileError('failed', message('storage.journalFailed'))),
      )
    // One successful append is enough to clear `failed`: no intent was accepted during the outage,
    // and every other order is queried again at the next start.
    this.#failed = !written.ok
    if (!written.ok) this.#failures.emit(written.error)
    return written
  }
}
