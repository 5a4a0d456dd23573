import { ok, type Result } from '../../../shared/domain/result.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import type { HostedEndpointView } from '../../../shared/practice/practice-control.js'
import { BrokerEventServer } from '../grpc/broker-event-server.js'
import { EventServer } from '../grpc/event-server.js'
import { Access } from '../http/access/access.js'
import { RateLimiter } from '../http/access/rate-limiter.js'
import type { Services } from '../http/operations/services.js'
import { Pipeline, type PipelineDeps } from '../http/pipeline.js'
import type { Role } from '../http/routes.js'
import { usuallyNeedsToken } from '../faults/variants.js'
import { startHttpServer } from '../http/server.js'
import { type HostedEndpoint, openHostedEndpoint } from '../mcp/hosted-endpoint.js'
import { HostedServer } from '../mcp/hosted-server.js'
import { LOOPBACK, type RunningServer } from '../model/running-server.js'
import { openPorts } from './open-ports.js'
import type { PracticeDeps } from './practice-deps.js'
import { dataServicesOf, type PracticeParts } from './services.js'

/** The servers of an exchange: HTTPS hosts, event streams, market stream and hosted MCP server. */
export class PracticeServers {
  readonly events: EventServer
  readonly brokerEvents: BrokerEventServer
  readonly limiter: RateLimiter
  readonly hostedEndpoint: HostedEndpoint
  readonly #parts: PracticeParts
  readonly #deps: PracticeDeps
  readonly #pipelineDeps: PipelineDeps
  readonly #hostedServer: HostedServer
  readonly #requests = new Map<string, number>()
  #stop: () => Promise<void> = () => Promise.resolve()

  constructor(parts: PracticeParts, services: Services, deps: PracticeDeps) {
    this.#parts = parts
    this.#deps = deps
    const { options, data, live, records, faults, addresses } = parts
    const { host, pingMs, onError } = deps
    const access = accessOf(parts, deps)
    const beat = pingMs === undefined ? {} : { pingMs }
    this.limiter = new RateLimiter(options.rateLimits)
    this.#pipelineDeps = {
      services,
      dataServices: dataServicesOf(services, parts.streams),
      access,
      limiter: this.limiter,
      host,
      counted: (id) => this.#requests.set(id, (this.#requests.get(id) ?? 0) + 1),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }
    this.events = new EventServer({
      access,
      faults,
      owned: () => records.exchange.accounts(records.userId()).map((account) => account.account_id),
      now: live.now,
      ...beat,
    })
    this.brokerEvents = new BrokerEventServer({
      access,
      faults,
      log: records.broker.log,
      now: live.now,
      ...beat,
    })
    this.#hostedServer = new HostedServer({
      services,
      api: () => addresses.api,
      baseUrl: () => this.hostedEndpoint.base,
      onError,
    })
    this.hostedEndpoint = openHostedEndpoint({
      host: LOOPBACK,
      folder: options.dataDir,
      hostedServer: this.#hostedServer,
      certificates: data.certificates,
      onError,
    })
  }

  /** HTTP requests by operation id since the start. */
  get requests(): ReadonlyMap<string, number> {
    return this.#requests
  }

  /** Starts all servers. Returns an error message for the user when a port is in use. */
  async open(): Promise<Result<void, string>> {
    const { options, data, streams, addresses } = this.#parts
    const { certificates } = data
    const opened = await openPorts(options.portBase, {
      api: this.#https('api'),
      oauth: this.#https('oauth'),
      events: (port) => this.events.start(certificates, port),
      data: (port) => streams.server.start(certificates, port),
      dataWeb: (port) => streams.server.startWebSocket(certificates, port),
      broker: this.#https('broker'),
      brokerEvents: (port) => this.brokerEvents.start(certificates, port),
    })
    if (!opened.ok) return opened
    this.#stop = opened.value.stop
    addresses.setPorts(opened.value.ports)
    if (this.#hostsInstructions) await this.hostedEndpoint.start(options.mcpPort ?? null)
    return ok(undefined)
  }

  /** Returns the hosted server's address; null in an environment without one. */
  hostedView(): HostedEndpointView | null {
    return this.#hostsInstructions ? this.hostedEndpoint.view() : null
  }

  async close(): Promise<void> {
    await this.#stop()
    await this.hostedEndpoint.close()
    await this.#hostedServer.close()
  }

  get #hostsInstructions(): boolean {
    return hostsInstructions(this.#parts.options.environment)
  }

  #https(role: Role): (port: number) => Promise<RunningServer> {
    return (port) =>
      startHttpServer(new Pipeline(role, this.#pipelineDeps), {
        certificates: this.#parts.data.certificates,
        port,
        onError: this.#deps.onError,
        extraRoutes: role === 'broker' ? null : this.#hostedServer.extraRoutes(role),
      })
  }
}

const accessOf = (
  { options, data, records, variants }: PracticeParts,
  { host }: PracticeDeps,
): Access =>
  new Access({
    keys: data.keys,
    userId: records.userId,
    wall: data.wall,
    host,
    tokens: records.tokens,
    grants: records.grants,
    clientTokens: records.clientTokens,
    tokenNeeded: usuallyNeedsToken(options.environment),
    variants,
  })
