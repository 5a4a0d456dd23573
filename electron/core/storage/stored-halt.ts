import { z } from 'zod'
import { mirror } from '../../../shared/domain/readonly-schema.js'
import { HALT_SCOPES, type Halt, type LeftOrder } from '../../../shared/domain/orders/halt.js'
import {
  textSchema as text,
  zAccountId,
  zClientOrderId,
  zTradingSymbol,
  zTime,
} from '../../../shared/domain/scalars.schema.js'

/** The longest reason, and the longest line of an order, that the file holds. */
export const HALT_WHY_CHARS = 200
export const HALT_LINE_CHARS = 300
/** The most orders that the file holds. */
export const MAX_STORED_LEFT = 200

const count = z.number().int().min(0)

/** An order of a halt as stored: its line is in English. */
type StoredLeftOrder = Omit<LeftOrder, 'line'> & { readonly line: string }

const zStoredLeftOrder = mirror<StoredLeftOrder>()(
  z.strictObject({
    clientOrderId: zClientOrderId.nullable(),
    accountId: zAccountId,
    symbol: zTradingSymbol,
    state: z.enum(['working', 'unknown']),
    line: text(HALT_LINE_CHARS),
  }),
)

/** A halt as stored; its time is called `at` there. */
export type StoredHalt = Omit<Halt, 'haltedAt' | 'left' | 'why'> & {
  /** In English. */
  readonly why: string
  readonly at: Halt['haltedAt']
  readonly left: readonly StoredLeftOrder[]
}

/** A halt and its result, as stored. */
export const zStoredHalt = mirror<StoredHalt>()(
  z.strictObject({
    scope: z.enum(HALT_SCOPES),
    why: text(HALT_WHY_CHARS),
    phase: z.enum(['clearing', 'clear', 'left', 'untouched']),
    withdrawn: count,
    cancelled: count,
    working: count,
    unknown: count,
    atLeast: z.literal(true).optional(),
    left: z.array(zStoredLeftOrder).max(MAX_STORED_LEFT),
    at: zTime,
  }),
)
