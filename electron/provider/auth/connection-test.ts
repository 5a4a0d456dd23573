import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import { signedHost, type Endpoints } from '../http/hosts.js'
import type { ClockPort } from '../../core/ports.js'
import type { HttpFailure, HttpPort } from '../../core/net-ports.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

type Check = ConnectionReport['checks'][number]
type Name = Check['check']

/** Order of the checks; those after a failed one cannot be evaluated. */
const ORDER: readonly Name[] = [
  'network',
  'certificate',
  'clock',
  'environment',
  'key',
  'signature',
  'token',
  'rights',
  'accounts',
]
/**
 * A token that was never issued: checking it verifies key and signature without sending a code to a
 * phone.
 */
const UNISSUED_TOKEN = '0'.repeat(32)
/** Smaller skews are normal: the header has whole seconds, and the response takes time. */
const SKEW_NOTICE_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 1 << 20
/** HTTP dates are cut to whole seconds, so the server's time is on average half a second later. */
const HALF_SECOND_MS = 500
const MAX_REASON_CHARS = 200

/** Why a proxy opened no connection, by the code of the failure. */
const PROXY_PROBLEMS: Readonly<Record<string, Message>> = {
  PROXY_CREDENTIALS: message('connection.proxyCredentials'),
  PROXY_REFUSED: message('connection.proxyRefused'),
  PROXY_TIMEOUT: message('connection.proxyUnreachable'),
  PROXY_UNREACHABLE: message('connection.proxyUnreachable'),
}

export interface ConnectionTestDeps {
  readonly endpoints: Endpoints
  readonly caller: Caller
  readonly http: HttpPort
  readonly clock: ClockPort
  /** A token of an earlier sign-in, or null; it is only checked. */
  readonly storedToken: string | null
  /** What the connections trust, in words. */
  readonly trust: Message
  /** True during a browser sign-in, so that accounts can be read. */
  readonly signedIn: boolean
}

/** Collects the findings of one connection test. */
class Findings {
  readonly #found = new Map<Name, Check>()
  /** The provider's clock minus this computer's in ms; null until the provider sent a date. */
  skewMs: number | null = null

  record(check: Name, state: Check['state'], text: Message): void {
    this.#found.set(check, { check, state, text })
  }

  good(check: Name, text: Message): void {
    this.record(check, 'good', text)
  }

  report(): ConnectionReport {
    return {
      ok:
        [...this.#found.values()].every(({ state }) => state !== 'bad') &&
        this.#found.get('signature')?.state === 'good',
      skewMs: this.skewMs,
      checks: ORDER.map(
        (check) =>
          this.#found.get(check) ?? {
            check,
            state: 'not-tried',
            text: message('connection.notTried'),
          },
      ),
    }
  }
}

/**
 * Tests a profile's connection, from the network up, and reports every finding as text. Changes
 * nothing at the provider.
 */
export async function testConnection(deps: ConnectionTestDeps): Promise<ConnectionReport> {
  const findings = new Findings()
  if (await checkNetwork(deps, findings)) {
    const token = await checkKey(deps, findings)
    if (token !== null) await checkAccounts(deps, token, findings)
  }
  return findings.report()
}

/** Checks network, certificate and clock; returns whether the provider answered. */
async function checkNetwork(
  { endpoints, http, clock, trust }: ConnectionTestDeps,
  findings: Findings,
): Promise<boolean> {
  const origin = endpoints.origins.api
  const host = signedHost(origin)
  const sentAt = clock.now()
  const answer = await http.send({
    method: 'GET',
    origin,
    target: '/',
    headers: { host },
    body: null,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  })
  if (!answer.ok) {
    recordUnreachable({ host, trust }, answer.error, findings)
    return false
  }
  findings.good('network', message('connection.answers', { host }))
  findings.good('certificate', message('connection.certificateTrusted', { trust }))
  const serverTime = Date.parse(answer.value.headers['date'] ?? '')
  recordClock(serverTime, (sentAt + clock.now()) / 2, findings)
  return true
}

