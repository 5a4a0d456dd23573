import { render, type HttpAnswer, type Rendered } from '../http/message/answer.js'
import { formFields } from '../http/message/parameters.js'
import { header, type RawRequest } from '../http/message/raw-request.js'
import { failurePage, pageCookie, pagePolicy } from '../oauth/page.js'
import {
  McpPages,
  checkAuthorization,
  returnTo,
  type McpAuthorization,
  type OpenPage,
} from './authorize.js'
import type { Clients } from '../hosted/clients.js'
import type { McpGrants } from '../hosted/grants.js'
import { consentPage, signInPage, whereToConfirmPage, type PageView } from './pages.js'

const COOKIE = '__Host-practice-mcp-login'
const cookieOf = (raw: RawRequest): string | null =>
  (header(raw, 'cookie') ?? '')
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1] ?? null

/** Dependencies of the pages. Times come from the wall clock. */
export interface LoginDeps {
  readonly clients: Clients
  readonly grants: McpGrants
  /** Returns the issuer for the called host. */
  readonly issuer: (host: string) => string
  readonly resource: (host: string) => string
  readonly now: () => number
  readonly userId: () => string
  /** True for the practice user's name and password. */
  readonly knows: (name: string, password: string) => boolean
  /** Prefills the fields, because this broker is a simulation. */
  readonly user: { readonly name: string; readonly password: string }
  readonly accounts: (
    userId: string,
  ) => readonly { readonly id: string; readonly label: string; readonly number: string }[]
}

/**
 * Serves the two pages between an application's request and its code (MCP-1): sign-in, then
 * accounts and groups.
 */
export class McpLogin {
  readonly #deps: LoginDeps
  readonly #pages = new McpPages()

  constructor(deps: LoginDeps) {
    this.#deps = deps
  }

  /** Shows the first page, or the error of the request. */
  open(raw: RawRequest): Rendered {
    const checked = checkAuthorization(
      Object.fromEntries(raw.query),
      this.#deps.clients,
      this.#deps.issuer(raw.host),
      this.#deps.resource(raw.host),
    )
    if (checked.ok) return render(this.#page({ authorization: checked.value, userId: null }, null))
    return render(
      'show' in checked.error
        ? failurePage(checked.error.show)
        : { kind: 'redirect', location: checked.error.redirect },
    )
  }

  /** Handles the form of either page. */
  decide(raw: RawRequest): Rendered {
    const fields = formFields(raw) ?? []
    const field = (name: string): string => fields.find(([key]) => key === name)?.[1] ?? ''
    const origin = header(raw, 'origin')
    const foreign = origin !== null && origin !== `https://${raw.host}`
    const page = foreign ? null : this.#pages.take(field('page'), cookieOf(raw), this.#deps.now())
    if (page === null) {
      return render(
        failurePage(
          'This page is too old, or was opened elsewhere. Start again from the application.',
        ),
      )
    }
    if (field('decision') === 'deny') {
      return render(this.#leave(raw.host, page.authorization, { error: 'access_denied' }))
    }
    if (page.userId === null) return render(this.#signIn(page, field('user'), field('password')))
    const all = (name: string): readonly string[] =>
      fields.filter(([key]) => key === name).map(([, value]) => value)
    return render(
      field('decision') === 'approve'
        ? this.#approve(raw.host, page.authorization, {
            userId: page.userId,
            accounts: all('account'),
            chosen: all('scope'),
          })
        : this.#page(page, 'Choose what may be done, then allow or deny.'),
    )
  }

  whereToConfirm(): Rendered {
    return render({ kind: 'page', status: 200, html: whereToConfirmPage(), policy: pagePolicy('') })
  }

  #signIn(page: OpenPage, name: string, password: string): HttpAnswer {
    return this.#deps.knows(name, password)
      ? this.#page({ ...page, userId: this.#deps.userId() }, null)
      : this.#page(page, 'The user or the password is not right.')
  }

  #approve(
    host: string,
    authorization: McpAuthorization,
    {
      userId,
      accounts,
      chosen,
    }: {
      readonly userId: string
      readonly accounts: readonly string[]
      readonly chosen: readonly string[]
    },
  ): HttpAnswer {
    const retryPage = (why: string): HttpAnswer => this.#page({ authorization, userId }, why)
    const own = this.#deps.accounts(userId).map(({ id }) => id)
    if (accounts.length === 0) return retryPage('Choose at least one account.')
    if (!accounts.every((id) => own.includes(id))) return retryPage('Choose among these accounts.')
    const scopes = authorization.scopes.filter((scope) => chosen.includes(scope))
    if (scopes.length === 0) return retryPage('Choose at least one group.')
    const { client, redirectText, challenge, resource } = authorization
    const grant = {
      userId,
      clientId: client.id,
      accounts: [...new Set(accounts)],
      scopes,
      resource,
    }
    return this.#leave(host, authorization, {
      code: this.#deps.grants.issueCode(grant, redirectText, challenge, this.#deps.now()),
    })
  }

  #leave(
    host: string,
    authorization: McpAuthorization,
    params: Readonly<Record<string, string>>,
  ): HttpAnswer {
    return {
      kind: 'redirect',
      location: returnTo(authorization, this.#deps.issuer(host), params),
      cookies: [pageCookie(COOKIE, '', 0)],
    }
  }

  #page(open: OpenPage, wrong: string | null): HttpAnswer {
    const { client, redirect, scopes } = open.authorization
    const { page, cookie } = this.#pages.open(open, this.#deps.now())
    const view: PageView = { page, client: client.name, host: redirect.host, wrong }
    const { name, password } = this.#deps.user
    const html =
      open.userId === null
        ? signInPage(view, name, wrong === null ? password : '')
        : consentPage(view, scopes, this.#deps.accounts(open.userId))
    return {
      kind: 'page',
      status: wrong === null ? 200 : 401,
      html,
      policy: pagePolicy(redirect.origin),
      cookies: [pageCookie(COOKIE, cookie, 900)],
    }
  }
}
