import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { zAuthorizeQuery } from '../../../shared/wire/families/access/connect.js'
import { SCOPE, type Keys } from '../data/keys.js'
import type { Grants } from './grants.js'
import type { Variants } from '../faults/variants.js'
import { listedRedirect, registeredRedirect } from './redirect.js'
import { hashed, sameSecret } from './secrets.js'

/** Maximum time that the login page may stay open. */
const OPEN_PAGE_MS = 15 * MINUTE_MS
const MAX_PAGES = 500
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/**
 * The error of an authorization request: shown on a page, or sent to the application at its
 * redirect (RFC 6749 4.1.2.1).
 */
export type AuthorizeError = { readonly show: string } | { readonly redirect: string }

/** A checked authorization request. */
export interface Authorization {
  readonly redirect: URL
  readonly scope: string
  readonly state: string | undefined
  readonly challenge: string | null
}

interface Page {
  readonly authorization: Authorization
  readonly cookie: string
  readonly until: number
}

const withParams = (
  redirect: URL,
  params: Readonly<Record<string, string | undefined>>,
): string => {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.toString()
}

/**
 * Handles the authorization step of the Connect sign-in (AUTH-5): open pages, the user's decision,
 * self-approval.
 */
export class Authorizer {
  readonly #keys: Keys
  readonly #userId: () => string
  readonly #grants: Grants
  readonly #variants: Variants
  readonly #pages = new Map<string, Page>()

  constructor(keys: Keys, userId: () => string, grants: Grants, variants: Variants) {
    this.#keys = keys
    this.#userId = userId
    this.#grants = grants
    this.#variants = variants
  }

  /**
   * Checks the query of the login page. An unknown client or redirect never gets a redirect as the
   * answer.
   */
  check(query: Readonly<Record<string, string>>): Result<Authorization, AuthorizeError> {
    const redirect = this.#redirectOf(query['redirect_uri'] ?? '')
    if (query['client_id'] !== this.#keys.clientId) {
      return err({ show: 'This application is not known here.' })
    }
    if (redirect === null) {
      return err({ show: 'The address to return to is not registered for this application.' })
    }
    const fail = (error: string): Result<never, AuthorizeError> =>
      err({ redirect: withParams(redirect, { error, state: query['state'] }) })
    if (this.#variants.current.pkce === 'refused' && query['code_challenge'] !== undefined) {
      return fail('invalid_request')
    }
    if (query['response_type'] !== 'code') return fail('unsupported_response_type')
    const parsed: z.ZodSafeParseResult<z.infer<typeof zAuthorizeQuery>> =
      zAuthorizeQuery.safeParse(query)
    if (!parsed.success) return fail('invalid_request')
    const granted = SCOPE.split(':')
    if (!parsed.data.scope.split(':').every((word) => granted.includes(word))) {
      return fail('invalid_scope')
    }
    const challenge = parsed.data.code_challenge ?? null
    if (
      challenge !== null &&
      (!CHALLENGE.test(challenge) || parsed.data.code_challenge_method !== 'S256')
    ) {
      return fail('invalid_request')
    }
    return ok({ redirect, scope: parsed.data.scope, state: parsed.data.state, challenge })
  }

  #redirectOf(text: string): URL | null {
    const { redirects } = this.#variants.current
    return redirects === null ? registeredRedirect(text) : listedRedirect(text, redirects)
  }

  /**
   * Opens a page for a checked request. Its id goes into the form and the cookie into the browser;
   * both must come back.
   */
  open(
    authorization: Authorization,
    now: number,
  ): { readonly page: string; readonly cookie: string } {
    for (const [id, page] of this.#pages) {
      if (page.until <= now || this.#pages.size >= MAX_PAGES) this.#pages.delete(id)
    }
    const page = randomBytes(24).toString('base64url')
    const cookie = randomBytes(24).toString('base64url')
    this.#pages.set(hashed(page), {
      authorization,
      cookie: hashed(cookie),
      until: now + OPEN_PAGE_MS,
    })
    return { page, cookie }
  }

  /**
   * Returns the open page of a form post; null when it is unknown, expired, or from another
   * browser.
   */
  find(page: string, cookie: string | null, now: number): Authorization | null {
    const entry = this.#pages.get(hashed(page))
    if (
      entry === undefined ||
      entry.until <= now ||
      cookie === null ||
      hashed(cookie) !== entry.cookie
    ) {
      return null
    }
    return entry.authorization
  }

  /** Closes a page, so that its buttons work only once. */
  close(page: string): void {
    this.#pages.delete(hashed(page))
  }

  knows(name: string, password: string): boolean {
    return (
      sameSecret(name.trim().toLowerCase(), this.#keys.user.name) &&
      sameSecret(password, this.#keys.user.password)
    )
  }

  /** Returns the redirect address with a code. */
  approve(authorization: Authorization, now: number): string {
    const code = this.#grants.issueCode(
      this.#userId(),
      this.#keys.clientId,
      authorization.challenge,
      now,
    )
    return withParams(authorization.redirect, { code, state: authorization.state })
  }

  /** Returns the redirect address after a refusal. */
  deny(authorization: Authorization): string {
    return withParams(authorization.redirect, {
      error: 'access_denied',
      state: authorization.state,
    })
  }
}
