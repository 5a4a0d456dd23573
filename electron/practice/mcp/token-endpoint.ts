import type { Rendered } from '../http/message/answer.js'
import { formFields } from '../http/message/parameters.js'
import type { RawRequest } from '../http/message/raw-request.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Clients } from '../hosted/clients.js'
import type { McpGrants, McpTokens } from '../hosted/grants.js'
import { jsonAnswer, oauthError } from './oauth-answers.js'
import { SCOPES, readScopes } from '../hosted/scopes.js'

export interface TokenDeps {
  readonly clients: Clients
  readonly grants: McpGrants
  readonly now: () => number
  /** Resolves when grants and revocations are saved to disk. */
  readonly persist: () => Promise<void>
}

const answer = ({ access, refresh, scopes }: McpTokens): Rendered =>
  jsonAnswer(
    200,
    {
      access_token: access,
      token_type: 'Bearer',
      expires_in: ASSUMPTIONS.mcpAccess.accessMs / 1_000,
      refresh_token: refresh,
      scope: scopes.join(' '),
    },
    { pragma: 'no-cache' },
  )

const invalidGrant = oauthError(
  400,
  'invalid_grant',
  'This code or token is unknown, used, too old, or not for this client.',
)

/**
 * Exchanges codes and refresh tokens for tokens (RFC 6749 4.1.3 and 6, RFC 7636). Clients are
 * public: they send an id but no secret.
 */
export async function answerToken(
  raw: RawRequest,
  { clients, grants, now, persist }: TokenDeps,
): Promise<Rendered> {
  const form = new Map(formFields(raw) ?? [])
  const field = (name: string): string => form.get(name) ?? ''
  const client = clients.get(field('client_id'))
  if (client === null) return oauthError(401, 'invalid_client', 'This client is not known here.')
  switch (field('grant_type')) {
    case 'authorization_code': {
      if (field('code') === '' || field('code_verifier') === '') {
        return oauthError(400, 'invalid_request', 'code and code_verifier are required.')
      }
      const tokens = grants.redeem(field('code'), {
        client: client.id,
        redirect: field('redirect_uri'),
        verifier: field('code_verifier'),
        resource: form.get('resource') ?? null,
        now: now(),
      })
      await persist()
      return tokens === null ? invalidGrant : answer(tokens)
    }
    case 'refresh_token': {
      const wanted = field('scope') === '' ? null : readScopes(field('scope'))
      if (wanted === null && field('scope') !== '') {
        return oauthError(400, 'invalid_scope', `scopes are ${SCOPES.join(' ')}`)
      }
      const tokens = grants.refresh(field('refresh_token'), client.id, wanted, now())
      await persist()
      if (tokens === 'invalid-scope') {
        return oauthError(400, 'invalid_scope', 'A refresh cannot widen what was allowed.')
      }
      return tokens === null ? invalidGrant : answer(tokens)
    }
    default:
      return oauthError(
        400,
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      )
  }
}
