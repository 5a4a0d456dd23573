import http from 'node:http'
import type { AuthorizeFailure } from '../../core/auth/auth-port.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { PracticeHost } from './practice-host.js'
import { foreign, message } from '../../../shared/messages/make-message.js'

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
export const approveInPractice =
  (host: PracticeHost) =>
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
