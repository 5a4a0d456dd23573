import { z } from 'zod'
import { LIMITS } from '../../rate-limits.js'

const broker = {
  family: 'broker',
  host: 'broker',
  auth: 'signature',
  rate: LIMITS.otherReads,
} as const

/** A read of the Broker API: query parameters, no cursor. */
export const brokerRead = {
  ...broker,
  method: 'GET',
  effect: 'read',
  encoding: 'query',
  paging: 'none',
} as const
export const brokerList = { ...brokerRead, paging: 'cursor' } as const
/** A change of records that moves no money. */
export const brokerWrite = {
  ...broker,
  method: 'POST',
  effect: 'session',
  encoding: 'json',
  paging: 'none',
} as const
/** A change that moves money or orders; never repeated blindly. */
export const brokerMoney = { ...brokerWrite, effect: 'trade' } as const

export const zBrokerId = z.string().min(1).max(64)
/**
 * ASSUMPTION: the id of a write. Repeating it with the same body returns the same response; with
 * another body it is refused.
 */
export const zRequestId = z.string().min(1).max(64)
export const zCursorKey = z.string().optional()
/** A positive amount in US dollars with at most two decimals. */
export const zAmount = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,2})?$/, 'an amount above zero with at most two decimals')
