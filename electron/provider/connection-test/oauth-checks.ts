import type { CredentialField } from '../../../shared/domain/app/profile.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import { message } from '../../../shared/messages/make-message.js'
import type { AuthPort } from '../../core/auth/auth-port.js'
import type { HttpPort, HttpResponse } from '../../core/net-ports.js'
import type { RandomPort } from '../../core/ports.js'
import { randomHex } from '../../core/hex.js'
import { atEntry, loginEntries, servedEntry } from '../auth/login-entry.js'
import type { ClientCredentials } from '../auth/oauth.js'
import type { Caller } from '../http/caller.js'
import { signedHost, type Endpoints } from '../http/hosts.js'
import type { Findings } from './findings.js'
import { reasonOf } from './key-checks.js'
import { knock } from './network-checks.js'

const STATE_BYTES = 32
const CONNECT_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 1 << 20
const MAX_REASON_CHARS = 120
/** A code that was never issued: who sends it with the right secret is only told so. */
const UNISSUED_CODE = 'connection-test'

export interface OAuthCheckDeps {
  readonly endpoints: Endpoints
  readonly http: HttpPort
  readonly caller: Caller
  readonly auth: Pick<AuthPort, 'authorizeUrl'>
  readonly client: ClientCredentials
  readonly random: RandomPort
  /** The address that the registration has to contain, and whether its port can be used. */
  readonly redirect: { readonly address: string | null; readonly isPortFree: boolean }
}

/** Checks OAuth host, client, redirect, scope and PKCE; begins no sign-in, issues no token. */
export async function checkOAuth(deps: OAuthCheckDeps, findings: Findings): Promise<void> {
  if (!(await checkHost(deps, findings))) return
  const fields = missingFields(deps.client)
  if (fields.length > 0) {
    return findings.bad(
      'client',
      message('connection.clientMissing'),
      message('profiles.credentialsMissing', { fields }),
    )
  }
  await checkClient(deps, findings)
  await checkLoginPage(deps, findings)
}

const missingFields = ({ clientId, clientSecret, scope }: ClientCredentials): CredentialField[] => [
  ...(clientId === '' ? (['client_id'] as const) : []),
  ...(clientSecret === '' ? (['client_secret'] as const) : []),
  ...(scope === '' ? (['scope'] as const) : []),
]

async function checkHost(
  { endpoints, http }: OAuthCheckDeps,
  findings: Findings,
): Promise<boolean> {
  const { oauth, passport } = endpoints.origins
  for (const origin of [oauth, passport]) {
    const answer = await knock(http, origin)
    if (answer.ok) continue
    findings.bad(
      'oauth',
      message('connection.unreachable', { host: signedHost(origin), detail: answer.error.detail }),
      message('connection.networkNext'),
    )
    return false
  }
  const [page] = loginEntries(endpoints)
  const entry = await servedEntry(http, endpoints)
  findings.good(
    'oauth',
    entry.origin === page?.origin
      ? message('connection.answers', { host: signedHost(oauth) })
      : message('connection.loginElsewhere', { host: signedHost(oauth) }),
  )
  return true
}

/** Exchanges a code that was never issued: only the code may be refused. */
async function checkClient({ caller, client }: OAuthCheckDeps, findings: Findings): Promise<void> {
  const answer = await caller.call(CONNECT_OPERATIONS.createAccessToken, {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    grant_type: 'authorization_code',
    code: UNISSUED_CODE,
  })
  if (answer.ok) return findings.good('client', message('connection.clientAccepted'))
  const { status, providerCode, code } = answer.error
  const isCodeRefused = status === 417 && providerCode === 'INVALID_PARAMETER'
  if (isCodeRefused) return findings.good('client', message('connection.clientAccepted'))
  const reason = reasonOf(answer.error)
  if (code === 'unauthorized') {
    return findings.bad(
      'client',
      message('connection.clientRefused', { reason }),
      message('connection.clientNext'),
    )
  }
  return findings.skip('client', message('connection.clientUnclear', { reason }))
}

type LoginCheck = 'client' | 'redirect' | 'scope' | 'pkce'

