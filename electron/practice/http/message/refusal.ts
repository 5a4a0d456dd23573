import { CODES, STATUS_REFUSED } from '../../../../shared/wire/errors.js'

/** An unsuccessful answer: HTTP status, the provider's code, and a message for a person. */
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

/** Creates a refusal for business reasons or an invalid parameter: 417 (LIMITS-2). */
export const refused = (code: string, message: string): Refusal =>
  refusal(STATUS_REFUSED, code, message)

export const unauthorized = (message: string): Refusal => refusal(401, CODES.unauthorized, message)

/** The gateway's refusal of an unknown path, or of another environment's app key on any path. */
export const ROUTE_NOT_FOUND: Refusal = refusal(404, 'ROUTE_NOT_FOUND', '404 Route Not Found')

export const SYSTEM_ERROR: Refusal = refusal(500, CODES.systemError, 'System error')
export const TOO_LARGE: Refusal = refusal(
  413,
  'REQUEST_TOO_LARGE',
  'The body is larger than 1 MiB.',
)
