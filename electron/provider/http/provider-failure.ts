import { providerFailure, type ProviderFailure } from '../../core/provider-failure.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { CallFailure, FailureCode } from './call-failure.js'

const KINDS: Record<FailureCode, ProviderFailure['kind']> = {
  refused: 'refused',
  unauthorized: 'unauthorized',
  'invalid-token': 'unauthorized',
  'signed-out': 'unauthorized',
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
}

const FAILURE_MESSAGES: Record<FailureCode, string> = {
  refused: 'The provider refused the request.',
  unauthorized: 'The provider did not accept the key or its signature.',
  'invalid-token': 'The provider did not accept the session.',
  'signed-out': 'Signing in is needed.',
  'not-entitled': 'The account has no permission for this.',
  'wrong-environment': 'The key belongs to another environment.',
  'not-allowed': 'This request may not be sent in this environment.',
  'rate-limited': 'The request limit is used up for the moment.',
  'order-exists': 'An order with this id exists already.',
  unavailable: 'The provider cannot be reached.',
  timeout: 'The provider did not answer in time.',
  malformed: 'The provider answered something unreadable.',
  'invalid-request': 'The request is not well formed.',
  stopped: 'The session is closing.',
}

/**
 * Codes for a wrong clock; their provider messages name a header, which does not help a person
 * (AUTH-1).
 */
const CLOCK_CODES: ReadonlySet<string | null> = new Set([
  CODES.illegalTimestamp,
  'CLOCK_SKEW_EXCEEDED',
])
const CLOCK_MESSAGE =
  "The provider refuses requests because this computer's clock is wrong. Set its date and time right."

/** True when the provider refused only the time of the request. */
export const clockRefused = (failure: CallFailure): boolean =>
  failure.code === 'unauthorized' && CLOCK_CODES.has(failure.providerCode)

/**
 * Returns one sentence for a person: the provider's own text for a refusal, a local one otherwise.
 */
export function failureMessage(failure: CallFailure): string {
  if (clockRefused(failure)) return CLOCK_MESSAGE
  const theirs =
    failure.class !== 'not-sent' &&
    failure.status !== null &&
    failure.code !== 'malformed' &&
    failure.code !== 'unavailable'
  return theirs && failure.message !== '' ? failure.message : FAILURE_MESSAGES[failure.code]
}

/** Converts a failed read to core's type. */
export const toProviderFailure = (failure: CallFailure): ProviderFailure =>
  providerFailure(KINDS[failure.code], failureMessage(failure), {
    code: failure.providerCode,
    retryAfterMs: failure.retryAfterMs,
  })
