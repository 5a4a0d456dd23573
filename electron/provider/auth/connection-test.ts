import type { ConnectionReport } from '../../../shared/ipc/profiles.js'
import { checkToken } from '../../../shared/wire/families/access/auth.js'
import { listAccounts } from '../../../shared/wire/families/trading/accounts.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import { signedHost, type Endpoints } from '../http/hosts.js'
import type { ClockPort, HttpPort } from '../http/ports.js'

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

export interface ConnectionTestDeps {
  readonly endpoints: Endpoints
  readonly caller: Caller
  readonly http: HttpPort
  readonly clock: ClockPort
  /** A token of an earlier sign-in, or null; it is only checked. */
  readonly storedToken: string | null
  /** True during a browser sign-in, so that accounts can be read. */
  readonly signedIn: boolean
}

const minutes = (ms: number): string =>
  Math.abs(ms) < 90_000
    ? `${Math.round(Math.abs(ms) / 1_000)} seconds`
    : `${Math.round(Math.abs(ms) / 60_000)} minutes`
const clockText = (skewMs: number): string =>
  `This computer's clock is ${minutes(skewMs)} ${skewMs > 0 ? 'behind' : 'ahead of'} the provider's.`

/**
 * Tests a profile's connection, from the network up, and reports every finding as text. Changes
 * nothing at the provider.
 */
export async function testConnection(deps: ConnectionTestDeps): Promise<ConnectionReport> {
  const { endpoints, caller, http, clock } = deps
  const found = new Map<Name, Check>()
  const record = (check: Name, state: Check['state'], text: string): void =>
    void found.set(check, { check, state, text: text.slice(0, 300) })
  let skewMs: number | null = null
  const report = (): ConnectionReport => ({
    ok:
      [...found.values()].every(({ state }) => state !== 'bad') &&
      found.get('signature')?.state === 'good',
    skewMs,
    checks: ORDER.map(
      (check) =>
        found.get(check) ?? {
          check,
          state: 'not-tried',
          text: 'Not tried: something before it has to be mended first.',
        },
    ),
  })

  const origin = endpoints.origins.api
  const sentAt = clock.now()
  const answer = await http.send({
    method: 'GET',
    origin,
    target: '/',
    headers: { host: signedHost(origin) },
    body: null,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    maxResponseBytes: 1 << 20,
  })
  if (!answer.ok) {
    if (answer.error.kind === 'tls') {
      record('network', 'good', `${signedHost(origin)} answers.`)
      record(
        'certificate',
        'bad',
        'Its certificate is not trusted: something stands between this computer and the provider, or the authority of this profile is not the right one. Nothing was sent.',
      )
    } else {
      record(
        'network',
        'bad',
        `${signedHost(origin)} cannot be reached (${answer.error.detail}). Check the network and the address.`,
      )
    }
    return report()
  }
  record('network', 'good', `${signedHost(origin)} answers.`)
  record('certificate', 'good', 'Its certificate is trusted.')
  const serverTime = Date.parse(answer.value.headers['date'] ?? '')
  if (Number.isFinite(serverTime)) {
    skewMs = Math.round(serverTime + 500 - (sentAt + clock.now()) / 2)
    const wrong = Math.abs(skewMs) > ASSUMPTIONS.timestampWindowMs / 2
    record(
      'clock',
      wrong ? 'bad' : 'good',
      wrong
        ? `${clockText(skewMs)} Signed requests are refused; set the clock.`
        : Math.abs(skewMs) > SKEW_NOTICE_MS
          ? clockText(skewMs)
          : 'The clocks agree.',
    )
  } else record('clock', 'not-tried', 'The server did not tell its time.')

  const tokenCheck = await caller.call(checkToken, { token: deps.storedToken ?? UNISSUED_TOKEN })
  if (!tokenCheck.ok) {
    explain(tokenCheck.error, record, skewMs)
    return report()
  }
  record('environment', 'good', 'The key belongs to this environment.')
  record('key', 'good', 'The key is known.')
  record('signature', 'good', 'The secret fits: the signature was accepted.')
  const usable = deps.storedToken !== null && tokenCheck.value.status === 'NORMAL'
  if (deps.storedToken === null) {
    record(
      'token',
      'not-tried',
      'There is no token yet. Signing in asks for one, and the provider sends a code to your phone.',
    )
  } else {
    record(
      'token',
      usable ? 'good' : 'bad',
      usable
        ? 'The token is usable.'
        : `The token is ${tokenCheck.value.status}. Sign in to get a new one.`,
    )
  }
  if (!usable && !deps.signedIn) {
    record('rights', 'not-tried', 'Rights show once you are signed in.')
    record('accounts', 'not-tried', 'Accounts show once you are signed in.')
    return report()
  }
  const accounts = await caller.call(listAccounts, {})
  if (accounts.ok) {
    record('rights', 'good', 'The key may read accounts.')
    record(
      'accounts',
      accounts.value.length > 0 ? 'good' : 'bad',
      accounts.value.length === 1 ? '1 account.' : `${accounts.value.length} accounts.`,
    )
  } else explain(accounts.error, record, skewMs)
  return report()
}

/** Records a failure as text for the check that it concerns. */
function explain(
  failure: CallFailure,
  record: (check: Name, state: Check['state'], text: string) => void,
  skewMs: number | null,
): void {
  const own = failure.message === '' ? (failure.providerCode ?? failure.code) : failure.message
  switch (failure.code) {
    case 'wrong-environment':
      return record(
        'environment',
        'bad',
        'Every path answers "not found": this key belongs to the other environment. Check whether it is a sandbox or a production key.',
      )
    case 'unauthorized': {
      record('environment', 'good', 'The address knows the request.')
      if (
        failure.providerCode === 'ILLEGAL_TIMESTAMP' ||
        failure.providerCode === 'CLOCK_SKEW_EXCEEDED'
      ) {
        return record(
          'clock',
          'bad',
          `The provider refuses the time of the request. ${skewMs === null ? 'Set the clock of this computer.' : clockText(skewMs)}`,
        )
      }
      if (/signature/i.test(own) || failure.providerCode === 'INCORRECT_SIGN') {
        record('key', 'good', 'The key is known.')
        return record(
          'signature',
          'bad',
          'The signature does not fit: the secret is wrong, or it belongs to another key. Enter both anew.',
        )
      }
      return record('key', 'bad', `The key is refused: ${own}`)
    }
    case 'invalid-token':
      return record(
        'token',
        'bad',
        'The token is refused. Sign in again; often the key is of the other environment.',
      )
    case 'not-entitled':
      return record(
        'rights',
        'bad',
        `The key may not do this: ${own}. Rights are granted in the provider's developer pages.`,
      )
    case 'rate-limited':
      return record('key', 'not-tried', 'Too many requests just now. Try again in a moment.')
    case 'timeout':
    case 'unavailable':
      return record(
        'network',
        'bad',
        `The provider does not answer properly (${own}). Try again later.`,
      )
    case 'refused':
    case 'order-exists':
    case 'malformed':
    case 'invalid-request':
    case 'not-allowed':
    case 'signed-out':
    case 'stopped':
      return record('key', 'bad', `The provider refused the trial: ${own}`)
  }
}
