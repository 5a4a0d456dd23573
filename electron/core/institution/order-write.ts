import { z } from 'zod'
import {
  ORDER_WRITE_KINDS,
  ORDER_WRITE_STATES,
  type OrderWriteKind,
} from '../../../shared/domain/institution/institution-order.js'
import { type EpochMs, epochMs } from '../../../shared/domain/time.js'
import { JournalSegment } from '../journal-segment.js'

/** The terms that a Replace changes of one order, as they are sent. */
export interface ChangedTerms {
  readonly clientOrderId: string
  readonly terms: Readonly<Record<string, string>>
}

/** A request that changes an order of a customer: what is needed to send it and to settle it. */
export interface OrderWrite {
  readonly kind: OrderWriteKind
  readonly accountId: string
  /** The order that is queried to settle it; of a combination, its first one. */
  readonly clientOrderId: string
  /** The changes of a Replace; empty for the others. */
  readonly changes: readonly ChangedTerms[]
}

const zTime = z.int().transform((ms): EpochMs => epochMs(ms))
const zWrite = z.strictObject({
  kind: z.enum(ORDER_WRITE_KINDS),
  accountId: z.string().min(1),
  clientOrderId: z.string().min(1),
  changes: z
    .array(z.strictObject({ clientOrderId: z.string(), terms: z.record(z.string(), z.string()) }))
    .readonly(),
})

/** The answer to a request, as the journal keeps it. */
export const ANSWERS = ['done', 'rejected', 'not-sent', 'unknown'] as const

/** The version of the journal's lines. */
export const ORDER_WRITES_VERSION = 1

/**
 * A line of the journal: the intent is on disk before the request leaves, so that a crash between
 * both leaves a line that the next start settles.
 */
export const zOrderWriteRecord = z.discriminatedUnion('kind', [
  z.strictObject({
    v: z.literal(ORDER_WRITES_VERSION),
    kind: z.literal('intent'),
    ref: z.string().min(1),
    at: zTime,
    write: zWrite,
  }),
  z.strictObject({
    v: z.literal(ORDER_WRITES_VERSION),
    kind: z.literal('answer'),
    ref: z.string().min(1),
    at: zTime,
    answer: z.enum(ANSWERS),
  }),
  z.strictObject({
    v: z.literal(ORDER_WRITES_VERSION),
    kind: z.literal('settled'),
    ref: z.string().min(1),
    at: zTime,
    as: z.enum(['done', 'no-effect']),
  }),
  // What the records before it leave, which are in the archive.
  z.strictObject({
    v: z.literal(ORDER_WRITES_VERSION),
    kind: z.literal('checkpoint'),
    at: zTime,
    records: z.int().min(0),
    segments: z.array(JournalSegment).readonly(),
    writes: z
      .array(
        z.strictObject({
          ref: z.string().min(1),
          sentAt: zTime,
          write: zWrite,
          state: z.enum(ORDER_WRITE_STATES),
        }),
      )
      .readonly(),
  }),
])
export type OrderWriteRecord = z.output<typeof zOrderWriteRecord>
