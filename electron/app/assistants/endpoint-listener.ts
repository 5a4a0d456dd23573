import { systemClock } from '../../adapters/clock.js'
import { systemTimers } from '../../adapters/timers.js'
import { startMcpHttpServer, type McpHttpServer } from '../../assistant/http/mcp-http-server.js'
import {
  preparePrivateSocket,
  type PrivateSocketProblem,
} from '../../assistant/local/private-socket.js'
import { announcePort, isOwnCopy } from '../../assistant/local/port-owner.js'
import type { AssistantRouter } from '../../core/instructions/assistant/assistant-port.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { LogPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import type { OpenEndpoint, OpenWay } from './endpoint-controller.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/** A connection that must end, and the answer to its open requests. */
export interface DroppedConnection {
  readonly id: ConnectionId
  readonly why: Refusal
}

export interface ListenOptions {
  /** The port of HTTP; null where the person did not enable it. */
  readonly httpPort: number | null
  /** The folder of the private socket. */
  readonly folder: string
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

type HttpState = McpHttpServer['state']
const HTTP_PROBLEMS: Readonly<Record<HttpState, Message | null>> = {
  off: null,
  listening: null,
  'port-in-use': message('assistants.portInUse'),
  failed: message('assistants.endpointFailed'),
}
const SOCKET_PROBLEMS: Readonly<Record<PrivateSocketProblem, Message>> = {
  'in-use': message('assistants.servedByAnother'),
  'not-private': message('assistants.folderNotPrivate'),
  failed: message('assistants.endpointFailed'),
}
const CLOSED: OpenWay = { state: 'off', problem: null }

/**
 * Listens for assistants on the private socket, and on the loopback address where it is wanted.
 * This file is loaded only when the endpoint is enabled.
 */
export async function listenForAssistants(options: ListenOptions): Promise<OpenEndpoint> {
  const { folder, httpPort, log, onDropped } = options
  const socket = await preparePrivateSocket(folder, { onFailure: failureLog(log) })
  // Another Countersign serves from this folder, and on the same port.
  if (!socket.ok && socket.error === 'in-use') return notOpened(socket.error)
  const endpoint = await startMcpHttpServer({
    ...serverOptions(options),
    socket: socket.ok ? socket.value : null,
    httpPort,
  })
  const isPublished =
    socket.ok && endpoint.socketState === 'listening' && (await socket.value.publish())
  const isListening = endpoint.state === 'listening'
  const forgetPort = isListening
    ? await announcePort(endpoint.port, folder, { onFailure: failureLog(log) })
    : null
  const stopDropping = onDropped(({ id, why }) => endpoint.drop(id, why))
  return {
    socket: socket.ok ? socketWay(isPublished) : notOpened(socket.error).socket,
    http: await httpWay(endpoint, log),
    async close() {
      stopDropping()
      await forgetPort?.()
      await endpoint.close()
      if (socket.ok) await socket.value.remove()
    },
  }
}

/** Returns the state of HTTP: another copy of Countersign, or a stranger, may have the port. */
async function httpWay({ state, port }: McpHttpServer, log: LogPort): Promise<OpenWay> {
  const isCopy =
    state === 'port-in-use' && (await isOwnCopy(port, PROOF_TIMERS, { onFailure: failureLog(log) }))
  return isCopy
    ? { state: 'port-of-copy', problem: message('assistants.portOfCopy') }
    : { state, problem: HTTP_PROBLEMS[state] }
}

const PROOF_TIMERS = { setTimer: (ms: number, call: () => void) => systemTimers.after(ms, call) }

const serverOptions = ({ version, log, router, isOpening, onWrongKey }: ListenOptions) => ({
  router,
  isOpening,
  clock: systemClock,
  timers: systemTimers,
  log,
  version,
  onWrongKey,
})

const socketWay = (isPublished: boolean): OpenWay =>
  isPublished
    ? { state: 'listening', problem: null }
    : { state: 'failed', problem: SOCKET_PROBLEMS.failed }

const failureLog =
  (log: LogPort) =>
  (cause: unknown): void => {
    log.event('error', 'assistant-endpoint-failed', { error: errorCode(cause) ?? 'unknown' })
  }

const notOpened = (problem: PrivateSocketProblem): OpenEndpoint => ({
  socket: { state: 'failed', problem: SOCKET_PROBLEMS[problem] },
  http: CLOSED,
  close: () => Promise.resolve(),
})
