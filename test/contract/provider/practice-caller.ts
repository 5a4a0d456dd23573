import { createCaller, type Caller } from '../../../electron/provider/call.js'
import { createRateLimiter } from '../../../electron/provider/limiter.js'
import { createAppTokens } from '../../../electron/provider/tokens.js'
import type { ApiVersion } from '../../../electron/provider/versions.js'
import { nodeWorld } from '../../harness/node-world.js'
import type { PracticeSession } from './practice-session.js'

/**
 * The client's own caller of a practice exchange, below what maps answers: it signs, keeps the
 * token and the limits. Asks in one `version` where one is given.
 */
export function practiceCaller(
  { endpoints, ready }: PracticeSession,
  version?: ApiVersion,
): Caller {
  const { clock, timers, random, crypto, log, http } = nodeWorld(ready.ca)
  const tokens = createAppTokens({
    caller: () => caller,
    store: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    clock,
    timers,
  })
  const caller = createCaller({
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
    ...caller,
    close: () => {
      caller.close()
      tokens.close()
      http.close()
    },
  }
}
