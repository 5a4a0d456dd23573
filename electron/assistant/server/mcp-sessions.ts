import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
  type EventStore,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { SESSION_HEADER, type List } from '../protocol.js'

/**
 * Makes a log of a session's latest messages, so that a client whose stream broke receives the
 * missed ones when it reconnects (`Last-Event-ID`). It is in memory and bounded: older messages are
 * lost, and the client requests the data again.
 */
function createEventLog(capacity: number): EventStore {
  const events = new Map<string, { readonly stream: string; readonly message: JSONRPCMessage }>()
  let lastNumber = 0
  return {
    storeEvent(stream, message) {
      lastNumber += 1
      const id = `${lastNumber}`
      events.set(id, { stream, message })
      if (events.size > capacity) events.delete(`${lastNumber - capacity}`)
      return Promise.resolve(id)
    },
    getStreamIdForEventId: (id) => Promise.resolve(events.get(id)?.stream),
    async replayEventsAfter(last, { send }) {
      const stream = events.get(last)?.stream ?? ''
      for (const [id, event] of [...events]) {
        // The entry that opens a stream is not a message.
        if (event.stream === stream && Number(id) > Number(last) && 'jsonrpc' in event.message) {
          await send(id, event.message)
        }
      }
      return stream
    },
  }
}

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
 * The sessions of one connection, for older protocol versions (2025-11-25 and before). They add
 * streams of changes, resumed streams and cancelation to plain requests. No order data is in them.
 * Many clients never recover from a lost session, so a restart ends none: requests with an earlier
 * id are served one by one, without streams, until the client initializes again.
 */
export class McpSessions {
  readonly #options: SessionsOptions
  /** In order of last use. */
  readonly #sessions = new Map<string, Session>()
  readonly #ended = new Set<string>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  /** Serves a request of a session. Null when it belongs to none and is to be served by itself. */
  serve(request: Request, body: unknown, key: string): Promise<Response> | null {
    const id = request.headers.get(SESSION_HEADER)
    if (id === null) return isInitializeRequest(body) ? this.#begin(request, body, key) : null
    const session = this.#sessions.get(id)
    if (session !== undefined) {
      this.#sessions.delete(id)
      this.#sessions.set(id, session)
      return session.transport.handleRequest(
        request,
        body === undefined ? {} : { parsedBody: body },
      )
    }
    return this.#ended.has(id) || !isOurs(id, key) || request.method !== 'POST'
      ? Promise.resolve(unknownSession())
      : null
  }

  /** Notifies every subscribed session that the content of these addresses may have changed. */
  notifyUpdated(uris: readonly string[]): void {
    for (const { server, subscribed } of this.#sessions.values()) {
      for (const uri of uris.filter((address) => subscribed.has(address))) {
        server.server.sendResourceUpdated({ uri }).catch(this.#options.failed)
      }
    }
  }

  /**
   * Notifies every session that these lists changed; older protocol versions need no subscription
   * for that.
   */
  notifyListsChanged(lists: readonly List[]): void {
    for (const { server } of this.#sessions.values()) {
      for (const list of lists) NOTIFY_LIST[list](server.server).catch(this.#options.failed)
    }
  }

  close(): void {
    for (const id of [...this.#sessions.keys()]) this.#end(id)
  }

  async #begin(request: Request, body: unknown, key: string): Promise<Response> {
    const { make, failed } = this.#options
    const served = make()
    const transport: Session['transport'] = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => newId(key),
      eventStore: createEventLog(MAX_EVENTS),
      retryInterval: RETRY_MS,
      onsessioninitialized: (id) => this.#add(id, { ...served, transport }),
      onsessionclosed: (id) => this.#endedByClient(id),
    })
    transport.onerror = failed
    await served.server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: body })
    // The session was refused before it began, so its server is not needed.
    if (transport.sessionId === undefined) served.server.close().catch(failed)
    return response
  }

  #add(id: string, session: Session): void {
    this.#sessions.set(id, session)
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size > this.#options.maxSessions) this.#end(oldest)
    }
  }

  #end(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.server.close().catch(this.#options.failed)
  }

  #endedByClient(id: string): void {
    this.#sessions.delete(id)
    this.#ended.add(id)
    for (const old of this.#ended) if (this.#ended.size > MAX_ENDED) this.#ended.delete(old)
  }
}
