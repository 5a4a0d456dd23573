import type {
  AssistantPort,
  AssistantRouter,
} from '../../core/instructions/assistant/assistant-port.js'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import type { OpenAssistantSession } from './assistant-session.js'

type ReadySession = OpenAssistantSession & { readonly port: AssistantPort }

/**
 * True for a connection of the shadow practice session that was paired for it. Other practice
 * connections are not reachable beside a live session.
 */
const isShadow = (shadow: OpenAssistantSession | null, id: ConnectionId): shadow is ReadySession =>
  shadow !== null &&
  shadow.port !== null &&
  shadow.assistantSession.connections.get(id)?.shadow === true

/**
 * Creates the router that serves each connection with its own session; null while the live session
 * has no port. `shadowNow` is called every time, because that session starts and ends.
 */
export function createAssistantRouter(
  { port, assistantSession }: OpenAssistantSession,
  shadowNow: () => OpenAssistantSession | null,
): AssistantRouter | null {
  if (port === null) return null
  return {
    async authenticate(token) {
      const shadow = shadowNow()
      // Both are called for every key, so that the response time does not reveal where it belongs.
      const [here, there] = await Promise.all([
        port.authenticate(token),
        shadow?.port?.authenticate(token) ?? null,
      ])
      return here ?? (there !== null && isShadow(shadow, there.id) ? there : null)
    },
    portOf(connection) {
      const shadow = shadowNow()
      return assistantSession.connections.get(connection) === null && isShadow(shadow, connection)
        ? shadow.port
        : port
    },
  }
}
