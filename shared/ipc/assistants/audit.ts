import { z } from 'zod'
import type {
  AuditReport,
  AuditRow,
  ReceiptCheck,
  ReceiptPublicKey,
} from '../../domain/instructions/audit.js'
import { zDigest, zTime, textSchema } from '../../domain/scalars.schema.js'
import { zMessage } from '../message.js'
import { RECEIPT_DECISIONS } from '../../receipt/receipt.js'
import { mirror } from '../mirror.js'

/** A receipt holds the records of one instruction, of which there are few. */
const MAX_RECEIPT_RECORDS = 10_000
/** One record of the audit chain, for display. */
export const zAuditRow = mirror<AuditRow>()(
  z.strictObject({
    seq: z.number().int(),
    at: zTime,
    kind: textSchema(40),
    subject: textSchema(80),
    line: textSchema(300),
    hash: zDigest,
  }),
)
/**
 * `unproved`: the chain is consistent, but there is no checkpoint to prove that nothing was cut off
 * or rewritten.
 */
export const zAuditReport = mirror<AuditReport>()(
  z.strictObject({
    state: z.enum(['verified', 'unproved', 'damaged']),
    count: z.number().int(),
    head: zDigest.nullable(),
    problem: z.strictObject({ seq: z.number().int().nullable(), what: zMessage }).nullable(),
    checkedAt: zTime,
  }),
)

export const zReceiptPublicKey = mirror<ReceiptPublicKey>()(
  z.strictObject({ key: textSchema(60), fingerprint: zDigest }),
)
export const zReceiptCheck = mirror<ReceiptCheck>()(
  z.strictObject({
    problem: zMessage.nullable(),
    receipt: z
      .strictObject({
        environment: textSchema(40),
        instruction: textSchema(80),
        madeAt: zTime,
        fingerprint: zDigest,
        isOwn: z.boolean(),
        decision: z.enum(RECEIPT_DECISIONS),
        records: z
          .array(z.strictObject({ at: zTime, kind: textSchema(40), line: textSchema(300) }))
          .max(MAX_RECEIPT_RECORDS),
      })
      .nullable(),
  }),
)
