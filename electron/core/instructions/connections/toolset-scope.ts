import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { ToolIdentity, Toolset } from '../../../../shared/domain/instructions/toolset.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { AsyncResult, Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { Connections } from './connections-port.js'
import type { RefusalLog } from './refusal-log.js'
import { message } from '../../../../shared/messages/make-message.js'

/** The tools and accounts that a connection may use, which determine its lists. */
export type AssistantScope = Pick<Policy, 'toolsets' | 'accounts'>

/** What a connection may use now. */
export interface ToolsetScope {
  /** Returns the connection's current scope; empty once it is revoked. */
  scope(connection: ConnectionId): AssistantScope
  /** Checks whether the connection may use a tool now. A refusal is recorded in the audit chain. */
  authorizeTool(connection: ConnectionId, tool: ToolIdentity): AsyncResult<void>
}

/** The refusal of a request for orders while its toolset is off. */
export const ORDERS_OFF: Refusal = {
  code: 'toolset-off',
  message: message('refusals.ordersToolsetOff', { toolset: 'trading' }),
  toolset: 'trading',
}

const toolRefusal = (tool: string, toolset: Toolset): Refusal => ({
  code: 'toolset-off',
  message: message('refusals.toolsetOff', { tool, toolset }),
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
  const viewOf = (id: ConnectionId) => {
    const connection = connections.get(id)
    return connection === null || connection.state === 'revoked' ? null : connection
  }
  return {
    scope(id) {
      const { toolsets, accounts } = viewOf(id)?.policy ?? { toolsets: [], accounts: [] }
      return { toolsets, accounts }
    },
    async authorizeTool(id, { name, toolset }) {
      const connection = viewOf(id)
      if (connection === null) {
        return err({ code: 'revoked', message: message('refusals.revoked') })
      }
      if (toolset === null || connection.policy.toolsets.includes(toolset)) return ok(undefined)
      const refusal = toolRefusal(name, toolset)
      await refusals.record(id, refusal, { tool: name, toolset })
      return err(refusal)
    },
  }
}
