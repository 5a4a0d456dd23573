import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ToolIdentity } from '../../../shared/domain/instructions/toolset.js'
import type { ConnectionPort } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

/** One connection's side of the port. */
export interface ConnectionContext {
  readonly port: ConnectionPort
  readonly connection: ConnectionId
}

/**
 * Returns the value or throws a protocol error for callers that are not tools and have no result
 * for refusals; the message begins with the code, as a tool's does.
 */
export function orThrow<T>(result: Result<T, Refusal>): T {
  if (!result.ok) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${result.error.code}: ${inEnglish(result.error.message)}`,
    )
  }
  return result.value
}

/**
 * Throws unless the connection may use all these tools; for prompts and resources with the same
 * content.
 */
export async function checkToolAccess(
  { port, connection }: ConnectionContext,
  tools: readonly ToolIdentity[],
): Promise<void> {
  for (const tool of tools) orThrow(await port.authorizeTool(connection, tool))
}
