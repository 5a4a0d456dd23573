import { err, ok } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { isoTimeOffset } from '../../../../../shared/wire/fields.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { ACCESS_MS, REFRESH_MS, type TokenPair } from '../../../oauth/grants.js'
import { sameSecret } from '../../../oauth/secrets.js'
import { json } from '../../message/answer.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import { refused, unauthorized } from '../../message/refusal.js'
import { LED_HERE, openLogin } from './login.js'

const seconds = (ms: number): string => String(ms / 1_000)

/** All members are strings (AUTH-5). */
async function granted(pair: TokenPair, call: Call): Promise<HandlerResult> {
  await call.services.persist()
  return ok(
    json({
      access_token: pair.accessToken,
      token_type: 'Bearer',
      expires_in: seconds(ACCESS_MS),
      refresh_token: pair.refreshToken,
      rt_expires_in: seconds(REFRESH_MS),
      created_at: isoTimeOffset(epochMs(pair.createdAt)),
      identity_id: pair.userId,
    }),
  )
}

export const connectHandlers: Pick<
  Handlers,
  'connect.login' | 'connect.code' | 'connect.token' | 'connect.accounts.list'
> = {
  'connect.login': openLogin,
  'connect.code': (call) => {
    const path =
      call.services.options.environment === 'sandbox'
        ? '/oauth2/sandbox/authenticate/login'
        : '/oauth2/authenticate/login'
    const query = new URLSearchParams(
      call.raw.query.map(([name, value]): [string, string] => [name, value]),
    )
    if (call.services.variants.current.loginEntry === 'code') query.set(LED_HERE, '1')
    return ok({
      kind: 'redirect',
      location: `${call.services.passport()}${path}?${query.toString()}`,
    })
  },
  'connect.token': (request, call) => {
    const { keys, grants, wall } = call.services
    if (
      !sameSecret(request.client_id, keys.clientId) ||
      !sameSecret(request.client_secret, keys.clientSecret)
    ) {
      return err(unauthorized('The client is not known or its secret is wrong.'))
    }
    if (request.grant_type === 'authorization_code') {
      const pair =
        request.code === undefined
          ? null
          : grants.redeem(request.code, request.client_id, request.code_verifier, wall.now())
      return pair === null
        ? err(
            refused(
              CODES.invalidParameter,
              'The code is missing, used, expired or not for this client.',
            ),
          )
        : granted(pair, call)
    }
    const pair =
      request.refresh_token === undefined
        ? null
        : grants.refresh(request.refresh_token, request.client_id, wall.now())
    return pair === null
      ? err(unauthorized('The refresh token is missing, used, expired or revoked.'))
      : granted(pair, call)
  },
  'connect.accounts.list': (_request, call) =>
    ok(json(call.services.exchange.accounts(call.caller.userId))),
}
