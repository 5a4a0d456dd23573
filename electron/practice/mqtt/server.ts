import { generate, parser, writeToStream, type IConnectPacket, type Packet } from 'mqtt-packet'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer } from 'node:tls'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { HostClock } from '../simulation/clock.js'
import type { BrokerVariant } from '../../../shared/practice/broker-variant.js'
import type { Faults } from '../faults/faults.js'
import type { Variants } from '../faults/variants.js'
import type { RunningServer } from '../model/running-server.js'
import type { Certificates } from '../tls/certificates.js'
import { listenBehindNetwork } from './network-gate.js'
import { MarketStream } from './stream.js'
import type { Subscriptions } from './subscriptions.js'
import { createMarketWebSocket } from './web-socket-server.js'

// Otherwise the library makes 65,536 buffers with the first packet: 5 MB that save nothing here.
writeToStream.cacheNumbers = false

/** CONNACK codes, including those beyond MQTT 3.1.1 (MARKET-10). */
export const CONNACK = {
  ok: 0,
  badProtocol: 1,
  badSession: 2,
  noAppKey: 3,
  internal: 101,
  tooMany: 105,
} as const

const FIRST_PACKET_MS = 10_000
/** A dropped connection occupies its slot for about a minute. */
const SLOT_MS = MINUTE_MS
const MAX_PACKET = 65_536
const SESSION_ID = /^[\w-]{1,64}$/

/** Dependencies of the server. `slotMs` is how long a lost connection counts. */
export interface MarketServerDeps {
  readonly subscriptions: Subscriptions
  readonly faults: Faults
  readonly variants: Variants
  readonly host: HostClock
  readonly slotMs?: number
}

/** Serves the market data stream: MQTT 3.1.1 over TLS or in a WebSocket, publishing only. */
export class MarketServer {
  readonly #deps: MarketServerDeps
  readonly #sessions = new Map<string, MarketStream>()
  /** Lost connections by session, with the app key and the time of the loss. */
  readonly #lost = new Map<string, { readonly appKey: string; readonly at: number }>()

  constructor(deps: MarketServerDeps) {
    this.#deps = deps
  }

  /** Returns the connected streams. */
  streams(): Iterable<MarketStream> {
    return this.#sessions.values()
  }

