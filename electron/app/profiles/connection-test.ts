import { trustText } from '../../adapters/connections/authorities.js'
import { proxyOf } from '../../adapters/connections/proxy.js'
import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import type { Dial } from '../../adapters/dial.js'
import { HttpsPort } from '../../adapters/https-port.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import type { LogPort } from '../../core/ports.js'
import type { Secrets } from '../../core/profiles/credentials.js'
import { HttpCaller } from '../../provider/http/caller.js'
import { testConnection } from '../../provider/auth/connection-test.js'
import type { Endpoints } from '../../provider/http/hosts.js'
import { createRateLimiter } from '../../provider/http/rate-limiter.js'
import { AUTOMATIC_PROXY, type Profile } from '../../../shared/domain/app/profile.schema.js'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'

export interface ConnectionTestOptions {
  readonly profile: Profile
  readonly endpoints: Endpoints
  readonly secrets: Secrets
  readonly storedToken: string | null
  readonly log: LogPort
  readonly dial: Dial | undefined
}

/** Tests a profile with a client of its own that exists only for this test. */
export async function testProfileConnection({
  profile,
  endpoints,
  secrets,
  storedToken,
  log,
  dial,
}: ConnectionTestOptions): Promise<ConnectionReport> {
  const http = new HttpsPort({
    pinnedCa: endpoints.pinnedCa,
    proxyFor: proxyOf(profile.proxy ?? AUTOMATIC_PROXY, process.env),
    ...(dial === undefined ? {} : { dial }),
  })
  const token = { accessToken: () => Promise.resolve(storedToken), rejected: () => undefined }
  const caller = new HttpCaller({
    endpoints,
    credentials: {
      appKey: secrets.app_key ?? '',
      appSecret: secrets.app_secret ?? '',
      algorithm: profile.algorithm,
    },
    mode: 'key',
    version: profile.apiVersion,
    tokens: { app: token, bearer: token },
    limiter: createRateLimiter({
      environment: endpoints.environment,
      mode: 'key',
      clock: systemClock,
      timers: systemTimers,
    }),
    http,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    crypto: nodeCrypto,
    log,
  })
  try {
    return await testConnection({
      endpoints,
      caller,
      http,
      clock: systemClock,
      storedToken,
      trust: trustText(endpoints.pinnedCa),
      signedIn: false,
    })
  } finally {
    caller.close()
    http.close()
  }
}
