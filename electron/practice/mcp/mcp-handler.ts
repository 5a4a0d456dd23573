import { McpServer, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Bearer } from '../hosted/grants.js'
import type { HostedTool, ToolAnswer, ToolCall } from './tools/tool.js'
import { TOOLS } from './tools/index.js'

/**
 * Load this file only on the first request: it imports the MCP library, which takes a good part of
 * a second.
 */

const INSTRUCTIONS =
  'A practice brokerage: no real money. Order tools never send an order. They leave an instruction that the user confirms in the Countersign desktop app; show the message to the user, then look at get_processed_instruction.'

export interface EndpointDeps {
  readonly onError: (error: unknown) => void
  /** Returns what a tool may use when called with this bearer. */
  readonly call: (bearer: Bearer) => ToolCall
}

const HINTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ask: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  revoke: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
} as const satisfies Record<HostedTool['effect'], object>

const result = (answer: ToolAnswer) => {
  const body = answer.ok
    ? { ...answer.value }
    : { error_code: answer.error.code, message: answer.error.message }
  const content = [{ type: 'text' as const, text: JSON.stringify(body) }]
  return answer.ok ? { content, structuredContent: body } : { content, isError: true }
}

function serverFor(bearer: Bearer | null, { call, onError }: EndpointDeps): McpServer {
  const server = new McpServer(
    { name: 'practice-brokerage', title: 'Practice brokerage', version: '1.0.0' },
    { instructions: INSTRUCTIONS },
  )
  for (const hostedTool of TOOLS) {
    server.registerTool(
      hostedTool.name,
      {
        title: hostedTool.title,
        description: hostedTool.description,
        inputSchema: hostedTool.input,
        outputSchema: hostedTool.output,
        annotations: { title: hostedTool.title, ...HINTS[hostedTool.effect] },
      },
      async (args: unknown) => {
        try {
          if (bearer === null || !bearer.scopes.includes(hostedTool.scope)) {
            return result({
              ok: false,
              error: { code: 'insufficient_scope', message: `This needs ${hostedTool.scope}.` },
            })
          }
          const toolCall = call(bearer)
          const answer = await hostedTool.run(args, toolCall)
          await toolCall.services.whenDurable()
          return result(answer)
        } catch (error) {
          onError(error)
          return result({ ok: false, error: { code: 'SYSTEM_ERROR', message: 'System error' } })
        }
      },
    )
  }
  // The list of tools never changes, so clients need no change notifications.
  server.server.registerCapabilities({ tools: { listChanged: false } })
  return server
}

/**
 * Creates the MCP handler of the hosted server, for both protocol eras; the caller is already
 * authenticated.
 */
export function createEndpoint(deps: EndpointDeps): McpHttpHandler {
  return createMcpHandler(
    ({ authInfo }) => {
      const bearer = authInfo?.extra?.['bearer']
      return serverFor(isBearer(bearer) ? bearer : null, deps)
    },
    { onerror: () => undefined },
  )
}

const isBearer = (value: unknown): value is Bearer =>
  typeof value === 'object' && value !== null && 'grant' in value && 'scopes' in value
