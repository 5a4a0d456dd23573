import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

/** What happens to the bytes of one direction. Absent members change nothing. */
export interface Toxics {
  /** Delays every piece, by up to `jitterMs` more. Pieces never overtake each other. */
  readonly latencyMs?: number
  readonly jitterMs?: number
  /** Delivers at most so many bytes in a second. */
  readonly bytesPerSecond?: number
  /** Cuts the bytes into pieces of this size. */
  readonly sliceBytes?: number
  /** Discards every byte, as a connection of which one end vanished. */
  readonly blackHole?: boolean
  /** Resets both ends once so many bytes have passed; 0 = with the first, which is discarded. */
  readonly resetAfterBytes?: number
  /** Closes both ends in order once so many bytes have passed. */
  readonly limitBytes?: number
  /** Counts these bytes only from the first answer of the other end: after a first flight. */
  readonly afterReply?: boolean
  /** Delays the end of a connection. */
  readonly slowCloseMs?: number
}

export type Direction = 'upstream' | 'downstream'

/** Where a proxy connects to. */
export interface ProxyTarget {
  readonly host: string
  readonly port: number
}

const SECOND_MS = 1_000

/** A TCP proxy on a free port of this computer that does to connections what a bad network does. */
export class FaultProxy {
  readonly #server: Server
  readonly #links = new Set<Link>()
  readonly #toxics: Record<Direction, Toxics> = { upstream: {}, downstream: {} }
  #refused = 0
  #opened = 0

  private constructor(target: ProxyTarget) {
    this.#server = createServer({ allowHalfOpen: false }, (client) => this.#accept(client, target))
  }

