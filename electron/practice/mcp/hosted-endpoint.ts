import { z } from 'zod'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { HostedEndpointView } from '../../../shared/practice/practice-control.js'
import type { RunningServer } from '../model/running-server.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_OPERATIONS } from '../http/pipeline.js'
import { startHttpServer } from '../http/server.js'
import { writeAtomically } from '../data/state-file.js'
import type { Certificates } from '../tls/certificates.js'
import type { HostedServer } from './hosted-server.js'

/** Next to the port of Countersign's own MCP endpoint, to show that the two belong together. */
export const HOSTED_PORT = 8_792

const zHostedSettings = z.strictObject({
  v: z.literal(1),
  on: z.boolean(),
  port: z.number().int().min(1_024).max(65_535),
})

export interface HostedEndpointDeps {
  readonly host: string
  /** Loads the saved setting; null where there is none. */
  readonly load: () => Promise<string | null>
  readonly save: (text: string) => Promise<void>
  /** Listens; rejects with the system's error when the port is taken. */
  readonly listen: (port: number) => Promise<RunningServer>
  readonly onError: (error: unknown) => void
}

/**
 * The hosted server's own address. The port is fixed because people enter it into their clients'
 * settings, and tokens are bound to the address. It stays closed until a person enables it; a taken
 * port is reported, never replaced by another one.
 */
export class HostedEndpoint {
  readonly #deps: HostedEndpointDeps
  #settings = { on: false, port: HOSTED_PORT }
  #state: HostedEndpointView['state'] = 'off'
  #server: RunningServer | null = null
  /** Runs one change at a time: the old port is closed before the next one opens. */
  readonly #changes = createSerialQueue()

  constructor(deps: HostedEndpointDeps) {
    this.#deps = deps
  }

  /** The base URL for clients; null while the endpoint is not listening. */
  get base(): string | null {
    return this.#state === 'listening' ? this.#address : null
  }

  view(): HostedEndpointView {
    return { ...this.#settings, state: this.#state, url: `${this.#address}/mcp` }
  }

  /** Opens the endpoint if the last run left it open, or on `fixed`, which is not saved. */
  start(fixed: number | null): Promise<void> {
    return this.#changes.run(async () => {
      const text = await this.#deps.load()
      this.#settings = fixed === null ? (parse(text) ?? this.#settings) : { on: true, port: fixed }
      await this.#apply()
    })
  }

  /** Opens, moves or closes the endpoint, and saves the setting. */
  set(on: boolean, port: number): Promise<HostedEndpointView> {
    return this.#changes.run(async () => {
      await this.#deps.save(
        JSON.stringify({ v: 1, on, port } satisfies z.output<typeof zHostedSettings>),
      )
      this.#settings = { on, port }
      await this.#apply()
      return this.view()
    })
  }

  async close(): Promise<void> {
    await this.#changes.run(() => this.#shut())
  }

  get #address(): string {
    return `https://${this.#deps.host}:${this.#settings.port}`
  }

  async #shut(): Promise<void> {
    const old = this.#server
    this.#server = null
    this.#state = 'off'
    await old?.close()
  }

  async #apply(): Promise<void> {
    await this.#shut()
    if (!this.#settings.on) return
    try {
      this.#server = await this.#deps.listen(this.#settings.port)
      this.#state = 'listening'
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('EADDRINUSE')
      this.#state = taken ? 'port-in-use' : 'failed'
      if (!taken) this.#deps.onError(error)
    }
  }
}

function parse(text: string | null): z.output<typeof zHostedSettings> | null {
  try {
    return text === null ? null : zHostedSettings.parse(JSON.parse(text))
  } catch {
    // An unreadable setting leaves the endpoint closed; only a person may open it.
    return null
  }
}

/**
 * Creates the hosted server's own endpoint, not started, with its setting in the exchange's folder.
 */
export function openHostedEndpoint({
  host,
  folder,
  hostedServer,
  certificates,
  onError,
}: {
  readonly host: string
  readonly folder: string
  readonly hostedServer: HostedServer
  readonly certificates: Certificates
  readonly onError: (error: unknown) => void
}): HostedEndpoint {
  const file = join(folder, 'mcp-address.json')
  return new HostedEndpoint({
    host,
    onError,
    load: () => readFile(file, 'utf8').catch(() => null),
    save: (text) => writeAtomically(file, text),
    listen: (port) =>
      startHttpServer(NO_OPERATIONS, {
        certificates,
        port,
        onError,
        extraRoutes: hostedServer.extraRoutes('hosted'),
      }),
  })
}
