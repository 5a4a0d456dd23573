import { join } from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type {
  PracticeCommand,
  PracticeFailed,
  PracticeReady,
} from '../../../shared/practice/practice-control.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import { createBroker } from '../broker/broker.js'
import { ExchangeClock, WallClock, firstStart, type HostClock } from '../simulation/clock.js'
import { runCommand } from './commands.js'
import { lockDataDir } from '../data/folder-lock.js'
import { DelayedSimulation } from '../simulation/delayed-simulation.js'
import { Engine } from '../simulation/engine.js'
import { Faults } from '../faults/faults.js'
import { BrokerEventServer } from '../grpc/broker-event-server.js'
import { EventServer } from '../grpc/event-server.js'
import { Access } from '../http/access/access.js'
import { Pipeline } from '../http/pipeline.js'
import { RateLimiter } from '../http/access/rate-limiter.js'
import type { Role } from '../http/routes.js'
import { startHttpServer } from '../http/server.js'
import { SCOPE, loadKeys } from '../data/keys.js'
import { HostedServer } from '../mcp/hosted-server.js'
import { HostedRecords } from '../mcp/records/hosted-records.js'
import { openHostedEndpoint } from '../mcp/open-hosted-endpoint.js'
import { eventFeed } from '../mqtt/event-feed.js'
import { Feeds } from '../mqtt/feeds.js'
import { Publisher } from '../mqtt/publisher.js'
import { MarketServer } from '../mqtt/server.js'
import { sessionFeed } from '../mqtt/session-feed.js'
import { stockFeed } from '../mqtt/stock-feed.js'
import { Subscriptions } from '../mqtt/subscriptions.js'
import { AccessTokens } from '../oauth/access-tokens.js'
import { Authorizer } from '../oauth/authorize.js'
import { ClientTokens } from '../oauth/client-tokens.js'
import { Grants } from '../oauth/grants.js'
import type { PracticeOptions } from '../options.js'
import { openDataDir, writeAtomically } from '../data/state-file.js'
import { openPorts } from './open-ports.js'
import { eventsOf, newestFirst } from '../reference/events.js'
import type { Services } from '../http/operations/services.js'
import { StatePersister } from '../store/state-persister.js'
import { loadState } from '../store/load-state.js'
import { recordedExchange } from '../store/recorded-exchange.js'
import { Store } from '../store/store.js'
import { loadCertificates } from '../tls/stored-certificates.js'
import {
  openMarketSimulation,
  stateName,
  type PrintListener,
} from '../simulation/market-simulation.js'
import { Watchlists } from '../data/watchlists.js'

/** A running practice exchange. */
export interface Practice {
  readonly ready: PracticeReady
  /** Executes a command of the control port; rejects with an error message when it fails. */
  command(command: PracticeCommand): Promise<unknown>
  /** Stops all servers and saves; safe to call twice. */
  close(): Promise<void>
}

/**
 * The dependencies that the host supplies. `onError` receives failures of the exchange itself; the
 * others replace published intervals in tests.
 */
export interface PracticeDeps {
  readonly host: HostClock
  readonly onError: (error: unknown) => void
  readonly pingMs?: number
  readonly slotMs?: number
}

const LOOPBACK = '127.0.0.1'
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
  const practice = started.value
  let closed: Promise<void> | null = null
  return ok({ ...practice, close: () => (closed ??= practice.close().finally(unlock)) })
}

