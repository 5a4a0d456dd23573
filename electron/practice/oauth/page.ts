import { createHash } from 'node:crypto'
import { APP_NAME } from '../keys.js'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe for HTML content and quoted attributes. */
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#eef1f5;color:#16202c}
main{width:min(26rem,calc(100vw - 2rem));background:#fff;border:1px solid #d5dce5;border-radius:12px;padding:1.75rem;box-sizing:border-box}
h1{font-size:1.2rem;margin:.25rem 0 1rem}
.mark{font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:#5a6b7f}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:0 0 1.25rem}
dt{color:#5a6b7f}dd{margin:0;overflow-wrap:anywhere}
label{display:block;margin:.6rem 0 .2rem;color:#5a6b7f}
input{width:100%;box-sizing:border-box;font:inherit;padding:.5rem .65rem;border:1px solid #b8c3d0;border-radius:8px;background:transparent;color:inherit}
.buttons{display:flex;gap:.75rem;margin-top:1.4rem}
button{flex:1;font:inherit;font-weight:600;padding:.6rem;border-radius:8px;border:1px solid #b8c3d0;background:transparent;color:inherit;cursor:pointer}
button.approve{background:#1558c0;border-color:#1558c0;color:#fff}
:focus-visible{outline:3px solid #6aa5ff;outline-offset:2px}
.wrong{background:#fde7e7;color:#8c1414;border-radius:8px;padding:.5rem .75rem;margin:0 0 1rem}
@media (prefers-color-scheme:dark){body{background:#0e1319;color:#e6ebf2}main{background:#161d26;border-color:#2a3543}.mark,dt,label{color:#93a4b8}input,button{border-color:#3b4a5d}}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page's policy. Browsers apply `form-action` to the redirect after the form too, so the application's address stands in it. */
export const pagePolicy = (formTargets: string): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${formTargets}; base-uri 'none'; frame-ancestors 'none'`.replace(/ {2,}/g, ' ')

const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><div class="mark">Practice brokerage · no real money</div>${body}</main></body></html>`

/** What the login page shows and sends back. */
export interface LoginView {
  readonly page: string
  readonly scope: string
  readonly accounts: readonly string[]
  readonly name: string
  readonly password: string
  readonly wrong: boolean
}

const SCOPE_WORDS: Readonly<Record<string, string>> = { user: 'see who you are', trade: 'trade for you', wr: 'read and change orders' }

/** The login and consent page. It works without scripts. */
export function loginPage(view: LoginView): string {
  const scope = view.scope.split(':').map((word) => SCOPE_WORDS[word] ?? word).join(', ')
  const accounts = view.accounts.map((account) => escape(account)).join('<br>')
  return frame('Sign in', `
<h1>${escape(APP_NAME)} asks for access</h1>
${view.wrong ? '<p class="wrong" role="alert">User or password is not right.</p>' : ''}
<dl><dt>Application</dt><dd>${escape(APP_NAME)}</dd><dt>May</dt><dd>${escape(scope)}</dd><dt>Account</dt><dd>${accounts}</dd></dl>
<form method="post" action="/oauth2/authenticate/decision" autocomplete="off">
<input type="hidden" name="page" value="${escape(view.page)}">
<label for="user">User</label><input id="user" name="user" value="${escape(view.name)}" required>
<label for="password">Password</label><input id="password" name="password" type="password" value="${escape(view.password)}" required>
<div class="buttons"><button name="decision" value="deny" formnovalidate>Deny</button><button class="approve" name="decision" value="approve">Approve</button></div>
</form>`)
}

/** A page that only says what is wrong. */
export const errorPage = (message: string): string => frame('Sign in', `<h1>This sign-in cannot go on</h1><p>${escape(message)}</p>`)
