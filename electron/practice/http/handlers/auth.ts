import { ok } from '../../../../shared/domain/result.js'
import { json } from '../answer.js'
import type { Call, Handlers, Outcome } from '../handler.js'
import type { TokenState } from '../../oauth/access-tokens.js'

/** The v2 name of the expiry is `expires` (contract/auth.md 4). */
const answer = (state: TokenState, call: Call): Outcome => {
  const expiry = call.caller.version === 'v2' ? { expires: state.expiresAt } : { expires_at: state.expiresAt }
  return ok(json({ token: state.token, ...expiry, status: state.status }))
}

export const authHandlers: Pick<Handlers, 'auth.token.create' | 'auth.token.check'> = {
  'auth.token.create': async (request, call) => {
    const state = call.services.tokens.create(request.token, call.services.wall.now())
    await call.services.persist()
    return answer(state, call)
  },
  'auth.token.check': (request, call) => answer(call.services.tokens.check(request.token, call.services.wall.now()), call),
}
