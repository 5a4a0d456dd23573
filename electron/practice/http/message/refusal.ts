import { CODES, STATUS_REFUSED } from '../../../../shared/wire/errors.js'

/** An answer other than success: HTTP status, the provider's code, a sentence for a person. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

export const refusal = (status: number, code: string, message: string): Refusal => ({
  status,
  code,
  message,
})

/** A business refusal or a parameter that does not fit: 417 (LIMITS-2). */
export const refused = (code: string, message: string): Refusal =>
  refusal(STATUS_REFUSED, code, message)

export const unauthorized = (message: string): Refusal => refusal(401, CODES.unauthorized, message)

/**
 * The gateway in front of the backend: an unknown path, or a key of another environment on any
 * path.
 */
export const ROUTE_NOT_FOUND: Refusal = refusal(404, 'ROUTE_NOT_FOUND', '404 Route Not Found')

export const SYSTEM_ERROR: Refusal = refusal(500, CODES.systemError, 'System error')
export const TOO_LARGE: Refusal = refusal(
  413,
  'REQUEST_TOO_LARGE',
  'The body is larger than 1 MiB.',
)
