import { z } from 'zod'
import { ASSUMPTIONS } from '../../assumptions.js'
import { W_TOKEN_STATUSES } from '../../enums.js'
import { zOpenEnum } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

/** AUTH-4. `expires` is the v2 name of `expires_at`; a live response carried both. */
export const zTokenAnswer = z
  .object({
    token: z.string().min(1),
    expires_at: z.number().int().optional(),
    expires: z.number().int().optional(),
    status: zOpenEnum(W_TOKEN_STATUSES),
  })
  .refine((answer) => answer.expires_at !== undefined || answer.expires !== undefined, {
    message: 'no expiry',
    path: ['expires_at'],
  })

const clientTokens = {
  family: 'auth',
  method: 'POST',
  host: 'api',
  auth: 'signature',
  effect: 'session',
  paging: 'none',
  rate: LIMITS.clientTokens,
  encoding: 'json',
} as const

/** AUTH-6. Times are epoch milliseconds. */
export const zClientTokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_at: z.number().int(),
  refresh_token: z.string().min(1),
  refresh_expires_at: z.number().int(),
})

/** The tokens of an app key, and the client tokens of end users (AUTH-4, AUTH-6). */
export const AUTH_OPERATIONS = {
  createToken: operation({
    id: 'auth.token.create',
    family: 'auth',
    name: 'Create Token',
    method: 'POST',
    path: '/auth/tokens/create',
    host: 'api',
    auth: 'signature',
    effect: 'session',
    paging: 'none',
    rate: LIMITS.token,
    encoding: 'json',
    request: z.object({ token: z.string().optional() }),
    response: zTokenAnswer,
  }),

  checkToken: operation({
    id: 'auth.token.check',
    family: 'auth',
    name: 'Check Token',
    method: 'POST',
    path: '/auth/tokens/check',
    host: 'api',
    auth: 'signature',
    effect: 'session',
    paging: 'none',
    rate: LIMITS.token,
    encoding: 'json',
    request: z.object({ token: z.string().min(1) }),
    response: zTokenAnswer,
  }),

  /** The provider's libraries call this before creating a token; no v3 path is known (AUTH-4). */
  getConfig: operation({
    id: 'auth.config',
    family: 'auth',
    name: 'Get Config (undocumented)',
    method: 'GET',
    path: '/openapi/config',
    host: 'api',
    auth: 'signature',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.token,
    encoding: 'query',
    request: z.object({}),
    response: z.object({ token_check_enabled: z.boolean() }),
  }),

  createClientToken: operation({
    ...clientTokens,
    id: 'auth.client-token.create',
    name: 'Create Client Token',
    path: '/auth/client-tokens/create',
    request: z.object({
      client_user_id: z.string().min(1).max(ASSUMPTIONS.clientTokens.userIdLength),
    }),
    response: zClientTokenAnswer,
  }),

  refreshClientToken: operation({
    ...clientTokens,
    id: 'auth.client-token.refresh',
    name: 'Refresh Client Token',
    path: '/auth/client-tokens/refresh',
    request: z.object({ refresh_token: z.string().min(1) }),
    response: zClientTokenAnswer,
  }),
} as const
