import { z } from 'zod'
import { HALT_SCOPES, type Halt, type LeftOrder } from '../../../shared/domain/orders/halt.js'
import { textSchema as text, zAccountId, zClientOrderId, zSymbol, zTime } from './stored-values.js'

const count = z.number().int().min(0)

/** An order of a halt as stored: its line is in English. */
type StoredLeftOrder = Omit<LeftOrder, 'line'> & { readonly line: string }

const zStoredLeftOrder: z.ZodType<StoredLeftOrder> = z.strictObject({
  clientOrderId: zClientOrderId.nullable(),
  accountId: zAccountId,
  symbol: zSymbol,
  state: z.enum(['working', 'unknown']),
  line: text(300),
})

/** A halt as stored; its time is called `at` there. */
export type StoredHalt = Omit<Halt, 'haltedAt' | 'left' | 'why'> & {
  /** In English. */
  readonly why: string
  readonly at: Halt['haltedAt']
  readonly left: readonly StoredLeftOrder[]
}

/** A halt and its result, as stored. */
export const zStoredHalt: z.ZodType<StoredHalt> = z.strictObject({
  scope: z.enum(HALT_SCOPES),
  why: text(200),
  phase: z.enum(['clearing', 'clear', 'left']),
  withdrawn: count,
  cancelled: count,
  working: count,
  unknown: count,
  atLeast: z.literal(true).optional(),
  left: z.array(zStoredLeftOrder).max(200),
  at: zTime,
})
