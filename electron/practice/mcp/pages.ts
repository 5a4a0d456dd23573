import { escape, frame } from '../oauth/page.js'
import { SCOPE_GROUPS, type Scope } from '../hosted/scopes.js'

/** Target of both forms. */
export const DECISION_PATH = '/oauth2/ai-mcp/decision'

const problem = (text: string | null): string =>
  text === null ? '' : `<p class="wrong" role="alert">${escape(text)}</p>`
const form = (page: string, body: string): string =>
  `<form method="post" action="${DECISION_PATH}" autocomplete="off"><input type="hidden" name="page" value="${escape(page)}">${body}</form>`
const foot = (client: string, host: string): string =>
  `<footer>“${escape(client)}” is what the application calls itself; nobody has checked it. You return to ${escape(host)}.</footer>`

/**
 * Data of both pages: the open page's id, the requesting client, the host of the redirect, the
 * previous error.
 */
export interface PageView {
  readonly page: string
  readonly client: string
  readonly host: string
  readonly wrong: string | null
}

/** Renders the first page, the sign-in. Enter in a field presses the first button. */
export const signInPage = (
  { page, client, host, wrong }: PageView,
  name: string,
  password: string,
): string =>
  frame(
    'Sign in',
    `
<div class="body"><h1>Sign in to connect “${escape(client)}”</h1>${problem(wrong)}
${form(
  page,
  `<label for="user">User</label><input id="user" name="user" value="${escape(name)}" required>
<label for="password">Password</label><input id="password" name="password" type="password" value="${escape(password)}" required>
<div class="buttons"><button class="approve" name="decision" value="sign-in">Continue</button><button name="decision" value="deny" formnovalidate>Cancel</button></div>`,
)}
</div>${foot(client, host)}`,
  )

const box = (
  name: string,
  {
    value,
    title,
    text,
    ticked,
  }: {
    readonly value: string
    readonly title: string
    readonly text: string
    readonly ticked: boolean
  },
): string =>
  `<li><label><input type="checkbox" name="${name}" value="${escape(value)}"${ticked ? ' checked' : ''}><span>${escape(title)}<small>${escape(text)}</small></span></label></li>`

/**
 * Renders the second page, the choice of accounts and groups. No account is preselected, and
 * neither is trading.
 */
export const consentPage = (
  { page, client, host, wrong }: PageView,
  scopes: readonly Scope[],
  accounts: readonly { readonly id: string; readonly label: string; readonly number: string }[],
): string =>
  frame(
    'Allow access',
    `
<div class="body"><h1>What may “${escape(client)}” do?</h1>${problem(wrong)}
${form(
  page,
  `<h2>In these accounts</h2><ul>${accounts.map(({ id, label, number }) => box('account', { value: id, title: label, text: number, ticked: false })).join('')}</ul>
<h2>It may use</h2><ul>${scopes.map((scope) => box('scope', { value: scope, title: SCOPE_GROUPS[scope].title, text: SCOPE_GROUPS[scope].text, ticked: scope !== 'order:write' })).join('')}</ul>
<div class="buttons"><button class="approve" name="decision" value="approve">Allow</button><button name="decision" value="deny">Deny</button></div>`,
)}
</div>${foot(client, host)}`,
  )

/**
 * Renders the page behind a confirmation link. It says where to decide; it shows and decides
 * nothing.
 */
export const whereToConfirmPage = (): string =>
  frame(
    'Confirm in the app',
    `<div class="body"><h1>This waits in Countersign</h1>
<p>An assistant has asked for an order. You can look at it and confirm or decline it in the Countersign desktop app, signed in to practice. Nothing is sent before that.</p></div>`,
  )
