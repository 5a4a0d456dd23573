import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { HttpCaller, type Caller } from '../../../electron/provider/http/caller.js'
import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import { AppTokens } from '../../../electron/provider/auth/app-tokens.js'
import type { ApiVersion } from '../../../shared/domain/app/profile.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import type { PracticeSession } from './practice-session.js'

/**
 * Creates the client's caller for a practice exchange, below the domain mapping: it signs and keeps
 * the token and the rate limits. Uses the API `version` if given.
 */
export function practiceCaller(
  { endpoints, ready }: PracticeSession,
  version?: ApiVersion,
): Caller {
  const { clock, timers, random, crypto, log, http } = nodePorts(ready.ca)
  const tokens = new AppTokens({
    automatic: true,
    asksWhetherNeeded: false,
    caller: () => caller,
    store: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    clock,
    timers,
    network: LOOPBACK_NETWORK,
  })
  const caller: HttpCaller = new HttpCaller({
    endpoints,
    ...(version === undefined ? {} : { version }),
    credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
    mode: 'key',
    tokens: {
      app: tokens,
      bearer: { accessToken: () => Promise.resolve(null), rejected: () => undefined },
    },
    limiter: createRateLimiter({ environment: endpoints.environment, mode: 'key', clock, timers }),
    http,
    clock,
    timers,
    random,
    crypto,
    log,
  })
  return {
    call: (operation, params, options) => caller.call(operation, params, options),
    close: () => {
      caller.close()
      tokens.close()
      http.close()
    },
  }
}
