import { z } from 'zod'
import { mirror } from '../../../shared/domain/readonly-schema.js'
import {
  limitsOutOfRange,
  type LockOut,
  type PersonalLimits,
  type RaisedDayLimits,
} from '../../../shared/domain/orders/personal-limits.js'
import {
  textSchema,
  zAccountId,
  zDecimal,
  zMoney,
  zQuantity,
  zTime,
} from '../../../shared/domain/scalars.schema.js'

const count = z.number().int().min(1).max(100_000)

const zLimits = mirror<PersonalLimits>()(
  z
    .strictObject({
      maxQuantity: zQuantity,
      maxNotional: zMoney,
      priceBand: zDecimal,
      maxShare: zDecimal.nullable(),
      maxOpenOrders: count,
      maxOrdersPerDay: count.nullable(),
      maxDailyLoss: zMoney.nullable(),
    })
    .refine((limits) => limitsOutOfRange(limits).length === 0, 'a limit outside its range'),
)

const zRaised = mirror<RaisedDayLimits>()(
  z.strictObject({
    maxOrdersPerDay: count.nullable().optional(),
    maxDailyLoss: zMoney.nullable().optional(),
    from: zTime.nullable(),
  }),
)

const zLockOut = mirror<LockOut>()(
  z.strictObject({
    accountId: zAccountId,
    reason: z.enum(['daily-loss', 'file-damaged']),
    until: zTime.nullable(),
    since: zTime,
    dayPnl: zMoney.nullable(),
    limit: zMoney.nullable(),
    currency: textSchema(8),
  }),
)

/** The version of the file. */
export const LIMITS_VERSION = 1

/** The person's limits and the lock-outs in effect, as stored. */
export const zStoredPersonalLimits = z.strictObject({
  v: z.literal(LIMITS_VERSION),
  limits: zLimits,
  raised: zRaised.nullable(),
  lockOuts: z.array(zLockOut).max(50).readonly(),
})
export type StoredPersonalLimits = Omit<z.output<typeof zStoredPersonalLimits>, 'v'>

/** Returns whether the stored text has a lock-out; throws for any other text. */
export const hasLockOut = (text: string): boolean =>
  zStoredPersonalLimits.parse(JSON.parse(text)).lockOuts.length > 0
