import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { isIP } from 'node:net'
import type { Disposer } from '../../shared/domain/brand.js'
import { openLocalBridge } from './connections/local-bridge.js'
import { direct, secureContextOf, type Dial } from './dial.js'
import { isDirect, noProxy, type ProxyFor, type ProxyStep } from './connections/proxy.js'
import { LifeWatch } from './life-watch.js'
import type { GrpcPort, Probing } from '../core/net-ports.js'

export interface GrpcPortOptions {
  /** PEM of the only authority to trust; null = the public ones (`authorities.ts`). */
  readonly pinnedCa: string | null
  readonly dial?: Dial
  readonly proxyFor?: ProxyFor | undefined
}

/** Interval of the connection's keepalive probes; an unanswered probe ends the connection. */
const KEEPALIVE_MS = 30_000
const KEEPALIVE_TIMEOUT_MS = 10_000
const MAX_MESSAGE_BYTES = 1024 * 1024
/** Time limit of a proxy's answer. */
const TUNNEL_TIMEOUT_MS = 10_000
const LOOPBACK = '127.0.0.1'
/**
 * gRPC's own health check. Every answer to it shows that the connection is alive, also that there
 * is no such method. A ping of HTTP/2 would be none: servers end a connection with too many.
 */
const HEALTH_CHECK = '/grpc.health.v1.Health/Check'

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes)
const toBytes = (bytes: Buffer): Uint8Array => new Uint8Array(bytes)

/** Probes the connection of a stream with a request of its own. */
function watchLife(client: Client, probing: Probing, onDead: () => void): LifeWatch {
  const watch = new LifeWatch(probing, {
    probe: () => {
      const deadline = Date.now() + probing.withinMs
      client.makeUnaryRequest(
        HEALTH_CHECK,
        toBuffer,
        toBytes,
        new Uint8Array(),
        new Metadata(),
        { deadline },
        (error) => {
          if (error?.code !== status.DEADLINE_EXCEEDED && error?.code !== status.CANCELLED) {
            watch.alive()
          }
        },
      )
    },
    onDead,
  })
  return watch
}

/** Where a stream connects to: the host, or a bridge that leads to it. */
interface Route {
  readonly address: { readonly host: string; readonly port: number }
  readonly to: ReturnType<Dial>
}

type StreamRequest = Parameters<GrpcPort['openStream']>[0]
type StreamHandlers = Parameters<GrpcPort['openStream']>[1]

function clientOf(
  { address, to }: Route,
  { host, port }: StreamRequest,
  pinnedCa: string | null,
): Client {
  const secure = credentials.createFromSecureContext(secureContextOf(to, pinnedCa), {
    rejectUnauthorized: true,
  })
  const name = isIP(address.host) === 6 ? `[${address.host}]` : address.host
  return new Client(`${name}:${address.port}`, secure, {
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
    'grpc.keepalive_permit_without_calls': 0,
    'grpc.enable_retries': 0,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.enable_http_proxy': 0,
    // TLS server names cannot be addresses; an exchange on a loopback address has a certificate
    // for `localhost` as well.
    ...(address.host === host
      ? {}
      : { 'grpc.ssl_target_name_override': host, 'grpc.default_authority': `${host}:${port}` }),
    ...(isIP(host) === 0
      ? {}
      : {
          'grpc.ssl_target_name_override': 'localhost',
          'grpc.default_authority': `${host}:${port}`,
        }),
  })
}

/** Returns a library's sentence without those of its parts that say nothing. */
export const plainDetail = (detail: string): string =>
  detail
    .replace(/ Last error: (?:undefined|null)\./, '')
    .replace(/ Resolution note: *$/, '')
    .replace(/\.$/, '')

