import { Agent, type AgentOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect, type ConnectionOptions } from 'node:tls'
import { isDirect, type ProxyFor } from './proxy.js'
import { openByFirst, type Tunnel } from './proxy-tunnel.js'

/** A request's host by its own name, also where tests connect to another address. */
interface NamedHost {
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
}

type Callback = (error: Error | null, stream: Duplex) => void
/** What a request hands over; `named` is set by the HTTPS port. */
type Options = ConnectionOptions & { readonly named?: NamedHost }

/** Keep-alive connections over TLS, each directly or by the first way that is open. */
export class ProxyAgent extends Agent {
  readonly #proxyFor: ProxyFor

  /** `idleMs`: idle connections are closed after this time. */
  constructor(proxyFor: ProxyFor, idleMs: number) {
    const options: AgentOptions = { keepAlive: true, timeout: idleMs, scheduling: 'lifo' }
    super(options)
    this.#proxyFor = proxyFor
  }

  override createConnection(options: Options, callback?: Callback): Duplex | null | undefined {
    const { named } = options
    const steps = named === undefined ? null : this.#proxyFor(named.host, named.port)
    if (named === undefined || steps === null || isDirect(steps) || callback === undefined) {
      return super.createConnection(options, callback)
    }
    const finish = (tunnel: Tunnel): void => {
      // The type of the callback wants a stream also beside an error, where nobody reads it.
      if (!tunnel.ok) return callback(tunnel.error, undefined as unknown as Duplex)
      const servername = options.servername ?? named.host
      return callback(null, connect({ ...options, servername, socket: tunnel.value }))
    }
    const direct = { host: options.host ?? named.host, port: Number(options.port ?? named.port) }
    const { onStep } = this.#proxyFor
    void Promise.resolve(steps)
      .then((ways) => openByFirst(ways, { ...named, direct }, onStep))
      .then(finish)
    return undefined
  }
}
