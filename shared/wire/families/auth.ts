import { z } from 'zod'
import { zOpenEnum } from '../fields.js'
import { W_TOKEN_STATUSES } from '../enums.js'
import { LIMITS } from '../limits.js'
import { operation } from '../operation.js'

/** contract/auth.md 4. `expires` is the v2 name of `expires_at`; a live answer carried both. */
export const zTokenAnswer = z
  .object({ token: z.string().min(1), expires_at: z.number().int().optional(), expires: z.number().int().optional(), status: zOpenEnum(W_TOKEN_STATUSES) })
  .refine((answer) => answer.expires_at !== undefined || answer.expires !== undefined, { message: 'no expiry', path: ['expires_at'] })

export const createToken = operation({
  id: 'auth.token.create', family: 'auth', name: 'Create Token', method: 'POST', path: '/auth/tokens/create', host: 'api',
  auth: 'signature', effect: 'session', paging: 'none', rate: LIMITS.token, encoding: 'json',
  request: z.object({ token: z.string().optional() }), response: zTokenAnswer,
})

export const checkToken = operation({
  id: 'auth.token.check', family: 'auth', name: 'Check Token', method: 'POST', path: '/auth/tokens/check', host: 'api',
  auth: 'signature', effect: 'session', paging: 'none', rate: LIMITS.token, encoding: 'json',
  request: z.object({ token: z.string().min(1) }), response: zTokenAnswer,
})
