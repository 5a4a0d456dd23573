import { systemClock } from '../../adapters/clock.js'
import { systemTimers } from '../../adapters/timers.js'
import { startMcpHttpServer } from '../../assistant/http/mcp-http-server.js'
import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { LogPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ConnectionId } from '../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EndpointProblem, OpenEndpoint } from './endpoint-controller.js'
import { message } from '../../../shared/messages/make-message.js'

/** A connection that must end, and the answer to its open requests. */
export interface DroppedConnection {
  readonly id: ConnectionId
  readonly why: Refusal
}

export interface ListenOptions {
  readonly port: number
  readonly version: string
  readonly log: LogPort
  /** Returns the router of assistants' calls now; null between sessions. */
  readonly router: () => AssistantRouter | null
  /** True while a session is being opened. */
  readonly isOpening: () => boolean
  /** Called for each call with a key that is not known here. */
  readonly onWrongKey: () => void
  /** Notifies of a connection whose open requests must end, and of their answer. */
  readonly onDropped: (listener: (dropped: DroppedConnection) => void) => Disposer
}

const PROBLEMS = {
  'port-in-use': message('assistants.portInUse'),
  failed: message('assistants.endpointFailed'),
} as const

/**
 * Listens for assistants on the loopback address. This file is loaded only when the endpoint is
 * enabled.
 */
export async function listenForAssistants({
  port,
  version,
  log,
  router,
  isOpening,
  onWrongKey,
  onDropped,
}: ListenOptions): Promise<Result<OpenEndpoint, EndpointProblem>> {
  const endpoint = await startMcpHttpServer({
    router,
    isOpening,
    httpPort: port,
    clock: systemClock,
    timers: systemTimers,
    log,
    version,
    onWrongKey,
  })
  if (endpoint.state !== 'listening') {
    await endpoint.close()
    return err({ kind: endpoint.state, message: PROBLEMS[endpoint.state] })
  }
  const stopDropping = onDropped(({ id, why }) => endpoint.drop(id, why))
  return ok({
    url: endpoint.url,
    async close() {
      stopDropping()
      await endpoint.close()
    },
  })
}
