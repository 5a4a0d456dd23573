import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { HttpFailure, HttpPort } from '../../core/net-ports.js'
import type { ClockPort } from '../../core/ports.js'
import type { HostAddresses, ReachPort } from '../../core/reach-port.js'
import { signedHost, type Endpoints } from '../http/hosts.js'
import type { Findings } from './findings.js'

/** Smaller skews are normal: the header has whole seconds, and the response takes time. */
const SKEW_NOTICE_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
const READ_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 1 << 20
/** HTTP dates are cut to whole seconds, so the server's time is on average half a second later. */
const HALF_SECOND_MS = 500
const MAX_LOCATION_CHARS = 120

/** Why a proxy opened no connection, by the code of the failure. */
const PROXY_PROBLEMS: Readonly<Record<string, Message>> = {
  PROXY_CREDENTIALS: message('connection.proxyCredentials'),
  PROXY_PASSWORD: message('connection.proxyPassword'),
  PROXY_SCHEME: message('connection.proxyScheme'),
  PROXY_REFUSED: message('connection.proxyRefused'),
  PROXY_TIMEOUT: message('connection.proxyUnreachable'),
  PROXY_UNREACHABLE: message('connection.proxyUnreachable'),
}

export interface NetworkCheckDeps {
  readonly endpoints: Endpoints
  readonly http: HttpPort
  readonly reach: ReachPort
  readonly clock: ClockPort
  /** True where connections go through a proxy, which resolves names and reaches ports. */
  readonly proxied: boolean
  /** Which proxy the connections use, in words. */
  readonly proxy: Message
  /** What the connections trust, in words. */
  readonly trust: Message
}

/** Requests the first page of an origin, which answers whatever the key is. */
export const knock = (http: HttpPort, origin: string): ReturnType<HttpPort['send']> =>
  http.send({
    method: 'GET',
    origin,
    target: '/',
    headers: { host: signedHost(origin) },
    body: null,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  })

/**
 * Checks network, sign-in page of the network, addresses, certificate and clock. Returns whether
 * the provider answered.
 */
export async function checkNetwork(deps: NetworkCheckDeps, findings: Findings): Promise<boolean> {
  const { endpoints, http, clock } = deps
  findings.good('proxy', deps.proxy)
  const origin = endpoints.origins.api
  const host = signedHost(origin)
  const sentAt = clock.now()
  const answer = await knock(http, origin)
  const receivedAt = clock.now()
  const addresses = deps.proxied ? skipAddresses(findings) : await checkAddresses(deps, findings)
  if (!answer.ok) {
    recordUnreachable({ host, isNamed: addresses !== null, ...deps }, answer.error, findings)
    if (!deps.proxied) await checkPortal(deps, findings)
    return false
  }
  findings.good('network', message('connection.answers', { host }))
  findings.good('portal', message('connection.noPortal'))
  findings.good('certificate', message('connection.certificateTrusted', { trust: deps.trust }))
  const serverTime = Date.parse(answer.value.headers['date'] ?? '')
  recordClock(serverTime, (sentAt + receivedAt) / 2, findings)
  return true
}

function recordUnreachable(
  {
    host,
    isNamed,
    trust,
  }: { readonly host: string; readonly isNamed: boolean; readonly trust: Message },
  failure: HttpFailure,
  findings: Findings,
): void {
  const proxyProblem = PROXY_PROBLEMS[failure.detail]
  if (proxyProblem !== undefined) {
    return findings.bad('network', proxyProblem, message('connection.networkNext'))
  }
  if (failure.kind === 'tls') {
    findings.good('network', message('connection.answers', { host }))
    return findings.bad(
      'certificate',
      message('connection.certificateNotTrusted', { trust }),
      message('connection.certificateNext'),
    )
  }
  return isNamed
    ? findings.bad(
        'network',
        message('connection.unreachable', { host, detail: failure.detail }),
        message('connection.networkNext'),
      )
    : findings.bad(
        'network',
        message('connection.noName', { host }),
        message('connection.nameNext'),
      )
}

/**
 * Looks for a sign-in page of the network, which answers in the provider's place until somebody
 * signs in there. Only after the secure request failed.
 */
