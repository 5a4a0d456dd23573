import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { randomHex } from '../hex.js'
import type { ClockPort, RandomPort } from '../ports.js'
import type { AuthPort, AuthorizePort, TokenGrant } from './auth-port.js'
import { sameText } from './constant-time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** 256 bits for the state and for the PKCE verifier (64 characters; 43 to 128 are allowed). */
const SECRET_BYTES = 32

/**
 * Why a sign-in returned no tokens. `unreachable`: a retry may help; the others need the person.
 */
export interface SignInFailure {
  readonly kind: 'cancelled' | 'timeout' | 'refused' | 'unreachable'
  readonly message: Message
}

/** The tokens of a sign-in; `requestedAt` is the monotonic time at which they were requested. */
export interface SignedIn {
  readonly grant: TokenGrant
  readonly requestedAt: number
}

const failure = (
  kind: SignInFailure['kind'],
  reason: Message,
): { readonly ok: false; readonly error: SignInFailure } => err({ kind, message: reason })

/**
 * Runs the authorization code flow once: state and verifier are created for this attempt, the state
 * is compared in constant time and used once, and the code is exchanged immediately and sent once
 * (SEC-14).
 */
export async function signIn(deps: {
  readonly auth: AuthPort
  readonly authorize: AuthorizePort
  readonly random: RandomPort
  readonly clock: ClockPort
}): Promise<Result<SignedIn, SignInFailure>> {
  const state = randomHex(deps.random, SECRET_BYTES)
  const codeVerifier = randomHex(deps.random, SECRET_BYTES)
  const approved = await deps.authorize.authorize((redirectUri) =>
    deps.auth.authorizeUrl({ state, codeVerifier, redirectUri }),
  )
  if (!approved.ok) {
    return failure(
      approved.error.kind === 'failed' ? 'unreachable' : approved.error.kind,
      approved.error.message,
    )
  }
  const query = new URLSearchParams(approved.value.query)
  const states = query.getAll('state')
  if (states.length !== 1 || !sameText(states[0] ?? '', state)) {
    return failure('refused', message('auth.wrongAttempt'))
  }
  const refused = query.get('error')
  if (refused !== null) {
    return failure(
      refused === 'access_denied' ? 'cancelled' : 'refused',
      refused === 'invalid_request'
        ? message('auth.requestRefused')
        : message('auth.refused', { reason: plainLine(refused, 80) }),
    )
  }
  const codes = query.getAll('code')
  const code = codes[0] ?? ''
  if (codes.length !== 1 || code === '') {
    return failure('refused', message('auth.noCode'))
  }
  const requestedAt = deps.clock.monotonic()
  const grant = await deps.auth.exchange({
    code,
    codeVerifier,
    redirectUri: approved.value.redirectUri,
  })
  if (grant.ok) return ok({ grant: grant.value, requestedAt })
  // A code whose response was lost may be used up, so the caller repeats the whole flow; the code
  // is never sent twice.
  return failure(
    grant.error.kind === 'lost' || grant.error.kind === 'unreachable' ? 'unreachable' : 'refused',
    grant.error.message,
  )
}
