import { WaitingInstructions } from '../../../../electron/core/instructions/waiting/waiting-service.js'
import type { ContractFacts } from '../../../../electron/core/conditions/contract-facts.js'
import type { WaitingDeps } from '../../../../electron/core/instructions/waiting/waiting-deps.js'
import { rowOfIntent } from '../../../../electron/core/orders/order-row.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import {
  accountId,
  clientOrderId,
  symbol,
  type Symbol,
  type ConnectionId,
  type InstructionId,
} from '../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { WaitingRequest } from '../../../../shared/domain/instructions/waiting-request.js'
import type { MarketSession, Quote } from '../../../../shared/domain/market/quote.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { NO_CONTRACT_FACTS } from '../../../fakes/contract-facts.js'
import { FakeDisk } from '../../core/fake-disk.js'
import { settle, Simulation } from '../../core/simulation.js'

export const ASSISTANT = '00000000000000a1' as ConnectionId
export const AAPL = symbol('AAPL')
export const DRAFT: OrderDraft = {
  accountId: accountId('ACC1'),
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}

/** A waiting request for a price that reaches a level from below. */
export const above = (price: string): WaitingRequest => ({
  request: { key: null, reason: 'Breakout', action: { kind: 'place', drafts: [DRAFT] } },
  condition: { kind: 'price', symbol: AAPL, when: 'above', price: asPrice(dec(price)) },
  expires: null,
})

/**
 * Waiting instructions in virtual time: a market, a connection, a lock and a disk that the test
 * sets, and an intake that records what woke. A crash loses everything but the disk.
 */
export class WaitingFixture {
  readonly simulation: Simulation
  readonly disk: FakeDisk
  /** The keys of the requests that were made, in order; they survive crashes. */
  readonly wakes: string[] = []
  refuseWake: Refusal | null = null
  locked = false
  halted = false
  connection: ConnectionView['state'] = 'active'
  session: MarketSession = 'regular'
  phase: 'ready' | 'reconnecting' = 'ready'
  orders: Order[] = []
  unreadable = 0
  /** The order that the assistant requests. */
  draft = DRAFT
  /** True where it requests a cancellation instead. */
  cancels = false
  changeRatio: Quote['changeRatio'] = null
  contracts: ContractFacts = NO_CONTRACT_FACTS
  service!: WaitingInstructions
  #price = '95'
  /** The price that arrived last. */
  #received = '95'
  #online = true
  #liveSince: EpochMs
  #quoteAt: EpochMs
  readonly #quotes = createEmitter<readonly Quote[]>()
  readonly #halts = createEmitter<void>()
  readonly #orderRows = createEmitter<readonly Order[]>()
  readonly #connections =
    createEmitter<Parameters<Parameters<WaitingDeps['connections']['onChange']>[0]>[0]>()
  #made: Instruction[] = []

  constructor(seed = 7) {
    this.simulation = new Simulation(seed)
    this.disk = new FakeDisk(this.simulation)
    this.#liveSince = this.simulation.wall()
    this.#quoteAt = this.simulation.wall()
  }

  /** @param seed decides the times of writes, and how much a crash leaves on the disk */
  static async start(seed?: number): Promise<WaitingFixture> {
    const fixture = new WaitingFixture(seed)
    await fixture.open()
    return fixture
  }

