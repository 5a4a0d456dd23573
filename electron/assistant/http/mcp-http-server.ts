import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/server'
import type { ConnectionId } from '../../../shared/domain/instructions/instruction.js'
import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { ClockPort, LogPort, TimerPort } from '../../core/ports.js'
import { dropRest, readBody, type BodyProblem } from './request-body.js'
import { clientNameOf } from './client-name.js'
import {
  createConnectionServer,
  SESSION_CLOSED,
  type ConnectionServer,
} from '../server/connection-server.js'
import { bearerOf, checkRequest, type HttpRejection } from './request-check.js'
import { DEFAULT_HTTP_PORT, ENDPOINT_LIMITS, MCP_PATH, type EndpointLimits } from '../protocol.js'
import { createRateLimiter } from './rate-limiter.js'
import type { ServerParts } from '../server/assistant-server.js'

export interface EndpointOptions {
  /** Returns the router of the open sessions, null without one. Called for every request. */
  readonly router: () => AssistantRouter | null
  /** The fixed port. When it is in use, the endpoint reports that and does not try another. */
  readonly httpPort?: number
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly version: string
  readonly limits?: Partial<EndpointLimits>
  /** Origins that may call; none by default. */
  readonly origins?: readonly string[]
  /** Makes the server of an accepted request; Countersign's own by default. */
  readonly makeServer?: (parts: ServerParts) => McpServer
}

/**
 * The state of the endpoint. `port-in-use`: another program, or another Countersign, listens on the
 * port.
 */
export interface McpHttpServer {
  readonly state: 'listening' | 'port-in-use' | 'failed'
  readonly port: number
  readonly url: string
  /**
   * Ends everything that a connection has open: pending calls are answered with `why` at once, then
   * its streams end.
   */
  drop(connection: ConnectionId, why?: Refusal): void
  close(): Promise<void>
}

const PROBLEMS: Readonly<Record<Exclude<BodyProblem, 'gone'>, HttpRejection>> = {
  'too-large': { status: 413, message: 'The body is too long.' },
  slow: { status: 408, message: 'The body took too long to arrive.' },
}
const UNAUTHORIZED: HttpRejection = {
  status: 401,
  message: 'A key of a paired assistant is needed.',
  headers: { 'www-authenticate': 'Bearer' },
}
const LOOPBACK = '127.0.0.1'
/**
 * Longer than clients keep an idle socket open, so that no request arrives on a socket that is
 * being closed.
 */
const KEEP_ALIVE_MS = 65_000
/** How long pending answers may take before streams, which never end, are cut. */
const CLOSE_GRACE_MS = 250
const REVOKED: Refusal = { code: 'revoked', message: 'The person revoked this connection.' }
const CHECK_MS = 500
const INVALID_REQUEST = -32_600
const PARSE_ERROR = -32_700
const REQUEST_REJECTED = -32_000

/** Rejects a request and closes its connection after the response was received. */
function refuse(
  response: ServerResponse,
  { status, message, headers }: HttpRejection,
  code: number,
  timers: TimerPort,
): void {
  if (response.headersSent || response.destroyed) return
  const answer = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
    connection: 'close',
    ...headers,
  })
  response.write(answer)
  void dropRest(response.req, timers).then(() => response.end())
}

/**
 * Starts the MCP endpoint for local assistants: Streamable HTTP on the loopback address, one path,
 * one key per connection. A request must pass the request check, the key, the connection's rate
 * limit and the body's limits before it reaches the protocol (SEC-21).
 */