/** Opens one stream on a client of its own. */
function openOn(
  client: Client,
  { method, message, metadata, probing }: StreamRequest,
  handlers: StreamHandlers,
): Disposer {
  const headers = new Metadata()
  for (const [name, value] of Object.entries(metadata)) headers.set(name, value)
  const stream = client.makeServerStreamRequest(method, toBuffer, toBytes, message, headers)
  let watch: LifeWatch | null = null
  let ended = false
  const end = (code: number, detail: string): void => {
    if (ended) return
    ended = true
    watch?.stop()
    handlers.onEnd({ status: code, detail: plainDetail(detail) })
    client.close()
  }
  const onDead = (): void => {
    stream.cancel()
    end(status.DEADLINE_EXCEEDED, 'no answer to a health check')
  }
  stream.on('data', (bytes: unknown) => {
    if (!ended && probing !== undefined) watch ??= watchLife(client, probing, onDead)
    watch?.alive()
    if (!ended && isBytes(bytes)) handlers.onMessage(bytes)
  })
  // The status event follows an error and carries the same information; an error without a
  // listener would be thrown.
  stream.on('error', () => {})
  stream.on('status', (final) => end(final.code, final.details))
  return () => {
    stream.cancel()
    end(status.CANCELLED, 'cancelled')
  }
}

/** What a stream's connection is opened with. */
interface Opening {
  readonly to: ReturnType<Dial>
  readonly proxyFor: ProxyFor
  readonly pinnedCa: string | null
}

/** Opens a stream by a bridge: the library itself tries no list of proxies, and no SOCKS proxy. */
function openOverBridge(
  { to, proxyFor, pinnedCa }: Opening,
  request: StreamRequest,
  handlers: StreamHandlers,
): Disposer {
  let ended = false
  let stop: Disposer | null = null
  const end: StreamHandlers['onEnd'] = (why) => {
    if (ended) return
    ended = true
    bridge.close()
    handlers.onEnd(why)
  }
  const { host, port } = request
  const bridge = openLocalBridge(
    proxyFor,
    { host, port, direct: to, timeoutMs: TUNNEL_TIMEOUT_MS },
    {
      onOpen: (local) => {
        const client = clientOf({ address: { host: LOOPBACK, port: local }, to }, request, pinnedCa)
        stop = openOn(client, request, { ...handlers, onEnd: end })
      },
      onFailure: (code) => {
        end({ status: status.UNAVAILABLE, detail: code })
        stop?.()
      },
    },
  )
  return () => {
    end({ status: status.CANCELLED, detail: 'cancelled' })
    stop?.()
  }
}

/** Opens a stream once its ways are known, which takes a while: it may be ended before. */
function openLater(
  steps: Promise<readonly ProxyStep[]>,
  opening: Opening,
  request: StreamRequest,
  handlers: StreamHandlers,
): Disposer {
  let ended = false
  let stop: Disposer | null = null
  void steps.then((ways) => {
    if (!ended) stop = openBySteps(ways, opening, request, handlers)
  })
  return () => {
    if (stop !== null) return stop()
    if (!ended) handlers.onEnd({ status: status.CANCELLED, detail: 'cancelled' })
    ended = true
    return undefined
  }
}

function openBySteps(
  steps: readonly ProxyStep[],
  opening: Opening,
  request: StreamRequest,
  handlers: StreamHandlers,
): Disposer {
  const { to, pinnedCa, proxyFor } = opening
  if (isDirect(steps)) {
    return openOn(clientOf({ address: to, to }, request, pinnedCa), request, handlers)
  }
  const ways: ProxyFor = Object.assign(() => steps, { onStep: proxyFor.onStep })
  return openOverBridge({ ...opening, proxyFor: ways }, request, handlers)
}

/**
 * Opens server streams over TLS with raw messages. Each stream has a connection of its own, so that
 * a faulty one is never shared.
 */
export function createGrpcPort({
  pinnedCa,
  dial = direct,
  proxyFor = noProxy,
}: GrpcPortOptions): GrpcPort {
  return {
    openStream(request, handlers) {
      const { host, port } = request
      const opening = { to: dial(host, port), proxyFor, pinnedCa }
      const steps = proxyFor(host, port)
      return 'then' in steps
        ? openLater(steps, opening, request, handlers)
        : openBySteps(steps, opening, request, handlers)
    },
  }
}
