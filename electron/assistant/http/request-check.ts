import { NONCE_HEADER, PROOF_PATH, TEXT_256 } from '../local/proof.js'
import { MCP_PATH, SESSION_HEADER } from '../protocol.js'

/** The parts of a request that the check reads: its line and its headers, not its body. */
export interface SeenRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Name, value, name, value in the sent order, so that a duplicate header is detected. */
  readonly rawHeaders: readonly string[]
}

export interface HttpRejection {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  /** True when the request may have been carried out. */
  readonly outcomeUnknown?: true
}

export interface GuardOptions {
  /** The only accepted hosts. */
  readonly hosts: readonly string[]
  /** Origins that may call. None by default: other clients than web pages send no Origin. */
  readonly origins: readonly string[]
  readonly bodyBytes: number
}

const values = (request: SeenRequest, wanted: string): string[] =>
  request.rawHeaders.filter(
    (_, index) => index % 2 === 1 && request.rawHeaders[index - 1]?.toLowerCase() === wanted,
  )

/** The charset that a content type names; null for none. JSON is UTF-8. */
const charsetOf = (type: string): string | null =>
  /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1]?.toLowerCase() ?? null

const hasBody = (request: SeenRequest): boolean =>
  values(request, 'transfer-encoding').length > 0 ||
  values(request, 'content-length').some((length) => length !== '0')

const isServedHost = (request: SeenRequest, hosts: readonly string[]): boolean => {
  const [host, ...more] = values(request, 'host')
  return more.length === 0 && host !== undefined && hosts.includes(host)
}

/**
 * Returns the nonce of a request for a proof: a plain GET of the right host, from no web page;
 * null for every other request.
 */
export function nonceOf(
  request: SeenRequest,
  { hosts }: Pick<GuardOptions, 'hosts'>,
): string | null {
  if (request.method !== 'GET' || request.url !== PROOF_PATH || hasBody(request)) return null
  if (!isServedHost(request, hosts) || values(request, 'origin').length > 0) return null
  const [nonce, ...more] = values(request, NONCE_HEADER)
  return nonce !== undefined && more.length === 0 && TEXT_256.test(nonce) ? nonce : null
}

/**
 * Checks a request in a fixed order: Host, Origin, method, path, type and announced size of the
 * body (SEC-21). A page whose name resolves to this computer fails at Host, any other page at
 * Origin; there are no CORS headers. Returns null when the request may go on to the check of its
 * key.
 */
export function checkRequest(
  request: SeenRequest,
  { hosts, origins, bodyBytes }: GuardOptions,
): HttpRejection | null {
  if (!isServedHost(request, hosts)) {
    return { status: 403, message: 'This address is not served here.' }
  }
  if (values(request, 'origin').some((origin) => !origins.includes(origin))) {
    return { status: 403, message: 'Web pages are not served here.' }
  }
  // Besides POST only receiving a session's stream and ending the session are allowed, both with a
  // session id.
  const ofSession =
    (request.method === 'GET' || request.method === 'DELETE') &&
    values(request, SESSION_HEADER).length === 1
  if (request.method !== 'POST' && !ofSession) {
    return { status: 405, message: 'Only POST is served here.', headers: { allow: 'POST' } }
  }
  if (request.url !== MCP_PATH) return { status: 404, message: 'There is nothing here.' }
  if (ofSession) return hasBody(request) ? { status: 413, message: 'No body belongs here.' } : null
  const [type, ...moreTypes] = values(request, 'content-type')
  if (moreTypes.length > 0 || !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    return { status: 415, message: 'The body has to be application/json.' }
  }
  const charset = charsetOf(type ?? '')
  if (charset !== null && charset !== 'utf-8' && charset !== 'utf8') {
    return { status: 415, message: 'The body has to be in UTF-8.' }
  }
  if (values(request, 'content-encoding').length > 0) {
    return { status: 415, message: 'The body has to come as it is.' }
  }
  const [length] = values(request, 'content-length')
  if (length !== undefined && Number(length) > bodyBytes) {
    return { status: 413, message: `The body is longer than ${bodyBytes} bytes.` }
  }
  return null
}

/** True when a request has a key at all, well formed or not. */
export const hasKey = (request: SeenRequest): boolean => values(request, 'authorization').length > 0

/** Returns the bearer key of a request; null unless there is exactly one, well formed. */
export function bearerOf(request: SeenRequest): string | null {
  const [header, ...more] = values(request, 'authorization')
  return more.length > 0
    ? null
    : (/^Bearer ([\x21-\x7e]{16,256})$/i.exec(header ?? '')?.[1] ?? null)
}
