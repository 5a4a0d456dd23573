import { createAuthorizer } from '../../adapters/loopback-callback.js'
import { LOOPBACK_NETWORK } from '../../core/net-ports.js'
import { createTradingSession } from '../../core/session/create-trading-session.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { practiceEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { approveInPractice } from './loopback-approval.js'
import type { PracticeHost } from './practice-host.js'
import {
  CALLBACK_PATH,
  createSessionProvider,
  sessionAdapters,
  type SessionStorage,
} from '../session/session-adapters.js'

export interface PracticeSessionOptions extends SessionStorage {
  readonly ready: PracticeReady
  readonly host: PracticeHost
}

/** Builds the session of the practice environment from the addresses and keys of its exchange. */
export async function practiceSession({
  ready,
  host,
  ...storage
}: PracticeSessionOptions): Promise<{
  readonly session: TradingSession
  readonly endpoints: Endpoints
}> {
  const found = practiceEndpoints(ready)
  if (!found.ok) {
    throw new Error(`the practice exchange named unusable addresses: ${found.error}`)
  }
  const endpoints = found.value
  for (const secret of [ready.appSecret, ready.clientSecret, ready.user.password]) {
    storage.log.hide(secret)
  }
  const session = createTradingSession({
    ...sessionAdapters(storage, 'practice'),
    environment: 'practice',
    automaticSignIn: true,
    signInWay: 'browser',
    access: 'both',
    pastesAnswer: false,
    authorize: createAuthorizer(approveInPractice(host), { path: CALLBACK_PATH }),
    provider: (bearer) =>
      createSessionProvider({
        storage,
        network: LOOPBACK_NETWORK,
        endpoints,
        mode: 'key',
        credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
        client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
        bearer,
      }),
  })
  return { session, endpoints }
}
