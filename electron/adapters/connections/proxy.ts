import { request } from 'node:http'
import type { Socket } from 'node:net'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ProxySetting } from '../../../shared/domain/app/profile.schema.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** An HTTP proxy that connects by CONNECT, or a SOCKS proxy. `credentials`: "user:password". */
export interface ProxyAddress {
  readonly kind: ProxyKind
  readonly host: string
  readonly port: number
  readonly credentials: string | null
}

/**
 * Returns the proxy for a connection to a host; null for a direct one. A proxy only forwards: the
 * encryption and the certificate are always the host's own.
 */
export type ProxyFor = (host: string, port: number) => ProxyAddress | null

export const noProxy: ProxyFor = () => null

/** The kind of a proxy by the scheme of its address; the proxy resolves names in each of them. */
const KIND_OF_SCHEME: Readonly<Record<string, ProxyKind>> = {
  'http:': 'http',
  'socks4:': 'socks4',
  'socks4a:': 'socks4',
  'socks:': 'socks5',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
}
export type ProxyKind = 'http' | 'socks4' | 'socks5'

/** The variables that name a proxy for encrypted connections, and its exceptions. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'] as const
const EXCEPTION_VARIABLES = ['no_proxy', 'NO_PROXY'] as const
const STANDARD_PORTS = { http: 80, socks4: 1080, socks5: 1080 } as const

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Parses "http://user:password@host:3128" or "socks5://host:1080"; null for an address of another
 * kind.
 */
export function parseProxy(text: string): ProxyAddress | null {
  try {
    const url = new URL(text.includes('://') ? text : `http://${text}`)
    const kind = KIND_OF_SCHEME[url.protocol]
    if (kind === undefined || url.hostname === '') return null
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    return {
      kind,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? STANDARD_PORTS[kind] : Number(url.port),
      credentials: url.username === '' ? null : credentials,
    }
  } catch {
    return null
  }
}

const firstOf = (
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): { readonly name: string; readonly value: string } | null => {
  const name = names.find((candidate) => (environment[candidate] ?? '') !== '')
  return name === undefined ? null : { name, value: environment[name] ?? '' }
}

/** True where an entry of the exceptions names the host: "*", a name, ".domain", "host:port". */
function isException(list: string, host: string, port: number): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const match = /^\*?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())
      const name = match?.[1] ?? ''
      if (match?.[2] !== undefined && Number(match[2]) !== port) return false
      return name.startsWith('.') ? host.endsWith(name) : host === name || host.endsWith(`.${name}`)
    })
}

/** Chooses the proxy of each connection by a profile's setting, never one to this computer. */
export function proxyOf(setting: ProxySetting, environment: NodeJS.ProcessEnv): ProxyFor {
  if (setting.kind === 'none') return noProxy
  if (setting.kind === 'address') {
    const proxy = parseProxy(setting.address)
    return (host) => (isLoopback(host) ? null : proxy)
  }
  const variable = firstOf(environment, PROXY_VARIABLES)
  if (variable === null) return noProxy
  const proxy = parseProxy(variable.value)
  const exceptions = firstOf(environment, EXCEPTION_VARIABLES)?.value ?? ''
  return (host, port) =>
    isLoopback(host) || isException(exceptions, host.toLowerCase(), port) ? null : proxy
}

/** Returns in words which proxy the connections to a host use, and who named it. */
export function proxyText(
  setting: ProxySetting,
  environment: NodeJS.ProcessEnv,
  host: string,
): Message {
  const variable = setting.kind === 'automatic' ? firstOf(environment, PROXY_VARIABLES) : null
  const named = setting.kind === 'address' ? setting.address : variable?.value
  if (named !== undefined && parseProxy(named) === null) return message('connection.proxyUnusable')
  const proxy = proxyOf(setting, environment)(host, 443)
  if (proxy === null) return message('connection.proxyNone')
  const scheme = proxy.kind === 'http' ? '' : `${proxy.kind}://`
  const address = `${scheme}${proxy.host}:${proxy.port}`
  return variable === null
    ? message('connection.proxyChosen', { address })
    : message('connection.proxyNamed', { address, variable: variable.name })
}

/** Why a proxy opened no connection: a code that starts with `PROXY_`, never its words. */
export type TunnelFailure = Error & { readonly code: string }

/** An open connection through a proxy, or why there is none. */
export type Tunnel = Result<Socket, TunnelFailure>

const tunnelFailure = (code: string): TunnelFailure =>
  Object.assign(new Error(code), { code: `PROXY_${code}` })

/** The status of a proxy that asks for a user name and a password. */
const NEEDS_CREDENTIALS = 407

/** Opens a connection to a host through a proxy of any kind. */
export async function openTunnel(
  proxy: ProxyAddress,
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Tunnel> {
  if (proxy.kind === 'http') return openHttpTunnel(proxy, to, timeoutMs)
  const { openSocksTunnel } = await import('./socks-tunnel.js')
  const version = proxy.kind === 'socks4' ? 4 : 5
  const tunnel = await openSocksTunnel({ ...proxy, version }, to, timeoutMs)
  return tunnel.ok ? tunnel : err(tunnelFailure(tunnel.error))
}

/**
 * Opens a connection to a host through an HTTP proxy. The proxy's answer is read as its own, so
 * that nothing it says can pass for the host's.
 */
function openHttpTunnel(
  proxy: ProxyAddress,
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Tunnel> {
  const target = `${to.host}:${to.port}`
  return new Promise((resolve) => {
    const outgoing = request({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      agent: false,
      timeout: timeoutMs,
      headers: {
        host: target,
        ...(proxy.credentials === null
          ? {}
          : {
              'proxy-authorization': `Basic ${Buffer.from(proxy.credentials).toString('base64')}`,
            }),
      },
    })
    const fail = (code: string): void => {
      resolve(err(tunnelFailure(code)))
      outgoing.destroy()
    }
    outgoing.once('connect', (response, socket: Socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        return fail(response.statusCode === NEEDS_CREDENTIALS ? 'CREDENTIALS' : 'REFUSED')
      }
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      return resolve(ok(socket))
    })
    outgoing.once('response', (response) => {
      fail(response.statusCode === NEEDS_CREDENTIALS ? 'CREDENTIALS' : 'REFUSED')
    })
    outgoing.once('timeout', () => fail('TIMEOUT'))
    outgoing.once('error', () => fail('UNREACHABLE'))
    outgoing.end()
  })
}