  /** Opens the service as a start of the program does. */
  async open(): Promise<void> {
    this.service = new WaitingInstructions(this.#deps())
    await this.within(this.service.restore())
  }

  /** Ends the process at once; what was not on the disk is lost. */
  async crash(): Promise<void> {
    this.disk.crash()
    this.simulation.epoch += 1
    this.#quotes.clear()
    this.#halts.clear()
    this.#orderRows.clear()
    this.#connections.clear()
    await settle()
  }

  async close(): Promise<void> {
    await this.within(this.service.dispose())
    this.simulation.epoch += 1
  }

  /** Lets virtual time pass until the work has ended. */
  async within<T>(work: Promise<T>): Promise<T> {
    let done = false
    const ended = work.finally(() => (done = true))
    await this.simulation.run(this.simulation.now + 5_000, () => done)
    return ended
  }

  run(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  add(request: WaitingRequest): ReturnType<WaitingInstructions['intake']['add']> {
    return this.within(this.service.intake.add(ASSISTANT, request, this.quote()))
  }

  /** Publishes a trade at a price; it is lost while the market data are interrupted. */
  trade(price: string): void {
    this.#price = price
    if (!this.#online) return
    this.#received = price
    this.#quoteAt = this.simulation.wall()
    this.#quotes.emit([this.quote()])
  }

  interrupt(): void {
    this.#online = false
  }

  reconnect(): void {
    this.#online = true
    this.#liveSince = this.simulation.wall()
  }

  setHalted(halted: boolean): void {
    this.halted = halted
    this.#halts.emit()
  }

  setConnection(state: ConnectionView['state']): void {
    this.connection = state
    const kind = state === 'active' ? 'resumed' : state
    this.#connections.emit({ id: ASSISTANT, kind })
  }

  setOrders(orders: Order[]): void {
    this.orders = orders
    this.#orderRows.emit(orders)
  }

  quote(): Quote {
    return {
      symbol: AAPL,
      last: asPrice(dec(this.#received)),
      changeRatio: this.changeRatio,
      session: this.session,
      receivedAt: this.#quoteAt,
    } as unknown as Quote
  }

  #deps(): WaitingDeps {
    const { simulation, disk } = this
    const journal = disk.port()
    return {
      environment: 'sandbox',
      clock: simulation.clock,
      timers: simulation.timers(),
      random: simulation.random(),
      crypto: nodeCrypto,
      log: { event: () => undefined },
      journal: {
        ...journal,
        replace: (lines) =>
          simulation.later(0.1, 2, () => {
            disk.lines = [...lines]
            return ok(undefined)
          }),
      },
      audit: { append: () => simulation.later(0.1, 4, () => ok({ seq: 1, hash: '' })) },
      connections: {
        get: () => ({ id: ASSISTANT, name: 'Helper', state: this.connection }) as ConnectionView,
        onChange: (listener) => this.#connections.add(listener),
      },
      instructionService: this.#instructionService(),
      session: this.#session(),
      halted: {
        get: () => this.halted,
        subscribe: (listener) => this.#halts.add(listener),
      },
      onUnreadable: () => {
        this.unreadable += 1
      },
      contracts: {
        split: (name, day) => this.contracts.split(name, day),
        lastDay: (instrument) => this.contracts.lastDay(instrument),
      },
    }
  }

  #action(): InstructionAction {
    const { draft, cancels } = this
    if (!cancels) return { kind: 'place', draft }
    const { accountId: account } = draft
    const { order } = rowOfIntent(clientOrderId('W1'), draft, { time: this.simulation.wall() })
    return { kind: 'cancel', accountId: account, clientOrderId: order.clientOrderId, before: order }
  }

  #instructionService(): WaitingDeps['instructionService'] {
    const { simulation } = this
    return {
      intake: {
        check: (_connection, request) =>
          simulation.later(1, 20, () =>
            ok({
              connection: { name: 'Helper' } as ConnectionView,
              actions: [this.#action()],
              requestDigest: '',
              reason: request.reason,
            }),
          ),
        wake: (connection, { key }) => {
          this.wakes.push(key ?? '')
          return simulation.later(1, 40, (): Result<readonly Instruction[], Refusal> => {
            if (this.refuseWake !== null) return err(this.refuseWake)
            const id = `${this.#made.length + 1}`.padStart(32, '0') as InstructionId
            const made = { id, key, connectionId: connection } as Instruction
            this.#made.push(made)
            return ok([made])
          })
        },
      },
      closedReason: () => (this.locked ? { code: 'locked', message: foreign('locked') } : null),
      byConnection: () => this.#made,
    }
  }

  #session(): WaitingDeps['session'] {
    const { simulation } = this
    return {
      environment: 'sandbox',
      connection: { view: () => ({ phase: this.phase, exchangeOffsetMs: 0 }) },
      streams: {
        health: {
          get: () => ({
            channels: [
              {
                channel: 'market',
                state: this.#online ? 'live' : 'down',
                since: this.#liveSince,
              },
            ],
          }),
        },
        orders: {
          all: () => this.orders,
          subscribe: (listener: (rows: readonly Order[]) => void) => this.#orderRows.add(listener),
        },
        quotes: (_symbols: readonly Symbol[]) => ({
          all: () => [this.quote()],
          subscribe: (listener: (rows: readonly Quote[]) => void) => this.#quotes.add(listener),
        }),
      },
      queries: {
        exchangeNow: (): EpochMs => simulation.wall(),
        quote: () =>
          simulation.later(10, 200, () => {
            if (!this.#online) return null
            this.trade(this.#price)
            return { quote: this.quote(), ageMs: 0 }
          }),
      },
    } as unknown as WaitingDeps['session']
  }
}
