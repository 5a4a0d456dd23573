import type { Duplex } from 'node:stream'
import type { Wanted } from './subscriptions.js'

/**
 * Above the first backlog a stream drops messages until the client has read; above the second it is
 * closed.
 */
const FULL_BYTES = 4_194_304
const HOPELESS_BYTES = 67_108_864

/**
 * One connected market stream. Packets are batched into one write, because one write per packet
 * costs too many system calls.
 */
export class MarketStream {
  readonly sessionId: string
  readonly appKey: string
  readonly wanted: Wanted
  readonly #socket: Duplex
  sent = 0
  dropped = 0
  #waiting: Buffer[] = []
  #scheduled = false

  constructor(sessionId: string, appKey: string, wanted: Wanted, socket: Duplex) {
    this.sessionId = sessionId
    this.appKey = appKey
    this.wanted = wanted
    this.#socket = socket
  }

  /**
   * Queues a packet, or drops it when the client reads too slowly. Market data is worthless when
   * late.
   */
  push(packet: Buffer): void {
    if (this.#socket.writableLength > FULL_BYTES) {
      this.dropped += 1
      if (this.#socket.writableLength > HOPELESS_BYTES) this.#socket.destroy()
      return
    }
    this.sent += 1
    this.#waiting.push(packet)
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#flush())
  }

  /** Closes the connection without a DISCONNECT. */
  destroy(): void {
    this.#socket.destroy()
  }

  #flush(): void {
    this.#scheduled = false
    const batch = this.#waiting
    this.#waiting = []
    if (!this.#socket.destroyed) {
      this.#socket.write(
        batch.length === 1 && batch[0] !== undefined ? batch[0] : Buffer.concat(batch),
      )
    }
  }
}