  /** Opens a proxy in front of a server. */
  static async open(target: ProxyTarget): Promise<FaultProxy> {
    const proxy = new FaultProxy(target)
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The number of connections that clients opened so far. */
  get opened(): number {
    return this.#opened
  }

  /** The number of open connections. */
  get size(): number {
    return this.#links.size
  }

  /** Sets what happens to the bytes of one direction, on open connections too. */
  set(direction: Direction, toxics: Toxics): void {
    this.#toxics[direction] = toxics
    for (const link of this.#links) link.restart()
  }

  /** Resets the next connections before a byte passes. */
  refuseNext(count: number): void {
    this.#refused = count
  }

  /** Resets every open connection (`reset_peer`). */
  resetPeers(): void {
    for (const link of [...this.#links]) link.reset()
  }

  /** Ends every fault. Connections that were cut stay cut. */
  clear(): void {
    this.#refused = 0
    this.set('upstream', {})
    this.set('downstream', {})
  }

  async close(): Promise<void> {
    this.resetPeers()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #accept(client: Socket, target: ProxyTarget): void {
    this.#opened += 1
    if (this.#refused > 0) {
      this.#refused -= 1
      client.on('error', () => undefined)
      client.resetAndDestroy()
      return
    }
    const server = connect(target)
    const link = new Link(client, server, (direction) => this.#toxics[direction], this.#onStruck)
    this.#links.add(link)
    link.onEnd = () => this.#links.delete(link)
  }

  /** A fault that cuts a connection strikes once. */
  readonly #onStruck = (direction: Direction): void => {
    const {
      resetAfterBytes: _reset,
      limitBytes: _limit,
      afterReply: _after,
      ...others
    } = this.#toxics[direction]
    this.#toxics[direction] = others
  }
}

/** One connection through the proxy. */
class Link {
  readonly #pipes: readonly Pipe[]
  readonly #sockets: readonly Socket[]
  #ended = false
  onEnd: () => void = () => undefined

  constructor(
    client: Socket,
    server: Socket,
    toxicsOf: (direction: Direction) => Toxics,
    onStruck: (direction: Direction) => void,
  ) {
    this.#sockets = [client, server]
    const hasReply = {
      upstream: () => server.bytesRead > 0,
      downstream: () => client.bytesRead > 0,
    }
    const pipe = (direction: Direction, from: Socket, to: Socket): Pipe =>
      new Pipe(from, to, {
        toxics: () => toxicsOf(direction),
        hasReply: hasReply[direction],
        cut: (method) => {
          onStruck(direction)
          if (method === 'reset') this.reset()
          else this.#end()
        },
      })
    this.#pipes = [pipe('upstream', client, server), pipe('downstream', server, client)]
    for (const socket of this.#sockets) {
      socket.setNoDelay(true)
      socket.on('error', () => this.reset())
      socket.on('close', () => this.#closeLater(toxicsOf('downstream').slowCloseMs ?? 0))
    }
  }

  /** Counts the bytes of both directions from here. */
  restart(): void {
    for (const pipe of this.#pipes) pipe.restart()
  }

  reset(): void {
    if (this.#ended) return
    this.#finish()
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  #end(): void {
    if (this.#ended) return
    this.#finish()
    for (const socket of this.#sockets) socket.end()
  }

  #closeLater(ms: number): void {
    if (ms === 0) return this.#end()
    setTimeout(() => this.#end(), ms).unref()
  }

  #finish(): void {
    this.#ended = true
    for (const pipe of this.#pipes) pipe.stop()
    this.onEnd()
  }
}

interface PipeDeps {
  readonly toxics: () => Toxics
  /** True once the other end has answered. */
  readonly hasReply: () => boolean
  readonly cut: (method: 'reset' | 'end') => void
}

/** One direction of a connection. */
class Pipe {
  readonly #to: Socket
  readonly #deps: PipeDeps
  #passed = 0
  /** When the last piece leaves, by the clock of the process in ms. */
  #freeAt = 0
  #stopped = false
  readonly #queue: { readonly dueAt: number; readonly call: () => void }[] = []

  constructor(from: Socket, to: Socket, deps: PipeDeps) {
    this.#to = to
    this.#deps = deps
    from.on('data', (bytes) => this.#receive(bytes))
  }

  restart(): void {
    this.#passed = 0
  }

  stop(): void {
    this.#stopped = true
  }

  #receive(bytes: Buffer): void {
    const { blackHole, resetAfterBytes, limitBytes, sliceBytes, afterReply } = this.#deps.toxics()
    if (this.#stopped || blackHole === true) return
    const isCounted = afterReply !== true || this.#deps.hasReply()
    const limit = isCounted ? (resetAfterBytes ?? limitBytes) : undefined
    const capacity = limit === undefined ? bytes.length : Math.max(0, limit - this.#passed)
    const passing = bytes.subarray(0, capacity)
    if (isCounted) this.#passed += bytes.length
    const size = sliceBytes ?? Math.max(1, passing.length)
    for (let from = 0; from < passing.length; from += size) {
      this.#send(passing.subarray(from, from + size))
    }
    if (limit === undefined || capacity >= bytes.length) return
    this.#later(() => this.#deps.cut(resetAfterBytes === undefined ? 'end' : 'reset'))
  }

  #send(piece: Buffer): void {
    const { latencyMs = 0, jitterMs = 0, bytesPerSecond } = this.#deps.toxics()
    const now = performance.now()
    const travelMs = latencyMs + Math.random() * jitterMs
    const widthMs = bytesPerSecond === undefined ? 0 : (piece.length / bytesPerSecond) * SECOND_MS
    this.#freeAt = Math.max(this.#freeAt + widthMs, now + travelMs + widthMs)
    this.#later(() => {
      if (!this.#stopped && this.#to.writable) this.#to.write(piece)
    })
  }

  /** Calls after everything that was received before has left. */
  #later(call: () => void): void {
    this.#queue.push({ dueAt: this.#freeAt, call })
    if (this.#queue.length === 1) this.#drain()
  }

  #drain(): void {
    for (let head = this.#queue[0]; head !== undefined; head = this.#queue[0]) {
      const waitMs = head.dueAt - performance.now()
      if (waitMs > 0) {
        setTimeout(() => this.#drain(), waitMs)
        return
      }
      this.#queue.shift()
      head.call()
    }
  }
}