async function checkPortal(
  { endpoints, reach }: NetworkCheckDeps,
  findings: Findings,
): Promise<void> {
  const { hostname } = new URL(endpoints.origins.api)
  const answer = await reach.plain(hostname)
  if (answer === null) return
  const to = hostOfAddress(answer.location)
  const isOwn = to !== null && (to === hostname || to.endsWith(parentOf(hostname)))
  if (isOwn || (to === null && answer.status !== 511 && answer.status !== 200)) return
  findings.bad(
    'portal',
    message('connection.portal', { address: (to ?? hostname).slice(0, MAX_LOCATION_CHARS) }),
    message('connection.portalNext'),
  )
}

/** Returns a host's domain with its dot: ".example.com" of "api.example.com". */
const parentOf = (hostname: string): string => `.${hostname.split('.').slice(-2).join('.')}`

function hostOfAddress(address: string | null): string | null {
  if (address === null) return null
  try {
    return new URL(address).hostname
  } catch {
    return null
  }
}

/** A proxy reaches the host: this computer needs no address of it. */
function skipAddresses(findings: Findings): HostAddresses {
  findings.skip('addresses', message('connection.proxied'))
  return { ipv4: [], ipv6: [] }
}

/** Checks both families of addresses. Returns null where the host's name is not known. */
async function checkAddresses(
  { endpoints, reach }: NetworkCheckDeps,
  findings: Findings,
): Promise<HostAddresses | null> {
  const { hostname, port } = new URL(endpoints.origins.api)
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: port === '' ? 443 : Number(port) }
  const addresses = await reach.addresses(host, target.port)
  if (addresses === null) return null
  const [four, six] = await Promise.all(
    [addresses.ipv4[0], addresses.ipv6[0]].map(async (address) => {
      if (address === undefined) return null
      const opened = await reach.secure({ ...target, address })
      // A certificate that is not trusted is a finding of its own: the address was reached.
      return opened.ok || opened.error.kind === 'tls'
    }),
  )
  recordAddresses({ host, four: four ?? null, six: six ?? null }, findings)
  return addresses
}

/** A family is null where the host has no address of it, and false where that does not answer. */
function recordAddresses(
  {
    host,
    four,
    six,
  }: { readonly host: string; readonly four: boolean | null; readonly six: boolean | null },
  findings: Findings,
): void {
  const complete = wholeFamilies(four, six)
  if (complete !== null) return findings.good('addresses', complete)
  if (four === true || six === true) {
    return findings.warn(
      'addresses',
      message('connection.familySilent', { silent: four === true ? 'IPv6' : 'IPv4' }),
      message('connection.familyNext', { silent: four === true ? 'IPv6' : 'IPv4' }),
    )
  }
  return findings.bad(
    'addresses',
    message('connection.familiesSilent', { host }),
    message('connection.networkNext'),
  )
}

/** Returns what to say where every address of the host answers; null where one does not. */
function wholeFamilies(four: boolean | null, six: boolean | null): Message | null {
  if (four === false || six === false || (four === null && six === null)) return null
  if (four === null) return message('connection.onlySix')
  return six === null ? message('connection.onlyFour') : message('connection.bothFamilies')
}

/** Compares the clocks; `serverTime` is NaN when the server sent no date. */
function recordClock(serverTime: number, localTime: number, findings: Findings): void {
  if (!Number.isFinite(serverTime)) {
    return findings.skip('clock', message('connection.noServerTime'))
  }
  const skewMs = Math.round(serverTime + HALF_SECOND_MS - localTime)
  findings.skewMs = skewMs
  if (Math.abs(skewMs) > ASSUMPTIONS.timestampWindowMs / 2) {
    return findings.bad(
      'clock',
      message('connection.clockWrong', { skewMs }),
      message('connection.clockNext'),
    )
  }
  return Math.abs(skewMs) > SKEW_NOTICE_MS
    ? findings.warn(
        'clock',
        message('connection.clockOff', { skewMs }),
        message('connection.clockNext'),
      )
    : findings.good('clock', message('connection.clocksAgree'))
}
