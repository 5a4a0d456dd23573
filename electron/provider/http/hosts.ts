import type { Environment } from '../../../shared/domain/environment.js'
import type { ProfileHosts } from '../../../shared/domain/app/profile.js'
import type { PracticeReady } from '../../../shared/ipc/practice-control.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CATALOG } from '../../../shared/wire/catalog.js'
import {
  hostsInstructions,
  isHostedOperation,
} from '../../../shared/wire/hosted-instructions-api.js'
import type { HostRole, Operation } from '../../../shared/wire/operation.js'

/** The hosts that this client calls over HTTP. */
export type HttpRole = Extract<HostRole, 'api' | 'oauth' | 'passport' | 'broker'>

export interface SocketAddress {
  readonly host: string
  readonly port: number
}

/** Where one environment lives. Origins have no path; nothing outside of it may be called. */
export interface Endpoints {
  readonly environment: Environment
  readonly origins: Readonly<Record<HttpRole, string>>
  /**
   * Path of the browser's login page: sandbox and production share a host and differ by it (safety
   * 17.2).
   */
  readonly loginPath: string
  readonly events: SocketAddress
  readonly data: SocketAddress
  /** The event push of the Broker API. */
  readonly brokerEvents: SocketAddress
  /** PEM of the only authority to trust, for practice; null = the operating system's. */
  readonly pinnedCa: string | null
}

/** ENVIRONMENTS-1, frozen. */
const PUBLISHED: Readonly<Record<'sandbox' | 'production', Endpoints>> = Object.freeze({
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
    brokerEvents: Object.freeze({ host: 'broker-api-event-push.webull.com', port: 443 }),
    pinnedCa: null,
  }),
})

/**
 * The published endpoints of an environment that real money or a real test account stands behind.
 */
export const publishedEndpoints = (environment: 'sandbox' | 'production'): Endpoints =>
  PUBLISHED[environment]

/** What the practice process hands over when it is up, as far as hosts are concerned. */
export type PracticeConnection = Pick<PracticeReady, 'hosts' | 'ca'>

export type HostProblem =
  | 'not-loopback'
  | 'not-https'
  | 'not-an-origin'
  | 'bad-port'
  | 'no-authority'
  | 'production-host'

/** The name of an origin's host as every spelling of it means it. */
function hostOf(origin: string): string {
  try {
    return new URL(origin).hostname.replace(/\.+$/, '')
  } catch {
    return origin
  }
}

/**
 * Where only real money is. The login page's host is not among them: sandbox and production share
 * it and differ by its path.
 */
const REAL = PUBLISHED.production
const PRODUCTION_HOSTS: ReadonlySet<string> = new Set([
  ...[REAL.origins.api, REAL.origins.oauth, REAL.origins.broker].map(hostOf),
  ...[REAL.events, REAL.data, REAL.brokerEvents].map(({ host }) => host),
])

/** Loopback literals only: a name such as `localhost` may resolve to anything (RFC 8252 8.3). */
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

/** Endpoints of the practice exchange: loopback only, TLS only, its own authority pinned. */
export function practiceEndpoints({
  hosts,
  ca,
}: PracticeConnection): Result<Endpoints, HostProblem> {
  const problems = [
    ...[hosts.api, hosts.oauth, hosts.passport, hosts.broker].map(originProblem),
    ...[hosts.events, hosts.data, hosts.brokerEvents].map(socketProblem),
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
      brokerEvents: hosts.brokerEvents,
      pinnedCa: ca,
    }),
  )
}

/** A profile's own hosts; only a sandbox has any. */
export type CustomHosts = Pick<
  ProfileHosts,
  'api' | 'oauth' | 'passport' | 'events' | 'data' | 'authority'
>

const sameOrigin = /^https:\/\/[^/?#@\s]+$/

/**
 * Endpoints of an account profile: production's are the published ones and nothing else; a sandbox
 * may name its own, on this
 * computer too when it names the authority that vouches for them.
 */
export function accountEndpoints(
  environment: 'sandbox' | 'production',
  custom: CustomHosts | null,
): Result<Endpoints, HostProblem> {
  const published = PUBLISHED[environment]
  if (custom === null || environment === 'production') return ok(published)
  if (![custom.api, custom.oauth, custom.passport].every((origin) => sameOrigin.test(origin))) {
    return err('not-https')
  }
  // A profile that is called sandbox must not trade with real money, whoever wrote its hosts.
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
      pinnedCa: custom.authority,
    }),
  )
}

/**
 * Which way in is used (AUTH-1): the app key with a 2FA token, Connect with a bearer on
 * the OAuth host, or an end user's
 * client token, which reads market data and nothing else.
 */
export type AccessMode = 'key' | 'connect' | 'client'

const isHttpRole = (role: HostRole): role is HttpRole =>
  role === 'api' || role === 'oauth' || role === 'passport' || role === 'broker'

/**
 * Connect serves the trading paths on the OAuth host (contract README, unknown 7); everything else
 * stays where the catalog puts it.
 */
const roleOf = (operation: Operation, mode: AccessMode): HttpRole | null =>
  mode === 'connect' && operation.family === 'trading' && operation.host === 'api'
    ? 'oauth'
    : isHttpRole(operation.host)
      ? operation.host
      : null

/**
 * The origin to send a catalogued operation to, or null when it must not be sent at all: the
 * allow-list is the catalog itself,
 * host and path together; practice never leaves the loopback interface, a sandbox never reaches
 * production, and production goes to
 * its published hosts and nowhere else.
 */
export function originOf(
  endpoints: Endpoints,
  operation: Operation,
  mode: AccessMode,
): string | null {
  const role = roleOf(operation, mode)
  // Not published by the provider, so never sent to it: our own exchange alone knows these
  // (MCP-1).
  const hosted = hostsInstructions(endpoints.environment) && isHostedOperation(operation)
  const catalogued = CATALOG.some(
    ({ id, host, path, method }) =>
      id === operation.id &&
      host === operation.host &&
      path === operation.path &&
      method === operation.method,
  )
  if (role === null || !(catalogued || hosted)) return null
  // The login pages of sandbox and production are on one host: the path tells them apart (safety
  // 10).
  if (role === 'passport' && operation.path !== endpoints.loginPath) return null
  const origin = endpoints.origins[role]
  const loopback = originProblem(origin) === null
  switch (endpoints.environment) {
    case 'practice':
      return loopback ? origin : null
    case 'sandbox':
      // A server on this computer proves itself by the authority that the profile names.
      return (!loopback || endpoints.pinnedCa !== null) && !PRODUCTION_HOSTS.has(hostOf(origin))
        ? origin
        : null
    case 'production':
      return origin === PUBLISHED.production.origins[role] ? origin : null
  }
}

/** The `host` that is signed: the port only where it is not 443 (AUTH-1). */
export const signedHost = (origin: string): string =>
  origin.slice('https://'.length).replace(/:443$/, '')