export async function startMcpHttpServer(options: EndpointOptions): Promise<McpHttpServer> {
  const { clock, timers, log, origins = [] } = options
  const limits = { ...ENDPOINT_LIMITS, ...options.limits }
  const rate = createRateLimiter(clock, limits)
  const servers = new Map<ConnectionId, ConnectionServer>()
  const activeResponses = new Map<ConnectionId, Set<ServerResponse>>()
  let listening = options.httpPort ?? DEFAULT_HTTP_PORT
  const reject = (response: ServerResponse, why: HttpRejection, code = REQUEST_REJECTED): void =>
    refuse(response, why, code, timers)

  const drop = (connection: ConnectionId, why: Refusal = REVOKED): (() => void) => {
    const server = servers.get(connection)
    const responses = [...(activeResponses.get(connection) ?? [])]
    servers.delete(connection)
    rate.forget(connection)
    // Answer pending calls at once instead of leaving them waiting.
    server?.end(why)
    for (const response of responses) {
      if (!response.req.complete) reject(response, { status: 401, message: why.message })
    }
    const cut = (): void => {
      server?.close()
      for (const response of responses) response.destroy()
    }
    timers.after(CLOSE_GRACE_MS, cut)
    return cut
  }

  const serverFor = (router: AssistantRouter, connection: ConnectionId): ConnectionServer => {
    const present = servers.get(connection)
    if (present?.router === router) return present
    // Another session has replaced the old one; its data must no longer be sent.
    present?.end(SESSION_CLOSED)
    if (present !== undefined) timers.after(CLOSE_GRACE_MS, () => present.close())
    const fresh = createConnectionServer(
      { router, connection, timers, log, version: options.version },
      options.makeServer,
    )
    servers.set(connection, fresh)
    return fresh
  }

  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    router: AssistantRouter,
    connection: ConnectionId,
    token: string,
  ): Promise<void> => {
    if (request.method !== 'POST') {
      router.portOf(connection).markSeen(connection, null)
      return serverFor(router, connection).handle(request, response)
    }
    const body = await readBody(request, limits.bodyBytes, limits.bodyMs, timers)
    if (!body.ok) {
      if (body.error !== 'gone') reject(response, PROBLEMS[body.error])
      return
    }
    // The key was checked before the body arrived; the kill switch may have been pressed since.
    if ((await router.authenticate(token)) === null) return reject(response, UNAUTHORIZED)
    let message: unknown
    try {
      message = JSON.parse(body.value)
    } catch {
      reject(response, { status: 400, message: 'The body is not JSON.' }, PARSE_ERROR)
      return
    }
    // A JSON-RPC batch would be many requests at the rate limit of one.
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      reject(response, { status: 400, message: 'One message a request.' }, INVALID_REQUEST)
      return
    }
    router.portOf(connection).markSeen(connection, clientNameOf(message))
    await serverFor(router, connection).handle(request, response, message)
  }

  const handleRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    const rejection = checkRequest(request, {
      port: listening,
      origins,
      bodyBytes: limits.bodyBytes,
    })
    if (rejection !== null) return reject(response, rejection)
    const token = bearerOf(request)
    if (token === null) return reject(response, UNAUTHORIZED)
    const router = options.router()
    if (router === null) {
      return reject(response, {
        status: 503,
        message: 'Countersign has no session open. Sign in there, then try again.',
        headers: { 'retry-after': '10' },
      })
    }
    const identity = await router.authenticate(token)
    if (identity === null) return reject(response, UNAUTHORIZED)
    const wait = rate.acquire(identity.id)
    const active = activeResponses.get(identity.id) ?? new Set()
    activeResponses.set(identity.id, active)
    if (wait > 0 || active.size >= limits.inFlight) {
      return reject(response, {
        status: 429,
        message: 'Too many requests. Try again later.',
        headers: { 'retry-after': `${Math.max(1, Math.ceil(wait / 1_000))}` },
      })
    }
    active.add(response)
    response.once('close', () => active.delete(response))
    return serve(request, response, router, identity.id, token)
  }

  // Node checks for late headers and bodies only every 30 s by default; until then they would
  // occupy
  // a socket.
  const http = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      log.event('error', 'assistant-endpoint-failed', {
        error: error instanceof Error ? error.name : 'unknown',
      })
      reject(response, { status: 500, message: 'Countersign could not answer.' })
    })
  })
  http.headersTimeout = limits.headersMs
  http.requestTimeout = limits.headersMs + limits.bodyMs
  http.keepAliveTimeout = KEEP_ALIVE_MS
  http.maxConnections = limits.sockets

  const state = await new Promise<McpHttpServer['state']>((resolve) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'port-in-use' : 'failed'),
    )
    http.listen({ host: LOOPBACK, port: listening, exclusive: true }, () => resolve('listening'))
  })
  if (state === 'listening') listening = (http.address() as AddressInfo).port
  http.on('error', (error) =>
    log.event('error', 'assistant-endpoint-failed', { error: error.name }),
  )
  log.event(state === 'listening' ? 'info' : 'warn', 'assistant-endpoint', { what: state })

  return {
    state,
    port: listening,
    url: `http://${LOOPBACK}:${listening}${MCP_PATH}`,
    drop: (connection, why) => void drop(connection, why),
    async close() {
      for (const connection of [...servers.keys()]) drop(connection, SESSION_CLOSED)()
      if (!http.listening) return
      const closed = new Promise<void>((resolve) => {
        http.close(() => resolve())
      })
      http.closeAllConnections()
      await closed
    },
  }
}
