import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, ListenOptions } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/server'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { AssistantIdentity } from '../../../shared/domain/instructions/connection.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { ClockPort, LogPort, TimerPort } from '../../core/ports.js'
import { readBody } from './request-body.js'
import { clientNameOf } from './client-name.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { ConnectionServer, SESSION_CLOSED } from '../server/connection-server.js'
import { LOCAL_HOST, type LocalAddress } from '../local/address.js'
import { proofBody, proofHeaders, proofOf } from '../local/proof.js'
import { bearerOf, checkRequest, hasKey, nonceOf, type HttpRejection } from './request-check.js'
import { DEFAULT_HTTP_PORT, ENDPOINT_LIMITS, MCP_PATH, type EndpointLimits } from '../protocol.js'
import {
  FAILED,
  idOf,
  NO_SESSION,
  STARTING,
  parseMessage,
  PROBLEMS,
  readRequestId,
  reject,
  REVOKED,
  tooManyRequests,
  UNAUTHORIZED,
  type RequestId,
} from './rejection.js'
import { createRateLimiter, type RateLimiter } from './rate-limiter.js'
import type { ServerParts } from '../server/assistant-server.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

export interface EndpointOptions {
  /** Returns the router of the open sessions, null without one. Called for every request. */
  readonly router: () => AssistantRouter | null
  /** True while a session is being opened, so that there is a router soon; false by default. */
  readonly isOpening?: () => boolean
  /** The private socket; null or absent for none. */
  readonly socket?: LocalAddress | null
  /**
   * The fixed port; null for no access over HTTP. When it is in use, the endpoint reports that and
   * does not try another.
   */
  readonly httpPort?: number | null
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly version: string
  readonly limits?: Partial<EndpointLimits>
  /** Origins that may call; none by default. */
  readonly origins?: readonly string[]
  /** Makes the server of an accepted request; Countersign's own by default. */
  readonly makeServer?: (parts: ServerParts) => McpServer
  /** Called for each call with a key that is not known here. */
  readonly onWrongKey?: () => void
}

/** A request as a server receives it: it always has a method and an address. */
type Received = IncomingMessage & { readonly method: string; readonly url: string }
const asReceived = (request: IncomingMessage): Received => request as Received

/** `port-in-use`: another program, or another Countersign, listens there. */
type ListenState = 'listening' | 'port-in-use' | 'failed'

export interface McpHttpServer {
  /** The state of the port; `off` without one. */
  readonly state: ListenState | 'off'
  readonly socketState: ListenState | 'off'
  readonly port: number
  readonly url: string
  /**
   * Ends everything that a connection has open: pending calls are answered with `why` at once, then
   * its streams end.
   */
  drop(connection: ConnectionId, why?: Refusal): void
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
/**
 * Longer than clients keep an idle socket open, so that no request arrives on a socket that is
 * being closed.
 */
const KEEP_ALIVE_MS = 65_000
/** How long pending answers may take before streams, which never end, are cut. */
const CLOSE_GRACE_MS = 250
const REVOKED_BY_PERSON: Refusal = {
  code: 'revoked',
  message: message('refusals.revokedByPerson'),
}
const CHECK_MS = 500

/** Listens; resolves when it listens or failed. */
const listen = (http: Server, place: ListenOptions): Promise<ListenState> =>
  new Promise((resolve) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'port-in-use' : 'failed'),
    )
    http.listen(place, () => resolve('listening'))
  })

/**
 * Starts the MCP endpoint for local assistants: Streamable HTTP over a private socket, and on the
 * loopback address where the person asked for it; one path, one key per connection. It proves
 * itself to who asks (SEC-30). A request must pass the request check, the key, the connection's
 * rate limit and the body's limits before it reaches the protocol (SEC-21).
 */
export async function startMcpHttpServer(options: EndpointOptions): Promise<McpHttpServer> {
  const endpoint = new Endpoint(options)
  const socketState = await endpoint.openSocket()
  const state = await endpoint.openPort()
  return {
    state,
    socketState,
    port: endpoint.port,
    url: `http://${LOOPBACK}:${endpoint.port}${MCP_PATH}`,
    drop: (connection, why) => void endpoint.drop(connection, why),
    close: () => endpoint.close(),
  }
}

const isPing = (message: object): boolean => Reflect.get(message, 'method') === 'ping'

/** One of the ways in: what a proof names it, and the hosts that requests over it name. */
interface Channel {
  readonly name: string
  readonly hosts: readonly string[]
}

/** A caller whose key was accepted. */
interface Identified {
  readonly router: AssistantRouter
  readonly connection: ConnectionId
  readonly token: string
}

