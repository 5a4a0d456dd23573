import { lookup } from 'node:dns/promises'
import { request } from 'node:http'
import { connect, type ConnectionOptions } from 'node:tls'
import { isIP } from 'node:net'
import { errorCode } from '../../../shared/domain/error-code.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { HostAddresses, PlainAnswer, ReachFailure, ReachPort } from '../../core/reach-port.js'
import { direct, secureContextOf, type Dial } from '../dial.js'
import { noProxy, type ProxyFor } from './proxy.js'
import { openBy } from './proxy-tunnel.js'

export interface ReachPortOptions {
  /** PEM of the only authority to trust; null = the public ones. */
  readonly pinnedCa: string | null
  readonly dial?: Dial
  readonly proxyFor?: ProxyFor
}

const CONNECT_LIMIT_MS = 5_000
const PLAIN_LIMIT_MS = 5_000
const HTTP_PORT = 80
const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA)/

function failureOf(error: unknown): ReachFailure {
  const detail = errorCode(error) ?? 'ERROR'
  if (TLS_CODES.test(detail)) return { kind: 'tls', detail }
  if (detail === 'ETIMEDOUT') return { kind: 'timeout', detail }
  return { kind: detail === 'ECONNREFUSED' ? 'refused' : 'failed', detail }
}

/** Looks how hosts are reached, by names, sockets and TLS of Node. */
export function createReachPort({
  pinnedCa,
  dial = direct,
  proxyFor = noProxy,
}: ReachPortOptions): ReachPort {
  return {
    async addresses(host, port) {
      try {
        return byFamily(await lookup(dial(host, port).host, { all: true }))
      } catch {
        // A name without an address is what the caller asks about, whatever the reason.
        return null
      }
    },
    async secure({ host, port, address }) {
      const to = dial(host, port)
      const tls = {
        servername: isIP(host) === 0 ? host : '',
        secureContext: secureContextOf(to, pinnedCa),
      }
      if (address !== null) return openSecurely({ host: address, port: to.port, ...tls })
      const timeoutMs = CONNECT_LIMIT_MS
      const opened = await openBy(proxyFor, { host, port, direct: to, timeoutMs })
      return opened.ok
        ? openSecurely({ socket: opened.value, ...tls })
        : err({ kind: 'failed', detail: opened.error.code })
    },
    plain: (host) => requestPlainly(host, dial(host, HTTP_PORT)),
  }
}

function byFamily(
  found: readonly { readonly address: string; readonly family: number }[],
): HostAddresses {
  const addressesOf = (family: number): readonly string[] =>
    found.filter((entry) => entry.family === family).map(({ address }) => address)
  return { ipv4: addressesOf(4), ipv6: addressesOf(6) }
}

function openSecurely(options: ConnectionOptions): Promise<Result<void, ReachFailure>> {
  return new Promise((resolve) => {
    const socket = connect({ ...options, rejectUnauthorized: true })
    const end = (result: Result<void, ReachFailure>): void => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(CONNECT_LIMIT_MS, () => end(err({ kind: 'timeout', detail: 'timeout' })))
    socket.once('secureConnect', () => end(ok(undefined)))
    socket.once('error', (error) => end(err(failureOf(error))))
  })
}

function requestPlainly(
  host: string,
  to: { readonly host: string; readonly port: number },
): Promise<PlainAnswer | null> {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: to.host, port: to.port, method: 'GET', path: '/', headers: { host }, agent: false },
      (response) => {
        response.resume()
        const { location } = response.headers
        resolve({ status: response.statusCode ?? 0, location: location ?? null })
        outgoing.destroy()
      },
    )
    outgoing.setTimeout(PLAIN_LIMIT_MS, () => outgoing.destroy())
    outgoing.once('error', () => resolve(null))
    outgoing.once('close', () => resolve(null))
    outgoing.end()
  })
}
