import {
  zPracticeRequest,
  type PracticeFailed,
  type PracticeReady,
  type PracticeReply,
} from '../../../shared/ipc/practice-control.js'
import type { Practice } from '../server/practice.js'

/** The parent's end of the control channel. */
export interface ControlPort {
  send(message: PracticeReady | PracticeFailed | PracticeReply): void
  onMessage(listener: (message: unknown) => void): void
}

/**
 * The part of Electron's `process.parentPort` that is used here; the module itself does not exist
 * on plain Node.
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
 * Finds the parent: Electron's port, or the IPC channel of a forked Node process. Null when a
 * person started us.
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
 * Answers the parent's commands, each by its number. Messages of another shape are not answered:
 * there is no number to answer to.
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
