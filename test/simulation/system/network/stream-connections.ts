import { EventEmitter } from 'node:events'
import { parser } from 'mqtt-packet'
import type { RawCall } from '../../../../electron/practice/grpc/wire.js'
import { CONNACK } from '../../../../electron/practice/mqtt/server.js'
import type { GrpcPort, MqttPort } from '../../../../electron/core/net-ports.js'
import type { Life } from '../time/virtual-time.js'
import type { NetworkDeps } from './network.js'

type StreamRequest = Parameters<GrpcPort['openStream']>[0]
type StreamHandlers = Parameters<GrpcPort['openStream']>[1]

const CANCELLED = 1
const UNAVAILABLE = 14

/** One stream of trade events. Messages arrive in order; each may be lost. */
export class EventConnection {
  readonly life: Life
  readonly #deps: NetworkDeps
  readonly #request: StreamRequest
  readonly #handlers: StreamHandlers
  readonly #call = new EventEmitter()
  #ended = false
  /** No message overtakes an earlier one. */
  #lastArrival = 0
  #left: () => void = () => undefined
  onClose: () => void = () => undefined

  constructor(deps: NetworkDeps, life: Life, request: StreamRequest, handlers: StreamHandlers) {
    this.life = life
    this.#deps = deps
    this.#request = request
    this.#handlers = handlers
    // Without a listener an emitted error would be thrown.
    this.#call.on('error', ({ code }: { readonly code?: number }) =>
      this.#end(code ?? UNAVAILABLE, 'connection lost'),
    )
  }

  open(): void {
    this.#deps.time.schedule(this.#delay(), () => this.#connect())
  }

  /**
   * Ends the connection of a computer that lost its power: the exchange notices it much later, and
   * counts the subscription until then.
   */
  abandon(afterMs: number): void {
    this.onClose()
    this.#ended = true
    this.#deps.time.schedule(afterMs, () => {
      this.#left()
      this.#call.emit('cancelled')
    })
  }

  /** Closes the connection from the client's side. */
  drop(): void {
    this.onClose()
    this.#call.emit('cancelled')
    this.#end(CANCELLED, 'cancelled')
  }

  #connect(): void {
    const { exchange, conditions } = this.#deps
    if (this.#ended) return
    const { cut, nameless } = conditions
    if (cut || nameless || !exchange.isRunning || !this.life.alive) {
      return this.#end(UNAVAILABLE, 'unreachable')
    }
    this.#left = exchange.onCrash(() => this.#call.emit('error', { code: UNAVAILABLE }))
    exchange.process.events.subscribe(this.#rawCall())
  }

  /** Returns the server's side of the call, as far as the exchange uses it. */
  #rawCall(): RawCall {
    const { metadata, message } = this.#request
    return Object.assign(this.#call, {
      request: Buffer.from(message),
      metadata: { get: (name: string) => (name in metadata ? [metadata[name]] : []) },
      write: (bytes: Buffer) => this.#deliver(bytes),
      end: () => this.#end(0, 'ended'),
    }) as unknown as RawCall
  }

  #deliver(bytes: Buffer): boolean {
    const { time, random, conditions, coverage } = this.#deps
    if (this.#ended) return true
    if (conditions.cut || random.chance(conditions.eventLoss)) {
      coverage.count('event lost')
      return true
    }
    this.#lastArrival = Math.max(this.#lastArrival, time.now + this.#delay())
    time.schedule(
      this.#lastArrival - time.now,
      () => {
        if (!this.#ended) this.#handlers.onMessage(bytes)
      },
      this.life,
    )
    return true
  }

  #end(status: number, detail: string): void {
    if (this.#ended) return
    const after = Math.max(0, this.#lastArrival - this.#deps.time.now)
    this.onClose()
    this.#left()
    this.#deps.time.schedule(
      after,
      () => {
        if (this.#ended) return
        this.#ended = true
        this.#call.emit('close')
        this.#handlers.onEnd({ status, detail })
      },
      this.life,
    )
  }

  #delay(): number {
    const { random, conditions } = this.#deps
    return random.between(1, conditions.maxDelayMs)
  }
}

type MarketHandlers = Parameters<MqttPort['open']>[1]

/** One connection of the market stream. */
export class MarketConnection {
  readonly life: Life
  readonly #deps: NetworkDeps
  readonly #handlers: MarketHandlers
  #ended = false
  #left: () => void = () => undefined
  #disconnect: () => void = () => undefined
  readonly #packets = parser({ protocolVersion: 4 })
  onClose: () => void = () => undefined

  constructor(deps: NetworkDeps, life: Life, handlers: MarketHandlers) {
    this.life = life
    this.#deps = deps
    this.#handlers = handlers
    this.#packets.on('packet', (packet) => {
      if (packet.cmd === 'publish') this.#deliver(packet.topic, packet.payload as Buffer)
    })
  }

  open(sessionId: string): void {
    const { time, conditions, exchange } = this.#deps
    time.schedule(
      this.#delay(),
      () => {
        if (this.#ended) return
        const { cut, nameless, refusesMarket } = conditions
        if (cut || nameless || !exchange.isRunning) return this.end('unreachable')
        if (refusesMarket && exchange.process.faults.strike('market-stream', 'refuse')) {
          return this.#end({ kind: 'refused', code: CONNACK.internal })
        }
        this.#left = exchange.onCrash(() => this.end('reset'))
        this.#disconnect = exchange.openMarketStream(sessionId, (bytes) => {
          this.#packets.parse(bytes)
        })
        this.#handlers.onConnected()
      },
      this.life,
    )
  }

  abandon(): void {
    this.drop()
  }

  /** Closes the connection of a client that crashed. */
  drop(): void {
    this.end('closed')
  }

  end(detail: string): void {
    this.#end({ kind: detail === 'closed' ? 'closed' : 'network', detail })
  }

  #end(why: Parameters<MarketHandlers['onEnd']>[0]): void {
    if (this.#ended) return
    this.#ended = true
    this.onClose()
    this.#left()
    this.#disconnect()
    this.#deps.time.schedule(0, () => this.#handlers.onEnd(why), this.life)
  }

  #deliver(topic: string, payload: Buffer): void {
    const { time, conditions, random, coverage } = this.#deps
    if (conditions.cut || random.chance(conditions.eventLoss)) return coverage.count('quote lost')
    time.schedule(
      this.#delay(),
      () => {
        if (!this.#ended) this.#handlers.onMessage(topic, payload)
      },
      this.life,
    )
  }

  #delay(): number {
    const { random, conditions } = this.#deps
    return random.between(1, conditions.maxDelayMs)
  }
}