/** Opens the login page as the browser would, and reads what it refuses. */
async function checkLoginPage(deps: OAuthCheckDeps, findings: Findings): Promise<void> {
  const { redirect, client } = deps
  const { address } = redirect
  if (address === null) {
    return findings.bad(
      'redirect',
      message('connection.redirectChanging'),
      message('connection.redirectPortNext'),
    )
  }
  const refusal = await loginRefusal(deps, address)
  if (refusal !== null) explainLogin(refusal, { address, scope: client.scope }, findings)
  if (refusal === null || refusal.check === 'scope' || refusal.check === 'pkce') {
    findings.good('redirect', message('connection.redirectAccepted', { address }))
  }
  if (refusal === null || refusal.check === 'pkce') {
    findings.good('scope', message('connection.scopeAccepted', { scope: client.scope }))
  }
  if (refusal === null) findings.good('pkce', message('connection.pkceAccepted'))
  if (!redirect.isPortFree) {
    findings.bad(
      'redirect',
      message('connection.redirectPort', { address }),
      message('connection.redirectPortNext'),
    )
  }
}

/** What the login page refused, and its reason. */
interface LoginRefusal {
  readonly check: LoginCheck
  readonly reason: string
}

async function loginRefusal(deps: OAuthCheckDeps, address: string): Promise<LoginRefusal | null> {
  const { auth, endpoints, http, random } = deps
  const url = auth.authorizeUrl({
    state: randomHex(random, STATE_BYTES),
    codeVerifier: randomHex(random, STATE_BYTES),
    redirectUri: address,
  })
  const first = await openPage(http, atEntry(url, await servedEntry(http, endpoints)))
  if (!first.ok) return { check: 'client', reason: first.error.detail }
  // The entry of the API leads to the login page.
  const next = first.value.headers['location'] ?? ''
  const answer = next.startsWith(`${endpoints.origins.passport}/`)
    ? await openPage(http, next)
    : first
  return answer.ok
    ? refusalOf(answer.value, address)
    : { check: 'client', reason: answer.error.detail }
}

function openPage(http: HttpPort, address: string): ReturnType<HttpPort['send']> {
  const { origin, pathname, search } = new URL(address)
  return http.send({
    method: 'GET',
    origin,
    target: `${pathname}${search}`,
    headers: { host: signedHost(origin) },
    body: null,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  })
}

/** Reads a refusal: an error at the redirect address, or a page with an error status. */
function refusalOf({ status, headers, body }: HttpResponse, address: string): LoginRefusal | null {
  const location = headers['location'] ?? ''
  if (status >= 300 && status < 400) {
    if (!location.startsWith(address)) return null
    const reason = new URL(location).searchParams.get('error') ?? 'no reason'
    return { check: checkOfError(reason), reason: reason.slice(0, MAX_REASON_CHARS) }
  }
  if (status < 400) return null
  const text = new TextDecoder().decode(body.subarray(0, MAX_RESPONSE_BYTES))
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const isRedirect = /redirect|return to|callback/i.test(plain)
  return {
    check: isRedirect ? 'redirect' : 'client',
    reason: `${status} ${plain}`.slice(0, MAX_REASON_CHARS),
  }
}

/** Which check an error of RFC 6749 and RFC 7636 concerns. */
function checkOfError(error: string): LoginCheck {
  if (error === 'invalid_scope') return 'scope'
  return error === 'invalid_request' ? 'pkce' : 'client'
}

function explainLogin(
  { check, reason }: LoginRefusal,
  { address, scope }: { readonly address: string; readonly scope: string },
  findings: Findings,
): void {
  switch (check) {
    case 'client':
      return findings.bad(
        'client',
        message('connection.clientRefused', { reason }),
        message('connection.clientNext'),
      )
    case 'redirect':
      return findings.bad(
        'redirect',
        message('connection.redirectRefused', { address, reason }),
        message('connection.redirectNext', { address }),
      )
    case 'scope':
      return findings.bad(
        'scope',
        message('connection.scopeRefused', { scope }),
        message('connection.scopeNext'),
      )
    case 'pkce':
      return findings.bad(
        'pkce',
        message('connection.pkceRefused', { reason }),
        message('connection.pkceNext'),
      )
  }
}
