import { z } from 'zod'
import { DEFAULT_HTTP_PORT, MCP_PATH } from '../../assistant/protocol.js'
import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { DocumentPort, LogPort } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { EndpointView } from '../../../shared/domain/instructions/assistants-view.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** A listening endpoint; `port` is its actual port. */
export interface OpenEndpoint {
  readonly url: string
  close(): Promise<void>
}
export interface EndpointProblem {
  readonly kind: 'port-in-use' | 'failed'
  readonly message: Message
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
  readonly wrongKeys: LiveValue<EndpointView['wrongKeys']>
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

/** Opens, moves and closes the endpoint, one change at a time, and stores the person's choice. */
export class McpEndpointController implements McpEndpoint {
  readonly #deps: McpEndpointDeps
  readonly #changed = createEmitter<void>()
  /** Runs one change at a time: the old port is closed before the next one opens. */
  readonly #changes = createSerialQueue()
  // The port is fixed, because the settings of clients contain it; it is never changed silently.
  #stored = { on: false, port: DEFAULT_HTTP_PORT }
  #state: EndpointView['state'] = 'off'
  #problem: Message | null = null
  #openEndpoint: OpenEndpoint | null = null

  constructor(deps: McpEndpointDeps) {
    this.#deps = deps
    deps.wrongKeys.subscribe(() => this.#changed.emit())
  }

  get(): EndpointView {
    const { on, port } = this.#stored
    return {
      on,
      state: this.#state,
      port,
      url: this.#openEndpoint?.url ?? `http://${HOST}:${port}${MCP_PATH}`,
      problem: this.#problem,
      wrongKeys: this.#deps.wrongKeys.get(),
    }
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  start(): Promise<void> {
    return this.#changes.run(async () => {
      const content = await this.#deps.file.read()
      const stored = content.ok && content.value !== null ? parse(content.value) : null
      // Unreadable settings leave the endpoint closed; only the person opens it.
      if (stored === null) {
        if (content.ok && content.value !== null) await this.#deps.file.setAside()
        return
      }
      this.#stored = { on: stored.on, port: stored.port }
      await this.#apply()
    })
  }

  set(on: boolean, port: number): Promise<Result<void, AppError>> {
    return this.#changes.run(async () => {
      const content = JSON.stringify({ v: 1, on, port } satisfies z.output<typeof zStored>)
      const written = await this.#deps.file.write(content)
      if (!written.ok) {
        return err(appError('storage/failed', message('system.settingNotSaved')))
      }
      this.#stored = { on, port }
      await this.#apply()
      return ok(undefined)
    })
  }

  stop(): Promise<void> {
    return this.#changes.run(() => this.#close())
  }

  async #apply(): Promise<void> {
    await this.#close()
    if (!this.#stored.on) return this.#setState('off', null)
    const opened = await this.#deps.open(this.#stored.port)
    if (!opened.ok) return this.#setState(opened.error.kind, opened.error.message)
    this.#openEndpoint = opened.value
    return this.#setState('listening', null)
  }

  async #close(): Promise<void> {
    const old = this.#openEndpoint
    this.#openEndpoint = null
    await old?.close()
  }

  #setState(state: EndpointView['state'], problem: Message | null): void {
    this.#state = state
    this.#problem = problem
    const level = state === 'off' || state === 'listening' ? 'info' : 'error'
    this.#deps.log.event(level, 'assistants.endpoint', { status: state })
    this.#changed.emit()
  }
}
