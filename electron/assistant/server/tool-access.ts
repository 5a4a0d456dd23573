import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ConnectionId } from '../../../shared/domain/instructions/instruction.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ToolName } from '../../../shared/domain/instructions/toolset.js'
import type { AssistantPort, Refusal } from '../../core/instructions/assistant/assistant-port.js'

/** One connection's side of the port. */
export interface ConnectionContext {
  readonly port: AssistantPort
  readonly connection: ConnectionId
}

/**
 * What is no tool has no result that says no; the code stands in the message, as it does in a
 * tool's.
 */
export function orThrow<T>(found: Result<T, Refusal>): T {
  if (!found.ok) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${found.error.code}: ${found.error.message}`,
    )
  }
  return found.value
}

/** Lets through what says the same as these tools, or tells to call them. */
export async function checkToolAccess(
  { port, connection }: ConnectionContext,
  tools: readonly ToolName[],
): Promise<void> {
  for (const tool of tools) orThrow(await port.authorizeTool(connection, tool))
}
