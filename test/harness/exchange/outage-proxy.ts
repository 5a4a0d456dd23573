import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { ProxyTarget } from './fault-proxy.js'

/**
 * What a line does. `refuses`: connections are cut, and new ones at once. `swallows`: nothing
 * passes and nothing ends, as behind a router that lost its state. `resets`: every connection is
 * cut soon after it was opened.
 */
export type Line = 'open' | 'refuses' | 'swallows' | 'resets'

/** How long a connection lives on a line that resets, in ms: a handshake and more. */
const RESET_AFTER_MS = 400

/** One connection through the proxy; `server` is null where the line swallowed its opening. */
interface Link {
  readonly client: Socket
  readonly server: Socket | null
  /** True for good once the line swallowed bytes: the two ends no longer know of each other. */
  isLost: boolean
}

/** A TCP proxy on a free port of this computer whose line fails for a time, as a whole. */
export class OutageProxy {
  readonly #server: Server
  readonly #links = new Set<Link>()
  #line: Line = 'open'
  /** Where connections lead; it may be set after the proxy was opened. */
  target: ProxyTarget = { host: '127.0.0.1', port: 0 }

  private constructor() {
    this.#server = createServer((client) => this.#accept(client))
  }

  static async open(): Promise<OutageProxy> {
    const proxy = new OutageProxy()
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /**
   * Changes the line. A connection that was swallowed stays dead; the server learns that once the
   * line is open and the client has given the connection up.
   */
  set(line: Line): void {
    this.#line = line
    for (const link of [...this.#links]) {
      if (line === 'swallows') link.isLost = true
      else if (line !== 'open' && !link.isLost) this.#cut(link)
      else if (line === 'open' && link.client.destroyed) this.#cut(link)
    }
  }

  async close(): Promise<void> {
    for (const link of [...this.#links]) this.#cut(link)
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #accept(client: Socket): void {
    client.on('error', () => undefined)
    if (this.#line === 'refuses') return void client.resetAndDestroy()
    const isLost = this.#line === 'swallows'
    const link: Link = { client, server: isLost ? null : connect(this.target), isLost }
    this.#links.add(link)
    this.#join(link)
    if (this.#line === 'resets') setTimeout(() => this.#cut(link), RESET_AFTER_MS)
  }

  #join(link: Link): void {
    const { client, server } = link
    const pass = (to: Socket | null) => (bytes: Buffer) => {
      if (!link.isLost && to?.writable === true) to.write(bytes)
    }
    client.setNoDelay(true)
    client.on('data', pass(server))
    client.on('close', () => {
      // The server does not learn of it while nothing passes.
      if (this.#line !== 'swallows') this.#cut(link)
    })
    server?.setNoDelay(true)
    server?.on('error', () => undefined)
    server?.on('data', pass(client))
    server?.on('close', () => {
      if (!link.isLost) this.#cut(link)
    })
  }

  #cut(link: Link): void {
    this.#links.delete(link)
    link.client.resetAndDestroy()
    link.server?.resetAndDestroy()
  }
}
