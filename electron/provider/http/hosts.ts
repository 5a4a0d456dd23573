import type { Environment } from '../../../shared/domain/environment.js'
import type { ProfileHosts } from '../../../shared/domain/app/profile.schema.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { chosen, type BrokerAssumptions } from '../../../shared/domain/app/broker-assumptions.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CATALOG } from '../../../shared/wire/catalog.js'
import {
  hostsInstructions,
  isHostedOperation,
} from '../../../shared/wire/hosted-instructions-api.js'
import {
  MARKET_WEB_SOCKET,
  publishedWebSocketPorts,
  webSocketPorts,
} from '../../../shared/wire/market-routes.js'
import type { HostRole, Operation } from '../../../shared/wire/operation.js'

/** The hosts that this client calls over HTTP. */
export type HttpRole = Extract<HostRole, 'api' | 'oauth' | 'passport' | 'broker'>

export interface SocketAddress {
  readonly host: string
  readonly port: number
}

/** One way to the market stream: MQTT over TLS, or inside a WebSocket over TLS. */
export interface MarketRoute extends SocketAddress {
  /** The path of the WebSocket; absent: none. */
  readonly webSocketPath?: string
}

/** The endpoints of one environment. Origins have no path; no other host may be called. */
export interface Endpoints {
  readonly environment: Environment
  readonly origins: Readonly<Record<HttpRole, string>>
  /** Path of the browser's login page; sandbox and production share its host. */
  readonly loginPath: string
  readonly events: SocketAddress
  /** The preferred way to the market stream, and those for networks that close its port. */
  readonly data: SocketAddress
  readonly dataFallbacks: readonly MarketRoute[]
  /** The event push of the Broker API. */
  readonly brokerEvents: SocketAddress
  /**
   * PEM of the only authority to trust, for the practice exchange or own servers; null = the public
   * ones.
   */
  readonly pinnedCa: string | null
}

const webSockets = (host: string, ports: readonly number[]): readonly MarketRoute[] =>
  Object.freeze(
    ports.map((port) => Object.freeze({ host, port, webSocketPath: MARKET_WEB_SOCKET.path })),
  )

/** The published endpoints (ENVIRONMENTS-1) by environment, frozen. */
export const PUBLISHED_ENDPOINTS: Readonly<Record<'sandbox' | 'production', Endpoints>> =
  Object.freeze({
    sandbox: Object.freeze({
      environment: 'sandbox',
      origins: Object.freeze({
        api: 'https://api.sandbox.webull.com',
        oauth: 'https://oauth-open-api.sandbox.webull.com',
        passport: 'https://passport.webull.com',
        broker: 'https://broker-api.sandbox.webull.com',
      }),
      loginPath: '/oauth2/sandbox/authenticate/login',
      events: Object.freeze({ host: 'events-api.sandbox.webull.com', port: 443 }),
      data: Object.freeze({ host: 'data-api.sandbox.webull.com', port: 1883 }),
      dataFallbacks: webSockets('data-api.sandbox.webull.com', webSocketPorts('sandbox')),
      brokerEvents: Object.freeze({ host: 'broker-api-event-push.sandbox.webull.com', port: 443 }),
      pinnedCa: null,
    }),
    production: Object.freeze({
      environment: 'production',
      origins: Object.freeze({
        api: 'https://api.webull.com',
        oauth: 'https://us-oauth-open-api.webull.com',
        passport: 'https://passport.webull.com',
        broker: 'https://broker-api.webull.com',
      }),
      loginPath: '/oauth2/authenticate/login',
      events: Object.freeze({ host: 'events-api.webull.com', port: 443 }),
      data: Object.freeze({ host: 'data-api.webull.com', port: 1883 }),
      dataFallbacks: webSockets('data-api.webull.com', webSocketPorts('production')),
      brokerEvents: Object.freeze({ host: 'broker-api-event-push.webull.com', port: 443 }),
      pinnedCa: null,
    }),
  })

