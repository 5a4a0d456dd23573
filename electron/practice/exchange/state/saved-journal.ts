import { z } from 'zod'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  W_ACATS_TYPES,
  W_ACTIVITY_TYPES,
  W_ORDER_TYPES,
  W_TRANSFER_DIRECTIONS,
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
    outcome: z.enum(['yes', 'no']).nullable().default(null),
    cents: zInt,
    size: zInt,
    cost: zInt,
    execution: zExecutionDetail.nullable(),
  }),
)

/** The saved form of the transfers between brokers. */
export const zTransfers = z.array(
  z.object({
    transferId: z.string(),
    accountId: z.string(),
    direction: z.enum(W_TRANSFER_DIRECTIONS),
    status: z.enum(W_TRANSFER_STATUSES),
    type: z.enum(W_ACATS_TYPES),
    failureReason: z.string().nullable(),
    associatedNumber: z.string(),
    controlNumber: z.string(),
    createdAt: zTime,
    updatedAt: zTime,
    settlementDay: zDay.nullable(),
    contra: z.object({
      name: z.string(),
      dtcNumber: z.string(),
      accountType: z.string(),
      accountNumber: z.string(),
    }),
    cents: zInt,
    shares: z.array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        cusip: z.string(),
        size: zInt,
        price: zInt,
      }),
    ),
  }),
)