  /** Disconnects every stream; returns how many there were. */
  kill(): number {
    const streams = [...this.#sessions.values()]
    for (const stream of streams) {
      this.#left(stream)
      stream.destroy()
    }
    return streams.length
  }

  /** Starts listening; rejects with the system's error when the port is taken. */
  start(certificates: Certificates, port: number): Promise<RunningServer> {
    const server = createServer(
      { key: certificates.key, cert: certificates.cert, minVersion: 'TLSv1.2' },
      (socket) => this.#accept(socket, socket),
    )
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return this.#listen(server, port, 'tls')
  }

  /** Starts listening for WebSockets; rejects as {@link start} does. */
  startWebSocket(certificates: Certificates, port: number): Promise<RunningServer> {
    const server = createMarketWebSocket({
      certificates,
      maxBytes: MAX_PACKET,
      onConnection: (stream, socket) => this.#accept(stream, socket),
    })
    return this.#listen(server, port, 'webSocket')
  }

  #listen(
    server: Server,
    port: number,
    way: keyof BrokerVariant['marketStream'],
  ): Promise<RunningServer> {
    return listenBehindNetwork(server, port, () => this.#deps.variants.current.marketStream[way])
  }

  /** Serves a client whose packets are in a stream of bytes; `socket` is the one below it. */
  #accept(bytes: Duplex, socket: Socket): void {
    socket.setNoDelay(true)
    socket.setTimeout(FIRST_PACKET_MS, () => socket.destroy())
    const packets = parser({ protocolVersion: 4 })
    let received = 0
    let stream: MarketStream | null = null
    bytes.on('error', () => socket.destroy())
    bytes.on('close', () => {
      if (stream !== null) this.#gone(stream)
    })
    bytes.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_PACKET) socket.destroy()
      else packets.parse(chunk)
    })
    packets.on('error', () => socket.destroy())
    packets.on('packet', (packet: Packet) => {
      received = 0
      if (stream === null) {
        stream = packet.cmd === 'connect' ? this.#connect(packet, { bytes, socket }) : null
      } else this.#answer(packet, bytes, stream)
      if (stream === null) bytes.end()
    })
  }

  #connect(
    packet: IConnectPacket,
    { bytes, socket }: { readonly bytes: Duplex; readonly socket: Socket },
  ): MarketStream | null {
    const refused = this.#connectRefusal(packet)
    bytes.write(
      generate({ cmd: 'connack', returnCode: refused ?? CONNACK.ok, sessionPresent: false }),
    )
    if (refused !== null) return null
    // A connection without traffic for 1.5 keep-alive intervals is closed (MQTT 3.1.1, 3.1.2.10); 0
    // means never.
    socket.setTimeout((packet.keepalive ?? 0) * 1_500)
    this.#sessions.get(packet.clientId)?.destroy()
    const stream = new MarketStream(
      packet.clientId,
      packet.username ?? '',
      this.#deps.subscriptions.open(packet.clientId),
      bytes,
    )
    this.#sessions.set(packet.clientId, stream)
    return stream
  }

  #connectRefusal(packet: IConnectPacket): number | null {
    if (packet.protocolVersion !== 4) return CONNACK.badProtocol
    if (!SESSION_ID.test(packet.clientId)) return CONNACK.badSession
    const appKey = packet.username ?? ''
    if (appKey === '') return CONNACK.noAppKey
    if (this.#deps.faults.strike('market-stream', 'refuse')) return CONNACK.internal
    const live = [...this.#sessions.values()].filter(
      (stream) => stream.appKey === appKey && stream.sessionId !== packet.clientId,
    ).length
    return live + this.#lostSlots(appKey, packet.clientId) >= ASSUMPTIONS.marketStreamsPerKey
      ? CONNACK.tooMany
      : null
  }

  /** Counts the slots of lost connections. A session that reconnects reuses its own slot. */
  #lostSlots(appKey: string, sessionId: string): number {
    const until = this.#deps.host.monotonic() - (this.#deps.slotMs ?? SLOT_MS)
    for (const [id, { at: lostAt }] of this.#lost) {
      if (lostAt <= until || id === sessionId) this.#lost.delete(id)
    }
    return [...this.#lost.values()].filter((slot) => slot.appKey === appKey).length
  }

  #answer(packet: Packet, socket: Duplex, stream: MarketStream): void {
    switch (packet.cmd) {
      case 'pingreq':
        // A black hole answers no pings either; otherwise the client would not detect it.
        if (this.#deps.faults.on('market-stream', 'mute') === null) {
          socket.write(generate({ cmd: 'pingresp' }))
        }
        return
      case 'subscribe':
        // Without a topic it violates the protocol (MQTT 3.1.1, 3.8.3-3), and has no answer.
        if (packet.subscriptions.length === 0) return void socket.destroy()
        // SUBSCRIBE is not part of this protocol, but common libraries send it: grant it without
        // effect.
        socket.write(
          generate({
            cmd: 'suback',
            messageId: packet.messageId ?? 1,
            granted: packet.subscriptions.map(() => 0),
          }),
        )
        return
      case 'unsubscribe':
        if (packet.unsubscriptions.length === 0) return void socket.destroy()
        socket.write(generate({ cmd: 'unsuback', messageId: packet.messageId ?? 1, granted: [] }))
        return
      case 'disconnect':
        this.#left(stream)
        socket.end()
        return
      case 'connect':
        socket.destroy()
        return
      case 'auth':
      case 'connack':
      case 'pingresp':
      case 'puback':
      case 'pubcomp':
      case 'publish':
      case 'pubrec':
      case 'pubrel':
      case 'suback':
      case 'unsuback':
    }
  }

  /** Frees the slot of a client that disconnected properly. */
  #left(stream: MarketStream): void {
    this.#deps.subscriptions.close(stream.sessionId, stream.wanted)
    if (this.#sessions.get(stream.sessionId) === stream) this.#sessions.delete(stream.sessionId)
  }

  #gone(stream: MarketStream): void {
    this.#deps.subscriptions.close(stream.sessionId, stream.wanted)
    // A newer stream of the same session has taken over the slot.
    if (this.#sessions.get(stream.sessionId) !== stream) return
    this.#sessions.delete(stream.sessionId)
    this.#lost.set(stream.sessionId, { appKey: stream.appKey, at: this.#deps.host.monotonic() })
  }
}
