import { nodeCrypto } from '../../adapters/crypto.js'
import type { Dial } from '../../adapters/dial.js'
import { createReachPort } from '../../adapters/connections/reach-port.js'
import { trustText } from '../../adapters/connections/authorities.js'
import type { ProxyChooser } from '../../adapters/connections/proxy-chooser.js'
import { systemClock } from '../../adapters/clock.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import { LOOPBACK_NETWORK } from '../../core/net-ports.js'
import type { TokenSource } from '../../core/auth/auth-port.js'
import type { LogPort } from '../../core/ports.js'
import type { Secrets } from '../../core/profiles/credentials.js'
import { createOAuth, type ClientCredentials } from '../../provider/auth/oauth.js'
import { testConnection } from '../../provider/connection-test/connection-test.js'
import type { AppCredentials } from '../../provider/http/authorization.js'
import { HttpCaller } from '../../provider/http/caller.js'
import type { Endpoints } from '../../provider/http/hosts.js'
import { createRateLimiter } from '../../provider/http/rate-limiter.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'
import { providerNetwork } from '../session/provider-network.js'
import { supportText } from './connection-support.js'
import { redirectView } from './redirect-view.js'

export interface ConnectionTestOptions {
  readonly profile: Profile
  readonly endpoints: Endpoints
  readonly secrets: Secrets
  readonly storedToken: string | null
  /** True while the profile is open: its own streams then use the key. */
  readonly isOpen: boolean
  /** Chooses the proxies of the profile's connections. */
  readonly proxies: ProxyChooser
  readonly log: LogPort
  readonly dial: Dial | undefined
}

/** Tests a profile's way of access with clients of its own that exist only for this test. */
export async function testProfileConnection(
  options: ConnectionTestOptions,
): Promise<ConnectionReport> {
  const { profile, endpoints, secrets, storedToken, isOpen, proxies, log, dial } = options
  const { proxyFor } = proxies
  const { pinnedCa } = endpoints
  const use = await proxies.describe(new URL(endpoints.origins.api).hostname)
  const ports = providerNetwork({ pinnedCa, dial, proxyFor, log, network: LOOPBACK_NETWORK })
  const { http, grpc, mqtt } = ports
  const { credentials, client } = credentialsOf(profile, secrets)
  const caller = createCaller({ ...options, http, credentials })
  const redirect = await redirectView(profile)
  try {
    const findings = await testConnection({
      ...ports,
      access: profile.access,
      endpoints,
      caller,
      http,
      grpc,
      mqtt,
      credentials,
      client,
      auth: createOAuth({ endpoints, client, caller, crypto: nodeCrypto, network: ports.network }),
      reach: createReachPort({ pinnedCa, proxyFor, ...(dial === undefined ? {} : { dial }) }),
      redirect: {
        address: redirect?.address ?? null,
        isPortFree: redirect?.port !== 'in-use',
      },
      storedToken,
      isOpen,
      proxied: use.proxies.length > 0,
      proxy: use.text,
      trust: trustText(pinnedCa),
    })
    const runtime = { node: process.versions.node, platform: process.platform }
    const testedAt = systemClock.now()
    return { ...findings, support: supportText({ profile, findings, secrets, testedAt, runtime }) }
  } finally {
    caller.close()
    http.close()
  }
}

function createCaller({
  profile,
  endpoints,
  storedToken,
  log,
  http,
  credentials,
}: ConnectionTestOptions & {
  readonly http: ReturnType<typeof providerNetwork>['http']
  readonly credentials: AppCredentials
}): HttpCaller {
  const sourceOf = (token: string | null): TokenSource => ({
    accessToken: () => Promise.resolve(token),
    rejected: () => undefined,
  })
  const { environment } = endpoints
  return new HttpCaller({
    endpoints,
    credentials,
    mode: 'key',
    version: profile.apiVersion,
    // Two sources: which one a token comes from decides the header that it is sent in.
    tokens: { app: sourceOf(storedToken), bearer: sourceOf(null) },
    limiter: createRateLimiter({
      environment,
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
}

const credentialsOf = (
  { algorithm }: Profile,
  secrets: Secrets,
): { readonly credentials: AppCredentials; readonly client: ClientCredentials } => ({
  credentials: { appKey: secrets.app_key ?? '', appSecret: secrets.app_secret ?? '', algorithm },
  client: {
    clientId: secrets.client_id ?? '',
    clientSecret: secrets.client_secret ?? '',
    scope: secrets.scope ?? '',
  },
})
