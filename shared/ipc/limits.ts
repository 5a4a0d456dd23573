import { z } from 'zod'
import {
  limitsOutOfRange,
  type LockOut,
  type PersonalLimits,
  type PersonalLimitsView,
  type RaisedDayLimits,
} from '../domain/orders/personal-limits.js'
import { op, type Entry } from './entry.js'
import { mirror } from './mirror.js'
import { zAccountId, zDecimal, zMoney, zQuantity, zTime } from '../domain/scalars.schema.js'

const count = z.number().int().min(1).max(100_000)

const zPersonalLimits = mirror<PersonalLimits>()(
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

export const zLockOut = mirror<LockOut>()(
  z.strictObject({
    accountId: zAccountId,
    reason: z.enum(['daily-loss', 'file-damaged']),
    until: zTime.nullable(),
    since: zTime,
    dayPnl: zMoney.nullable(),
    limit: zMoney.nullable(),
    currency: z.string().max(8),
  }),
)

const zRaised = mirror<RaisedDayLimits>()(
  z.strictObject({
    maxOrdersPerDay: count.nullable().optional(),
    maxDailyLoss: zMoney.nullable().optional(),
    from: zTime.nullable(),
  }),
)

const zPersonalLimitsView = mirror<PersonalLimitsView>()(
  z.strictObject({
    limits: zPersonalLimits,
    defaults: zPersonalLimits,
    raised: zRaised.nullable(),
    lockOuts: z.array(zLockOut).max(50),
    openOrders: z.number().int().min(0),
    ordersToday: z.number().int().min(0),
    accounts: z
      .array(
        z.strictObject({
          accountId: zAccountId,
          currency: z.string().max(8),
          dayPnl: zMoney.nullable(),
          equity: zMoney.nullable(),
        }),
      )
      .max(50),
  }),
)

/** The operations on the person's limits in the open profile. */
export const limitsContract = {
  'limits.get': op({
    in: z.strictObject({}),
    out: zPersonalLimitsView,
    surfaces: ['main'],
    effect: 'read',
  }),
  /** Raising a limit requires a step-up where a lock is set. */
  'limits.set': op({
    in: z.strictObject({ limits: zPersonalLimits }),
    out: zPersonalLimitsView,
    surfaces: ['main'],
    effect: 'authority',
  }),
} as const satisfies Record<string, Entry>
