/**
 * The text that a request's signature covers (AUTH-2, AUTH-3). The functions are pure: the caller
 * computes the digest of the body and the HMAC. Client and practice exchange share this
 * implementation.
 */

export const SIGNATURE_ALGORITHMS = ['HMAC-SHA256', 'HMAC-SHA1'] as const
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

/** The names and hash functions of each algorithm. */
export const ALGORITHM_HASHES: Record<
  SignatureAlgorithm,
  { readonly hmac: 'sha256' | 'sha1'; readonly body: 'sha256' | 'md5' }
> = {
  'HMAC-SHA256': { hmac: 'sha256', body: 'sha256' },
  'HMAC-SHA1': { hmac: 'sha1', body: 'md5' },
}

/** The signed headers, besides `host` over HTTP. */
export const SIGNED_HEADERS = [
  'x-app-key',
  'x-signature-algorithm',
  'x-signature-nonce',
  'x-signature-version',
  'x-timestamp',
] as const

/** Encodes by RFC 3986: only `A-Z a-z 0-9 - . _ ~` stay unencoded. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the key of the HMAC. */
export const signingKey = (appSecret: string): string => `${appSecret}&`

function merged(
  headers: ReadonlyMap<string, string>,
  query: readonly (readonly [string, string])[],
): Map<string, string> {
  const values = new Map<string, string[]>()
  for (const [name, value] of query) values.set(name, [...(values.get(name) ?? []), value])
  const all = new Map(headers)
  for (const [name, list] of values) {
    const joined = [...list].sort().join('&')
    const header = all.get(name)
    all.set(name, header === undefined ? joined : `${header}&${joined}`)
  }
  return all
}

const sortedPairs = (params: ReadonlyMap<string, string>): string[] =>
  [...params.entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)

/**
 * The parts of a request that an HTTP signature covers. `bodyDigestHex` is the hex digest of the
 * exact body bytes, in either case; null without a body.
 */
export interface HttpSigned {
  readonly path: string
  readonly host: string
  /** The five signed headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded names and values in any order; names may repeat. */
  readonly query: readonly (readonly [string, string])[]
  readonly bodyDigestHex: string | null
}

/** Returns the percent-encoded text that is the HMAC's input for an HTTP request. */
export function httpStringToSign(signed: HttpSigned): string {
  const params = merged(new Map([...signed.headers, ['host', signed.host]]), signed.query)
  const digest = signed.bodyDigestHex === null ? '' : `&${signed.bodyDigestHex.toUpperCase()}`
  return percentEncode(`${signed.path}&${sortedPairs(params).join('&')}${digest}`)
}

/**
 * Returns the same for a gRPC call: no path, no host, pairs joined with `=` (sic), lower-case
 * digest of the serialized request.
 */
export function grpcStringToSign(
  headers: ReadonlyMap<string, string>,
  bodyDigestHex: string,
): string {
  return percentEncode(`${sortedPairs(headers).join('=')}&${bodyDigestHex.toLowerCase()}`)
}
