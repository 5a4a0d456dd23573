import { usuallyNeedsToken, Variants } from '../../../../electron/practice/faults/variants.js'
import { makeKeys, SCOPE, type Keys } from '../../../../electron/practice/data/keys.js'
import type { Exchange } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { PRACTICE_ACCOUNTS } from '../../../../electron/practice/exchange/exchange.js'
import { EventServer } from '../../../../electron/practice/grpc/event-server.js'
import { Access } from '../../../../electron/practice/http/access/access.js'
import { RateLimiter } from '../../../../electron/practice/http/access/rate-limiter.js'
import type { Services } from '../../../../electron/practice/http/operations/services.js'
import { Pipeline } from '../../../../electron/practice/http/pipeline.js'
import type { Role } from '../../../../electron/practice/http/routes.js'
import type { PracticeOptions } from '../../../../electron/practice/model/practice-options.js'
import { hashed } from '../../../../electron/practice/oauth/secrets.js'
import { Publisher, type PublishedStream } from '../../../../electron/practice/mqtt/publisher.js'
import { Subscriptions } from '../../../../electron/practice/mqtt/subscriptions.js'
import { DurableEvents } from '../../../../electron/practice/server/durable-events.js'
import { HostAddresses } from '../../../../electron/practice/server/host-addresses.js'
import { feedsOf } from '../../../../electron/practice/server/market-streams.js'
import { PracticeRecords } from '../../../../electron/practice/server/practice-records.js'
import { createServices } from '../../../../electron/practice/server/services.js'
import { WallClock, type HostClock } from '../../../../electron/practice/simulation/clock.js'
import type {
  MarketSimulation,
  MarketSimulationStart,
} from '../../../../electron/practice/simulation/market-simulation.js'
import {
  zPracticeFile,
  type PracticeFile,
} from '../../../../electron/practice/store/practice-file.js'
import { recover } from '../../../../electron/practice/store/recover.js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { openScriptedMarket } from '../market/scripted-market.js'
import type { Coverage } from '../checks/coverage.js'
import type { SeededRandom } from '../time/seeded-random.js'
import { START, type Life, type VirtualTime } from '../time/virtual-time.js'
import { CountedFaults } from './counted-faults.js'
import { ExchangeDisk } from './exchange-disk.js'

/** Interval at which the market advances, in ms. */
const ADVANCE_MS = 2_000
/** The first port of the exchange of each environment. */
const FIRST_PORT = { practice: 40_000, sandbox: 41_000 } as const

const portsFrom = (first: number): PracticeExchange['ports'] => ({
  api: first,
  oauth: first + 1,
  events: first + 2,
  data: first + 3,
  broker: first + 4,
  brokerEvents: first + 5,
  dataWeb: first + 6,
})
/** Any text in this form: nothing is encrypted here. */
const AUTHORITY = '-----BEGIN CERTIFICATE-----\nsimulated\n-----END CERTIFICATE-----\n'

export interface PracticeExchangeDeps {
  readonly time: VirtualTime
  readonly random: SeededRandom
  /** Decides where a crash leaves a part of a line; null: it never does. */
  readonly tears: SeededRandom | null
  readonly coverage: Coverage
  readonly seed: number
  readonly environment: 'practice' | 'sandbox'
  /** Whose request limits it enforces. */
  readonly rateLimits: PracticeOptions['rateLimits']
  /** Called with each failure inside the exchange, which is a failure of the simulation. */
  readonly onError: (error: unknown) => void
}

/** One process of the exchange, from its start to its crash. */
interface Running {
  readonly life: Life
  readonly simulation: MarketSimulation
  readonly records: PracticeRecords
  readonly services: Services
  readonly pipelines: Readonly<Record<Role, Pipeline>>
  readonly events: EventServer
  readonly faults: CountedFaults
  /** The clock by which signatures and tokens are checked. */
  readonly wall: WallClock
  readonly publisher: Publisher
  /** The connected market streams. */
  readonly streams: Set<PublishedStream>
}

/** Generating keys takes real randomness, and no result depends on them: one set for all seeds. */
const sharedKeys = new Map<string, Keys>()

function keysOf(environment: string): Keys {
  const keys = sharedKeys.get(environment) ?? makeKeys()
  sharedKeys.set(environment, keys)
  return keys
}

/**
 * The real practice exchange in this process: its matching, ledger, records, recovery, sign-in and
 * operations. Only sockets, the clock, the disk and the market's prices are the simulation's.
 */
export class PracticeExchange {
  readonly disk: ExchangeDisk
  readonly addresses = new HostAddresses()
  /** The ports of its servers by their names. */
  readonly ports: Parameters<HostAddresses['setPorts']>[0]
  readonly #deps: PracticeExchangeDeps
  readonly #keys: Keys
  readonly #options: PracticeOptions
  readonly #closed = new Set<() => void>()
  #now: EpochMs = START
  #running: Running | null = null
  #halted: ReadonlySet<string> = new Set()
  #listingLagMs = 0
  /** True while the client reads its market stream so slowly that messages are dropped. */
  isReaderSlow = false
  /** Called when a new process has started. */
  onStart: (exchange: Exchange) => void = () => undefined

