import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import type { HttpPort } from '../../core/net-ports.js'
import { signedHost, type Endpoints } from '../http/hosts.js'

/** Where a browser may begin to sign in (AUTH-5). */
export interface LoginEntry {
  readonly origin: string
  readonly path: string
}

type LoginEndpoints = Pick<Endpoints, 'origins' | 'loginPath'>

/** Statuses of a server that does not have an address. */
const MISSING: ReadonlySet<number> = new Set([404, 405, 410, 501])
const CONNECT_TIMEOUT_MS = 4_000
const READ_TIMEOUT_MS = 4_000
const MAX_RESPONSE_BYTES = 1 << 20

/** Returns both published entries: the login page, and the address of the API that leads to it. */
export const loginEntries = ({ origins, loginPath }: LoginEndpoints): readonly LoginEntry[] => [
  { origin: origins.passport, path: loginPath },
  { origin: origins.oauth, path: CONNECT_OPERATIONS.authorizationCode.path },
]

/**
 * Returns the entry that the broker serves: the login page unless only the other one is there.
 * Asks without a query, so that nothing of a sign-in is sent before the browser sends it.
 */
export async function servedEntry(http: HttpPort, endpoints: LoginEndpoints): Promise<LoginEntry> {
  const entries = loginEntries(endpoints)
  for (const entry of entries) {
    const answer = await http.send({
      method: 'GET',
      origin: entry.origin,
      target: entry.path,
      headers: { host: signedHost(entry.origin) },
      body: null,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      readTimeoutMs: READ_TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    })
    if (answer.ok && !MISSING.has(answer.value.status)) return entry
  }
  return entries[0] as LoginEntry
}

/** Returns the address of a sign-in at another entry, with the same query. */
export const atEntry = (url: string, { origin, path }: LoginEntry): string =>
  `${origin}${path}${new URL(url).search}`