class Endpoint {
  readonly #options: EndpointOptions
  readonly #limits: EndpointLimits
  readonly #rate: RateLimiter
  /** One bucket for every unknown key: guessing callers cannot be told apart on one computer. */
  readonly #wrongKeys: RateLimiter
  readonly #servers = new Map<ConnectionId, ConnectionServer>()
  readonly #activeResponses = new Map<ConnectionId, Set<ServerResponse>>()
  readonly #open: Server[] = []
  #port: number
  #closed = false

  constructor(options: EndpointOptions) {
    this.#options = options
    this.#limits = { ...ENDPOINT_LIMITS, ...options.limits }
    this.#rate = createRateLimiter(options.clock, this.#limits)
    this.#wrongKeys = createRateLimiter(options.clock, this.#limits.wrongKeys)
    this.#port = options.httpPort ?? DEFAULT_HTTP_PORT
  }

  get port(): number {
    return this.#port
  }

  async openSocket(): Promise<McpHttpServer['socketState']> {
    const { socket } = this.#options
    if (socket === undefined || socket === null) return 'off'
    const channel = { name: socket.socket, hosts: [LOCAL_HOST] }
    return (await this.#listen({ path: socket.socket, exclusive: true }, () => channel)).state
  }

  async openPort(): Promise<McpHttpServer['state']> {
    const { httpPort } = this.#options
    if (httpPort === null) return 'off'
    // The port is chosen by the system for 0, so it is known only once it listens.
    const channel = (): Channel => ({
      name: `${LOOPBACK}:${this.#port}`,
      hosts: [`${LOOPBACK}:${this.#port}`, `localhost:${this.#port}`],
    })
    const place = { host: LOOPBACK, port: this.#port, exclusive: true }
    const { http, state } = await this.#listen(place, channel)
    if (state === 'listening') this.#port = (http.address() as AddressInfo).port
    return state
  }

  async #listen(
    place: ListenOptions,
    channel: () => Channel,
  ): Promise<{ readonly http: Server; readonly state: ListenState }> {
    const http = this.#createServer(channel)
    const state = await listen(http, place)
    if (state === 'listening') this.#open.push(http)
    http.on('error', (error) => this.#logFailure(error))
    const level = state === 'listening' ? 'info' : 'warn'
    this.#options.log.event(level, 'assistant-endpoint', { what: state })
    return { http, state }
  }

  /** Ends a connection's calls; returns what cuts its streams, which happens soon by itself. */
  drop(connection: ConnectionId, why: Refusal = REVOKED_BY_PERSON): () => void {
    const server = this.#servers.get(connection)
    const responses = [...(this.#activeResponses.get(connection) ?? [])]
    this.#servers.delete(connection)
    this.#rate.forget(connection)
    // Answer pending calls at once instead of leaving them waiting.
    server?.end(why)
    for (const response of responses) {
      if (!response.req.complete) {
        this.#reject(response, { status: 403, message: inEnglish(why.message) })
      }
    }
    const cut = (): void => {
      server?.close()
      for (const response of responses) response.destroy()
    }
    this.#options.timers.after(CLOSE_GRACE_MS, cut)
    return cut
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const connection of [...this.#servers.keys()]) this.drop(connection, SESSION_CLOSED)()
    await Promise.all(
      this.#open.splice(0).map((http) => {
        const closed = new Promise<void>((resolve) => {
          http.close(() => resolve())
        })
        http.closeAllConnections()
        return closed
      }),
    )
  }

  #createServer(channel: () => Channel): Server {
    // Node checks for late headers and bodies only every 30 s by default; until then they would
    // occupy a socket.
    const http = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
      this.#handle(request, response, channel()).catch((error: unknown) => {
        this.#logFailure(error)
        this.#reject(response, FAILED)
      })
    })
    http.headersTimeout = this.#limits.headersMs
    http.requestTimeout = this.#limits.headersMs + this.#limits.bodyMs
    http.keepAliveTimeout = KEEP_ALIVE_MS
    http.maxConnections = this.#limits.sockets
    return http
  }

  #logFailure(error: unknown): void {
    const name = error instanceof Error ? error.name : 'unknown'
    this.#options.log.event('error', 'assistant-endpoint-failed', { error: name })
  }

  #reject(response: ServerResponse, why: HttpRejection, id?: RequestId, code?: number): void {
    reject(response, why, this.#options.timers, { id, code })
  }

  async #handle(
    request: IncomingMessage,
    response: ServerResponse,
    channel: Channel,
  ): Promise<void> {
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    const nonce = nonceOf(request, channel)
    if (nonce !== null && this.#prove(response, channel, nonce)) return
    const identified = await this.#identify(request, channel)
    const rejection = identified.ok
      ? this.#acquireResponse(identified.value.connection, response)
      : identified.error
    if (identified.ok && rejection === null) {
      return this.#serve(request, response, identified.value)
    }
    const id = await readRequestId(request, this.#options.timers)
    if (rejection !== null) this.#reject(response, rejection, id)
  }

  /** Answers with a proof that only this program can give; false where it has no secret. */
  #prove(response: ServerResponse, { name }: Channel, nonce: string): boolean {
    const { socket } = this.#options
    if (socket === undefined || socket === null) return false
    const body = proofBody(proofOf(socket.secret, name, nonce))
    response.writeHead(200, proofHeaders(body)).end(body)
    return true
  }

  /** Checks a request and its key (SEC-21). */
  async #identify(
    request: IncomingMessage,
    { hosts }: Channel,
  ): Promise<Result<Identified, HttpRejection>> {
    const { origins = [] } = this.#options
    const { bodyBytes } = this.#limits
    const rejection = checkRequest(request, { hosts, origins, bodyBytes })
    if (rejection !== null) return err(rejection)
    const token = bearerOf(request)
    if (token === null) return err(hasKey(request) ? this.#rejectWrongKey() : UNAUTHORIZED)
    const router = this.#options.router()
    if (router === null) return err(this.#options.isOpening?.() === true ? STARTING : NO_SESSION)
    const identity = await this.#authenticate(router, token)
    if (identity.ok) return ok({ router, connection: identity.value.id, token })
    return identity.error === UNAUTHORIZED ? err(this.#rejectWrongKey()) : identity
  }

  /** Returns the connection of a key, or why it has none. */
  async #authenticate(
    router: AssistantRouter,
    token: string,
  ): Promise<Result<AssistantIdentity, HttpRejection>> {
    const identity = await router.authenticate(token)
    // A request that was on its way must reach nothing once the person disabled access.
    if (this.#closed) return err(NO_SESSION)
    if (identity === null) return err(UNAUTHORIZED)
    return identity.state === 'revoked' ? err(REVOKED) : ok(identity)
  }

  /** Counts a wrong key; above the limit the answer no longer says that the key is wrong. */
  #rejectWrongKey(): HttpRejection {
    this.#options.onWrongKey?.()
    const waitMs = this.#wrongKeys.acquire('unknown')
    return waitMs > 0 ? tooManyRequests(waitMs) : UNAUTHORIZED
  }

  /** Counts a request against the connection's limits; returns why it is over them, or null. */
  #acquireResponse(connection: ConnectionId, response: ServerResponse): HttpRejection | null {
    const waitMs = this.#rate.acquire(connection)
    const active = this.#activeResponses.get(connection) ?? new Set()
    this.#activeResponses.set(connection, active)
    if (waitMs > 0 || active.size >= this.#limits.inFlight) return tooManyRequests(waitMs)
    active.add(response)
    response.once('close', () => active.delete(response))
    return null
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { router, connection, token }: Identified,
  ): Promise<void> {
    if (request.method !== 'POST') {
      router.portOf(connection).markSeen(connection, null)
      return this.#serverOf(router, connection).handle(asReceived(request), response)
    }
    const { bodyBytes, bodyMs } = this.#limits
    const body = await readBody(request, bodyBytes, bodyMs, this.#options.timers)
    if (!body.ok) {
      if (body.error !== 'gone') this.#reject(response, PROBLEMS[body.error])
      return
    }
    const message = parseMessage(body.value)
    // The key was checked before the body arrived; it may have been revoked since.
    const still = await this.#authenticate(router, token)
    const id = message.ok ? idOf(message.value) : message.error.id
    if (!still.ok) return this.#reject(response, still.error, id)
    if (!message.ok) return this.#reject(response, message.error.rejection, id, message.error.code)
    // A ping tests the connection and asks for nothing; the person's own test is one.
    if (!isPing(message.value)) {
      router.portOf(connection).markSeen(connection, clientNameOf(message.value))
    }
    await this.#serverOf(router, connection).handle(asReceived(request), response, message.value)
  }

  #serverOf(router: AssistantRouter, connection: ConnectionId): ConnectionServer {
    const { clock, timers, log, version, makeServer } = this.#options
    const present = this.#servers.get(connection)
    if (present?.router === router) return present
    // Another session has replaced the old one; its data must no longer be sent.
    present?.end(SESSION_CLOSED)
    if (present !== undefined) timers.after(CLOSE_GRACE_MS, () => present.close())
    const fresh = new ConnectionServer(
      { router, connection, clock, timers, log, version },
      makeServer,
    )
    this.#servers.set(connection, fresh)
    return fresh
  }
}
