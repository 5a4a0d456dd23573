import {
  CODES,
  STATUS_REFUSED,
  normalizeCode,
  zErrorBody,
  zGatewayError,
} from '../../../shared/wire/errors.js'
import type { RateLimit } from '../../../shared/wire/operation.js'
import type { HttpFailure } from '../../core/net-ports.js'

/**
 * The certainty of a failure (REL-30).
 * - `not-sent`: nothing left this computer.
 * - `definitive`: the provider refused, with an answer listed in this file.
 * - `auth`: refused before evaluation; the session or the key has to be fixed.
 * - `rate`: over a limit; nothing was processed.
 * - `ambiguous`: everything else. The request may have had its effect.
 */
export type FailureClass = 'not-sent' | 'definitive' | 'auth' | 'rate' | 'ambiguous'

/** The kind of failure, a closed set; messages are selected by it. */
export type FailureCode =
  | 'refused'
  | 'unauthorized'
  | 'invalid-token'
  | 'not-entitled'
  | 'wrong-environment'
  | 'rate-limited'
  | 'order-exists'
  | 'unavailable'
  | 'timeout'
  | 'malformed'
  | 'invalid-request'
  | 'not-allowed'
  | 'signed-out'
  /** The app key's token waits for the code on the person's phone. */
  | 'awaits-code'
  /** The code was not entered in time; only the person may request another one. */
  | 'not-confirmed'
  | 'stopped'
  | 'withdrawn'

export interface CallFailure {
  readonly class: FailureClass
  readonly code: FailureCode
  readonly status: number | null
  /** The provider's own code, without `OAUTH_`; null when there was none. */
  readonly providerCode: string | null
  /** The provider's message, or a local one; capped, without control characters. */
  readonly message: string
  readonly retryAfterMs: number | null
  /** True when a web page came in the broker's place: of a filter, or a network's sign-in. */
  readonly isWebPage?: boolean | undefined
  /** The limit that left no place for the request; absent for other failures. */
  readonly limit?: RateLimit | undefined
}

const MESSAGE_CAP = 300
/** Network Authentication Required (RFC 6585): the network itself answers. */
const NETWORK_SIGN_IN = 511
const CODE_SYNTAX = /^[A-Z][A-Z0-9_]{2,95}$/

/** Codes that leave the outcome unknown, whatever the status (LIMITS-3, LIMITS-4). */
const UNCLEAR_CODES: ReadonlySet<string> = new Set([
  'OPENAPI_SYSTEM_ERROR',
  CODES.systemError,
  'INTERNAL_SERVER_ERROR',
  'INTERNAL_ERROR',
  'GRPC_SYSTEM_ERROR',
  'SERVICE_NOT_AVAILABLE',
  'GATEWAY_TIMEOUT',
])
/**
 * The id was used by an accepted order: this attempt did nothing, but an order exists. Order Detail
 * settles it.
 */
const REPEAT_CODES: ReadonlySet<string> = new Set([CODES.repeat, 'TRADE_PLACE_ORDER_REPEAT'])
const RATE_CODES: ReadonlySet<string> = new Set([
  CODES.tooManyRequests,
  'REQUEST_TOTAL_COUNT_EXCEEDED',
])
const UNAUTHORIZED_CODES: ReadonlySet<string> = new Set([
  CODES.missingAppKey,
  CODES.missingSignature,
  CODES.missingAlgorithm,
  CODES.missingNonce,
  CODES.missingTimestamp,
  CODES.missingVersion,
  CODES.unauthorized,
  CODES.illegalTimestamp,
  CODES.signatureVersion,
  CODES.signatureAlgorithm,
  'INCORRECT_SIGN',
  'CLOCK_SKEW_EXCEEDED',
  'IP_NOT_ALLOWED',
])
const NOT_ENTITLED_CODES: ReadonlySet<string> = new Set([
  CODES.routeNotPermitted,
  'UNAUTHORIZED_STREAM_DATA',
  'MARKET_DATA_NOT_SUBSCRIBED',
  CODES.accountDenied,
  'APP_NOT_ACTIVATED',
])

interface DefinitiveAnswer {
  readonly status: number
  /** A set of codes, or `refusal`: any well-formed code that is in no other list. */
  readonly codes: ReadonlySet<string> | 'refusal'
  readonly class: Exclude<FailureClass, 'not-sent' | 'ambiguous'>
  readonly code: FailureCode
}

/** The only answers that prove that nothing was done. The first match applies. */
const DEFINITIVE_ANSWERS: readonly DefinitiveAnswer[] = [
  // Older hosts answer 417 for a bad token (AUTH-4).
  {
    status: STATUS_REFUSED,
    codes: new Set([CODES.invalidToken]),
    class: 'auth',
    code: 'invalid-token',
  },
  { status: STATUS_REFUSED, codes: 'refusal', class: 'definitive', code: 'refused' },
  { status: 400, codes: 'refusal', class: 'definitive', code: 'refused' },
  { status: 401, codes: new Set([CODES.invalidToken]), class: 'auth', code: 'invalid-token' },
  { status: 401, codes: UNAUTHORIZED_CODES, class: 'auth', code: 'unauthorized' },
  { status: 401, codes: NOT_ENTITLED_CODES, class: 'definitive', code: 'not-entitled' },
  { status: 403, codes: NOT_ENTITLED_CODES, class: 'definitive', code: 'not-entitled' },
  { status: 429, codes: RATE_CODES, class: 'rate', code: 'rate-limited' },
]

