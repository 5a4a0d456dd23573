import type { Operation } from '../../../shared/wire/operation.js'
import type { ToolAnswer } from '../session/example.js'
import type { Guise } from '../session/session.js'

/**
 * A client that may not call the operation, with the expected refusal (LIMITS-2, LIMITS-3, AUTH-1).
 */
export interface RejectedClient {
  readonly what: string
  readonly guise: Guise
  readonly answer: ToolAnswer
}

const missing = (header: string, code: string): RejectedClient => ({
  what: `no ${header}`,
  guise: { headers: { [header]: null } },
  answer: [401, code],
})
const other = (
  title: string,
  headers: Guise['headers'],
  code: string,
  status = 401,
): RejectedClient => ({
  what: title,
  guise: { headers: headers ?? {} },
  answer: [status, code],
})

const SIGNATURE: readonly RejectedClient[] = [
  // The gateway refuses a key of another environment on every path, without an error code.
  {
    what: 'the key of another environment',
    guise: { appKey: 'somebody-elses-key' },
    answer: [404, null],
  },
  { what: 'another secret', guise: { appSecret: 'guessed' }, answer: [401, 'UNAUTHORIZED'] },
  missing('x-app-key', 'MISSING_APP_KEY'),
  missing('x-signature', 'MISSING_SIGNATURE'),
  missing('x-signature-algorithm', 'MISSING_ALGORITHM'),
  missing('x-signature-nonce', 'MISSING_NONCE'),
  missing('x-timestamp', 'MISSING_TIMESTAMP'),
  missing('x-version', 'MISSING_VERSION'),
  other(
    'a signature of no known version',
    { 'x-signature-version': '2.0' },
    'VERSION_NOT_SUPPORTED',
  ),
  other(
    'an unknown algorithm',
    { 'x-signature-algorithm': 'HMAC-MD5' },
    'SIGNATURE_ALGORITHM_NOT_SUPPORTED',
  ),
  other('an old timestamp', { 'x-timestamp': '2020-01-01T00:00:00Z' }, 'ILLEGAL_TIMESTAMP'),
  other('a timestamp of another form', { 'x-timestamp': '1763735400' }, 'ILLEGAL_TIMESTAMP'),
  other('another version of the interface', { 'x-version': 'v9' }, 'UNSUPPORTED_API_VERSION', 417),
]

const TOKEN: readonly RejectedClient[] = [
  missing('x-access-token', 'INVALID_TOKEN'),
  other('an unknown token', { 'x-access-token': 'f'.repeat(32) }, 'INVALID_TOKEN'),
]
const BEARER: readonly RejectedClient[] = [
  missing('authorization', 'INVALID_TOKEN'),
  other('an unknown bearer', { authorization: 'Bearer nobody' }, 'INVALID_TOKEN'),
]

/** Returns the clients that are refused before the operation's parameters are checked. */
export function rejectedClientsOf({ auth }: Operation): readonly RejectedClient[] {
  if (auth === 'none') return []
  if (auth === 'signature') return SIGNATURE
  if (auth === 'signature+token') return [...SIGNATURE, ...TOKEN]
  // With a bearer (Connect), a signature may be absent but must be correct when present (AUTH-5).
  return [
    ...SIGNATURE.filter(
      ({ what: title }) =>
        title === 'the key of another environment' ||
        title === 'another secret' ||
        title.startsWith('another version'),
    ),
    ...BEARER,
  ]
}