function recordUnreachable(
  { host, trust }: { readonly host: string; readonly trust: Message },
  failure: HttpFailure,
  findings: Findings,
): void {
  const proxyProblem = PROXY_PROBLEMS[failure.detail]
  if (proxyProblem !== undefined) return findings.record('network', 'bad', proxyProblem)
  if (failure.kind !== 'tls') {
    return findings.record(
      'network',
      'bad',
      message('connection.unreachable', { host, detail: failure.detail }),
    )
  }
  findings.good('network', message('connection.answers', { host }))
  return findings.record(
    'certificate',
    'bad',
    message('connection.certificateNotTrusted', { trust }),
  )
}

/** Compares the clocks; `serverTime` is NaN when the server sent no date. */
function recordClock(serverTime: number, localTime: number, findings: Findings): void {
  if (!Number.isFinite(serverTime)) {
    return findings.record('clock', 'not-tried', message('connection.noServerTime'))
  }
  const skewMs = Math.round(serverTime + HALF_SECOND_MS - localTime)
  findings.skewMs = skewMs
  if (Math.abs(skewMs) > ASSUMPTIONS.timestampWindowMs / 2) {
    return findings.record('clock', 'bad', message('connection.clockWrong', { skewMs }))
  }
  return findings.good(
    'clock',
    Math.abs(skewMs) > SKEW_NOTICE_MS
      ? message('connection.clockOff', { skewMs })
      : message('connection.clocksAgree'),
  )
}

/** Checks environment, key, signature and token; null when the key was not accepted. */
async function checkKey(
  { caller, storedToken }: ConnectionTestDeps,
  findings: Findings,
): Promise<{ readonly usable: boolean } | null> {
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
  else if (storedToken === null) {
    findings.record('token', 'not-tried', message('connection.tokenMissing'))
  } else {
    findings.record('token', 'bad', message('connection.tokenStatus', { status }))
  }
  return { usable }
}

/** Checks rights and accounts, which need a usable token or a sign-in. */
async function checkAccounts(
  { caller, signedIn }: ConnectionTestDeps,
  token: { readonly usable: boolean },
  findings: Findings,
): Promise<void> {
  if (!token.usable && !signedIn) {
    findings.record('rights', 'not-tried', message('connection.rightsLater'))
    return findings.record('accounts', 'not-tried', message('connection.accountsLater'))
  }
  const answer = await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
  if (!answer.ok) return explain(answer.error, findings)
  const count = answer.value.length
  findings.good('rights', message('connection.rightsToRead'))
  return findings.record(
    'accounts',
    count > 0 ? 'good' : 'bad',
    message('connection.accounts', { count }),
  )
}

/** Records a failure as text for the check that it concerns. */
function explain(failure: CallFailure, findings: Findings): void {
  const reason = (
    failure.message === '' ? (failure.providerCode ?? failure.code) : failure.message
  ).slice(0, MAX_REASON_CHARS)
  switch (failure.code) {
    case 'wrong-environment':
      return findings.record('environment', 'bad', message('connection.otherEnvironment'))
    case 'unauthorized':
      return explainUnauthorized(failure, reason, findings)
    case 'invalid-token':
      return findings.record('token', 'bad', message('connection.tokenRefused'))
    case 'not-entitled':
      return findings.record('rights', 'bad', message('connection.notEntitled', { reason }))
    case 'rate-limited':
      return findings.record('key', 'not-tried', message('connection.tooMany'))
    case 'timeout':
    case 'unavailable':
      return findings.record('network', 'bad', message('connection.noProperAnswer', { reason }))
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
      return findings.record('key', 'bad', message('connection.testRefused', { reason }))
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
    return findings.record('clock', 'bad', message('connection.timeRefused', { skewMs }))
  }
  if (/signature/i.test(reason) || providerCode === 'INCORRECT_SIGN') {
    findings.good('key', message('connection.keyKnown'))
    return findings.record('signature', 'bad', message('connection.signatureWrong'))
  }
  return findings.record('key', 'bad', message('connection.keyRefused', { reason }))
}
