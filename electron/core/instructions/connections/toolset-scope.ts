import type { ConnectionId } from '../../../../shared/domain/instructions/instruction.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { ToolIdentity, Toolset } from '../../../../shared/domain/instructions/toolset.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.js'
import type { AsyncResult, Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { Connections } from './connections-port.js'
import type { RefusalLog } from './refusal-log.js'

/** The tools and accounts that a connection may use, which determine its lists. */
export type AssistantScope = Pick<Policy, 'toolsets' | 'accounts'>

/** What a connection may use now. */
export interface ToolsetScope {
  /** Returns the connection's current scope; empty once it is revoked. */
  scope(connection: ConnectionId): AssistantScope
  /** Checks whether the connection may use a tool now. A refusal is recorded in the audit chain. */
  authorizeTool(connection: ConnectionId, tool: ToolIdentity): AsyncResult<void>
}

/**
 * Creates the refusal of a feature whose toolset is off.
 * @param feature the name of a tool, or a description of the request
 */
export const toolsetRefusal = (feature: string, toolset: Toolset): Refusal => ({
  code: 'toolset-off',
  message: `${feature} belongs to the toolset ${toolset}, which the person has not allowed this connection.`,
  toolset,
})

/**
 * Creates the check of a connection's toolsets against its current policy, so that a change applies
 * from the next call.
 */
export function createToolsetScope({
  connections,
  refusals,
}: {
  readonly connections: Pick<Connections, 'get'>
  readonly refusals: Pick<RefusalLog, 'record'>
}): ToolsetScope {
  const known = (id: ConnectionId) => {
    const connection = connections.get(id)
    return connection === null || connection.state === 'revoked' ? null : connection
  }
  return {
    scope(id) {
      const { toolsets, accounts } = known(id)?.policy ?? { toolsets: [], accounts: [] }
      return { toolsets, accounts }
    },
    async authorizeTool(id, { name, toolset }) {
      const connection = known(id)
      if (connection === null) {
        return err({ code: 'revoked', message: 'This connection was revoked' })
      }
      if (connection.policy.toolsets.includes(toolset)) return ok(undefined)
      const refusal = toolsetRefusal(name, toolset)
      await refusals.record(id, refusal, { tool: name, toolset })
      return err(refusal)
    },
  }
}