/** The hosts and the authority that the practice process reports when it is ready. */
export type PracticeConnection = Pick<PracticeReady, 'hosts' | 'ca'>

export type HostProblem =
  | 'not-loopback'
  | 'not-https'
  | 'not-an-origin'
  | 'bad-port'
  | 'no-authority'
  | 'production-host'

/** Returns the host name of an origin in one normalized spelling. */
function hostOf(origin: string): string {
  try {
    return new URL(origin).hostname.replace(/\.+$/, '')
  } catch {
    return origin
  }
}

/**
 * Hosts used only by production. The login page's host is not among them, because sandbox shares
 * it.
 */
const REAL = PUBLISHED_ENDPOINTS.production
const PRODUCTION_HOSTS: ReadonlySet<string> = new Set([
  ...[REAL.origins.api, REAL.origins.oauth, REAL.origins.broker].map(hostOf),
  ...[REAL.events, REAL.data, REAL.brokerEvents].map(({ host }) => host),
])

/**
 * True for loopback literals only: a name such as `localhost` may resolve to anything (RFC 8252
 * 8.3).
 */
export const isLoopback = (host: string): boolean =>
  /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || host === '[::1]'

function originProblem(text: string): HostProblem | null {
  const match = /^(https?):\/\/([^/?#@\s]+?)(?::(\d{1,5}))?$/.exec(text)
  if (match === null) return 'not-an-origin'
  if (match[1] !== 'https') return 'not-https'
  if (!isLoopback(match[2] ?? '')) return 'not-loopback'
  return null
}

const socketProblem = (address: SocketAddress): HostProblem | null =>
  !isLoopback(address.host)
    ? 'not-loopback'
    : Number.isInteger(address.port) && address.port > 0 && address.port < 65_536
      ? null
      : 'bad-port'

/**
 * Returns the endpoints of the practice exchange: loopback only, TLS only, its own authority
 * pinned.
 */
export function practiceEndpoints({
  hosts,
  ca,
}: PracticeConnection): Result<Endpoints, HostProblem> {
  const problems = [
    ...[hosts.api, hosts.oauth, hosts.passport, hosts.broker].map(originProblem),
    ...[hosts.events, hosts.data, hosts.dataWeb, hosts.brokerEvents].map(socketProblem),
  ]
  const problem =
    problems.find((found) => found !== null) ??
    (ca.includes('-----BEGIN CERTIFICATE-----') ? null : 'no-authority')
  if (problem !== null) return err(problem)
  return ok(
    Object.freeze({
      environment: 'practice',
      origins: Object.freeze({
        api: hosts.api,
        oauth: hosts.oauth,
        passport: hosts.passport,
        broker: hosts.broker,
      }),
      loginPath: '/oauth2/authenticate/login',
      events: hosts.events,
      data: hosts.data,
      dataFallbacks: webSockets(hosts.dataWeb.host, [hosts.dataWeb.port]),
      brokerEvents: hosts.brokerEvents,
      pinnedCa: ca,
    }),
  )
}

/** A profile's own hosts; only sandbox profiles have them. */
export type CustomHosts = Pick<
  ProfileHosts,
  'api' | 'oauth' | 'passport' | 'events' | 'data' | 'authority'
>

const sameOrigin = /^https:\/\/[^/?#@\s]+$/

/** Returns the endpoints with the ways to the market stream that the person allows. */
function onRoutes(
  endpoints: Endpoints,
  environment: 'sandbox' | 'production',
  assumptions: BrokerAssumptions | undefined,
): Endpoints {
  if (chosen(assumptions, 'marketRoutes') === 'all') return endpoints
  const ports = publishedWebSocketPorts(environment)
  return Object.freeze({ ...endpoints, dataFallbacks: webSockets(endpoints.data.host, ports) })
}

/**
 * Returns the endpoints of an account profile. Production uses only the published ones; a sandbox
 * may use its own, also on this computer if it names their authority.
 */
export function accountEndpoints(
  environment: 'sandbox' | 'production',
  custom: CustomHosts | null,
  assumptions?: BrokerAssumptions,
): Result<Endpoints, HostProblem> {
  const published = onRoutes(PUBLISHED_ENDPOINTS[environment], environment, assumptions)
  if (custom === null || environment === 'production') return ok(published)
  if (![custom.api, custom.oauth, custom.passport].every((origin) => sameOrigin.test(origin))) {
    return err('not-https')
  }
  // A sandbox profile must not reach production, even if its file names production hosts.
  if (
    [custom.api, custom.oauth, custom.passport].some((origin) =>
      PRODUCTION_HOSTS.has(hostOf(origin)),
    ) ||
    [custom.events, custom.data].some(({ host }) => PRODUCTION_HOSTS.has(hostOf(`https://${host}`)))
  ) {
    return err('production-host')
  }
  if (custom.authority !== null && !custom.authority.includes('-----BEGIN CERTIFICATE-----')) {
    return err('no-authority')
  }
  return ok(
    Object.freeze({
      ...published,
      origins: Object.freeze({
        ...published.origins,
        api: custom.api,
        oauth: custom.oauth,
        passport: custom.passport,
      }),
      events: custom.events,
      data: custom.data,
      // Own servers have one address each.
      dataFallbacks: [],
      pinnedCa: custom.authority,
    }),
  )
}

/**
 * The access mode (AUTH-1): the app key with a 2FA token, Connect with a bearer token on the OAuth
 * host, or an end user's client token, which only reads market data.
 */
export type AccessMode = 'key' | 'connect' | 'client'

const isHttpRole = (role: HostRole): role is HttpRole =>
  role === 'api' || role === 'oauth' || role === 'passport' || role === 'broker'

/**
 * Connect serves the trading paths on the OAuth host (AUTH-5); everything else uses the host in the
 * catalog.
 */
const roleOf = (operation: Operation, mode: AccessMode): HttpRole | null =>
  mode === 'connect' && operation.family === 'trading' && operation.host === 'api'
    ? 'oauth'
    : isHttpRole(operation.host)
      ? operation.host
      : null

/**
 * Returns the origin for an operation, or null when it must not be sent. The catalog is the
 * allow-list, host and path together. Practice uses only the loopback interface, a sandbox never
 * reaches production, and production uses only its published hosts (REL-37).
 */
export function originOf(
  endpoints: Endpoints,
  operation: Operation,
  mode: AccessMode,
): string | null {
  const role = roleOf(operation, mode)
  // The provider does not publish these, so they are sent only to the practice exchange (MCP-1).
  const hosted = hostsInstructions(endpoints.environment) && isHostedOperation(operation)
  const catalogued = CATALOG.some(
    ({ id, host, path, method }) =>
      id === operation.id &&
      host === operation.host &&
      path === operation.path &&
      method === operation.method,
  )
  if (role === null || !(catalogued || hosted)) return null
  // The login pages of sandbox and production share a host, so check the path.
  if (role === 'passport' && operation.path !== endpoints.loginPath) return null
  const origin = endpoints.origins[role]
  const loopback = originProblem(origin) === null
  switch (endpoints.environment) {
    case 'practice':
      return loopback ? origin : null
    case 'sandbox':
      // A server on this computer is verified by the authority that the profile names.
      return (!loopback || endpoints.pinnedCa !== null) && !PRODUCTION_HOSTS.has(hostOf(origin))
        ? origin
        : null
    case 'production':
      return origin === PUBLISHED_ENDPOINTS.production.origins[role] ? origin : null
  }
}

/** Returns the `host` that is signed; it includes the port only where it is not 443 (AUTH-1). */
export const signedHost = (origin: string): string =>
  origin.slice('https://'.length).replace(/:443$/, '')
