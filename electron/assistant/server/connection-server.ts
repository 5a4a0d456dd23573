import {
  toNodeHandler,
  type FetchLikeMcpHandler,
  type NodeMcpRequestHandler,
} from '@modelcontextprotocol/node'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type {
  AssistantRouter,
  ConnectionPort,
} from '../../core/instructions/assistant/assistant-port.js'
import type { AsyncResult, Refusal } from '../../../shared/domain/instructions/refusal.js'
import { err, type Result } from '../../../shared/domain/result.js'
import { LISTS, type List } from '../protocol.js'
import { resourceUris } from './resources.js'
import { createAssistantServer, type ServerParts } from './assistant-server.js'
import { McpSessions } from './mcp-sessions.js'
import { message } from '../../../shared/messages/make-message.js'

/**
 * Delay that groups notifications: changes come in bursts (a fill changes an order, a position and
 * a balance).
 */
const NOTIFY_AFTER_MS = 250

type McpHandler = ReturnType<typeof createMcpHandler>

const NOTIFY: Readonly<Record<List, (notify: McpHandler['notify']) => void>> = {
  tools: (notify) => notify.toolsChanged(),
  prompts: (notify) => notify.promptsChanged(),
  resources: (notify) => notify.resourcesChanged(),
}

/** Sessions of one connection: a client has one, or a few while it restarts. */
const MAX_SESSIONS = 8

/** The answer to calls of a session that has ended. */
export const SESSION_CLOSED: Refusal = {
  code: 'not-ready',
  message: message('refusals.requestedSessionEnded'),
}

/** The parts of a connection's server, and the router of its calls. */
export interface ConnectionServerParts extends Omit<ServerParts, 'port' | 'subscribed' | 'added'> {
  readonly router: AssistantRouter
}

type Scope = Readonly<Record<'toolsets' | 'accounts', string>>

/**
 * Serves the requests of one connection, for stateless and older protocol versions, and its streams
 * of changes.
 */
export class ConnectionServer {
  /** The router that the server was made with. */
  readonly router: AssistantRouter
  readonly handle: NodeMcpRequestHandler
  readonly #parts: ServerParts
  readonly #endable: EndablePort
  readonly #handler: McpHandler
  readonly #sessions: McpSessions
  readonly #stopWatching: () => void
  /** The tools that the assistant added to its list, until its access ends. */
  readonly #added = new Set<string>()
  #listed: Scope
  #cancelNotify: (() => void) | null = null
  #ended = false
  #closed = false

  /** @param make builds the server of a request or session; Countersign's own by default */
  constructor(
    { router, ...connectionParts }: ConnectionServerParts,
    make: (parts: ServerParts) => McpServer = createAssistantServer,
  ) {
    const onerror = (error: Error): void => this.#onError(error)
    this.router = router
    this.#endable = new EndablePort(() => router.portOf(connectionParts.connection))
    const parts: ServerParts = {
      ...connectionParts,
      port: this.#endable.port,
      added: { has: (name) => this.#added.has(name), add: (names) => this.#addTools(names) },
    }
    this.#parts = parts
    this.#handler = createMcpHandler(() => make(parts), { onerror })
    this.#sessions = new McpSessions({
      failed: onerror,
      maxSessions: MAX_SESSIONS,
      make() {
        const subscribed = new Set<string>()
        return { subscribed, server: make({ ...parts, subscribed }) }
      },
    })
    this.#listed = this.#scope()
    this.#stopWatching = parts.port.watch(parts.connection, () => this.#notifyLater())
    const fetch: FetchLikeMcpHandler['fetch'] = (request, options) => this.#answer(request, options)
    this.handle = toNodeHandler({ fetch }, { onerror })
  }

  /**
   * Answers every pending call with `why` and sends nothing more. Streams, which never end by
   * themselves, end with `close`.
   */
  end(why: Refusal): void {
    if (this.#ended) return
    this.#ended = true
    this.#stopWatching()
    this.#cancelNotify?.()
    this.#endable.end(why)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.end(SESSION_CLOSED)
    this.#sessions.close()
    this.#handler.close().catch((error: Error) => this.#onError(error))
  }

  /**
   * Removes the connection header, because `keep-alive` in a response would override a caller's
   * close; Node and the caller settle it.
   */
  async #answer(...[request, options]: Parameters<FetchLikeMcpHandler['fetch']>) {
    const key = request.headers.get('authorization')?.split(' ')[1] ?? ''
    const response = await (this.#sessions.serve(request, options?.parsedBody, key) ??
      this.#handler.fetch(request, options))
    response.headers.delete('connection')
    response.headers.set('cache-control', 'no-store')
    return response
  }

  #onError(error: Error): void {
    this.#parts.log.event('warn', 'assistant-request-failed', { error: error.name })
  }

  /** Lists more tools, and notifies every client of the connection. */
  #addTools(names: readonly string[]): void {
    const before = this.#added.size
    for (const name of names) this.#added.add(name)
    if (this.#added.size === before) return
    this.#handler.notify.toolsChanged()
    this.#sessions.notifyListsChanged(['tools'])
  }

  #scope(): Scope {
    const { toolsets, accounts } = this.#parts.port.scope(this.#parts.connection)
    return { toolsets: JSON.stringify(toolsets), accounts: JSON.stringify(accounts) }
  }

  /**
   * Returns the lists that changed since the last call: all depend on the toolsets, resources also
   * on the accounts.
   */
  #changedLists(): readonly List[] {
    const before = this.#listed
    this.#listed = this.#scope()
    if (this.#listed.toolsets !== before.toolsets) return LISTS
    return this.#listed.accounts === before.accounts ? [] : ['resources']
  }

  #notifyLater(): void {
    this.#cancelNotify ??= this.#parts.timers.after(NOTIFY_AFTER_MS, () => {
      this.#cancelNotify = null
      this.#notifyChanges().catch((error: unknown) =>
        this.#onError(error instanceof Error ? error : new Error('unknown')),
      )
    })
  }

  async #notifyChanges(): Promise<void> {
    const { notify } = this.#handler
    const lists = this.#changedLists()
    for (const list of lists) NOTIFY[list](notify)
    this.#sessions.notifyListsChanged(lists)
    const uris = await resourceUris(this.#parts)
    if (this.#ended) return
    for (const uri of uris) notify.resourceUpdated(uri)
    this.#sessions.notifyUpdated(uris)
  }
}

