import { z } from 'zod'
import { W_GRANT_TYPES } from '../../enums.js'
import { zOptionalText, zWireTime } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { zAccountRecord } from '../trading/accounts.js'

/** The query of the login page and of the authorization step (AUTH-5). */
export const zAuthorizeQuery = z.object({
  response_type: z.literal('code'),
  client_id: z.string().min(1),
  scope: z.string().min(1),
  state: z.string().optional(),
  redirect_uri: z.string().min(1),
  /** PKCE is not published for Connect; Countersign always sends it (SEC-14). */
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
})

/**
 * Seconds as an integer; the wire writes them as text. Null for any other form: the granted tokens
 * stay usable and the published lifetimes apply.
 */
const zSeconds = z
  .union([z.string(), z.number()])
  .transform((value): number | null =>
    /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : null,
  )
  .nullish()
  .catch(null)

/** The sign-in with OAuth and what it opens (AUTH-5). */
export const CONNECT_OPERATIONS = {
  authorizePage: operation({
    id: 'connect.login',
    family: 'connect',
    name: 'Authorization login page',
    method: 'GET',
    path: '/oauth2/authenticate/login',
    host: 'passport',
    auth: 'none',
    effect: 'session',
    paging: 'none',
    rate: LIMITS.connect,
    encoding: 'query',
    request: zAuthorizeQuery,
    response: z.string(),
  }),

  authorizationCode: operation({
    id: 'connect.code',
    family: 'connect',
    name: 'Get Authorization Code',
    method: 'GET',
    path: '/oauth2/auth-codes/get',
    host: 'oauth',
    auth: 'none',
    effect: 'session',
    paging: 'none',
    rate: LIMITS.connect,
    encoding: 'query',
    request: zAuthorizeQuery,
    response: z.string(),
  }),

  createAccessToken: operation({
    id: 'connect.token',
    family: 'connect',
    name: 'Create Access Token',
    method: 'POST',
    path: '/oauth2/tokens/create',
    host: 'oauth',
    auth: 'signature',
    effect: 'session',
    paging: 'none',
    rate: LIMITS.connect,
    encoding: 'form',
    request: z.object({
      client_id: z.string().min(1),
      client_secret: z.string().min(1),
      grant_type: z.enum(W_GRANT_TYPES),
      code: z.string().optional(),
      refresh_token: z.string().optional(),
      code_verifier: z.string().optional(),
    }),
    response: z.object({
      access_token: z.string().min(1),
      token_type: z.string(),
      expires_in: zSeconds,
      refresh_token: z.string().min(1),
      rt_expires_in: zSeconds,
      created_at: zWireTime.nullish().catch(null),
      identity_id: zOptionalText,
    }),
  }),

  listAccountsConnect: operation({
    id: 'connect.accounts.list',
    family: 'connect',
    name: 'List Accounts (Connect)',
    method: 'GET',
    path: '/oauth-openapi/account/list',
    host: 'oauth',
    auth: 'bearer+signature',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.connect,
    encoding: 'query',
    request: z.object({}),
    response: z.array(zAccountRecord),
  }),
} as const
