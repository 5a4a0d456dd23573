import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { secureContextOf } from '../dial.js'
import { DIRECT_CONNECTION, type ProxyAddress, type ProxyFor, type ProxyStep } from './proxy.js'

/** Why no connection was opened: a code, with `PROXY_` before the code of a proxy. */
export type TunnelFailure = Error & { readonly code: string }

/** An open connection, or why there is none. */
export type Tunnel = Result<Socket, TunnelFailure>

/** Where a connection leads, and the address that its host has without a proxy. */
export interface TunnelTarget {
  readonly host: string
  readonly port: number
  readonly direct: { readonly host: string; readonly port: number }
}

/** A target with the time limit of all ways to it together, in ms. */
export interface TimedTarget extends TunnelTarget {
  readonly timeoutMs: number
}

const failureOf = (code: string): TunnelFailure => Object.assign(new Error(code), { code })
const proxyFailure = (code: string): TunnelFailure => failureOf(`PROXY_${code}`)

/** The status of a proxy that requests a user name and a password. */
const NEEDS_CREDENTIALS = 407
/** The least time of a step, in ms, however many are tried. */
const MIN_STEP_MS = 1_000

/** How much a failure tells the person: of several steps the most telling one is reported. */
const TELLING: readonly string[] = [
  'PROXY_PASSWORD',
  'PROXY_CREDENTIALS',
  'PROXY_SCHEME',
  'PROXY_REFUSED',
  'PROXY_TIMEOUT',
  'PROXY_UNREACHABLE',
]
const rankOf = ({ code }: TunnelFailure): number => {
  const rank = TELLING.indexOf(code)
  return rank === -1 ? TELLING.length : rank
}

/**
 * Opens a connection by the first step that leads to the host. The steps share the time limit; the
 * host's encryption and certificate are its own by every step.
 */
export async function openByFirst(
  steps: readonly ProxyStep[],
  target: TimedTarget,
  onStep?: ProxyFor['onStep'],
): Promise<Tunnel> {
  const end = performance.now() + target.timeoutMs
  let failure: TunnelFailure | null = null
  for (const [index, step] of steps.entries()) {
    const share = Math.max(MIN_STEP_MS, (end - performance.now()) / (steps.length - index))
    const tunnel =
      step === DIRECT_CONNECTION
        ? await openDirectly(target.direct, share)
        : await openTunnel(step, target, share)
    onStep?.(step, tunnel.ok)
    if (tunnel.ok) return tunnel
    if (failure === null || rankOf(tunnel.error) < rankOf(failure)) failure = tunnel.error
  }
  return err(failure ?? failureOf('ENOROUTE'))
}

/** Opens a connection by the first of the ways that are chosen for it. */
export async function openBy(proxyFor: ProxyFor, target: TimedTarget): Promise<Tunnel> {
  return openByFirst(await proxyFor(target.host, target.port), target, proxyFor.onStep)
}

function openDirectly(
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Tunnel> {
  return new Promise((resolve) => {
    const socket = connect(to)
    const fail = (code: string): void => {
      socket.destroy()
      resolve(err(failureOf(code)))
    }
    socket.setTimeout(timeoutMs, () => fail('ETIMEDOUT'))
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'ERROR'))
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('error')
      resolve(ok(socket))
    })
  })
}

/** Opens a connection to a host through a proxy of any kind. */
export async function openTunnel(
  proxy: ProxyAddress,
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Tunnel> {
  if (proxy.kind === 'http' || proxy.kind === 'https') return openHttpTunnel(proxy, to, timeoutMs)
  const { openSocksTunnel } = await import('./socks-tunnel.js')
  const version = proxy.kind === 'socks4' ? 4 : 5
  const tunnel = await openSocksTunnel({ ...proxy, version }, to, timeoutMs)
  return tunnel.ok ? tunnel : err(proxyFailure(tunnel.error))
}

/** Returns why an HTTP proxy opened nothing. Of the ways to sign in at one, only Basic is used. */
function refusalOf({ statusCode, headers }: IncomingMessage, proxy: ProxyAddress): string {
  if (statusCode !== NEEDS_CREDENTIALS) return 'REFUSED'
  const ways = headers['proxy-authenticate']
  if (ways !== undefined && !/\bbasic\b/i.test([ways].flat().join(' '))) return 'SCHEME'
  return proxy.credentials === null ? 'CREDENTIALS' : 'PASSWORD'
}

/** A proxy that is reached over TLS has a certificate of the public authorities. */
const securely = () => ({
  rejectUnauthorized: true,
  ...{ secureContext: secureContextOf({ host: '', port: 0 }, null) },
})

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
    const request = proxy.kind === 'https' ? httpsRequest : httpRequest
    const outgoing = request({
      ...(proxy.kind === 'https' ? securely() : {}),
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
      resolve(err(proxyFailure(code)))
      outgoing.destroy()
    }
    outgoing.once('connect', (response, socket: Socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        return fail(refusalOf(response, proxy))
      }
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      return resolve(ok(socket))
    })
    outgoing.once('response', (response) => {
      fail(refusalOf(response, proxy))
    })
    outgoing.once('timeout', () => fail('TIMEOUT'))
    outgoing.once('error', () => fail('UNREACHABLE'))
    outgoing.end()
  })
}
