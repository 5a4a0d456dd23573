import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server'
import { createEventLog } from './event-log.js'
import { SESSION_HEADER, type List } from '../protocol.js'

/** The server of one session, and the resource addresses that its client subscribed to. */
export interface SessionServer {
  readonly server: McpServer
  readonly subscribed: ReadonlySet<string>
}

export interface SessionsOptions {
  readonly make: () => SessionServer
  readonly failed: (error: Error) => void
  /** The most sessions of one connection; beyond it the least recently used one is ended. */
  readonly maxSessions: number
}

const NOTIFY_LIST: Readonly<Record<List, (server: McpServer['server']) => Promise<void>>> = {
  tools: (server) => server.sendToolListChanged(),
  prompts: (server) => server.sendPromptListChanged(),
  resources: (server) => server.sendResourceListChanged(),
}

/** The sessions of one connection, for older protocol versions (2025-11-25 and before). */
export interface Sessions {
  /** Serves a request of a session. Null when it belongs to none and is to be served by itself. */
  serve(request: Request, body: unknown, key: string): Promise<Response> | null
  /** Notifies every subscribed session that the content of these addresses may have changed. */
  notifyUpdated(uris: readonly string[]): void
  /**
   * Notifies every session that these lists changed; older protocol versions need no subscription
   * for that.
   */
  notifyListsChanged(lists: readonly List[]): void
  close(): void
}

interface Session extends SessionServer {
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** The delay after which a client reconnects to a broken stream. */
const RETRY_MS = 1_000
const MAX_EVENTS = 64
const MAX_ENDED = 64
const ID = /^([\w-]{22})\.([\w-]{22})$/

const sealOf = (id: string, key: string): string =>
  createHmac('sha256', key).update(`session ${id}`).digest().subarray(0, 16).toString('base64url')
const newId = (key: string): string => {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${sealOf(id, key)}`
}
/**
 * True when Countersign issued this id to the holder of this key, in this run or an earlier one.
 */
function isOurs(text: string, key: string): boolean {
  const [, id, seal] = ID.exec(text) ?? []
  return (
    id !== undefined &&
    seal !== undefined &&
    timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(id, key)))
  )
}

const unknownSession = (): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      error: { code: -32_001, message: 'There is no such session. Initialize again.' },
      id: null,
    },
    { status: 404 },
  )

/**
 * Makes the sessions, which add streams of changes, resumed streams and cancelation to plain
 * requests. No order data is in them. Many clients never recover from a lost session, so a restart
 * ends none: requests with an earlier id are served one by one, without streams, until the client
 * initializes again.
 */
export function createSessions({ make, failed, maxSessions }: SessionsOptions): Sessions {
  const sessions = new Map<string, Session>()
  const ended = new Set<string>()

  const end = (id: string): void => {
    const session = sessions.get(id)
    sessions.delete(id)
    session?.server.close().catch(failed)
  }
  const endByClient = (id: string): void => {
    sessions.delete(id)
    ended.add(id)
    for (const old of ended) if (ended.size > MAX_ENDED) ended.delete(old)
  }

  const begin = async (request: Request, body: unknown, key: string): Promise<Response> => {
    const made = make()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => newId(key),
      eventStore: createEventLog(MAX_EVENTS),
      retryInterval: RETRY_MS,
      onsessioninitialized(id) {
        sessions.set(id, { ...made, transport })
        for (const oldest of sessions.keys()) if (sessions.size > maxSessions) end(oldest)
      },
      onsessionclosed: endByClient,
    })
    transport.onerror = failed
    await made.server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: body })
    // The session was refused before it began, so its server is not needed.
    if (transport.sessionId === undefined) made.server.close().catch(failed)
    return response
  }

  return {
    serve(request, body, key) {
      const id = request.headers.get(SESSION_HEADER)
      if (id === null) return isInitializeRequest(body) ? begin(request, body, key) : null
      const session = sessions.get(id)
      if (session !== undefined) {
        // Move it to the end: the map is in order of last use.
        sessions.delete(id)
        sessions.set(id, session)
        return session.transport.handleRequest(
          request,
          body === undefined ? {} : { parsedBody: body },
        )
      }
      if (ended.has(id) || !isOurs(id, key) || request.method !== 'POST') {
        return Promise.resolve(unknownSession())
      }
      return null
    },
    notifyUpdated(uris) {
      for (const { server, subscribed } of sessions.values()) {
        for (const uri of uris) {
          if (subscribed.has(uri)) server.server.sendResourceUpdated({ uri }).catch(failed)
        }
      }
    },
    notifyListsChanged(lists) {
      for (const { server } of sessions.values()) {
        for (const list of lists) NOTIFY_LIST[list](server.server).catch(failed)
      }
    },
    close() {
      for (const id of [...sessions.keys()]) end(id)
    },
  }
}
