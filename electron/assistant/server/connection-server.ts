import {
  toNodeHandler,
  type FetchLikeMcpHandler,
  type NodeMcpRequestHandler,
} from '@modelcontextprotocol/node'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { AssistantPort, Refusal } from '../../core/instructions/assistant/assistant-port.js'
import { endablePort } from './endable-port.js'
import { LISTS, type List } from '../protocol.js'
import { resourceUris } from './resources.js'
import { createAssistantServer, type ServerParts } from './assistant-server.js'
import { createSessions } from './mcp-sessions.js'

/**
 * Changes come in bursts (a fill moves an order, a position and a balance); listeners hear of them
 * together.
 */
const NOTIFY_AFTER_MS = 250

const NOTIFY: Readonly<
  Record<List, (notify: ReturnType<typeof createMcpHandler>['notify']) => void>
> = {
  tools: (notify) => notify.toolsChanged(),
  prompts: (notify) => notify.promptsChanged(),
  resources: (notify) => notify.resourcesChanged(),
}

/** Sessions of one connection: a client has one, or a few while it starts anew. */
const MAX_SESSIONS = 8

/** What is said to whoever asks of a session that is over. */
export const SESSION_CLOSED: Refusal = {
  code: 'not-ready',
  message: 'The session of Countersign that was asked is over.',
}

/**
 * What serves the requests of one connection: both protocol eras, and streams that hear of changes
 * that this connection may see.
 */
export interface ConnectionServer {
  readonly port: AssistantPort
  readonly handle: NodeMcpRequestHandler
  /**
   * Answers everything that is under way with this, and tells nothing more. Streams, which have no
   * end of their own, end with `close`.
   */
  end(why: Refusal): void
  close(): void
}

/**
 * `make` builds the server of one request or session; the product's own where nothing else is
 * given.
 */
export function createConnectionServer(
  given: ServerParts,
  make: (parts: ServerParts) => McpServer = createAssistantServer,
): ConnectionServer {
  const endable = endablePort(given.port)
  const parts: ServerParts = { ...given, port: endable.port }
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
   * Lists that are others than when it was last told: all of them follow the toolsets, resources
   * also the accounts.
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
   * Whether the socket lives on is settled between the caller and Node: an answer that says
   * keep-alive would overrule a caller's close.
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
    endable.end(why)
  }

  return {
    port: given.port,
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