type PortCall = (...given: unknown[]) => unknown
type PortCallName = keyof ConnectionPort

/** The calls that answer at once, or watch, and so cannot be pending. */
const AT_ONCE: ReadonlySet<PortCallName> = new Set<PortCallName>(['scope', 'recordSent', 'watch'])
/** The calls whose request may have been accepted before the port was ended. */
const MAY_BE_ACCEPTED: ReadonlySet<PortCallName> = new Set<PortCallName>(['instruct', 'addWaiting'])

/**
 * A connection's side of the port that can be ended. Pending calls are answered at once when the
 * kill switch is pressed; otherwise a client would wait until its own timeout. Each call goes to
 * the port of the session that the connection belongs to at that moment.
 */
class EndablePort {
  /** Every call of the port, until it is ended. */
  readonly port: ConnectionPort
  readonly #current: () => ConnectionPort
  readonly #pendingCalls = new Set<(why: Refusal) => void>()
  #endedBy: Refusal | null = null

  /** @param current returns the port of the connection's session */
  constructor(current: () => ConnectionPort) {
    this.#current = current
    // Whatever the port has: a call that is added to it can be ended too.
    this.port = new Proxy({} as ConnectionPort, {
      get: (_none, name) => this.#callOf(name as PortCallName),
    })
  }

  /** Answers every later and every pending call with `why`; their own results are discarded. */
  end(why: Refusal): void {
    this.#endedBy ??= why
    for (const end of [...this.#pendingCalls]) end(this.#endedBy)
    this.#pendingCalls.clear()
  }

  #callOf(name: PortCallName): PortCall | undefined {
    if (typeof this.#current()[name] !== 'function') return undefined
    const call =
      (...given: unknown[]) =>
      (port: ConnectionPort): unknown =>
        (port[name] as PortCall).apply(port, given)
    if (AT_ONCE.has(name)) return (...given) => call(...given)(this.#current())
    if (name === 'wait') {
      return (...given) =>
        this.#endable((port) => this.#waitUntilEnded(port, given as Parameters<typeof port.wait>))
    }
    return (...given) =>
      this.#endable(
        (port) => call(...given)(port) as AsyncResult<unknown>,
        MAY_BE_ACCEPTED.has(name),
      )
  }

  /** @param mayBeAccepted the request may have been accepted before the port was ended */
  #endable<T>(
    call: (port: ConnectionPort) => AsyncResult<T>,
    mayBeAccepted = false,
  ): AsyncResult<T> {
    if (this.#endedBy !== null) return Promise.resolve(err(this.#endedBy))
    return new Promise<Result<T, Refusal>>((resolve, reject) => {
      const end = (why: Refusal): void =>
        resolve(err(mayBeAccepted ? { ...why, mayBeAccepted } : why))
      this.#pendingCalls.add(end)
      call(this.#current())
        .then(resolve, reject)
        .finally(() => this.#pendingCalls.delete(end))
    })
  }

  /** Waits at the session. The result is no longer needed after the end, so it aborts the wait. */
  async #waitUntilEnded(
    port: ConnectionPort,
    [connection, id, ms, signal]: Parameters<ConnectionPort['wait']>,
  ): ReturnType<ConnectionPort['wait']> {
    const both = new AbortController()
    const end = (): void => both.abort()
    signal.addEventListener('abort', end)
    this.#pendingCalls.add(end)
    if (signal.aborted) end()
    try {
      return await port.wait(connection, id, ms, both.signal)
    } finally {
      signal.removeEventListener('abort', end)
      this.#pendingCalls.delete(end)
    }
  }
}
