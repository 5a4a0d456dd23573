import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { hashed } from '../oauth/secrets.js'
import { redirectOf, type Client, type Clients } from '../hosted/clients.js'
import { SCOPES, readScopes, type Scope } from '../hosted/scopes.js'

const MAX_PAGES = 500
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** A checked authorization request. `redirectText` must be repeated by the token request. */
export interface McpAuthorization {
  readonly client: Client
  readonly redirect: URL
  readonly redirectText: string
  readonly state: string | undefined
  readonly scopes: readonly Scope[]
  readonly challenge: string
  readonly resource: string
}

/**
 * An error of an authorization request: shown on a page where no redirect is trusted, otherwise
 * sent to the client (RFC 6749 4.1.2.1).
 */
export type McpAuthorizeError = { readonly show: string } | { readonly redirect: string }

/** An open page: its authorization request, and the user who signed in on it; null before that. */
export interface OpenPage {
  readonly authorization: McpAuthorization
  readonly userId: string | null
}

/** Returns the redirect address; RFC 9207 adds the issuer. */
export function returnTo(
  { redirect, state }: Pick<McpAuthorization, 'redirect' | 'state'>,
  issuer: string,
  params: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries({
    ...params,
    iss: issuer,
    ...(state === undefined ? {} : { state }),
  })) {
    url.searchParams.set(name, value)
  }
  return url.toString()
}

/**
 * Checks an authorization request: known client and redirect, code flow, PKCE S256, this server,
 * known scopes.
 */
export function checkAuthorization(
  query: Readonly<Record<string, string>>,
  clients: Clients,
  issuer: string,
  resource: string,
): Result<McpAuthorization, McpAuthorizeError> {
  const client = clients.get(query['client_id'] ?? '')
  if (client === null) {
    return err({ show: 'This application is not known here. It must register first.' })
  }
  const redirectText = query['redirect_uri'] ?? ''
  const redirect = redirectOf(client, redirectText)
  if (redirect === null) {
    return err({ show: 'The address to return to is not registered for this application.' })
  }
  const state = query['state']
  const fail = (error: string, description: string): Result<never, McpAuthorizeError> =>
    err({
      redirect: returnTo({ redirect, state }, issuer, { error, error_description: description }),
    })
  if (query['response_type'] !== 'code') {
    return fail('unsupported_response_type', 'response_type must be code')
  }
  const challenge = query['code_challenge'] ?? ''
  if (query['code_challenge_method'] !== 'S256' || !CHALLENGE.test(challenge)) {
    return fail('invalid_request', 'PKCE with S256 is required')
  }
  if ((query['resource'] ?? resource) !== resource) {
    return fail('invalid_target', 'resource must be this server')
  }
  const scopes =
    query['scope'] === undefined || query['scope'] === '' ? SCOPES : readScopes(query['scope'])
  if (scopes === null) return fail('invalid_scope', `scopes are ${SCOPES.join(' ')}`)
  return ok({ client, redirect, redirectText, state, scopes, challenge, resource })
}

/** Stores the pages open in browsers. Each works once, and only in the browser that opened it. */
export class McpPages {
  readonly #pages = new Map<
    string,
    OpenPage & { readonly cookie: string; readonly until: number }
  >()

  open(page: OpenPage, now: number): { readonly page: string; readonly cookie: string } {
    for (const [id, { until }] of this.#pages) {
      if (until <= now || this.#pages.size >= MAX_PAGES) this.#pages.delete(id)
    }
    const id = randomBytes(24).toString('base64url')
    const cookie = randomBytes(24).toString('base64url')
    this.#pages.set(hashed(id), {
      ...page,
      cookie: hashed(cookie),
      until: now + ASSUMPTIONS.mcpAccess.pageMs,
    })
    return { page: id, cookie }
  }

  /**
   * Closes and returns the page of a form; null when it is unknown, expired, or from another
   * browser.
   */
  take(id: string, cookie: string | null, now: number): OpenPage | null {
    const page = this.#pages.get(hashed(id))
    if (
      page === undefined ||
      page.until <= now ||
      cookie === null ||
      hashed(cookie) !== page.cookie
    ) {
      return null
    }
    this.#pages.delete(hashed(id))
    return page
  }
}
