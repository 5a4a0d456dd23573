import type { Instruction } from '../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import { WindowReader } from './actors/window-reader.js'
import { AuditIndex } from './checks/audit-index.js'
import { Coverage } from './checks/coverage.js'
import { ExchangeObserver } from './checks/exchange-observer.js'
import { HaltChecks } from './checks/halt-checks.js'
import { JournalIndex } from './checks/journal-index.js'
import { Permissions } from './checks/permissions.js'
import { PositionChecks } from './checks/position-checks.js'
import { RequestChecks } from './checks/request-checks.js'
import { Trace, Violations } from './checks/trace.js'
import { startClient, type ClientProcess } from './client/client.js'
import { SecondEnvironment } from './client/second-environment.js'
import { ClientDisk } from './client/client-disk.js'
import { PracticeExchange } from './exchange/practice-exchange.js'
import { Network, type Conditions } from './network/network.js'
import type { Plan } from './plan.js'
import { SeededRandom } from './time/seeded-random.js'
import { ComputerClock } from './time/computer-clock.js'
import { VirtualTime } from './time/virtual-time.js'

/** The parts of one simulation: an exchange and a client, their disks, and what lies between. */
export class Simulation {
  readonly plan: Plan
  readonly time = new VirtualTime()
  readonly trace: Trace
  readonly violations: Violations
  /** What went wrong in this simulation. */
  readonly coverage = new Coverage()
  readonly exchange: PracticeExchange
  readonly network: Network
  readonly conditions: Conditions
  readonly disk: ClientDisk
  readonly journal: JournalIndex
  readonly permissions: Permissions
  readonly requests: RequestChecks
  /** A sandbox profile beside practice; null in most seeds. */
  readonly second: SecondEnvironment | null
  readonly positions: PositionChecks
  /** The clock of the client's computer. */
  readonly clock: ComputerClock
  readonly #halts: HaltChecks
  readonly #clientRandom: SeededRandom
  readonly #windowRandom: SeededRandom
  #client: ClientProcess | null = null
  #window: WindowReader | null = null
  /** Called when the client of a new process accepts requests of assistants. */
  onClientOpen: (client: ClientProcess) => void = () => undefined

  constructor(plan: Plan, traceAll = false) {
    this.plan = plan
    const { time } = this
    this.clock = new ComputerClock(time)
    const random = (name: string): SeededRandom => new SeededRandom(plan.seed, name)
    this.trace = new Trace(() => time.now, traceAll)
    this.violations = new Violations(this.trace)
    const onError = (error: unknown): void =>
      this.violations.add(`an error escaped: ${String(error)}`)
    this.exchange = new PracticeExchange({
      environment: 'practice',
      time,
      random: random('exchange'),
      seed: plan.seed,
      rateLimits: plan.limits === 'connect' ? 'sandbox' : plan.limits,
      coverage: this.coverage,
      tears: plan.generation < 2 ? null : random('tears'),
      onError,
    })
    this.disk = new ClientDisk(time, random('client disk'), this.coverage)
    this.journal = new JournalIndex(this.disk)
    this.permissions = new Permissions(new AuditIndex(this.disk))
    this.conditions = {
      requestFaults: plan.requestFaults,
      eventLoss: plan.eventLoss,
      cut: false,
      nameless: false,
      maxDelayMs: plan.maxDelayMs,
      refusesMarket: plan.generation >= 2,
    }
    const client = (): ClientProcess | null => this.#client
    this.second = plan.secondEnvironment
      ? new SecondEnvironment({ ...this, seed: plan.seed, practice: this.exchange, onError })
      : null
    this.requests = new RequestChecks({
      ...this,
      foreign: this.second?.exchange ?? null,
      client,
    })
    this.#halts = new HaltChecks({ ...this, client })
    const { requestFaults, eventLoss, disasters } = plan
    this.positions = new PositionChecks(
      { ...this, client },
      requestFaults + eventLoss + disasters === 0,
    )
    const observer = new ExchangeObserver(this)
    this.network = new Network({
      time,
      random: random('network'),
      exchange: this.exchange,
      conditions: this.conditions,
      coverage: this.coverage,
      onSent: (request) => this.requests.sent(request),
      onOpened: (port) => this.requests.opened(port),
      onAnswered: (path, status, body) => {
        this.trace.add(`answer ${path} ${status}`)
        observer.answered(path, status, body)
      },
      onError,
    })
    this.#clientRandom = random('client')
    this.#windowRandom = random('window')
    this.exchange.onStart = (exchange) => {
      this.positions.orderChanged()
      exchange.onTradeEvent(({ payload }) => {
        this.positions.orderChanged()
        this.trace.add(`exchange ${payload.client_order_id} ${payload.scene_type}`)
        observer.happened(payload)
      })
    }
  }

