import { err, ok } from '../../../../../shared/domain/result.js'
import { json } from '../../message/answer.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import type { TokenState } from '../../../oauth/access-tokens.js'
import type { ClientPair } from '../../../oauth/client-tokens.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { usuallyNeedsToken } from '../../../faults/variants.js'
import { refusal, ROUTE_NOT_FOUND, unauthorized } from '../../message/refusal.js'

/** In v2 the expiry is named `expires` (AUTH-4). */
const answer = (state: TokenState, call: Call): HandlerResult => {
  const expiry =
    call.caller.version === 'v2' ? { expires: state.expiresAt } : { expires_at: state.expiresAt }
  return ok(json({ token: state.token, ...expiry, status: state.status }))
}

const pairAnswer = (pair: ClientPair): HandlerResult =>
  ok(
    json({
      access_token: pair.accessToken,
      expires_at: pair.expiresAt,
      refresh_token: pair.refreshToken,
      refresh_expires_at: pair.refreshExpiresAt,
    }),
  )

type AuthId =
  | 'auth.token.create'
  | 'auth.token.check'
  | 'auth.config'
  | 'auth.client-token.create'
  | 'auth.client-token.refresh'

export const authHandlers: Pick<Handlers, AuthId> = {
  'auth.token.create': async (request, call) => {
    if (call.services.variants.current.createToken === 'refused') {
      return err(refusal(403, CODES.routeNotPermitted, 'The application may not create tokens.'))
    }
    const state = call.services.tokens.create(request.token, call.services.wall.now())
    await call.services.persist()
    return answer(state, call)
  },
  'auth.token.check': (request, call) =>
    answer(call.services.tokens.check(request.token, call.services.wall.now()), call),
  'auth.config': (_request, { services }) => {
    const { config } = services.variants.current
    if (config === 'missing') return err(ROUTE_NOT_FOUND)
    const isChecked = config === 'usual' && usuallyNeedsToken(services.options.environment)
    return ok(json({ token_check_enabled: isChecked }))
  },
  'auth.client-token.create': async (request, { services }) => {
    const pair = services.clientTokens.create(request.client_user_id, services.wall.now())
    await services.persist()
    return pairAnswer(pair)
  },
  'auth.client-token.refresh': async (request, { services }) => {
    const pair = services.clientTokens.refresh(request.refresh_token, services.wall.now())
    if (pair === null) return err(unauthorized('The refresh token is unknown, used or expired.'))
    await services.persist()
    return pairAnswer(pair)
  },
}
