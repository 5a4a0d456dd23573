import { err, ok, type Result } from '../../shared/domain/result.js'
import type { AuthorizeFailure, AuthorizePort } from '../core/auth/auth-port.js'
import type { TimerPort } from '../core/ports.js'
import type { ShowPage } from './loopback-callback.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import { singleParameter } from './loopback-callback.js'

const CAP_MS = 300_000
const MAX_CHARS = 8_192

/** An authorize port that waits for the address that the person copies from the browser. */
export interface PasteAuthorizer extends AuthorizePort {
  /**
   * Accepts a pasted address. An error with the reason when it does not belong to the pending
   * attempt, which then continues.
   */
  paste(text: string): Result<void, Message>
  /** Ends the pending attempt; does nothing without one. */
  cancel(): void
}

/**
 * Creates the authorize port for registrations whose redirect is not a loopback address: the
 * browser ends on that address, and the person pastes it. It must be exactly the registered
 * address, with the state of this attempt.
 */
export function createPasteAuthorizer(
  show: ShowPage,
  redirectUri: string,
  timers: TimerPort,
): PasteAuthorizer {
  let waiting: {
    readonly state: string
    readonly settle: (result: Result<string, AuthorizeFailure>) => void
  } | null = null

  return {
    async authorize(urlFor) {
      waiting?.settle(err({ kind: 'cancelled', message: message('auth.anotherBegun') }))
      const url = urlFor(redirectUri)
      const state = new URL(url).searchParams.get('state') ?? ''
      const answered = new Promise<Result<string, AuthorizeFailure>>((resolve) => {
        const stop = timers.after(CAP_MS, () =>
          attempt.settle(err({ kind: 'timeout', message: message('auth.nothingPasted') })),
        )
        const attempt = {
          state,
          settle: (result: Result<string, AuthorizeFailure>) => {
            stop()
            if (waiting === attempt) waiting = null
            resolve(result)
          },
        }
        waiting = attempt
      })
      const attempt = waiting as {
        settle: (result: Result<string, AuthorizeFailure>) => void
      } | null
      const shown = await show(url)
      if (!shown.ok) attempt?.settle(shown)
      const query = await answered
      return query.ok ? ok({ query: query.value, redirectUri }) : query
    },
    paste(text) {
      if (waiting === null) return err(message('auth.nothingExpected'))
      const address = text.trim()
      const cut = address.indexOf('?')
      if (
        address.length > MAX_CHARS ||
        cut < 0 ||
        address.includes('#') ||
        address.slice(0, cut) !== redirectUri
      ) {
        return err(message('auth.notTheAddress'))
      }
      const params = new URLSearchParams(address.slice(cut + 1))
      if (singleParameter(params, 'state') !== waiting.state) {
        return err(message('auth.addressOfAnother'))
      }
      if (
        (singleParameter(params, 'code') === null) ===
        (singleParameter(params, 'error') === null)
      ) {
        return err(message('auth.addressIncomplete'))
      }
      waiting.settle(ok(address.slice(cut + 1)))
      return ok(undefined)
    },
    cancel: () => waiting?.settle(err({ kind: 'cancelled', message: message('auth.cancelled') })),
  }
}
