import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type {
  PracticeCommand,
  PracticeFailed,
  PracticeReady,
} from '../../../shared/practice/practice-control.js'
import type { Replay } from '../../../shared/practice/replay.js'
import { lockDataDir } from '../data/folder-lock.js'
import { SCOPE } from '../data/keys.js'
import { readReplay } from '../data/replay-file.js'
import { openDataDir } from '../data/state-file.js'
import { Faults } from '../faults/faults.js'
import { Variants } from '../faults/variants.js'
import type { PracticeOptions } from '../model/practice-options.js'
import { runCommand, type CommandDeps } from './commands.js'
import { DurableEvents } from './durable-events.js'
import { HostAddresses } from './host-addresses.js'
import { LiveSimulation, restoreAccounts } from './live-simulation.js'
import { MarketStreams } from './market-streams.js'
import { openPracticeData } from './practice-data.js'
import type { PracticeDeps } from './practice-deps.js'
import { PracticeRecords } from './practice-records.js'
import { PracticeServers } from './practice-servers.js'
import { createServices, type PracticeParts } from './services.js'

/** A running practice exchange. */
export interface Practice {
  readonly ready: PracticeReady
  /** Executes a command of the control port; rejects with an error message when it fails. */
  command(command: PracticeCommand): Promise<unknown>
  /** Stops all servers and saves; safe to call twice. */
  close(): Promise<void>
}

const failed = (code: PracticeFailed['code'], message: string): Result<never, PracticeFailed> =>
  err({ type: 'failed', code, message })

/**
 * Starts the practice exchange; it accepts requests once this resolves. Only one exchange at a time
 * can use a data folder.
 */
export async function startPractice(
  options: PracticeOptions,
  deps: PracticeDeps,
): Promise<Result<Practice, PracticeFailed>> {
  const opened = await openDataDir(options.dataDir)
  if (!opened.ok) return failed('data-dir', opened.error)
  const lock = await lockDataDir(options.dataDir)
  if (!lock.ok) return failed('data-dir', lock.error)
  const unlock = lock.value
  let started
  try {
    started = await startLocked(options, deps)
  } catch (error) {
    await unlock()
    throw error
  }
  if (!started.ok) {
    await unlock()
    return started
  }
  const { ready, command, close } = started.value
  let closed: Promise<void> | null = null
  const closeAndUnlock = async (): Promise<void> => {
    try {
      await close()
    } finally {
      await unlock()
    }
  }
  return ok({ ready, command, close: () => (closed ??= closeAndUnlock()) })
}

async function startLocked(
  options: PracticeOptions,
  deps: PracticeDeps,
): Promise<Result<Practice, PracticeFailed>> {
  const replay =
    options.replay === undefined ? ok(null) : await readReplay(options.replay, deps.host.wall())
  if (!replay.ok) return failed('replay', replay.error)
  const parts = await buildParts(options, deps, replay.value)
  const services = createServices(parts)
  connectSimulation(parts)
  const servers = new PracticeServers(parts, services, deps)
  const opened = await servers.open()
  if (!opened.ok) return failed('port-in-use', opened.error)
  const stop = await start(parts, servers, deps)
  const commandDeps: CommandDeps = {
    services,
    engine: parts.live.engine,
    clock: parts.live.clock,
    live: parts.live,
    scenarios: parts.records.scenarios,
    limiter: servers.limiter,
    events: servers.events,
    brokerEvents: servers.brokerEvents,
    marketServer: parts.streams.server,
    hostedEndpoint: servers.hostedEndpoint,
    requests: servers.requests,
    accepted: parts.records.accepted,
  }
  return ok({
    ready: readyOf(parts, servers),
    command: (command) => runCommand(command, commandDeps),
    close: stop,
  })
}

