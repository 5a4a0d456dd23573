import { z } from 'zod'
import { Fill, OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { zMessage } from '../../../../shared/messages/message.schema.js'
import { zAccountId, zClientOrderId, zTime } from '../../../../shared/domain/scalars.schema.js'
import { JournalSegment } from '../../journal-segment.js'
import { Tracked } from '../order-row.js'
import { areHashes } from './spent-tickets.js'

/** The version of a checkpoint record. */
export const CHECKPOINT_VERSION = 1

const zTicket = z.strictObject({
  ticket: z.string().min(1).max(64),
  draft: OrderDraft,
  clientOrderId: zClientOrderId.nullable(),
  reasons: z.array(zMessage).readonly(),
})

const zRequestBase = {
  v: z.literal(CHECKPOINT_VERSION),
  request: z.string().min(1).max(80),
  accountId: zAccountId,
  clientOrderId: zClientOrderId,
  at: zTime,
}
const zRequest = z.strictObject({
  record: z.discriminatedUnion('kind', [
    z.strictObject({ ...zRequestBase, kind: z.literal('replace'), change: OrderChange }),
    z.strictObject({ ...zRequestBase, kind: z.literal('cancel') }),
  ]),
  isAcknowledged: z.boolean(),
})

/** The state that replaying the records before a checkpoint gives. */
const zState = z.strictObject({
  rows: z.array(Tracked).readonly(),
  fills: z.array(Fill).readonly(),
  tickets: z.array(zTicket).readonly(),
  requests: z.array(zRequest).readonly(),
  /** The latest record of the kill switch; null when there is none. */
  trading: z
    .strictObject({ state: z.enum(['active', 'halted']), why: z.string().max(300) })
    .nullable(),
  /** Orders journaled to be sent, by day. */
  orderDays: z
    .array(z.strictObject({ day: z.iso.date(), orders: z.number().int().min(1) }))
    .readonly(),
})
export type CheckpointState = z.output<typeof zState>

/**
 * What the records before it amount to. It is the first record of a journal whose earlier records
 * were archived: `segments` lists where they are.
 */
export const zCheckpointRecord = z.strictObject({
  v: z.literal(CHECKPOINT_VERSION),
  kind: z.literal('checkpoint'),
  at: zTime,
  /** The number of records that were archived. */
  records: z.number().int().min(0),
  segments: z.array(JournalSegment).readonly(),
  /** The hashes of tickets that only the archive holds, see `spent-tickets.ts`. */
  spent: z.string().refine(areHashes),
  /** The hashes of who sent their orders. */
  senders: z.string().refine(areHashes),
  state: zState,
})
export type CheckpointRecord = z.output<typeof zCheckpointRecord>
