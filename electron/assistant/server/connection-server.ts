import {
  toNodeHandler,
  type FetchLikeMcpHandler,
  type NodeMcpRequestHandler,
} from '@modelcontextprotocol/node'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import { EndablePort } from './endable-port.js'
import { LISTS, type List } from '../protocol.js'
import { resourceUris } from './resources.js'
import { createAssistantServer, type ServerParts } from './assistant-server.js'
import { createSessions } from './mcp-sessions.js'

/**
 * Delay that groups notifications: changes come in bursts (a fill changes an order, a position and
 * a balance).
 */
const NOTIFY_AFTER_MS = 250

const NOTIFY: Readonly<
  Record<List, (notify: ReturnType<typeof createMcpHandler>['notify']) => void>
> = {
  tools: (notify) => notify.toolsChanged(),
  prompts: (notify) => notify.promptsChanged(),
  resources: (notify) => notify.resourcesChanged(),
}

/** Sessions of one connection: a client has one, or a few while it restarts. */
const MAX_SESSIONS = 8

/** The answer to calls of a session that has ended. */
export const SESSION_CLOSED: Refusal = {
  code: 'not-ready',
  message: 'The session of Countersign that was asked is over.',
}

/** The parts of a connection's server, and the router of its calls. */
export interface ConnectionServerParts extends Omit<ServerParts, 'port' | 'subscribed'> {
  readonly router: AssistantRouter
}

/**
 * Serves the requests of one connection, for stateless and older protocol versions, and its streams
 * of changes.
 */
export interface ConnectionServer {
  readonly router: AssistantRouter
  readonly handle: NodeMcpRequestHandler
  /**
   * Answers every pending call with `why` and sends nothing more. Streams, which never end by
   * themselves, end with `close`.
   */
  end(why: Refusal): void
  close(): void
}

/**
 * Makes the server of one connection. `make` builds the server of a request or session;
 * Countersign's own by default.
 */
export function createConnectionServer(
  { router, ...given }: ConnectionServerParts,
  make: (parts: ServerParts) => McpServer = createAssistantServer,
): ConnectionServer {
  const port = new EndablePort(() => router.portOf(given.connection))
  const parts: ServerParts = { ...given, port }
  const failed = (error: Error): void =>
    parts.log.event('warn', 'assistant-request-failed', { error: error.name })
  const handler = createMcpHandler(() => make(parts), { onerror: failed })
  const sessions = createSessions({
    failed,
    maxSessions: MAX_SESSIONS,
    make() {
      const subscribed = new Set<string>()
      return { subscribed, server: make({ ...parts, subscribed }) }
    },
  })
  let cancelNotify: (() => void) | null = null
  let closed = false

  const scope = (): Readonly<Record<'toolsets' | 'accounts', string>> => {
    const { toolsets, accounts } = parts.port.scope(parts.connection)
    return { toolsets: JSON.stringify(toolsets), accounts: JSON.stringify(accounts) }
  }
  let listed = scope()
  /**
   * Returns the lists that changed since the last call: all depend on the toolsets, resources also
   * on the accounts.
   */
  const changedLists = (): readonly List[] => {
    const before = listed
    listed = scope()
    if (listed.toolsets !== before.toolsets) return LISTS
    return listed.accounts === before.accounts ? [] : ['resources']
  }
  const notifyLists = (lists: readonly List[]): void => {
    for (const list of lists) NOTIFY[list](handler.notify)
    sessions.notifyListsChanged(lists)
  }

  const notifyChanges = async (): Promise<void> => {
    cancelNotify = null
    notifyLists(changedLists())
    const uris = await resourceUris(parts)
    if (ended) return
    for (const uri of uris) handler.notify.resourceUpdated(uri)
    sessions.notifyUpdated(uris)
  }
  const stop = parts.port.watch(parts.connection, () => {
    cancelNotify ??= parts.timers.after(NOTIFY_AFTER_MS, () => {
      notifyChanges().catch((error: unknown) =>
        failed(error instanceof Error ? error : new Error('unknown')),
      )
    })
  })

  /**
   * Removes the connection header, because `keep-alive` in a response would override a caller's
   * close; Node and the caller settle it.
   */
  const answer: FetchLikeMcpHandler['fetch'] = async (request, options) => {
    const key = request.headers.get('authorization')?.split(' ')[1] ?? ''
    const response = await (sessions.serve(request, options?.parsedBody, key) ??
      handler.fetch(request, options))
    response.headers.delete('connection')
    response.headers.set('cache-control', 'no-store')
    return response
  }

  let ended = false
  const endSession = (why: Refusal): void => {
    if (ended) return
    ended = true
    stop()
    cancelNotify?.()
    port.end(why)
  }

  return {
    router,
    handle: toNodeHandler({ fetch: answer }, { onerror: failed }),
    end: endSession,
    close() {
      if (closed) return
      closed = true
      endSession(SESSION_CLOSED)
      sessions.close()
      handler.close().catch(failed)
    },
  }
}
