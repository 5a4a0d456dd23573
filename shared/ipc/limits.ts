import { returns, op, type Entry } from './entry.js'
import { z } from 'zod'
import {
  limitsOutOfRange,
  type PersonalLimits,
  type PersonalLimitsView,
} from '../domain/orders/personal-limits.js'
import { mirror } from '../domain/readonly-schema.js'
import { zDecimal, zMoney, zQuantity } from '../domain/scalars.schema.js'

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

/** The operations on the person's limits in the open profile. */
export const limitsContract = {
  'limits.get': op({
    in: z.strictObject({}),
    out: returns<PersonalLimitsView>(),
    surfaces: ['main'],
    effect: 'read',
  }),
  /** Raising a limit requires a step-up where a lock is set. */
  'limits.set': op({
    in: z.strictObject({ limits: zPersonalLimits }),
    out: returns<PersonalLimitsView>(),
    surfaces: ['main'],
    effect: 'authority',
  }),
} as const satisfies Record<string, Entry>