  /** The running client; null between a crash and the next start. */
  get client(): ClientProcess | null {
    return this.#client
  }

  /** The slow window of the running client; null in most seeds. */
  get window(): WindowReader | null {
    return this.#window
  }

  startClient(): void {
    this.trace.add('the client starts')
    const client = startClient(
      {
        ...this,
        limits: this.plan.limits,
        random: this.#clientRandom,
        environment: 'practice',
      },
      (opened) => this.#opened(opened),
    )
    this.second?.open(client.life)
    this.#client = client
    client.session.streams.orders.subscribe((rows) => {
      if (client.life.alive) for (const row of rows) this.trace.add(rowText(row))
    })
    const { windowPauseMs: pauseMs } = this.plan
    if (pauseMs === null) return
    this.#window = new WindowReader(client, { ...this, pauseMs, random: this.#windowRandom })
  }

  /** Ends the client's process at once; with its computer's power when `power`. */
  crashClient(power = false): void {
    if (this.#client === null) return
    this.trace.add(power ? 'the computer of the client loses power' : 'the client crashes')
    this.coverage.count(power ? 'power loss' : 'client crash')
    const { life } = this.#client
    life.alive = false
    this.network.clientCrashed(life, power)
    this.second?.network.clientCrashed(life, power)
    this.#client = null
    this.#window = null
    this.disk.crash()
  }

  /** Quits the client as a person does; resolves once nothing of it runs any more. */
  async quitClient(): Promise<void> {
    const client = this.#client
    if (client === null) return
    this.trace.add('the client quits')
    this.coverage.count('quit')
    this.#client = null
    this.#window?.close()
    this.#window = null
    await client.assistants?.dispose()
    await client.session.connection.dispose()
    await this.second?.close()
    if (!client.life.alive) return
    client.life.alive = false
    this.network.clientCrashed(client.life, false)
    this.second?.network.clientCrashed(client.life, false)
    this.disk.crash()
    this.trace.add('the client has quit')
  }

  async startExchange(): Promise<void> {
    this.trace.add('the exchange starts')
    await this.exchange.start()
    if (this.second?.exchange.isRunning === false) await this.second.exchange.start()
  }

  crashExchange(): void {
    this.trace.add('the exchange crashes')
    this.coverage.count('exchange crash')
    this.exchange.crash()
  }

  /** Runs the invariants that hold after every step. */
  check(): void {
    this.#halts.check()
    this.positions.check()
  }

  #opened(client: ClientProcess): void {
    const session = client.assistants?.assistantSession
    if (session === undefined) return
    const service = session.instructionService
    for (const instruction of service.all()) this.permissions.observe(instruction)
    service.onChange((instruction) => {
      if (!client.life.alive) return
      this.permissions.observe(instruction)
      this.trace.add(instructionText(instruction))
    })
    this.onClientOpen(client)
  }
}

const rowText = ({ clientOrderId, status, filledQuantity, pending }: Order): string =>
  `row ${clientOrderId} ${status} ${decimalText(filledQuantity)} ${pending?.kind ?? ''}`

const instructionText = ({ id, status, outcome }: Instruction): string =>
  `instruction ${id} ${status} ${outcome?.state ?? ''}`