async function startLocked(
  options: PracticeOptions,
  deps: PracticeDeps,
): Promise<Result<Practice, PracticeFailed>> {
  const notes: string[] = []
  const wall = new WallClock(deps.host)
  const store = new Store({
    folder: options.dataDir,
    name: stateName(options.seed),
    monotonic: () => deps.host.monotonic(),
    onError: deps.onError,
  })
  const keys = await loadKeys(options.dataDir, wall.now(), notes)
  const state = await loadState(store, wall.now(), notes)
  const certificates = await loadCertificates(
    options.dataDir,
    wall.now(),
    options.names ?? [],
    notes,
  )
  const caFile = join(options.dataDir, 'ca.pem')
  await writeAtomically(caFile, certificates.ca)

  const first = options.clock === 'real' ? wall.now() : firstStart(wall.now())
  const start = epochMs(Math.max(first, state?.exchangeTime ?? 0))
  const clock = new ExchangeClock(deps.host, options.clock, start, options.speed)
  const begin = clock.now()
  const delayMs = options.environment === 'sandbox' ? ASSUMPTIONS.sandbox.delayMs : 0
  // Delayed data must exist too, so a new market starts earlier by the delay.
  const anchor = epochMs(state?.anchor ?? begin - delayMs)
  const prints: PrintListener[] = []
  const running = { engine: null as Engine | null }
  const now = () => running.engine?.now() ?? begin
  const simulation = openMarketSimulation({
    seed: options.seed,
    anchor,
    now: begin,
    clock: now,
    onPrint: (...print) => prints.forEach((listener) => listener(...print)),
  })
  const { market, reference } = simulation
  const restoredState = state === null ? null : simulation.exchange.restoreState(state.exchange)
  if (restoredState !== null && !restoredState.ok) {
    notes.push(
      `The saved accounts could not be read. They were set aside as ${await store.setAside(wall.now())}; practice begins anew.`,
    )
  }
  if (restoredState === null || !restoredState.ok) simulation.seedHistory()

  let { speed } = options
  const accepted = new Map(Object.entries(state?.accepted ?? {}))
  const tokens = new AccessTokens(options.environment === 'production' ? 'pending' : 'immediate')
  const grants = new Grants()
  const clientTokens = new ClientTokens()
  const watchlists = new Watchlists()
  const addresses = { api: '', passport: '' }
  const hosted = new HostedRecords({
    now: () => now(),
    wall: () => wall.now(),
    detail: (account, id) => exchange.detail(account, id),
  })
  if (state !== null) {
    tokens.restore(state.tokens)
    grants.restore(state.grants)
    clientTokens.restore(state.clientTokens)
    watchlists.restore(state.watchlists)
    hosted.restore(state.hosted)
  }
  const persister: StatePersister = new StatePersister({
    store,
    speed: () => speed,
    sections: {
      tokens: () => tokens.state(),
      grants: () => grants.state(),
      clientTokens: () => clientTokens.state(),
      watchlists: () => watchlists.snapshot(),
      broker: () => broker.snapshot(),
      hosted: () => hosted.snapshot(),
    },
    state: () => ({
      seed: options.seed,
      anchor,
      exchangeTime: now(),
      exchange: simulation.exchange.snapshotState(),
      accepted: Object.fromEntries(accepted),
    }),
  })
  const exchange = recordedExchange(simulation.exchange, persister)
  const ofSeed = stateName(options.seed)
  const broker = createBroker({
    books: exchange,
    now,
    ids: simulation.ids,
    documentFolder: join(options.dataDir, ofSeed.replace('.json', '-documents')),
    eventFile: join(
      options.dataDir,
      ofSeed.replace('exchange', 'broker-events').replace('.json', '.jsonl'),
    ),
    onEvent: () => persister.includeSections(),
    actions: (today) =>
      market.listings.flatMap((listing) => eventsOf(reference, listing, today)).sort(newestFirst),
  })
  // Its accounts are in the exchange's ledger; restoring only one of the two would be useless.
  if (restoredState !== null && restoredState.ok && !broker.restore(state?.broker).ok) {
    notes.push('The saved Broker API records could not be read; they begin anew.')
  }
  const faults = new Faults()
  const requests = new Map<string, number>()
  const subscriptions = new Subscriptions()
  const userId = () => exchange.userIds()[0] ?? ''
  const authorizer = new Authorizer(keys, userId, grants)
  const marketServer = new MarketServer({
    subscriptions,
    faults,
    host: deps.host,
    ...(deps.slotMs === undefined ? {} : { slotMs: deps.slotMs }),
  })
  const delayed =
    delayMs === 0
      ? null
      : new DelayedSimulation({
          seed: options.seed,
          anchor,
          begin,
          delayMs,
          onStep: (step) => publisher.step(step),
          onPrint: (...print) => publisher.print(...print),
        })
  // The simulation that market data shows: the live one, or the delayed one.
  const shown = delayed?.simulation ?? simulation
  const shownAt = () => delayed?.now() ?? now()
  const { market: shownMarket, exchange: shownExchange } = shown
  const feeds = new Feeds([
    stockFeed(shownMarket, shownExchange),
    sessionFeed('FUTURES', shownMarket, shownExchange),
    sessionFeed('CRYPTO', shownMarket, shownExchange),
    eventFeed(shown.events, shownExchange),
  ])
  const publisher: Publisher = new Publisher({
    feeds,
    session: (symbol) => shownMarket.snapshot(symbol)?.session ?? 'regular',
    faults,
    subscriptions,
    streams: () => marketServer.streams(),
    now: shownAt,
  })
  prints.push((...print) => (delayed ?? publisher).print(...print))
  const engine = new Engine(
    {
      clock,
      market,
      exchange: simulation.exchange,
      monotonic: () => deps.host.monotonic(),
      onError: deps.onError,
      onStep: (step) => {
        if (delayed === null) publisher.step(step)
      },
      onTime: (to, skipped) => {
        persister.recordTime(to, skipped)
        delayed?.onTimeAdvanced(to, skipped)
        broker.advanceTime()
        hosted.instructions.advanceTime()
        persister.seal()
      },
    },
    begin,
  )
  running.engine = engine

  const services: Services = {
    options,
    keys,
    market,
    eventVenue: simulation.events,
    optionVenue: simulation.options,
    reference,
    exchange,
    tokens,
    grants,
    clientTokens,
    authorizer,
    subscriptions,
    feeds,
    faults,
    watchlists,
    broker,
    hosted,
    wall,
    now,
    userId,
    persist: (scope) => persister.persist(scope),
    tickRate: (perSecond) => {
      market.setTickRate(perSecond)
      persister.tickRate(perSecond)
      delayed?.tickRate(now(), perSecond)
    },
    speed: (wanted) => {
      speed = wanted
      clock.setSpeed(wanted)
      persister.speed()
    },
    accepted: (id) => {
      accepted.set(id, (accepted.get(id) ?? 0) + 1)
      persister.accepted(id)
    },
    passport: () => addresses.passport,
  }
  const dataServices: Services =
    delayed === null
      ? services
      : {
          ...services,
          market: shown.market,
          eventVenue: shown.events,
          optionVenue: shown.options,
          exchange: { ...exchange, depth: shown.exchange.depth, last: shown.exchange.last },
          now: shownAt,
        }
  const access = new Access({
    keys,
    userId,
    wall,
    host: deps.host,
    tokens,
    grants,
    clientTokens,
    tokenNeeded: options.environment !== 'sandbox',
  })
  const limiter = new RateLimiter(options.rateLimits)
  const pipelineDeps = {
    services,
    dataServices,
    access,
    limiter,
    host: deps.host,
    counted: (id: string) => requests.set(id, (requests.get(id) ?? 0) + 1),
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  }
  const beat = deps.pingMs === undefined ? {} : { pingMs: deps.pingMs }
  const events = new EventServer({
    access,
    faults,
    owned: () => exchange.accounts(userId()).map((account) => account.account_id),
    now,
    ...beat,
  })
  const brokerEvents = new BrokerEventServer({ access, faults, log: broker.log, now, ...beat })
  const hostedServer: HostedServer = new HostedServer({
    services,
    api: () => addresses.api,
    baseUrl: () => hostedEndpoint.base,
    onError: deps.onError,
  })
  const https = (role: Role) => (port: number) =>
    startHttpServer(
      new Pipeline(role, pipelineDeps),
      certificates,
      port,
      deps.onError,
      role === 'broker' ? null : hostedServer.extraRoutes(role),
    )
  const opened = await openPorts(options.portBase, {
    api: https('api'),
    oauth: https('oauth'),
    events: (port) => events.start(certificates, port),
    data: (port) => marketServer.start(certificates, port),
    broker: https('broker'),
    brokerEvents: (port) => brokerEvents.start(certificates, port),
  })
  if (!opened.ok) return failed('port-in-use', opened.error)
  const { ports, stop } = opened.value
  addresses.api = `https://${LOOPBACK}:${ports.api}`
  addresses.passport = `https://${LOOPBACK}:${ports.oauth}`

  const hostedEndpoint = openHostedEndpoint({
    host: LOOPBACK,
    folder: options.dataDir,
    hostedServer,
    certificates,
    onError: deps.onError,
  })
  if (hostsInstructions(options.environment)) await hostedEndpoint.start(options.mcpPort ?? null)

  const stopAccountEvents = exchange.onAccountEvent((event) => events.publishAccount(event))
  const stopEvents = exchange.onTradeEvent((event) => {
    events.publish(event)
    broker.trade(event)
    publisher.touch(symbolOf(event.payload))
  })
  const stopPublisher = publisher.start()
  engine.start()
  await persister.start()
  await broker.log.open(() => persister.persist(), deps.onError)

  const close = async (): Promise<void> => {
    engine.stop()
    stopPublisher()
    stopEvents()
    stopAccountEvents()
    await stop()
    await hostedEndpoint.close()
    await hostedServer.close()
    await broker.log.close()
    await persister.stop()
  }
  const ready: PracticeReady = {
    type: 'ready',
    hosts: {
      api: addresses.api,
      oauth: addresses.passport,
      passport: addresses.passport,
      events: { host: LOOPBACK, port: ports.events },
      data: { host: LOOPBACK, port: ports.data },
      broker: `https://${LOOPBACK}:${ports.broker}`,
      brokerEvents: { host: LOOPBACK, port: ports.brokerEvents },
    },
    ca: certificates.ca,
    caFile,
    hosted: hostsInstructions(options.environment) ? hostedEndpoint.view() : null,
    appKey: keys.appKey,
    appSecret: keys.appSecret,
    clientId: keys.clientId,
    clientSecret: keys.clientSecret,
    scope: SCOPE,
    user: { id: userId(), ...keys.user },
    seed: options.seed,
    exchangeTime: engine.now(),
    notes,
  }
  return ok({
    ready,
    command: (command) =>
      runCommand(command, {
        services,
        engine,
        clock,
        limiter,
        events,
        brokerEvents,
        marketServer,
        hostedEndpoint,
        requests,
        accepted,
      }),
    close,
  })
}

const symbolOf = (payload: { readonly symbol: string }): string => payload.symbol