/** True when a row of the table matches this status and (normalized) code. */
const fits = (row: DefinitiveAnswer, status: number, code: string): boolean =>
  row.status === status &&
  (row.codes === 'refusal'
    ? CODE_SYNTAX.test(code) &&
      !UNCLEAR_CODES.has(code) &&
      !REPEAT_CODES.has(code) &&
      !RATE_CODES.has(code)
    : row.codes.has(code))

/** Makes the provider's text safe to display: removes control characters and caps the length. */
export const cleanMessage = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_CAP)

function parseBody(text: string): { code: string | null; message: string; gateway: boolean } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { code: null, message: '', gateway: false }
  }
  const refusal = zErrorBody.safeParse(json)
  if (refusal.success) {
    return {
      code: normalizeCode(refusal.data.error_code),
      message: cleanMessage(refusal.data.message ?? ''),
      gateway: false,
    }
  }
  const gateway = zGatewayError.safeParse(json)
  return {
    code: null,
    message: gateway.success ? cleanMessage(gateway.data.error_msg) : '',
    gateway: gateway.success,
  }
}

/**
 * Parses `Retry-After` in seconds or as a date; null when absent or invalid (whether it is sent is
 * an assumption of LIMITS-1).
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d{1,6}$/.test(text)) return Number.parseInt(text, 10) * 1_000
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.min(date - nowMs, 3_600_000))
}

/**
 * Classifies any answer other than a readable 2xx, by status and code together, never by the text.
 */
export function classifyAnswer(
  status: number,
  body: string,
  retryAfter: number | null = null,
): CallFailure {
  const { code, message, gateway } = parseBody(body)
  const base = { status, providerCode: code, message, retryAfterMs: retryAfter }
  const row =
    code === null
      ? undefined
      : DEFINITIVE_ANSWERS.find((candidate) => fits(candidate, status, code))
  if (row !== undefined) return { ...base, class: row.class, code: row.code }
  // Every path that is called is in the catalog, so the gateway's own 404 means that the key
  // belongs to another environment.
  if (status === 404 && gateway) return { ...base, class: 'definitive', code: 'wrong-environment' }
  if (code !== null && REPEAT_CODES.has(code)) {
    return { ...base, class: 'ambiguous', code: 'order-exists' }
  }
  if (status === 429) return { ...base, class: 'ambiguous', code: 'rate-limited' }
  if (status >= 500 && status !== NETWORK_SIGN_IN) {
    return { ...base, class: 'ambiguous', code: 'unavailable' }
  }
  // No operation is answered with a redirect or a page: the outcome stays unknown all the same.
  const isWebPage = (status >= 300 && status < 400) || status === NETWORK_SIGN_IN || isPage(body)
  return { ...base, class: 'ambiguous', code: 'malformed', isWebPage }
}

/** True for the text of a web page. */
export const isPage = (text: string): boolean => /^\s*(<!doctype html|<html)/i.test(text)

/** Creates the failure of a 2xx with an unexpected payload: the request may have had its effect. */
export const malformedAnswer = (
  status: number,
  detail: string,
  isWebPage = false,
): CallFailure => ({
  isWebPage,
  class: 'ambiguous',
  code: 'malformed',
  status,
  providerCode: null,
  message: cleanMessage(detail),
  retryAfterMs: null,
})

/** Classifies a transport failure: only `not-sent` is certain. */
export const classifyTransport = (failure: HttpFailure): CallFailure => ({
  class: failure.phase === 'not-sent' ? 'not-sent' : 'ambiguous',
  code:
    failure.kind === 'timeout'
      ? 'timeout'
      : failure.kind === 'truncated' || failure.kind === 'too-large'
        ? 'malformed'
        : 'unavailable',
  status: null,
  providerCode: null,
  message: cleanMessage(`${failure.kind}: ${failure.detail}`),
  retryAfterMs: null,
})

/** Creates a local failure, before anything was sent. */
export const localFailure = (
  code: FailureCode,
  message: string,
  retryAfter: number | null = null,
): CallFailure => ({
  class: 'not-sent',
  code,
  status: null,
  providerCode: null,
  message: cleanMessage(message),
  retryAfterMs: retryAfter,
})

/** True when a retry may help: after a network or server failure, never after a refusal. */
export const isTransient = (failure: CallFailure): boolean =>
  (failure.class === 'ambiguous' || failure.class === 'not-sent') &&
  (failure.code === 'unavailable' || failure.code === 'timeout')
