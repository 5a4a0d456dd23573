import { createHash, createHmac, randomUUID } from 'node:crypto'

/**
 * A second implementation of the signing rule, from the provider's documentation, so that the
 * exchange is not checked with its own code.
 */
const encode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9\-._~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

const HASHES = { 'HMAC-SHA256': ['sha256', 'sha256'], 'HMAC-SHA1': ['sha1', 'md5'] } as const
export type Algorithm = keyof typeof HASHES

export interface ToSign {
  readonly appKey: string
  readonly appSecret: string
  readonly host: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | Uint8Array | null
  readonly algorithm?: Algorithm
  readonly timestamp?: string
  readonly nonce?: string
}

/** `2026-11-21T14:30:00Z` */
export const timestampOf = (ms: number): string =>
  new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const base = (request: {
  readonly appKey: string
  readonly algorithm?: Algorithm
  readonly timestamp?: string
  readonly nonce?: string
}): Record<string, string> => ({
  'x-app-key': request.appKey,
  'x-timestamp': request.timestamp ?? timestampOf(Date.now()),
  'x-signature-version': '1.0',
  'x-signature-algorithm': request.algorithm ?? 'HMAC-SHA256',
  'x-signature-nonce': request.nonce ?? randomUUID(),
})

const hmac = (algorithm: Algorithm, secret: string, text: string): string =>
  createHmac(HASHES[algorithm][0], `${secret}&`).update(encode(text)).digest('base64')

/** Returns all signature headers of an HTTP request. */
export function signHttp(request: ToSign): Record<string, string> {
  const algorithm = request.algorithm ?? 'HMAC-SHA256'
  const headers = base(request)
  const params = new Map<string, string[]>(
    Object.entries({ ...headers, host: request.host }).map(([name, value]) => [name, [value]]),
  )
  for (const [name, value] of request.query) {
    params.set(name, [...(params.get(name) ?? []), value].sort())
  }
  const pairs = [...params.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, values]) => `${name}=${values.join('&')}`)
  const digest =
    request.body === null
      ? []
      : [createHash(HASHES[algorithm][1]).update(request.body).digest('hex').toUpperCase()]
  return {
    ...headers,
    'x-signature': hmac(
      algorithm,
      request.appSecret,
      [request.path, ...pairs, ...digest].join('&'),
    ),
  }
}

/** Returns all signature metadata of a gRPC call with these bytes. */
export function signGrpc(
  request: {
    readonly appKey: string
    readonly appSecret: string
    readonly algorithm?: Algorithm
    readonly nonce?: string
    readonly timestamp?: string
  },
  message: Uint8Array,
): Record<string, string> {
  const algorithm = request.algorithm ?? 'HMAC-SHA256'
  const headers = base(request)
  const pairs = Object.keys(headers)
    .sort()
    .map((name) => `${name}=${headers[name] ?? ''}`)
    .join('=')
  return {
    ...headers,
    'x-signature': hmac(
      algorithm,
      request.appSecret,
      `${pairs}&${createHash(HASHES[algorithm][1]).update(message).digest('hex')}`,
    ),
  }
}
