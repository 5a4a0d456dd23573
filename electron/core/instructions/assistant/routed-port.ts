import type { ConnectionId } from '../../../../shared/domain/instructions/instruction.js'
import type { AssistantPort } from './assistant-port.js'
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

/**
 * Routes each connection to its own session: the open one or the shadow practice session. Neither
 * has access to the other's connections, accounts or orders (REL-37). `shadow` is called every
 * time, because that session starts and ends.
 */
export function createRoutedPort(
  live: AssistantSide,
  shadow: () => AssistantSide | null,
): AssistantPort {
  const portOf = (id: ConnectionId): AssistantPort => {
    const side = shadow()
    return live.connections.get(id) === null && isShadow(side, id) ? side.port : live.port
  }
  /** Every method of the port has the connection as its first argument. */
  const routed =
    (name: Exclude<keyof AssistantPort, 'authenticate'>) =>
    (id: ConnectionId, ...rest: readonly unknown[]): unknown => {
      const port = portOf(id)
      return Reflect.apply(port[name], port, [id, ...rest])
    }
  const names = (Object.keys(live.port) as (keyof AssistantPort)[]).filter(
    (name) => name !== 'authenticate',
  )
  return {
    ...(Object.fromEntries(names.map((name) => [name, routed(name)])) as unknown as Omit<
      AssistantPort,
      'authenticate'
    >),
    async authenticate(token) {
      const side = shadow()
      // Both are called for every key, so that the response time does not reveal where it belongs.
      const [here, there] = await Promise.all([
        live.port.authenticate(token),
        side?.port.authenticate(token) ?? null,
      ])
      return here ?? (there !== null && isShadow(side, there.id) ? there : null)
    },
  }
}
