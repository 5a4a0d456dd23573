import { LISTS } from '../protocol.js'

/** A request as the bridge reads it. */
export interface OfflineRequest {
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  /** The version that a stateless request names; null in older protocol versions. */
  readonly statelessVersion: string | null
}

type Result = Readonly<Record<string, unknown>>

/** The protocol versions with a handshake, newest first. */
const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
}
const INSTRUCTIONS =
  'Countersign is not open yet. Its tools are announced as soon as the person opens it and signs in.'
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'
/** The member of each list's answer. */
const EMPTY_LISTS: Readonly<Record<string, Result>> = {
  'tools/list': { tools: [] },
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
}

function initializeResult(params: OfflineRequest['params']): Result {
  const wanted = HANDSHAKE_VERSIONS.find((version) => version === params?.['protocolVersion'])
  return {
    protocolVersion: wanted ?? HANDSHAKE_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: { name: 'countersign', title: 'Countersign', version: '0' },
    instructions: INSTRUCTIONS,
  }
}

/** A call of a tool is answered as a tool answers, so that the model reads it. */
const callResult = (why: string): Result => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: JSON.stringify({
        error: {
          code: 'not-running',
          message: why,
          next: 'Nothing was requested and nothing was sent. Ask the person to open Countersign and sign in; its tools are announced then.',
        },
      }),
    },
  ],
})

/**
 * Answers a request while Countersign is not open, so that a client can start before it: the
 * handshake, empty lists, and calls of tools with the reason. Null for every other request.
 */
export function offlineResult(request: OfflineRequest, why: string): Result | null {
  const { method = '', params, statelessVersion } = request
  if (statelessVersion === null) {
    if (method === 'initialize') return initializeResult(params)
    if (method === 'ping') return {}
    return method === 'tools/call' ? callResult(why) : (EMPTY_LISTS[method] ?? null)
  }
  // An answer may be kept by the client, so it says that it is already old.
  const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
  if (method === 'server/discover') {
    return {
      ...cached,
      supportedVersions: [statelessVersion],
      capabilities: CAPABILITIES,
      instructions: INSTRUCTIONS,
    }
  }
  if (method === 'tools/call') return { resultType: 'complete', ...callResult(why) }
  const list = EMPTY_LISTS[method]
  return list === undefined ? null : { ...cached, ...list }
}

/** Returns the announcements of a stateless subscription that began after Countersign opened. */
export function announcements(
  subscription: string | number,
  params: OfflineRequest['params'],
): readonly object[] {
  const wanted = params?.['notifications']
  const isWanted = (list: string): boolean =>
    typeof wanted === 'object' &&
    wanted !== null &&
    Reflect.get(wanted, `${list}ListChanged`) === true
  return LISTS.filter(isWanted).map((list) => ({
    jsonrpc: '2.0',
    method: `notifications/${list}/list_changed`,
    params: { _meta: { [SUBSCRIPTION_ID]: subscription } },
  }))
}
