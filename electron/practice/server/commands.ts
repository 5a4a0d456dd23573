import { epochMs } from '../../../shared/domain/time.js'
import type {
  CalledOffAnswer,
  PracticeCommand,
  PracticeState,
  ScenarioAnswer,
} from '../../../shared/practice/practice-control.js'
import type { Recording } from '../../../shared/practice/replay.js'
import type { ExchangeClock } from '../simulation/clock.js'
import type { Engine } from '../simulation/engine.js'
import { groundTruth } from './ground-truth.js'
import type { BrokerEventServer } from '../grpc/broker-event-server.js'
import type { EventServer } from '../grpc/event-server.js'
import type { RateLimiter } from '../http/access/rate-limiter.js'
import type { HostedEndpoint } from '../mcp/hosted-endpoint.js'
import type { MarketServer } from '../mqtt/server.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import type { LiveSimulation } from './live-simulation.js'
import type { Scenarios } from '../scenarios/scenarios.js'
import type { Services } from '../http/operations/services.js'
import { Session } from 'node:inspector'

/** What is alive in this process, in bytes. */
export interface CollectedMemory {
  readonly heap: number
  /** Buffers and other memory that objects of the heap hold outside it. */
  readonly external: number
}

/** Collects garbage and returns what is left: the process itself keeps freed pages for later. */
async function collectedMemory(): Promise<CollectedMemory> {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve, reject) => {
    session.post('HeapProfiler.collectGarbage', (error) => {
      // A session that is ended while it answers never returns, and stops its process.
      setImmediate(() => (error === null ? resolve() : reject(error)))
    })
  }).finally(() => session.disconnect())
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed, external }
}

/** The objects that commands of the control port act on. */
export interface CommandDeps {
  readonly services: Services
  readonly engine: Engine
  readonly clock: ExchangeClock
  readonly live: Pick<LiveSimulation, 'speed' | 'anchor' | 'recorded'>
  readonly scenarios: Scenarios
  readonly limiter: RateLimiter
  readonly events: EventServer
  readonly brokerEvents: BrokerEventServer
  readonly marketServer: MarketServer
  readonly hostedEndpoint: HostedEndpoint
  readonly requests: ReadonlyMap<string, number>
  readonly accepted: ReadonlyMap<string, number>
}

const DEFAULT_LAG_MS = 3_000

/** Makes listings lag behind Order Detail while such a fault is on. */
function applyListingLag({ services }: CommandDeps): void {
  const lag = services.faults.on('listing', 'lag')
  services.exchange.configure({ listingLagMs: lag === null ? 0 : (lag.ms ?? DEFAULT_LAG_MS) })
}

function approve(
  query: Readonly<Record<string, string>>,
  { services }: CommandDeps,
): { readonly redirect: string } {
  const checked = services.authorizer.check(query)
  if (checked.ok) {
    return { redirect: services.authorizer.approve(checked.value, services.wall.now()) }
  }
  if ('redirect' in checked.error) return { redirect: checked.error.redirect }
  throw new Error(checked.error.show)
}

function endStreams(
  { channel, how: mode }: Extract<PracticeCommand, { command: 'end-streams' }>,
  { events, brokerEvents, marketServer }: CommandDeps,
): number {
  switch (channel) {
    case 'events':
      return events.end(mode)
    case 'broker-events':
      return brokerEvents.end(mode)
    case 'market':
      return marketServer.kill()
  }
}

async function revokeTokens(
  { only }: Extract<PracticeCommand, { command: 'revoke-tokens' }>,
  { services }: CommandDeps,
): Promise<unknown> {
  if (only === 'access') services.grants.revokeAccess()
  else {
    services.grants.revokeAll()
    services.tokens.revokeAll()
    services.clientTokens.revokeAll()
    services.hosted.grants.revokeAll()
  }
  await services.persist()
  return {}
}

/** Returns what a window says about a replay of bars, without the bars. */
const replayedOf = ({ symbol, day, end, source }: RecordedBars): unknown => ({
  symbol,
  day,
  end,
  source,
})

/** Returns the inputs of the market, for a replay. */
const recordingOf = ({ live, scenarios }: CommandDeps): Recording => ({
  anchor: live.anchor,
  shocks: scenarios.shocks(),
  bars: live.recorded,
})

