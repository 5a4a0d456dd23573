import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { createHttpsPort } from '../../adapters/https-port.js'
import { createJournalFile, journalPath } from '../../adapters/journal-file.js'
import type { LogFile } from '../../adapters/log-file.js'
import { createAuthorizer } from '../../adapters/loopback-callback.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import type { VaultPort } from '../../core/ports.js'
import { DEFAULT_LIMITS } from '../../core/risk/risk-limits.js'
import { createTradingSession } from '../../core/session/create-trading-session.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { createProvider } from '../../provider/gateway.js'
import { practiceEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { approveInPractice } from '../practice/loopback-approval.js'
import type { PracticeHost } from '../practice/practice-host.js'
import { vaultTokens } from '../../app/session/vault-token-store.js'

/** The redirect path that the practice exchange accepts, with any loopback port. */
const CALLBACK_PATH = '/callback'

export interface PracticeSessionOptions {
  readonly ready: PracticeReady
  readonly host: PracticeHost
  readonly vault: VaultPort
  /** The environment's own folder. */
  readonly root: string
  readonly log: LogFile
}

/** Builds the session of the practice environment from the addresses and keys of its exchange. */
export async function practiceSession({
  ready,
  host,
  vault,
  root,
  log,
}: PracticeSessionOptions): Promise<{
  readonly session: TradingSession
  readonly endpoints: Endpoints
}> {
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) {
    throw new Error(`the practice exchange named unusable addresses: ${endpoints.error}`)
  }
  const { pinnedCa } = endpoints.value
  for (const secret of [ready.appSecret, ready.clientSecret, ready.user.password]) log.hide(secret)
  const session = createTradingSession({
    environment: 'practice',
    automaticSignIn: true,
    signInWay: 'browser',
    access: 'both',
    pastesAnswer: false,
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    log,
    vault,
    journal: createJournalFile({ path: journalPath(root, 'orders'), clock: systemClock, log }),
    limits: DEFAULT_LIMITS,
    authorize: createAuthorizer(approveInPractice(host), { path: CALLBACK_PATH }),
    provider: (bearer) => {
      const provider = createProvider({
        endpoints: endpoints.value,
        mode: 'key',
        tokenStore: vaultTokens(vault),
        credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
        client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
        ports: {
          clock: systemClock,
          timers: systemTimers,
          random: systemRandom,
          crypto: nodeCrypto,
          log,
          http: createHttpsPort({ pinnedCa }),
          grpc: async () =>
            (await import('../../adapters/grpc-port.js')).createGrpcPort({ pinnedCa }),
          mqtt: async () =>
            (await import('../../adapters/mqtt-port.js')).createMqttPort({ pinnedCa }),
        },
      })
      provider.useBearer(bearer)
      return { ...provider, api: provider.health, dispose: () => Promise.resolve(provider.close()) }
    },
  })
  return { session, endpoints: endpoints.value }
}
