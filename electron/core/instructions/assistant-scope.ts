import { err, ok } from '../../../shared/domain/result.js'
import { toolsetOf, type Toolset } from '../../../shared/domain/toolset.js'
import type { AssistantPort, Refusal } from './assistant-port.js'
import type { Connections } from './policy-port.js'
import type { RefusalLedger } from './refusal-ledger.js'

/** @param what as the assistant knows it: the name of a tool, or words for what it asked */
export const outside = (what: string, toolset: Toolset): Refusal => ({
  code: 'toolset-off',
  message: `${what} belongs to the toolset ${toolset}, which the person has not allowed this connection.`,
  toolset,
})

/**
 * Which tools a connection may use, by its policy as it is when it is asked: a change of the person
 * holds from the next call on.
 */
export function createAssistantScope({
  connections,
  refusals,
}: {
  readonly connections: Pick<Connections, 'get'>
  readonly refusals: Pick<RefusalLedger, 'note'>
}): Pick<AssistantPort, 'scope' | 'admit'> {
  const known = (id: Parameters<AssistantPort['scope']>[0]) => {
    const connection = connections.get(id)
    return connection === null || connection.state === 'revoked' ? null : connection
  }
  return {
    scope(id) {
      const { toolsets, accounts } = known(id)?.policy ?? { toolsets: [], accounts: [] }
      return { toolsets, accounts }
    },
    async admit(id, tool) {
      const connection = known(id)
      if (connection === null) {
        return err({ code: 'revoked', message: 'This connection was revoked' })
      }
      const toolset = toolsetOf(tool)
      if (connection.policy.toolsets.includes(toolset)) return ok(undefined)
      const refusal = outside(tool, toolset)
      await refusals.note(id, refusal, { tool, toolset })
      return err(refusal)
    },
  }
}
