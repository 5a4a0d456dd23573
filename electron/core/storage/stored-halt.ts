import { z } from 'zod'
import { HALT_SCOPES, type Halt, type LeftOrder } from '../../../shared/domain/orders/halt.js'
import { textSchema as text, zAccountId, zClientOrderId, zSymbol, zTime } from './stored-values.js'

const count = z.number().int().min(0)

const zStoredLeftOrder: z.ZodType<LeftOrder> = z.strictObject({
  clientOrderId: zClientOrderId.nullable(),
  accountId: zAccountId,
  symbol: zSymbol,
  state: z.enum(['working', 'unknown']),
  line: text(300),
})

/** A halt as stored; its time is called `at` there. */
export type StoredHalt = Omit<Halt, 'haltedAt'> & { readonly at: Halt['haltedAt'] }

/** A halt and its result, as stored. */
export const zStoredHalt: z.ZodType<StoredHalt> = z.strictObject({
  scope: z.enum(HALT_SCOPES),
  why: text(200),
  phase: z.enum(['clearing', 'clear', 'left']),
  withdrawn: count,
  cancelled: count,
  working: count,
  unknown: count,
  left: z.array(zStoredLeftOrder).max(200),
  at: zTime,
})