/** Opens the data folder and builds everything that works without servers. */
async function buildParts(
  options: PracticeOptions,
  deps: PracticeDeps,
  replay: Replay | null,
): Promise<PracticeParts> {
  const data = await openPracticeData(options, deps, replay)
  const live = new LiveSimulation(options, deps, data)
  const restored = await restoreAccounts(live, data)
  const records = new PracticeRecords(options, live, data)
  if (!records.restore(data.state, restored)) {
    data.notes.push(message('practice.brokerRecordsNew'))
  }
  const faults = new Faults()
  const variants = new Variants()
  const streams = new MarketStreams(options, live, { faults, variants }, deps)
  const addresses = new HostAddresses()
  return { options, data, live, records, streams, faults, variants, addresses }
}

/** Halts a symbol whose recording is over, so that no order fills at a price that only stands. */
function haltAfterRecording(live: LiveSimulation, scenarios: PracticeRecords['scenarios']): void {
  const { recorded, simulation } = live
  if (recorded === null || live.now() < recorded.end) return
  const halted = simulation.exchange.haltedSymbols()
  if (!halted.includes(recorded.symbol)) scenarios.setHalted([...halted, recorded.symbol])
}

/** Publishes and records what happens in the simulation. */
function connectSimulation({ live, records, streams }: PracticeParts): void {
  const { persister, broker, hosted, scenarios } = records
  records.connectShocks((shocks) => streams.setShocks(shocks))
  scenarios.resume()
  live.connect({
    onStep: (step) => streams.step(step),
    onPrint: (print) => streams.print(print),
    onTime: (to, skipped) => {
      persister.recordTime(to, skipped)
      scenarios.advanceTime()
      haltAfterRecording(live, scenarios)
      streams.advanceTime(to, skipped)
      broker.advanceTime()
      hosted.instructions.advanceTime()
      persister.seal()
    },
  })
}

/** Publishes the order and account events of the exchange. */
function connectEvents({ records, streams }: PracticeParts, { events }: PracticeServers): Disposer {
  const { exchange, broker, persister } = records
  const durable = new DurableEvents({
    commit: () => persister.persist('orders'),
    after: (ms, call) => void setTimeout(call, ms).unref(),
  })
  const stopAccountEvents = exchange.onAccountEvent((event) =>
    durable.add(() => events.publishAccount(event)),
  )
  const stopTradeEvents = exchange.onTradeEvent((event) => {
    durable.add(() => events.publish(event))
    broker.trade(event)
    streams.publisher.touch(symbolOf(event.payload))
  })
  return () => {
    durable.stop()
    stopTradeEvents()
    stopAccountEvents()
  }
}

/** Starts time, publishing and saving. The returned function stops all of them and the servers. */
async function start(
  parts: PracticeParts,
  servers: PracticeServers,
  deps: PracticeDeps,
): Promise<() => Promise<void>> {
  const { engine } = parts.live
  const { persister, broker } = parts.records
  const stopEvents = connectEvents(parts, servers)
  const stopPublisher = parts.streams.publisher.start()
  engine.start()
  await persister.start()
  const { wall, notes } = parts.data
  const lost = await broker.log.open(() => persister.persist(), deps.onError, wall.now())
  if (lost !== null) notes.push(message('practice.eventsLost', lost))
  return async () => {
    engine.stop()
    stopPublisher()
    stopEvents()
    await servers.close()
    await broker.log.close()
    await persister.stop()
  }
}

function readyOf(
  { options, data, live, records, addresses }: PracticeParts,
  servers: PracticeServers,
): PracticeReady {
  const { keys, certificates, caFile, notes } = data
  return {
    type: 'ready',
    hosts: addresses.hosts(),
    ca: certificates.ca,
    caFile,
    hosted: servers.hostedView(),
    appKey: keys.appKey,
    appSecret: keys.appSecret,
    clientId: keys.clientId,
    clientSecret: keys.clientSecret,
    scope: SCOPE,
    user: { id: records.userId(), ...keys.user },
    seed: options.seed,
    exchangeTime: live.engine.now(),
    notes,
  }
}

const symbolOf = (payload: { readonly symbol: string }): string => payload.symbol
