import { z } from 'zod'
import type { HostedEndpointView } from '../../../shared/ipc/practice-control.js'
import type { RunningServer } from '../http/server.js'

/**
 * Beside the port at which assistants reach the desk itself, so that people see that they belong
 * together.
 */
export const HOSTED_PORT = 8_792

const zHostedSettings = z.strictObject({
  v: z.literal(1),
  on: z.boolean(),
  port: z.number().int().min(1_024).max(65_535),
})

export interface HostedEndpointDeps {
  readonly host: string
  /** The setting as it was kept; null where there is none. */
  readonly load: () => Promise<string | null>
  readonly save: (text: string) => Promise<void>
  /** Listens; rejects with the system's error when the port is taken. */
  readonly listen: (port: number) => Promise<RunningServer>
  readonly onError: (error: unknown) => void
}

/**
 * The hosted server's own address: one port that stays, for people put it into the settings of
 * their clients, and tokens are for one
 * address. Closed until a person opens it. A port that is taken is told, never changed for another
 * one.
 */
export class HostedEndpoint {
  private settings = { on: false, port: HOSTED_PORT }
  private state: HostedEndpointView['state'] = 'off'
  private server: RunningServer | null = null
  private tail: Promise<unknown> = Promise.resolve()

  constructor(private readonly deps: HostedEndpointDeps) {}

  /** Where clients find it; null while it is not open. */
  get base(): string | null {
    return this.state === 'listening' ? this.address : null
  }

  view(): HostedEndpointView {
    return { ...this.settings, state: this.state, url: `${this.address}/mcp` }
  }

  /** Opens it if the last run left it open, or on `fixed`, which is not kept. */
  start(fixed: number | null): Promise<void> {
    return this.enqueue(async () => {
      const text = await this.deps.load()
      this.settings = fixed === null ? (parse(text) ?? this.settings) : { on: true, port: fixed }
      await this.apply()
    })
  }

  /** Opens, moves or closes it, and keeps that. */
  set(on: boolean, port: number): Promise<HostedEndpointView> {
    return this.enqueue(async () => {
      await this.deps.save(
        JSON.stringify({ v: 1, on, port } satisfies z.output<typeof zHostedSettings>),
      )
      this.settings = { on, port }
      await this.apply()
      return this.view()
    })
  }

  async close(): Promise<void> {
    await this.enqueue(() => this.shut())
  }

  private get address(): string {
    return `https://${this.deps.host}:${this.settings.port}`
  }

  private async shut(): Promise<void> {
    const old = this.server
    this.server = null
    this.state = 'off'
    await old?.close()
  }

  private async apply(): Promise<void> {
    await this.shut()
    if (!this.settings.on) return
    try {
      this.server = await this.deps.listen(this.settings.port)
      this.state = 'listening'
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('EADDRINUSE')
      this.state = taken ? 'port-in-use' : 'failed'
      if (!taken) this.deps.onError(error)
    }
  }

  /** One change at a time: the old port is closed before the next one opens. */
  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.tail.then(work)
    this.tail = done.catch(() => undefined)
    return done
  }
}

function parse(text: string | null): z.output<typeof zHostedSettings> | null {
  try {
    return text === null ? null : zHostedSettings.parse(JSON.parse(text))
  } catch {
    // What cannot be read stays closed: a person opens it, never an accident.
    return null
  }
}
