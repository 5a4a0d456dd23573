import { connect as mqttConnect, MqttClient, type IClientOptions } from 'mqtt'
import { writeToStream } from 'mqtt-packet'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as tlsConnect, type ConnectionOptions } from 'node:tls'
import type { Disposer } from '../../shared/domain/brand.js'
import { openWebSocket } from './connections/web-socket.js'
import { isDirect, noProxy, type ProxyFor } from './connections/proxy.js'
import { openBy } from './connections/proxy-tunnel.js'
import { direct, secureContextOf, type Dial } from './dial.js'
import { LifeWatch } from './life-watch.js'
import type { MqttEnd, MqttPort } from '../core/net-ports.js'

// Otherwise the library makes 65,536 buffers with the first packet: 5 MB that save nothing here.
writeToStream.cacheNumbers = false

export interface MqttPortOptions {
  /** PEM of the only authority to trust; null = the public ones (`authorities.ts`). */
  readonly pinnedCa: string | null
  readonly dial?: Dial
  readonly proxyFor?: ProxyFor | undefined
}

const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA)/

/**
 * Converts the library's error: for a refusing CONNACK its `code` is the raw number, for system
 * errors a word.
 */
function endOf(error: Error): MqttEnd {
  const code: unknown = 'code' in error ? error.code : undefined
  if (typeof code === 'number') return { kind: 'refused', code }
  const word = typeof code === 'string' ? code : error.message.slice(0, 80)
  return { kind: TLS_CODES.test(word) ? 'tls' : 'network', detail: word }
}

type OpenRequest = Parameters<MqttPort['open']>[0]
type OpenHandlers = Parameters<MqttPort['open']>[1]

const optionsOf = (request: OpenRequest): IClientOptions => ({
  clientId: request.clientId,
  username: request.username,
  password: request.password,
  protocolVersion: 4,
  clean: true,
  keepalive: request.keepAliveSeconds,
  connectTimeout: request.connectTimeoutMs,
  reconnectPeriod: 0,
  reconnectOnConnackError: false,
  resubscribe: false,
  queueQoSZero: false,
})

/** Reports a client's events to the caller; the returned function ends the connection. */
function attach(
  client: MqttClient,
  { probing, isBrief }: OpenRequest,
  handlers: OpenHandlers,
): Disposer {
  let watch: LifeWatch | null = null
  let ended = false
  let last: MqttEnd | null = null
  const end = (why: MqttEnd): void => {
    if (ended) return
    ended = true
    watch?.stop()
    handlers.onEnd(why)
    client.end(isBrief !== true)
  }
  client.on('connect', () => {
    if (ended) return
    if (probing !== undefined) {
      watch = new LifeWatch(probing, {
        probe: () => client.sendPing(),
        onDead: () => end({ kind: 'timeout', detail: 'no answer to a ping' }),
      })
    }
    handlers.onConnected()
  })
  client.on('packetreceive', () => watch?.alive())
  client.on('message', (topic, payload) => {
    if (!ended) handlers.onMessage(topic, payload)
  })
  client.on('error', (error) => {
    last = endOf(error)
    end(last)
  })
  client.on('close', () => end(last ?? { kind: 'closed', detail: 'the connection ended' }))
  return () => end({ kind: 'closed', detail: 'closed here' })
}

/** Where a connection goes, and how it is secured. */
interface Route {
  readonly to: { readonly host: string; readonly port: number }
  readonly tls: ConnectionOptions
}

/** Opens the bytes of a connection, inside a proxy's tunnel where there is one. */
function openBytes({ to, tls }: Route, request: OpenRequest, tunnel: Socket | null): Duplex {
  const { host, port, webSocketPath, connectTimeoutMs } = request
  const secure = (): Duplex =>
    tlsConnect({
      ...tls,
      ...(tunnel === null ? { host: to.host, port: to.port } : { socket: tunnel }),
    })
  return webSocketPath === undefined
    ? secure()
    : openWebSocket({ host, port, path: webSocketPath, timeoutMs: connectTimeoutMs }, secure)
}

/** Speaks MQTT over a route. */
function openOver(
  route: Route,
  request: OpenRequest,
  handlers: OpenHandlers,
  tunnel: Socket | null = null,
): Disposer {
  const stream = openBytes(route, request, tunnel)
  const client = new MqttClient(() => stream, optionsOf(request))
  stream.on('error', (error) => client.emit('error', error))
  return attach(client, request, handlers)
}

/** Opens the way to the host first: the connection may be ended before it exists. */
function openThroughProxy(
  proxyFor: ProxyFor,
  route: Route,
  request: OpenRequest,
  handlers: OpenHandlers,
): Disposer {
  let ended = false
  let detach: Disposer | null = null
  const { host, port, connectTimeoutMs: timeoutMs } = request
  void openBy(proxyFor, { host, port, direct: route.to, timeoutMs }).then((tunnel) => {
    if (ended) return tunnel.ok && tunnel.value.destroy()
    if (!tunnel.ok) return handlers.onEnd({ kind: 'network', detail: tunnel.error.code })
    detach = openOver(route, request, handlers, tunnel.value)
    return undefined
  })
  return () => {
    if (detach !== null) return detach()
    if (!ended) handlers.onEnd({ kind: 'closed', detail: 'closed here' })
    ended = true
    return undefined
  }
}

/**
 * MQTT 3.1.1 over TLS with a clean session, also inside a WebSocket, directly or through a proxy.
 * The caller reconnects, so the library's own reconnect is off.
 */
export function createMqttPort({
  pinnedCa,
  dial = direct,
  proxyFor = noProxy,
}: MqttPortOptions): MqttPort {
  return {
    open(request, handlers) {
      const to = dial(request.host, request.port)
      const tls = {
        rejectUnauthorized: true,
        ...(isIP(request.host) === 0 ? { servername: request.host } : {}),
        ...{ secureContext: secureContextOf(to, pinnedCa) },
      }
      if (!isDirect(proxyFor(request.host, request.port))) {
        return openThroughProxy(proxyFor, { to, tls }, request, handlers)
      }
      if (request.webSocketPath !== undefined) return openOver({ to, tls }, request, handlers)
      const client = mqttConnect({
        ...optionsOf(request),
        protocol: 'mqtts',
        host: to.host,
        port: to.port,
        ...tls,
      })
      return attach(client, request, handlers)
    },
  }
}
