import { returns, op, type ContractEntry } from './entry.js'
import { z } from 'zod'
import type { PersonalLimitsView } from '../domain/orders/limits/personal-limits.js'
import { PersonalLimits } from '../domain/orders/limits/personal-limits.schema.js'

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
    in: z.strictObject({ limits: PersonalLimits }),
    out: returns<PersonalLimitsView>(),
    surfaces: ['main'],
    effect: 'authority',
  }),
} as const satisfies Record<string, ContractEntry>
