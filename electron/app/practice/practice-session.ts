import { createAuthorizer } from '../../adapters/loopback-callback.js'
import { LOOPBACK_NETWORK } from '../../core/net-ports.js'
import { createTradingSession } from '../../core/session/create-trading-session.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import { practiceEndpoints, type Endpoints } from '../../provider/http/hosts.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import type { PracticeHost } from './practice-host.js'
import { CALLBACK_PATH } from '../../../shared/domain/app/profile.js'
import {
  createSessionProvider,
  sessionAdapters,
  type SessionStorage,
} from '../session/session-adapters.js'
import http from 'node:http'
import type { AuthorizeFailure } from '../../core/auth/auth-port.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { foreign, message } from '../../../shared/messages/make-message.js'

export interface PracticeSessionOptions extends SessionStorage {
  readonly ready: PracticeReady
  readonly host: Pick<PracticeHost, 'command'>
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

const LIMIT_MS = 5_000

/** Follows a redirect to our own loopback receiver, as a browser would. */
const visit = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = http.get(url, { timeout: LIMIT_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(true))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })

/**
 * Approves a sign-in in practice without the person: the exchange is instructed to approve over its
 * control channel, and the redirect is followed to the loopback receiver. The rest of the flow
 * (state, code, token exchange) is the same as in other environments.
 */
const approveInPractice =
  (host: Pick<PracticeHost, 'command'>) =>
  async (loginUrl: string): Promise<Result<void, AuthorizeFailure>> => {
    const query = Object.fromEntries(new URL(loginUrl).searchParams)
    const answer = await host.command({ command: 'approve', query })
    const redirect =
      answer.ok && typeof answer.value === 'object' && answer.value !== null
        ? (answer.value as { redirect?: unknown }).redirect
        : undefined
    if (typeof redirect !== 'string' || !/^http:\/\/127\.0\.0\.1:\d+\//.test(redirect)) {
      return err({
        kind: 'failed',
        message: answer.ok
          ? message('auth.noLoopback')
          : message('auth.practiceFailed', { reason: foreign(answer.error) }),
      })
    }
    return (await visit(redirect))
      ? ok(undefined)
      : err({ kind: 'failed', message: message('auth.notHandedBack') })
  }
