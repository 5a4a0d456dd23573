import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { AssistantPort, AssistantRouter } from './assistant-port.js'
import type { Connections } from '../connections/connections-port.js'

/** The assistant port and connections of one session. */
export interface AssistantSide {
  readonly port: AssistantPort
  readonly connections: Pick<Connections, 'get'>
}

/**
 * True for a connection of the shadow practice session that was paired for it. Other practice
 * connections are not reachable beside a live session.
 */
const isShadow = (side: AssistantSide | null, id: ConnectionId): side is AssistantSide =>
  side?.connections.get(id)?.shadow === true

/** Creates the router. `shadow` is called every time, because that session starts and ends. */
export function createAssistantRouter(
  live: AssistantSide,
  shadow: () => AssistantSide | null,
): AssistantRouter {
  return {
    async authenticate(token) {
      const side = shadow()
      // Both are called for every key, so that the response time does not reveal where it belongs.
      const [here, there] = await Promise.all([
        live.port.authenticate(token),
        side?.port.authenticate(token) ?? null,
      ])
      return here ?? (there !== null && isShadow(side, there.id) ? there : null)
    },
    portOf(connection) {
      const side = shadow()
      return live.connections.get(connection) === null && isShadow(side, connection)
        ? side.port
        : live.port
    },
  }
}
