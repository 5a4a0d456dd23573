import {
  type PracticeFailed,
  type PracticeReady,
  type PracticeReply,
  zPracticeRequest,
} from '../../../shared/practice/practice-control.js'
import type { Practice } from '../server/practice.js'

/** The parent process's end of the control channel. */
export interface ControlPort {
  send(message: PracticeReady | PracticeFailed | PracticeReply): void
  onMessage(listener: (message: unknown) => void): void
}

/**
 * The part of Electron's `process.parentPort` that is used here. Plain Node does not provide it.
 */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
}

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' &&
  value !== null &&
  'postMessage' in value &&
  typeof value.postMessage === 'function'

/**
 * Finds the parent: Electron's port, or the IPC channel of a forked Node process. Returns null when
 * the process was started from a command line.
 */
export function findControlPort(): ControlPort | null {
  const port = 'parentPort' in process ? process.parentPort : undefined
  if (isParentPort(port)) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    }
  }
  if (process.send === undefined) return null
  return {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  }
}

/**
 * Replies to the parent's commands, each by its id. Messages that do not parse get no reply because
 * they have no id.
 */
export function serveControl(port: ControlPort, practice: Practice, onShutdown: () => void): void {
  const answer = async (message: unknown): Promise<void> => {
    const parsed = zPracticeRequest.safeParse(message)
    if (!parsed.success) return
    const { id, request } = parsed.data
    try {
      port.send({ type: 'reply', id, ok: true, value: await practice.command(request) })
    } catch (error) {
      port.send({
        type: 'reply',
        id,
        ok: false,
        message: error instanceof Error ? error.message : 'The command failed.',
      })
    }
    if (request.command === 'shutdown') onShutdown()
  }
  port.onMessage((message) => void answer(message))
  port.send(practice.ready)
}
