import { err, ok } from '../../../../../shared/domain/result.js'
import type { Authorization } from '../../../oauth/authorize.js'
import { failurePage, loginPage, pageCookie, pagePolicy } from '../../../oauth/page.js'
import type { HttpAnswer } from '../../message/answer.js'
import type { Call, HandlerResult } from '../../operations/handler.js'
import { header } from '../../message/raw-request.js'
import { formFields } from '../../message/parameters.js'
import { ROUTE_NOT_FOUND } from '../../message/refusal.js'

/** Added by the API's step where the login page is not an entry of its own. */
export const LED_HERE = 'from_code_step'
const COOKIE = '__Host-practice-login'

function page(call: Call, authorization: Authorization, wrong: boolean): HttpAnswer {
  const { keys, exchange, authorizer, wall } = call.services
  const opened = authorizer.open(authorization, wall.now())
  const accounts = exchange
    .accounts(call.services.userId())
    .map((account) => ({ label: account.account_label, number: account.account_number }))
  const html = loginPage({
    page: opened.page,
    scope: authorization.scope,
    accounts,
    returnTo: authorization.redirect.host,
    name: keys.user.name,
    password: wrong ? '' : keys.user.password,
    wrong,
  })
  return {
    kind: 'page',
    status: wrong ? 401 : 200,
    html,
    policy: pagePolicy(authorization.redirect.origin),
    cookies: [pageCookie(COOKIE, opened.cookie, 900)],
  }
}

/** Shows the login page, or the error of the request. */
export function openLogin(call: Call): HandlerResult {
  const { variants } = call.services
  const isLedHere = call.raw.query.some(([name]) => name === LED_HERE)
  if (variants.current.loginEntry === 'code' && !isLedHere) return err(ROUTE_NOT_FOUND)
  const checked = call.services.authorizer.check(Object.fromEntries(call.raw.query))
  if (checked.ok) return ok(page(call, checked.value, false))
  return ok(
    'show' in checked.error
      ? failurePage(checked.error.show)
      : { kind: 'redirect', location: checked.error.redirect },
  )
}

const cookieOf = (call: Call): string | null =>
  (header(call.raw, 'cookie') ?? '')
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1] ?? null

/**
 * Handles the login form: Approve with user and password, or Deny. Accepted only from the browser
 * that opened the page.
 */
export function decideLogin(call: Call): HandlerResult {
  const { authorizer, wall } = call.services
  const fields = formFields(call.raw)
  if (fields === null) return err(ROUTE_NOT_FOUND)
  const form = new Map(fields)
  const id = form.get('page') ?? ''
  const origin = header(call.raw, 'origin')
  const authorization =
    origin !== null && origin !== `https://${call.raw.host}`
      ? null
      : authorizer.find(id, cookieOf(call), wall.now())
  if (authorization === null) {
    return ok(
      failurePage(
        'This page is too old, or was opened elsewhere. Start again from the application.',
      ),
    )
  }
  authorizer.close(id)
  const leave = (location: string): HandlerResult =>
    ok({ kind: 'redirect', location, cookies: [pageCookie(COOKIE, '', 0)] })
  if (form.get('decision') === 'deny') return leave(authorizer.deny(authorization))
  if (
    form.get('decision') !== 'approve' ||
    !authorizer.knows(form.get('user') ?? '', form.get('password') ?? '')
  ) {
    return ok(page(call, authorization, true))
  }
  return leave(authorizer.approve(authorization, wall.now()))
}
