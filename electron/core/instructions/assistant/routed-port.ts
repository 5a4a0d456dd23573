import type { ConnectionId } from '../../../../shared/domain/instructions/instruction.js'
import type { AssistantPort } from './assistant-port.js'
import type { Connections } from '../policy/policy-types.js'

/** What assistants reach of one room, and who they are. */
export interface AssistantSide {
  readonly port: AssistantPort
  readonly connections: Pick<Connections, 'get'>
}

/**
 * Which connections of the practice room may come in beside a live one: those that were paired for
 * that, and no other of practice.
 */
const isShadow = (side: AssistantSide | null, id: ConnectionId): side is AssistantSide =>
  side?.connections.get(id)?.shadow === true

/**
 * One door for two rooms: a key is looked up among the open session's assistants and among the
 * practice room's, and from then on
 * everything that its connection asks goes to its own room. Neither room knows the other's
 * connections, accounts or orders
 * (architecture 2). `beside` is asked anew for every call: that room comes and goes.
 */
export function createRoutedPort(
  live: AssistantSide,
  shadow: () => AssistantSide | null,
): AssistantPort {
  const portOf = (id: ConnectionId): AssistantPort => {
    const side = shadow()
    return live.connections.get(id) === null && isShadow(side, id) ? side.port : live.port
  }
  /** Everything an assistant can ask names its connection first. */
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
      // Both are asked, whichever knows the key: how long it takes tells nothing of where it
      // belongs.
      const [here, there] = await Promise.all([
        live.port.authenticate(token),
        side?.port.authenticate(token) ?? null,
      ])
      return here ?? (there !== null && isShadow(side, there.id) ? there : null)
    },
  }
}
