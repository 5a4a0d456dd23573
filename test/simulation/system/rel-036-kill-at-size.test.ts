import { beforeAll, describe, expect, test } from 'vitest'
import { LATE_MODULES } from '../../../electron/provider/late-modules.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { LIMITS } from '../../../shared/wire/rate-limits.js'
import { FULL } from '../../harness/system/effort.js'
import { DraftMaker } from './actors/draft-maker.js'
import { OtherClient } from './actors/other-client.js'
import { isOpen, openOrders, trueOrder } from './checks/exchange-truth.js'
import { planOf } from './plan.js'
import { Simulation } from './simulation.js'
import { SeededRandom } from './time/seeded-random.js'

/** How many orders of each product work, out of a hundred. */
const MIX = { stock: 60, option: 5, future: 1, crypto: 14, event: 20 } as const
const PRODUCTS = ['stock', 'option', 'future', 'crypto', 'event'] as const
const COUNT = FULL ? 5_000 : 150
/** The sandbox accepts so many cancels in a minute. */
const { count: CANCELS, seconds } = LIMITS.orderWrites.sandbox
const MINUTE_MS = 60_000

/** What the kill switch showed, and how many orders were open at the exchange then. */
interface Report {
  readonly halt: Halt
  readonly open: number
}

/** A client with the limits of a sandbox, and another client of the same accounts. */
class Kill {
  readonly simulation = new Simulation(
    { ...planOf(3), rateLimits: 'sandbox', requestFaults: 0, eventLoss: 0, maxDelayMs: 30 },
    true,
  )
  readonly other: OtherClient
  readonly reports: Report[] = []
  /** The orders that are open at the exchange. */
  readonly #open = new Set<string>()

  constructor() {
    const random = (name: string): SeededRandom => new SeededRandom(3, name)
    const drafts = new DraftMaker(random('drafts'), this.simulation.exchange)
    this.other = new OtherClient(this.simulation, random('other client'), drafts)
  }

  /** Starts the exchange, lets orders work there, and starts the client. */
  async start(count: number): Promise<number> {
    const { simulation, other } = this
    await simulation.startExchange()
    let placed = 0
    for (const product of PRODUCTS) {
      placed += other.placeResting(product, Math.ceil((count * MIX[product]) / 100))
    }
    this.#followExchange()
    simulation.startClient()
    await this.run(MINUTE_MS, () => simulation.client?.assistants != null)
    await this.run(MINUTE_MS, () => simulation.client?.session.sessionView().phase === 'ready')
    return placed
  }

  get halt(): Halt | null {
    return this.simulation.client?.assistants?.assistantSession.halt.get() ?? null
  }

  get open(): number {
    return this.#open.size
  }

  /** The requests that the exchange refused because there were too many. */
  get refusedByLimit(): readonly string[] {
    return this.simulation.trace.lines().filter((line) => / answer \S+ 429$/.test(line))
  }

  /** Presses the kill switch and records everything that it shows from then on. */
  press(): void {
    const session = this.simulation.client?.assistants?.assistantSession
    session?.halt.subscribe(() => {
      const { halt } = this
      if (halt !== null) this.reports.push({ halt, open: this.open })
    })
    void session?.kill(foreign('stop'), 'all')
  }

  /** Lets virtual time pass until the condition holds, at most `ms`; returns how long it took. */
  async run(ms: number, holds: () => boolean = () => false): Promise<number> {
    const { time } = this.simulation
    const began = time.now
    await time.run(began + ms, () => this.simulation.check(), holds)
    return time.now - began
  }

  /** Counts what is open by the exchange's own events, without asking for thousands of orders. */
  #followExchange(): void {
    const { exchange } = this.simulation.exchange
    for (const { client_order_id: id } of openOrders(this.simulation.exchange)) this.#open.add(id)
    exchange.onTradeEvent(({ payload }) => {
      const order = trueOrder(exchange, payload.account_id, payload.client_order_id)
      if (order !== null && isOpen(order)) this.#open.add(order.client_order_id)
      else this.#open.delete(payload.client_order_id)
    })
  }
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0))

beforeAll(async () => {
  await Promise.all(Object.values(LATE_MODULES).map((load): Promise<unknown> => load()))
})

describe(`REL-36: a kill of ${COUNT} orders of every product with the limits of a sandbox`, () => {
  test('ends them as fast as the limits allow, and never claims more than it knows', async () => {
    const kill = new Kill()
    const placed = await kill.start(COUNT)
    expect(placed).toBeGreaterThanOrEqual(COUNT)

    kill.press()
    const bound = (Math.ceil(placed / CANCELS) * seconds + 3 * 60) * 1_000
    const took = await kill.run(bound, () => kill.halt?.phase === 'clear')

    expect(kill.halt).toMatchObject({ phase: 'clear', working: 0, unknown: 0, cancelled: placed })
    expect(openOrders(kill.simulation.exchange)).toEqual([])
    expect(kill.simulation.violations.all).toEqual([])
    expect(kill.refusedByLimit).toEqual([])
    expect(took).toBeLessThan(bound)
    // What is shown on the way: progress, and "at least" until every list was read.
    const { reports } = kill
    expect(reports.length).toBeGreaterThan(placed / CANCELS)
    expect(isRising(reports.map(({ halt }) => halt.cancelled))).toBe(true)
    const complete = reports.findIndex(({ halt }) => halt.atLeast === undefined)
    expect(reports[complete]?.halt.cancelled).toBeLessThan(placed / 2 + CANCELS)
    for (const { halt, open } of reports.slice(complete)) {
      expect(halt.atLeast).toBeUndefined()
      expect(halt.working + halt.unknown).toBeGreaterThanOrEqual(open)
    }
  })

  test('ends what another client places meanwhile, and shows zero only after that', async () => {
    const kill = new Kill()
    const placed = await kill.start(COUNT / 3)
    kill.press()
    let later = 0
    for (let turn = 0; turn < 20; turn += 1) {
      await kill.run(4_000)
      later += kill.other.placeResting(PRODUCTS[turn % PRODUCTS.length] ?? 'stock', 1)
      expect(kill.halt?.phase).not.toBe('clear')
    }
    expect(later).toBe(20)

    const bound = (Math.ceil((placed + later) / CANCELS) * seconds + 3 * 60) * 1_000
    await kill.run(bound, () => kill.halt?.phase === 'clear')

    expect(kill.halt).toMatchObject({ phase: 'clear', cancelled: placed + later })
    expect(openOrders(kill.simulation.exchange)).toEqual([])
    expect(isRising(kill.reports.map(({ halt }) => halt.cancelled))).toBe(true)
  })
})
