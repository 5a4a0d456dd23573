import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  classifyAnswer,
  classifyTransport,
  isTransient,
  retryAfterMs,
} from '../../../electron/provider/http/call-failure.js'
import { toWriteOutcome } from '../../../electron/provider/orders/trade-gateway.js'
import { writtenOut } from '../../harness/written-out.js'

/**
 * The table of LIMITS-2 to LIMITS-4 written a second time, by hand: anything else must not count as
 * a refusal.
 */
const AUTH_401 = [
  'MISSING_APP_KEY',
  'MISSING_SIGNATURE',
  'MISSING_ALGORITHM',
  'MISSING_NONCE',
  'MISSING_TIMESTAMP',
  'MISSING_VERSION',
  'UNAUTHORIZED',
  'ILLEGAL_TIMESTAMP',
  'VERSION_NOT_SUPPORTED',
  'SIGNATURE_ALGORITHM_NOT_SUPPORTED',
  'INCORRECT_SIGN',
  'CLOCK_SKEW_EXCEEDED',
  'IP_NOT_ALLOWED',
  'INVALID_TOKEN',
]
const RIGHTS = [
  'ROUTE_NOT_PERMITTED',
  'UNAUTHORIZED_STREAM_DATA',
  'MARKET_DATA_NOT_SUBSCRIBED',
  'ACCOUNT_ACCESS_DENIED',
  'APP_NOT_ACTIVATED',
]
const UNSURE = [
  'OPENAPI_SYSTEM_ERROR',
  'SYSTEM_ERROR',
  'INTERNAL_SERVER_ERROR',
  'INTERNAL_ERROR',
  'GRPC_SYSTEM_ERROR',
  'SERVICE_NOT_AVAILABLE',
  'GATEWAY_TIMEOUT',
  'OPENAPI_TRADE_PLACE_ORDER_REPEAT',
  'TRADE_PLACE_ORDER_REPEAT',
  'TOO_MANY_REQUESTS',
  'REQUEST_TOTAL_COUNT_EXCEEDED',
]

function mayBeDefinitive(status: number, body: string): boolean {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return false
  }
  if (typeof json !== 'object' || json === null) return false
  const raw: unknown = 'error_code' in json ? json.error_code : undefined
  const message: unknown = 'message' in json ? json.message : undefined
  if (
    typeof raw !== 'string' ||
    (message !== undefined && message !== null && typeof message !== 'string')
  ) {
    return status === 404 && 'error_msg' in json && typeof json.error_msg === 'string'
  }
  const code = raw.replace(/^OAUTH_/, '')
  if (status === 417 || status === 400) {
    return /^[A-Z][A-Z0-9_]{2,95}$/.test(code) && !UNSURE.includes(code)
  }
  if (status === 401) return AUTH_401.includes(code) || RIGHTS.includes(code)
  if (status === 403) return RIGHTS.includes(code)
  return status === 429 && ['TOO_MANY_REQUESTS', 'REQUEST_TOTAL_COUNT_EXCEEDED'].includes(code)
}

const seeds: readonly (readonly [number, string])[] = [
  [417, '{"error_code":"OPENAPI_PARAM_ERR","message":"invalid quantity, value: 1.5"}'],
  [417, '{"error_code":"OAUTH_OPENAPI_DAY_BUYING_POWER_INSUFFICIENT","message":"x","status":417}'],
  [417, '{"error_code":"OPENAPI_TRADE_PLACE_ORDER_REPEAT","message":"repeat"}'],
  [417, '{"error_code":"OPENAPI_SYSTEM_ERROR","message":"x"}'],
  [400, '{"error_code":"ILLEAGAL_PARAMETER","message":"x"}'],
  [401, '{"error_code":"INVALID_TOKEN","message":"x"}'],
  [401, '{"error_code":"UNAUTHORIZED","message":"x"}'],
  [403, '{"error_code":"ACCOUNT_ACCESS_DENIED","message":"x"}'],
  [404, '{"error_msg":"404 Route Not Found"}'],
  [429, '{"error_code":"TOO_MANY_REQUESTS","message":"x"}'],
  [500, '{"error_code":"SYSTEM_ERROR","message":"x"}'],
  [502, '<html>bad gateway</html>'],
  [200, '{"client_order_id":"a","order_id":"b"}'],
]
const STATUSES = [
  200, 201, 204, 301, 302, 400, 401, 403, 404, 405, 409, 413, 415, 417, 418, 429, 499, 500, 501,
  502, 503, 504,
]

const certain = (status: number, body: string): boolean =>
  ['definitive', 'auth', 'rate'].includes(classifyAnswer(status, body).class)

