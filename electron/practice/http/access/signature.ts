import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import {
  ALGORITHM_HASHES,
  SIGNATURE_ALGORITHMS,
  SIGNED_HEADERS,
  grpcStringToSign,
  httpStringToSign,
  signingKey,
  type SignatureAlgorithm,
} from '../../../../shared/wire/string-to-sign.js'
import { refusal, unauthorized, type Refusal } from '../message/refusal.js'

/**
 * The headers of a signature, all present and well-formed; the signature itself is not verified
 * yet.
 */
export interface SignatureHeaders {
  readonly appKey: string
  readonly algorithm: SignatureAlgorithm
  readonly nonce: string
  readonly signature: string
  readonly signed: ReadonlyMap<string, string>
}

const MISSING = [
  ['x-app-key', CODES.missingAppKey],
  ['x-signature', CODES.missingSignature],
  ['x-signature-algorithm', CODES.missingAlgorithm],
  ['x-signature-nonce', CODES.missingNonce],
  ['x-timestamp', CODES.missingTimestamp],
] as const

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const MAX_NONCE = 256

/**
 * Reads the signature headers (AUTH-1). Each missing header has its own code; then signature
 * version, algorithm and timestamp window are checked. `wallNow` in epoch milliseconds.
 */
export function readSignatureHeaders(
  get: (name: string) => string | null,
  wallNow: number,
): Result<SignatureHeaders, Refusal> {
  for (const [name, code] of MISSING) {
    if (get(name) === null) return err(refusal(401, code, `The header ${name} is missing.`))
  }
  const version = get('x-signature-version')
  if (version !== '1.0') {
    return err(refusal(401, CODES.signatureVersion, 'x-signature-version must be 1.0.'))
  }
  const algorithm = SIGNATURE_ALGORITHMS.find((known) => known === get('x-signature-algorithm'))
  if (algorithm === undefined) {
    return err(
      refusal(
        401,
        CODES.signatureAlgorithm,
        'x-signature-algorithm must be HMAC-SHA256 or HMAC-SHA1.',
      ),
    )
  }
  const timestamp = get('x-timestamp') ?? ''
  const time = TIMESTAMP.test(timestamp) ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(time) || Math.abs(time - wallNow) > ASSUMPTIONS.timestampWindowMs) {
    return err(
      refusal(
        401,
        CODES.illegalTimestamp,
        'x-timestamp is malformed or outside the allowed window.',
      ),
    )
  }
  const nonce = get('x-signature-nonce') ?? ''
  if (nonce.length > MAX_NONCE) return err(unauthorized('x-signature-nonce is too long.'))
  const signed = new Map(SIGNED_HEADERS.map((name) => [name, get(name) ?? '']))
  return ok({
    appKey: get('x-app-key') ?? '',
    algorithm,
    nonce,
    signature: get('x-signature') ?? '',
    signed,
  })
}

function matches(headers: SignatureHeaders, secret: string, text: string): boolean {
  const expected = createHmac(ALGORITHM_HASHES[headers.algorithm].hmac, signingKey(secret))
    .update(text, 'utf8')
    .digest()
  const given = Buffer.from(headers.signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The parts of a request that its signature covers. */
export interface SignedRequest {
  readonly path: string
  readonly host: string
  readonly query: readonly (readonly [string, string])[]
  readonly body: Buffer
  /** Decoded fields of a form body; null when the body is no form. */
  readonly form: readonly (readonly [string, string])[] | null
}

/**
 * True when the signature covers exactly this request. A form may be signed as parameters or as
 * bytes (AUTH-5). The host may be signed without its port, as the provider's libraries do when host
 * and port are configured separately.
 */
export function verifyHttp(
  headers: SignatureHeaders,
  secret: string,
  request: SignedRequest,
): boolean {
  const bare = request.host.replace(/:\d{1,5}$/, '')
  return (
    verifyFor(request.host, headers, secret, request) ||
    (bare !== request.host && verifyFor(bare, headers, secret, request))
  )
}

function verifyFor(
  host: string,
  headers: SignatureHeaders,
  secret: string,
  request: SignedRequest,
): boolean {
  const digest =
    request.body.length === 0
      ? null
      : createHash(ALGORITHM_HASHES[headers.algorithm].body).update(request.body).digest('hex')
  const base = { path: request.path, host, headers: headers.signed }
  if (
    matches(
      headers,
      secret,
      httpStringToSign({ ...base, query: request.query, bodyDigestHex: digest }),
    )
  ) {
    return true
  }
  if (request.form === null) return false
  return matches(
    headers,
    secret,
    httpStringToSign({ ...base, query: [...request.query, ...request.form], bodyDigestHex: null }),
  )
}

/**
 * True when the signature covers the received bytes of the gRPC request, never a re-serialization.
 */
export function verifyGrpc(
  headers: SignatureHeaders,
  secret: string,
  message: Uint8Array,
): boolean {
  const digest = createHash(ALGORITHM_HASHES[headers.algorithm].body).update(message).digest('hex')
  return matches(headers, secret, grpcStringToSign(headers.signed, digest))
}
