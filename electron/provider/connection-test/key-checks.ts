import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { message } from '../../../shared/messages/make-message.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller } from '../http/caller.js'
import type { Findings } from './findings.js'

/**
 * A token that was never issued: checking it verifies key and signature without sending a code to a
 * phone.
 */
const UNISSUED_TOKEN = '0'.repeat(32)
const MAX_REASON_CHARS = 200

export interface KeyCheckDeps {
  readonly caller: Caller
  /** A token of an earlier sign-in, or null; it is only checked. */
  readonly storedToken: string | null
}

/** What a stored token allows; null when the key itself was not accepted. */
export type KeyState = { readonly usable: boolean } | null

/** Returns a failure's reason in the provider's words, capped. */
export const reasonOf = ({ message: text, providerCode, code }: CallFailure): string =>
  (text === '' ? (providerCode ?? code) : text).slice(0, MAX_REASON_CHARS)

/** Checks environment, key, signature and token. */
export async function checkKey(
  { caller, storedToken }: KeyCheckDeps,
  findings: Findings,
): Promise<KeyState> {
  const answer = await caller.call(AUTH_OPERATIONS.checkToken, {
    token: storedToken ?? UNISSUED_TOKEN,
  })
  if (!answer.ok) {
    explain(answer.error, findings)
    return null
  }
  findings.good('environment', message('connection.environmentRight'))
  findings.good('key', message('connection.keyKnown'))
  findings.good('signature', message('connection.signatureAccepted'))
  const { status } = answer.value
  const usable = storedToken !== null && status === 'NORMAL'
  if (usable) findings.good('token', message('connection.tokenUsable'))
  else if (storedToken === null) findings.skip('token', message('connection.tokenMissing'))
  else {
    findings.bad(
      'token',
      message('connection.tokenStatus', { status }),
      message('connection.tokenNext'),
    )
  }
  return { usable }
}

/** Checks rights and accounts, which need a usable token. */
export async function checkAccounts(
  { caller }: Pick<KeyCheckDeps, 'caller'>,
  { usable }: { readonly usable: boolean },
  findings: Findings,
): Promise<void> {
  if (!usable) {
    findings.skip('rights', message('connection.rightsLater'))
    return findings.skip('accounts', message('connection.accountsLater'))
  }
  const answer = await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
  if (!answer.ok) return explain(answer.error, findings)
  const count = answer.value.length
  findings.good('rights', message('connection.rightsToRead'))
  return count > 0
    ? findings.good('accounts', message('connection.accounts', { count }))
    : findings.bad(
        'accounts',
        message('connection.accounts', { count }),
        message('connection.accountsNext'),
      )
}

/** Records a failure as text for the check that it concerns. */
function explain(failure: CallFailure, findings: Findings): void {
  if (failure.isWebPage === true) {
    return findings.bad('portal', message('provider.webPage'), message('connection.portalNext'))
  }
  const reason = reasonOf(failure)
  switch (failure.code) {
    case 'wrong-environment':
      return findings.bad(
        'environment',
        message('connection.otherEnvironment'),
        message('connection.environmentNext'),
      )
    case 'unauthorized':
      return explainUnauthorized(failure, reason, findings)
    case 'invalid-token':
      return findings.bad(
        'token',
        message('connection.tokenRefused'),
        message('connection.tokenNext'),
      )
    case 'not-entitled':
      return findings.bad(
        'rights',
        message('connection.notEntitled', { reason }),
        message('connection.rightsNext'),
      )
    case 'rate-limited':
      return findings.skip('key', message('connection.tooMany'))
    case 'timeout':
    case 'unavailable':
      return findings.bad(
        'network',
        message('connection.noProperAnswer', { reason }),
        message('connection.laterNext'),
      )
    case 'refused':
    case 'order-exists':
    case 'malformed':
    case 'invalid-request':
    case 'not-allowed':
    case 'signed-out':
    case 'awaits-code':
    case 'not-confirmed':
    case 'withdrawn':
    case 'stopped':
      return findings.bad(
        'key',
        message('connection.testRefused', { reason }),
        message('connection.supportNext'),
      )
  }
}

function explainUnauthorized(
  { providerCode }: CallFailure,
  reason: string,
  findings: Findings,
): void {
  const { skewMs } = findings
  findings.good('environment', message('connection.requestKnown'))
  if (providerCode === 'ILLEGAL_TIMESTAMP' || providerCode === 'CLOCK_SKEW_EXCEEDED') {
    return findings.bad(
      'clock',
      message('connection.timeRefused', { skewMs }),
      message('connection.clockNext'),
    )
  }
  if (/signature/i.test(reason) || providerCode === 'INCORRECT_SIGN') {
    findings.good('key', message('connection.keyKnown'))
    return findings.bad(
      'signature',
      message('connection.signatureWrong'),
      message('connection.keyNext'),
    )
  }
  return findings.bad(
    'key',
    message('connection.keyRefused', { reason }),
    message('connection.keyNext'),
  )
}