describe('REL-30: only listed answers are definitive', () => {
  it.each(seeds)('%i %s', (status, body) => {
    expect(certain(status, body)).toBe(mayBeDefinitive(status, body))
  })

  it('holds under any mutation of bytes and status', () => {
    let sure = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.constantFrom(...STATUSES),
        fc.boolean(),
        fc.array(
          fc.record({
            offset: fc.nat(400),
            byte: fc.integer({ min: 0, max: 255 }),
            edit: fc.constantFrom('set', 'delete', 'insert', 'cut'),
          }),
          { maxLength: 4 },
        ),
        ([status, body], other, swap, edits) => {
          let bytes = [...new TextEncoder().encode(body)]
          for (const { offset, byte, edit } of edits) {
            const index = offset % (bytes.length + 1)
            if (edit === 'set') bytes[index] = byte
            else if (edit === 'delete') bytes.splice(index, 1)
            else if (edit === 'insert') bytes.splice(index, 0, byte)
            else bytes = bytes.slice(0, index)
          }
          const text = new TextDecoder().decode(new Uint8Array(bytes))
          const code = swap ? other : status
          if (certain(code, text)) {
            sure += 1
            expect(mayBeDefinitive(code, text)).toBe(true)
          }
        },
      ),
      { numRuns: 20_000 },
    )
    expect(sure).toBeGreaterThan(100)
  })

  it('never treats a 5xx, a redirect or a success as a refusal', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 100, max: 599 })
          .filter((status) => ![400, 401, 403, 404, 417, 429].includes(status)),
        fc.constantFrom(...seeds),
        (status, [, body]) => {
          expect(classifyAnswer(status, body).class).toBe('ambiguous')
        },
      ),
    )
  })

  it('does not decide by message text', () => {
    expect(
      classifyAnswer(500, '{"error_code":"X_Y_Z","message":"order rejected, nothing was placed"}')
        .class,
    ).toBe('ambiguous')
    expect(classifyAnswer(404, '{"error_msg":"404 Route Not Found"}')).toMatchObject({
      class: 'definitive',
      code: 'wrong-environment',
    })
    expect(classifyAnswer(404, 'Not Found').class).toBe('ambiguous')
  })

  it('uses the phase of a transport failure', () => {
    for (const kind of [
      'tls',
      'connect',
      'timeout',
      'reset',
      'truncated',
      'too-large',
      'aborted',
      'failed',
    ] as const) {
      expect(classifyTransport({ kind, phase: 'not-sent', detail: '' }).class).toBe('not-sent')
      expect(classifyTransport({ kind, phase: 'sent', detail: '' }).class).toBe('ambiguous')
      expect(classifyTransport({ kind, phase: 'response-started', detail: '' }).class).toBe(
        'ambiguous',
      )
    }
    expect(isTransient(classifyTransport({ kind: 'truncated', phase: 'sent', detail: '' }))).toBe(
      false,
    )
    expect(isTransient(classifyTransport({ kind: 'reset', phase: 'sent', detail: '' }))).toBe(true)
  })

  it('converts failures of writes to outcomes', () => {
    const outcomeOf = (status: number, body: string, kind: 'place' | 'cancel' = 'place') =>
      toWriteOutcome(classifyAnswer(status, body), kind)
    expect(
      writtenOut(
        outcomeOf(417, '{"error_code":"OAUTH_OPENAPI_PARAM_ERR","message":"no\\u0007 good"}'),
      ),
    ).toEqual({
      outcome: 'rejected',
      code: 'OPENAPI_PARAM_ERR',
      reason: 'no good',
    })
    expect(
      outcomeOf(417, '{"error_code":"OPENAPI_TRADE_PLACE_ORDER_REPEAT","message":"x"}'),
    ).toEqual({
      outcome: 'repeated',
    })
    expect(
      outcomeOf(417, '{"error_code":"OPENAPI_TRADE_PLACE_ORDER_REPEAT","message":"x"}', 'cancel'),
    ).toMatchObject({ outcome: 'unknown' })
    expect(outcomeOf(429, '{"error_code":"TOO_MANY_REQUESTS"}')).toMatchObject({
      outcome: 'rejected',
    })
    expect(outcomeOf(429, 'slow down')).toMatchObject({ outcome: 'unknown' })
    expect(outcomeOf(503, '')).toMatchObject({ outcome: 'unknown' })
    expect(
      toWriteOutcome(
        classifyTransport({ kind: 'connect', phase: 'not-sent', detail: 'ECONNREFUSED' }),
        'place',
      ),
    ).toMatchObject({ outcome: 'not-sent' })
  })

  it('reads Retry-After in both forms', () => {
    expect(retryAfterMs('3', 0)).toBe(3_000)
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:05 GMT', 1_000)).toBe(4_000)
    for (const bad of [undefined, '', 'soon', '-1', '1.5', '99999999']) {
      expect(retryAfterMs(bad, 0)).toBeNull()
    }
  })
})