/** Returns what a person has set: see `zPracticeSettings`. */
const settingsOf = ({ engine, live, limiter, services, scenarios }: CommandDeps): unknown => ({
  exchangeTime: engine.now(),
  speed: live.speed,
  rateLimits: limiter.currentProfile,
  faults: services.faults.list(),
  halted: services.exchange.haltedSymbols(),
  scenarios: scenarios.list(),
  anchor: live.anchor,
  replayed: live.recorded && replayedOf(live.recorded),
})

/** Starts a scenario; what it moves is on disk before it is answered. */
async function startScenario(
  { scenario, symbol }: Extract<PracticeCommand, { command: 'scenario' }>,
  { scenarios, services }: CommandDeps,
): Promise<ScenarioAnswer> {
  const started = scenarios.start(scenario, symbol)
  if (!started.ok) return { refused: started.error }
  await services.persist()
  return { refused: null }
}

/** Calls a planned scenario off; that is on disk before it is answered. */
async function callOffScenario(
  { scenario, symbol, begins }: Extract<PracticeCommand, { command: 'call-off-scenario' }>,
  { scenarios, services }: CommandDeps,
): Promise<CalledOffAnswer> {
  const calledOff = scenarios.callOff(scenario, symbol, begins)
  if (calledOff) await services.persist()
  return { calledOff }
}

function streamsOf({ events, brokerEvents, marketServer }: CommandDeps): PracticeState['streams'] {
  const streams = [...marketServer.streams()]
  return {
    events: events.size,
    market: streams.length,
    brokerEvents: brokerEvents.size,
    sent: streams.reduce((sum, stream) => sum + stream.sent, 0),
  }
}

/**
 * Executes one command and returns its answer, described in
 * `shared/practice/practice-control.ts`.
 */
export async function runCommand(command: PracticeCommand, deps: CommandDeps): Promise<unknown> {
  const { services, engine, clock } = deps
  switch (command.command) {
    case 'approve':
      return approve(command.query, deps)
    case 'fault': {
      const fault = services.faults.add(command.fault)
      applyListingLag(deps)
      return { fault }
    }
    case 'clear-faults':
      services.faults.clear()
      applyListingLag(deps)
      return {}
    case 'clear-fault':
      services.faults.remove(command.kind)
      applyListingLag(deps)
      return {}
    case 'settings':
      return settingsOf(deps)
    case 'end-streams':
      return { ended: endStreams(command, deps) }
    case 'revoke-tokens':
      return revokeTokens(command, deps)
    case 'hosted-door':
      return deps.hostedEndpoint.set(command.on, command.port)
    case 'skew':
      services.wall.setSkew(command.ms)
      return {}
    case 'clock':
      if (command.speed !== undefined) services.speed(command.speed)
      if (command.to !== undefined) clock.jump(epochMs(command.to))
      await engine.caughtUp()
      return { exchangeTime: engine.now() }
    case 'tick-rate':
      services.tickRate(command.perSecond)
      return {}
    case 'two-factor':
      services.tokens.setMode(command.mode)
      return {}
    case 'verify-tokens':
      return { verified: services.tokens.verifyAll(services.wall.now()) }
    case 'deny-tokens':
      return { denied: services.tokens.denyAll(services.wall.now()) }
    case 'event-agreement':
      services.exchange.configure({ eventAgreement: command.signed })
      return {}
    case 'combined-positions':
      services.exchange.configure({ combinesPositions: command.on })
      return {}
    case 'broker-variant':
      return services.variants.change(command.change)
    case 'halt-symbols':
      deps.scenarios.setHalted(command.symbols)
      return {}
    case 'scenario':
      return startScenario(command, deps)
    case 'call-off-scenario':
      return callOffScenario(command, deps)
    case 'recording':
      return recordingOf(deps)
    case 'rate-limits':
      deps.limiter.setProfile(command.profile)
      return {}
    case 'state':
      return groundTruth(services.exchange, services.userId(), {
        exchangeTime: engine.now(),
        accepted: Object.fromEntries(deps.accepted),
        requests: Object.fromEntries(deps.requests),
        streams: streamsOf(deps),
      })
    case 'memory':
      return collectedMemory()
    case 'shutdown':
      // The process that owns the port shuts down after the reply.
      return {}
  }
}
