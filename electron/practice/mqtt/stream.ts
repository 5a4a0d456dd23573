import type { TLSSocket } from 'node:tls'
import type { Wanted } from './subscriptions.js'

/**
 * Above this backlog a stream gets no more messages until it has read; above the second it is given
 * up.
 */
const FULL_BYTES = 4_194_304
const HOPELESS_BYTES = 67_108_864

/**
 * One connected market stream. Packets are collected and written in one piece: a write per packet
 * would drown in system calls.
 */
export class MarketStream {
  sent = 0
  dropped = 0
  private waiting: Buffer[] = []
  private scheduled = false

  constructor(
    readonly sessionId: string,
    readonly appKey: string,
    readonly wanted: Wanted,
    private readonly socket: TLSSocket,
  ) {}

  /**
   * Queues a packet; drops it when the reader is too slow. A message of market data is worth
   * nothing later.
   */
  push(packet: Buffer): void {
    if (this.socket.writableLength > FULL_BYTES) {
      this.dropped += 1
      if (this.socket.writableLength > HOPELESS_BYTES) this.socket.destroy()
      return
    }
    this.sent += 1
    this.waiting.push(packet)
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => this.flush())
  }

  /** Cuts the connection without a word. */
  destroy(): void {
    this.socket.destroy()
  }

  private flush(): void {
    this.scheduled = false
    const batch = this.waiting
    this.waiting = []
    if (!this.socket.destroyed) {
      this.socket.write(
        batch.length === 1 && batch[0] !== undefined ? batch[0] : Buffer.concat(batch),
      )
    }
  }
}
