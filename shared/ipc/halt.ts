import { z } from 'zod'
import { HALT_SCOPES } from '../domain/orders/halt.js'

export const zHaltScope = z.enum(HALT_SCOPES)

/** The id of a flatten plan. */
export const zPlanId = z.string().regex(/^[0-9a-f]{32}$/)
