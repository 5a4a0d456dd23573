import { z } from 'zod'
import { DEFAULT_HTTP_PORT, MCP_PATH } from '../../assistant/protocol.js'
import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { DocumentPort, LogPort } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type {
  AccessChoice,
  EndpointState,
  EndpointView,
} from '../../../shared/domain/instructions/assistants-view.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** One of the two ways in, as it is now. */
export interface OpenWay {
  readonly state: EndpointState
  readonly problem: Message | null
}

/** The endpoint after it was opened: the private socket, and HTTP where it is wanted. */
export interface OpenEndpoint {
  readonly socket: OpenWay
  readonly http: OpenWay
  close(): Promise<void>
}

export interface McpEndpointDeps {
  readonly file: DocumentPort
  readonly log: LogPort
  readonly wrongKeys: LiveValue<EndpointView['wrongKeys']>
  /**
   * Loads the server and listens; it is called only when the endpoint is enabled, so that other
   * starts do not load it.
   */
  readonly open: (httpPort: number | null) => Promise<OpenEndpoint>
  /** Called when another program turned out to listen on the port of HTTP. */
  readonly onPortTaken: (port: number) => void
}

const HOST = '127.0.0.1'
const port = z.number().int().min(1_024).max(65_535)
/** The version of the stored choice; the guard of the file takes a later one for unread. */
export const ACCESS_VERSION = 1
const zStored = z.strictObject({
  v: z.literal(ACCESS_VERSION),
  on: z.boolean(),
  http: z.boolean(),
  port,
})
const parse = (content: string): AccessChoice | null => {
  try {
    const stored = zStored.parse(JSON.parse(content))
    return { on: stored.on, http: stored.http, port: stored.port }
  } catch {
    return null
  }
}

const CLOSED: OpenWay = { state: 'off', problem: null }

/** Opens, moves and closes the endpoint, one change at a time, and stores the person's choice. */
export class McpEndpoint implements LiveValue<EndpointView> {
  readonly #deps: McpEndpointDeps
  readonly #changed = createEmitter<void>()
  /** Runs one change at a time: the old port is closed before the next one opens. */
  readonly #changes = createSerialQueue()
  // The port is fixed, because the settings of clients contain it; it is never changed silently.
  #stored: AccessChoice = { on: false, http: false, port: DEFAULT_HTTP_PORT }
  #openEndpoint: OpenEndpoint | null = null

  constructor(deps: McpEndpointDeps) {
    this.#deps = deps
    deps.wrongKeys.subscribe(() => this.#changed.emit())
  }

  get(): EndpointView {
    const { on, http, port: httpPort } = this.#stored
    return {
      on,
      ...(this.#openEndpoint?.socket ?? CLOSED),
      http: {
        on: http,
        port: httpPort,
        url: `http://${HOST}:${httpPort}${MCP_PATH}`,
        ...(this.#openEndpoint?.http ?? CLOSED),
      },
      wrongKeys: this.#deps.wrongKeys.get(),
    }
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Opens it if it was open at the end of the last run. */
  start(): Promise<void> {
    return this.#changes.run(async () => {
      const content = await this.#deps.file.read()
      const stored = content.ok && content.value !== null ? parse(content.value) : null
      // Unreadable settings leave the endpoint closed; only the person opens it.
      if (stored === null) {
        if (content.ok && content.value !== null) await this.#deps.file.setAside()
        return
      }
      this.#stored = stored
      await this.#apply()
    })
  }

  set({ on, http, port: httpPort }: AccessChoice): Promise<Result<void, AppError>> {
    return this.#changes.run(async () => {
      const next = { v: ACCESS_VERSION, on, http, port: httpPort } satisfies z.output<
        typeof zStored
      >
      const content = JSON.stringify(next)
      const written = await this.#deps.file.write(content)
      // What the person closes is closed now, also where the disk does not know it.
      if (!written.ok && on) {
        return err(appError('storage/failed', message('system.settingNotSaved')))
      }
      this.#stored = { on, http, port: httpPort }
      await this.#apply()
      return written.ok
        ? ok(undefined)
        : err(appError('storage/failed', message('assistants.offNotSaved')))
    })
  }

  stop(): Promise<void> {
    return this.#changes.run(() => this.#close())
  }

  async #apply(): Promise<void> {
    await this.#close()
    const { on, http, port: httpPort } = this.#stored
    if (on) this.#openEndpoint = await this.#deps.open(http ? httpPort : null)
    this.#report()
  }

  async #close(): Promise<void> {
    const old = this.#openEndpoint
    this.#openEndpoint = null
    await old?.close()
  }

  #report(): void {
    const { socket, http } = this.#openEndpoint ?? { socket: CLOSED, http: CLOSED }
    for (const { state } of [socket, http]) {
      const level = state === 'off' || state === 'listening' ? 'info' : 'error'
      this.#deps.log.event(level, 'assistants.endpoint', { status: state })
    }
    this.#changed.emit()
    if (http.state === 'port-in-use') this.#deps.onPortTaken(this.#stored.port)
  }
}