  constructor(deps: PracticeExchangeDeps) {
    this.#deps = deps
    const { time, random, coverage, tears } = deps
    this.disk = new ExchangeDisk(time, random, coverage, tears)
    const { environment } = deps
    this.#keys = keysOf(environment)
    this.ports = portsFrom(FIRST_PORT[environment])
    this.addresses.setPorts(this.ports)
    this.#options = {
      seed: String(deps.seed),
      dataDir: '/nowhere',
      portBase: FIRST_PORT[environment],
      rateLimits: deps.rateLimits,
      clock: 'real',
      speed: 1,
      environment,
    }
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** The running process; throws when there is none. */
  get process(): Running {
    if (this.#running === null) throw new Error('the exchange is not running')
    return this.#running
  }

  get exchange(): Exchange {
    return this.process.records.exchange
  }

  get userId(): string {
    return PRACTICE_ACCOUNTS[0]?.userId ?? ''
  }

  /** What the exchange reports to a client when it is ready. */
  get ready(): PracticeReady {
    const { appKey, appSecret, clientId, clientSecret, user } = this.#keys
    return {
      type: 'ready',
      hosts: this.addresses.hosts(),
      ca: AUTHORITY,
      caFile: '',
      hosted: null,
      appKey,
      appSecret,
      clientId,
      clientSecret,
      scope: SCOPE,
      user: { id: this.userId, ...user },
      seed: this.#options.seed,
      exchangeTime: this.#now,
      notes: [],
    }
  }

  /** Starts a process with what is on the disk. */
  async start(): Promise<void> {
    const life: Life = { alive: true }
    const { time } = this.#deps
    const state = this.#load()
    this.#now = epochMs(Math.max(time.wall(), state?.exchangeTime ?? 0))
    const simulation = this.#openMarket({
      seed: this.#options.seed,
      anchor: START,
      now: this.#now,
      clock: () => this.#now,
      onPrint: () => undefined,
    })
    const restored = state !== null && simulation.exchange.restoreState(state.exchange).ok
    if (state !== null && !restored) throw new Error('the exchange cannot read its own state')
    const running = this.#build(life, simulation, state)
    this.#running = running
    await running.records.persister.start()
    this.#listen(running)
    this.onStart(running.records.exchange)
  }

  /** The symbols in which trading is halted. */
  get halted(): ReadonlySet<string> {
    return this.#halted
  }

  /** Halts trading in these symbols, and resumes it in all others. */
  setHalts(symbols: readonly string[]): void {
    this.#halted = new Set(symbols)
    this.exchange.configure({ haltedSymbols: [...this.#halted] })
  }

  /** How far lists lag behind the truth, in ms. */
  get listingLagMs(): number {
    return this.#listingLagMs
  }

  setListingLag(ms: number): void {
    this.#listingLagMs = ms
    this.exchange.configure({ listingLagMs: ms })
  }

  /** Ends the process at once. Requests in progress never end, and every connection breaks. */
  crash(): void {
    if (this.#running === null) return
    this.#running.life.alive = false
    this.#running = null
    // Both are switches of a process.
    this.#halted = new Set()
    this.#listingLagMs = 0
    this.disk.crash()
    for (const close of [...this.#closed]) close()
  }

  /** True for a token that this exchange issued and has not forgotten. */
  knowsToken(token: string): boolean {
    if (this.#running === null) return false
    const { grants, tokens } = this.process.records
    const { access, refresh } = grants.state()
    return [access, refresh, tokens.state()].some((known) => hashed(token) in known)
  }

  /** Revokes every token of every user: the whole families. */
  revokeTokens(): void {
    const { grants, tokens } = this.process.records
    grants.revokeAll()
    tokens.revokeAll()
    this.#persistTokens()
  }

  /** Ends the life of every access token. The refresh tokens stay valid. */
  expireTokens(): void {
    const { grants } = this.process.records
    const { access, refresh } = grants.state()
    const now = this.process.wall.now()
    const expired = Object.entries(access).map(([hash, life]) => [hash, { ...life, until: now }])
    grants.restore({ access: Object.fromEntries(expired), refresh })
    this.#persistTokens()
  }

  #persistTokens(): void {
    this.process.services.persist().catch(() => undefined)
  }

  /** Calls when the process ends; the disposer of an open connection. */
  onCrash(close: () => void): () => void {
    this.#closed.add(close)
    return () => this.#closed.delete(close)
  }

  /** Brings market and exchange to the present. */
  advance(): void {
    const { simulation, records, life, publisher, streams } = this.process
    const to = this.#deps.time.wall()
    if (to <= this.#now || !life.alive) return
    simulation.market.advance(to, (step) => {
      simulation.exchange.apply(step)
      if (streams.size > 0) publisher.step(step)
    })
    simulation.exchange.clockTo(to)
    this.#now = to
    records.persister.recordTime(to, false)
    records.persister.seal()
    if (streams.size > 0) publisher.flush()
  }

  /** Connects a market stream; `deliver` receives its packets. Returns what disconnects it. */
  openMarketStream(sessionId: string, deliver: (packet: Buffer) => void): () => void {
    const { services, streams } = this.process
    const stream: PublishedStream = {
      sessionId,
      wanted: services.subscriptions.open(sessionId),
      sent: 0,
      dropped: 0,
      push: (packet) => {
        if (!this.isReaderSlow) return deliver(packet)
        stream.dropped += 1
        this.#deps.coverage.count('slow reader of quotes')
      },
    }
    streams.add(stream)
    return () => {
      streams.delete(stream)
      services.subscriptions.close(sessionId, stream.wanted)
    }
  }

  #load(): PracticeFile | null {
    const { snapshot, groups } = this.disk.load()
    if (snapshot === null) return null
    const file = zPracticeFile.parse(snapshot)
    if (groups.length === 0) return file
    const recovered = recover(file, groups, (start) => this.#openMarket(start))
    if (!recovered.ok) throw new Error(`the exchange cannot repeat its log: ${recovered.error}`)
    const { differences } = recovered.value
    if (differences.length > 0) {
      throw new Error(`the exchange repeats its log differently: ${differences.join('; ')}`)
    }
    return recovered.value.file
  }

  #openMarket(start: MarketSimulationStart): MarketSimulation {
    return openScriptedMarket(this.#deps.seed, start)
  }

  #build(life: Life, simulation: MarketSimulation, state: PracticeFile | null): Running {
    const { time } = this.#deps
    const host: HostClock = { wall: () => time.wall(), monotonic: () => time.now }
    const wall = new WallClock(host)
    const now = (): EpochMs => this.#now
    const records = new PracticeRecords(
      this.#options,
      { now, speed: 1, anchor: START, shocks: [], simulation },
      { store: this.disk.store(life), wall, state },
    )
    if (!records.restore(state, false)) throw new Error('the exchange cannot read its records')
    const faults = new CountedFaults(this.#deps.coverage)
    const streams = new Set<PublishedStream>()
    const subscriptions = new Subscriptions()
    const feeds = feedsOf(simulation)
    const services = createServices({
      options: this.#options,
      records,
      faults,
      variants: new Variants(),
      addresses: this.addresses,
      data: { keys: this.#keys, wall },
      live: { simulation, now, setSpeed: () => undefined },
      streams: { subscriptions, feeds, tickRate: () => undefined },
    })
    const access = this.#access(records, wall, host)
    const pipeline = (role: Role): Pipeline =>
      new Pipeline(role, {
        services,
        dataServices: services,
        access,
        limiter: new RateLimiter(this.#options.rateLimits),
        host,
        counted: () => undefined,
        wait: (ms) => time.wait(ms, life),
      })
    return {
      life,
      simulation,
      records,
      services,
      faults,
      wall,
      streams,
      publisher: new Publisher({
        feeds,
        session: () => 'regular',
        faults,
        subscriptions,
        streams: () => streams,
        now,
      }),
      pipelines: { api: pipeline('api'), oauth: pipeline('oauth'), broker: pipeline('broker') },
      events: new EventServer({
        access,
        faults,
        owned: () => records.exchange.accounts(records.userId()).map((row) => row.account_id),
        now,
      }),
    }
  }

  #access(records: PracticeRecords, wall: WallClock, host: HostClock): Access {
    return new Access({
      keys: this.#keys,
      userId: records.userId,
      wall,
      host,
      tokens: records.tokens,
      grants: records.grants,
      clientTokens: records.clientTokens,
      tokenNeeded: usuallyNeedsToken(this.#deps.environment),
    })
  }

  /** Publishes events, sends pings and advances the market until the process ends. */
  #listen({ life, records, events }: Running): void {
    const timers = this.#deps.time.timers(life)
    const durable = new DurableEvents({
      commit: () => records.persister.persist('orders'),
      after: (ms, call) => void timers.after(ms, call),
    })
    records.exchange.onTradeEvent((event) => durable.add(() => events.publish(event)))
    records.exchange.onAccountEvent((event) => durable.add(() => events.publishAccount(event)))
    timers.every(ASSUMPTIONS.pingEveryMs, () => events.ping())
    timers.every(ADVANCE_MS, () => {
      try {
        this.advance()
      } catch (error) {
        this.#deps.onError(error)
      }
    })
  }
}
