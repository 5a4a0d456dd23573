import { providerFailure, type ProviderFailure } from '../../core/provider-failure.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { CallFailure, FailureCode } from './call-failure.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

const KINDS: Record<FailureCode, ProviderFailure['kind']> = {
  refused: 'refused',
  unauthorized: 'unauthorized',
  'invalid-token': 'unauthorized',
  'signed-out': 'signed-out',
  'awaits-code': 'awaits-code',
  'not-confirmed': 'not-confirmed',
  'not-entitled': 'not-entitled',
  'wrong-environment': 'wrong-environment',
  'not-allowed': 'wrong-environment',
  'rate-limited': 'rate-limited',
  'order-exists': 'refused',
  unavailable: 'unavailable',
  timeout: 'timeout',
  malformed: 'malformed',
  'invalid-request': 'refused',
  stopped: 'stopped',
  withdrawn: 'stopped',
}

const FAILURE_MESSAGES: Record<FailureCode, Message> = {
  refused: message('provider.refused'),
  unauthorized: message('provider.unauthorized'),
  'invalid-token': message('provider.invalidToken'),
  'signed-out': message('provider.signedOut'),
  'awaits-code': message('provider.awaitsCode'),
  'not-confirmed': message('provider.notConfirmed'),
  'not-entitled': message('provider.notEntitled'),
  'wrong-environment': message('provider.wrongEnvironment'),
  'not-allowed': message('provider.notAllowed'),
  'rate-limited': message('provider.rateLimited'),
  'order-exists': message('provider.orderExists'),
  unavailable: message('provider.unavailable'),
  timeout: message('provider.timeout'),
  malformed: message('provider.malformed'),
  'invalid-request': message('provider.invalidRequest'),
  stopped: message('provider.stopped'),
  withdrawn: message('risk.halted'),
}

const SECOND_MS = 1_000

/**
 * Codes for a wrong clock; their provider messages name a header, which does not help a person
 * (AUTH-1).
 */
const CLOCK_CODES: ReadonlySet<string | null> = new Set([
  CODES.illegalTimestamp,
  'CLOCK_SKEW_EXCEEDED',
])

/** True when the provider refused only the time of the request. */
export const clockRefused = (failure: CallFailure): boolean =>
  failure.code === 'unauthorized' && CLOCK_CODES.has(failure.providerCode)

/**
 * Returns one sentence for a person: the provider's own text for a refusal, a local one otherwise.
 */
export function failureMessage(failure: CallFailure): Message {
  if (clockRefused(failure)) return message('provider.wrongClock')
  if (failure.isWebPage === true) return message('provider.webPage')
  if (failure.limit !== undefined) {
    const { count, seconds } = failure.limit
    const waitSeconds = Math.max(1, Math.ceil((failure.retryAfterMs ?? 0) / SECOND_MS))
    return message('provider.overLimit', { count, seconds, waitSeconds })
  }
  const theirs =
    failure.class !== 'not-sent' &&
    failure.status !== null &&
    failure.code !== 'malformed' &&
    failure.code !== 'unavailable'
  return theirs && failure.message !== ''
    ? foreign(failure.message)
    : FAILURE_MESSAGES[failure.code]
}

/** Converts a failed read to core's type. */
export const toProviderFailure = (failure: CallFailure): ProviderFailure =>
  providerFailure(KINDS[failure.code], failureMessage(failure), {
    code: failure.providerCode,
    retryAfterMs: failure.retryAfterMs,
  })
