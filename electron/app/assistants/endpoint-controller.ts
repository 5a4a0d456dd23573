import { z } from 'zod'
import { DEFAULT_HTTP_PORT, MCP_PATH } from '../../assistant/protocol.js'
import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { DocumentPort, LogPort } from '../../core/ports.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { EndpointView } from '../../../shared/domain/instructions/assistants-view.js'

/** A listening endpoint; `port` is its actual port. */
export interface OpenEndpoint {
  readonly url: string
  close(): Promise<void>
}
export interface EndpointProblem {
  readonly kind: 'port-in-use' | 'failed'
  readonly message: string
}

/** The MCP endpoint of Countersign: whether the person enabled it, its port and its state. */
export interface McpEndpoint extends LiveValue<EndpointView> {
  /** Opens it if it was open at the end of the last run. */
  start(): Promise<void>
  set(on: boolean, port: number): Promise<Result<void, AppError>>
  stop(): Promise<void>
}

export interface McpEndpointDeps {
  readonly file: DocumentPort
  readonly log: LogPort
  /**
   * Loads the server and listens; it is called only when the endpoint is enabled, so that other
   * starts do not load it.
   */
  readonly open: (port: number) => Promise<Result<OpenEndpoint, EndpointProblem>>
}

const HOST = '127.0.0.1'
const zStored = z.strictObject({
  v: z.literal(1),
  on: z.boolean(),
  port: z.number().int().min(1_024).max(65_535),
})

const parse = (content: string): { readonly on: boolean; readonly port: number } | null => {
  try {
    return zStored.parse(JSON.parse(content))
  } catch {
    return null
  }
}

export function createMcpEndpoint({ file, log, open }: McpEndpointDeps): McpEndpoint {
  const changed = createEmitter<void>()
  // The port is fixed, because the settings of clients contain it; it is never changed silently.
  let stored = { on: false, port: DEFAULT_HTTP_PORT }
  let state: EndpointView['state'] = 'off'
  let problem: string | null = null
  let openEndpoint: OpenEndpoint | null = null
  let queueTail: Promise<unknown> = Promise.resolve()

  const view = (): EndpointView => ({
    on: stored.on,
    state,
    port: stored.port,
    url: openEndpoint?.url ?? `http://${HOST}:${stored.port}${MCP_PATH}`,
    problem,
  })
  const setState = (newState: EndpointView['state'], why: string | null): void => {
    state = newState
    problem = why?.slice(0, 200) ?? null
    log.event(
      newState === 'off' || newState === 'listening' ? 'info' : 'error',
      'assistants.door',
      {
        status: newState,
      },
    )
    changed.emit()
  }
  const close = async (): Promise<void> => {
    const old = openEndpoint
    openEndpoint = null
    await old?.close()
  }
  const apply = async (): Promise<void> => {
    await close()
    if (!stored.on) return setState('off', null)
    const opened = await open(stored.port)
    if (!opened.ok) return setState(opened.error.kind, opened.error.message)
    openEndpoint = opened.value
    return setState('listening', null)
  }
  /** Runs one change at a time: the old port is closed before the next one opens. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queueTail.then(work)
    queueTail = done.catch(() => undefined)
    return done
  }

  return {
    get: view,
    subscribe: (listener) => changed.add(listener),
    start: () =>
      enqueue(async () => {
        const content = await file.read()
        const read = content.ok && content.value !== null ? parse(content.value) : null
        // Unreadable settings leave the endpoint closed; only the person opens it.
        if (read === null) return
        stored = { on: read.on, port: read.port }
        await apply()
      }),
    set: (on, port) =>
      enqueue(async () => {
        const written = await file.write(
          JSON.stringify({ v: 1, on, port } satisfies z.output<typeof zStored>),
        )
        if (!written.ok) {
          return {
            ok: false,
            error: appError('storage/failed', 'The setting could not be saved on this computer.'),
          }
        }
        stored = { on, port }
        await apply()
        return ok(undefined)
      }),
    stop: () => enqueue(close),
  }
}
