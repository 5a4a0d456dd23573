import { z } from 'zod'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  W_ACATS_TYPES,
  W_ACTIVITY_TYPES,
  W_ORDER_TYPES,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_METHODS,
  W_TRANSFER_STATUSES,
} from '../../../../shared/wire/enums.js'

const zInt = z.number().int()
const zTime = zInt.transform(epochMs)
const zDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const zExecutionDetail = z.object({
  order: zInt,
  orderType: z.enum(W_ORDER_TYPES),
  limit: zInt.nullable(),
  price: zInt,
  total: zInt,
  filled: zInt,
})

/**
 * The saved form of the accounts' journal: its lines in order. A line's number is its place in the
 * array.
 */
export const zJournal = z.array(
  z.object({
    accountId: z.string(),
    time: zTime,
    day: zDay,
    type: z.enum(W_ACTIVITY_TYPES),
    subType: z.string(),
    symbol: z.string().nullable(),
    outcome: z.enum(['yes', 'no']).nullable(),
    cents: zInt,
    size: zInt,
    cost: zInt,
    execution: zExecutionDetail.nullable(),
  }),
)

const zContra = z.object({
  name: z.string(),
  dtcNumber: z.string(),
  accountType: z.string(),
  accountNumber: z.string(),
})
const zShares = z.array(
  z.object({
    symbol: z.string(),
    name: z.string(),
    cusip: z.string(),
    size: zInt,
    price: zInt,
  }),
)
const zAcats = z.object({
  type: z.enum(W_ACATS_TYPES),
  associatedNumber: z.string(),
  controlNumber: z.string(),
  contra: zContra,
  cents: zInt,
  shares: zShares,
})
const zTransfer = z.object({
  transferId: z.string(),
  accountId: z.string(),
  direction: z.enum(W_TRANSFER_DIRECTIONS),
  status: z.enum(W_TRANSFER_STATUSES),
  failureReason: z.string().nullable(),
  createdAt: zTime,
  updatedAt: zTime,
  settlementDay: zDay.nullable(),
  method: z.enum(W_TRANSFER_METHODS),
  acats: zAcats.nullable(),
  coins: z
    .object({
      symbol: z.string(),
      scale: z.object({ price: zInt, size: zInt, multiplier: zInt }),
      size: zInt,
      feeSize: zInt,
      price: zInt.nullable(),
      hash: z.string().nullable(),
      from: z.string(),
      to: z.string(),
    })
    .nullable(),
  plan: z
    .object({
      day: zDay,
      status: z.enum(['COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED']),
      reason: z.string().nullable(),
    })
    .nullable(),
})

/** The saved form of the transfers of shares and coins. */
export const zTransfers = z.array(zTransfer)
