import { createHash } from 'node:crypto'
import { APP_NAME } from '../data/keys.js'
import type { HttpAnswer } from '../http/message/answer.js'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const STYLE = `
:root{color-scheme:light dark;--ground:#eef1f5;--card:#fff;--line:#d8dfe8;--field:#b4c0ce;--text:#14202e;--quiet:#55657a;--brand:#0b3a75;--act:#1457b8;--act-text:#fff;--bad:#8c1414;--bad-ground:#fdeaea;font:15px/1.5 system-ui,"Segoe UI",Roboto,Arial,sans-serif}
@media (prefers-color-scheme:dark){:root{--ground:#0c1117;--card:#151c25;--line:#2a3543;--field:#43536a;--text:#e7ecf3;--quiet:#9aaabd;--brand:#9cc3ff;--act:#5b9bf8;--act-text:#06152b;--bad:#ffb4b4;--bad-ground:#3a1719}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--text)}
main{width:min(27rem,calc(100vw - 2rem));margin:1rem 0;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden;box-shadow:0 12px 32px #0b1a3014}
header,footer,.body{padding:1.1rem 1.75rem}
header{display:flex;align-items:center;gap:.7rem;border-bottom:1px solid var(--line)}
header svg{width:1.75rem;height:1.75rem;flex:none;color:var(--brand)}
header strong{font-size:1.02rem;letter-spacing:-.01em;color:var(--brand)}
.tag{margin-left:auto;padding:.1rem .6rem;border:1px solid var(--line);border-radius:99px;font-size:.78rem;color:var(--quiet);white-space:nowrap}
h1{font-size:1.3rem;line-height:1.3;letter-spacing:-.015em;margin:.4rem 0 .9rem}
h2{font-size:.8rem;font-weight:600;color:var(--quiet);margin:1.1rem 0 .35rem}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:10px}
li{padding:.5rem .85rem;overflow-wrap:anywhere}
li+li{border-top:1px solid var(--line)}
li.account{display:flex;justify-content:space-between;gap:1rem;font-variant-numeric:tabular-nums}
li label{display:flex;gap:.7rem;align-items:baseline;margin:0;font-weight:400;font-size:1rem}
li input{width:auto;flex:none}
li small{display:block;color:var(--quiet)}
label{display:block;margin:.9rem 0 .25rem;font-size:.87rem;font-weight:600}
input{width:100%;box-sizing:border-box;font:inherit;padding:.55rem .7rem;border:1px solid var(--field);border-radius:8px;background:transparent;color:inherit}
.buttons{display:flex;gap:.75rem;margin:1.4rem 0 .4rem}
button{flex:1;font:inherit;font-weight:600;padding:.65rem;border-radius:8px;border:1px solid var(--field);background:transparent;color:inherit;cursor:pointer}
button.approve{background:var(--act);border-color:var(--act);color:var(--act-text)}
button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.wrong{background:var(--bad-ground);color:var(--bad);border-radius:8px;padding:.55rem .85rem;margin:0 0 1rem}
footer{border-top:1px solid var(--line);font-size:.82rem;color:var(--quiet)}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Returns the page's content security policy. Browsers apply `form-action` to the redirect after
 * the form too, so the application's address is included.
 */
export const pagePolicy = (formTargets: string): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${formTargets}; base-uri 'none'; frame-ancestors 'none'`.replace(
    / {2,}/g,
    ' ',
  )

const MARK =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 9.5 12 4l9 5.5z"/><path d="M5.5 12.5v5M10 12.5v5M14 12.5v5M18.5 12.5v5M3.5 20.5h17"/></svg>'

/** Wraps HTML in the layout shared by all broker pages. */
export const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)} · Practice brokerage</title><style>${STYLE}</style></head><body><main><header>${MARK}<strong>Practice brokerage</strong><span class="tag">No real money</span></header>${body}</main></body></html>`

/** What the login page shows and sends back. */
export interface LoginView {
  readonly page: string
  readonly scope: string
  readonly accounts: readonly { readonly label: string; readonly number: string }[]
  /** The redirect address of both buttons. */
  readonly returnTo: string
  readonly name: string
  readonly password: string
  readonly wrong: boolean
}

const SCOPE_LABELS: Readonly<Record<string, string>> = {
  user: 'See who you are and your accounts',
  trade: 'Trade for you',
  wr: 'Read, change and cancel your orders',
}

/**
 * Renders the login and consent page. It needs no scripts. Enter in a field presses the first
 * button, so Approve comes first.
 */
export function loginPage(view: LoginView): string {
  const scope = view.scope
    .split(':')
    .map((word) => `<li>${escape(SCOPE_LABELS[word] ?? word)}</li>`)
    .join('')
  const accounts = view.accounts
    .map(
      ({ label, number }) =>
        `<li class="account"><span>${escape(label)}</span><span>${escape(number)}</span></li>`,
    )
    .join('')
  return frame(
    'Sign in',
    `
<div class="body"><h1>${escape(APP_NAME)} asks for access to your account</h1>
${view.wrong ? '<p class="wrong" role="alert">The user or the password is not right. Nothing was approved.</p>' : ''}
<h2>It will be able to</h2><ul>${scope}</ul>
<h2>In these accounts</h2><ul>${accounts}</ul>
<form method="post" action="/oauth2/authenticate/decision" autocomplete="off">
<input type="hidden" name="page" value="${escape(view.page)}">
<label for="user">User</label><input id="user" name="user" value="${escape(view.name)}" required>
<label for="password">Password</label><input id="password" name="password" type="password" value="${escape(view.password)}" required>
<div class="buttons"><button class="approve" name="decision" value="approve">Approve</button><button name="decision" value="deny" formnovalidate>Deny</button></div>
</form></div><footer>You return to ${escape(APP_NAME)} on this computer (${escape(view.returnTo)}). This brokerage is a simulation: user and password are filled in.</footer>`,
  )
}

/** Renders a page with an error message only. */
const errorPage = (message: string): string =>
  frame(
    'Sign in',
    `<div class="body"><h1>This sign-in cannot go on</h1><p>${escape(message)}</p></div>`,
  )

/** Creates the answer of a sign-in that cannot go on. */
export const failurePage = (message: string): HttpAnswer => ({
  kind: 'page',
  status: 400,
  html: errorPage(message),
  policy: pagePolicy(''),
})

/** Creates a cookie of a sign-in page. SameSite=Strict: only the page's own form sends it. */
export const pageCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
