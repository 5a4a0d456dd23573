import { describe, expect, test } from 'vitest'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { LIMITS } from '../../../shared/wire/rate-limits.js'
import { FULL } from '../../harness/system/effort.js'
import { isOpen, openOrders, trueOrder } from './checks/exchange-truth.js'
import { LimitedRun, PRODUCTS } from './limited-run.js'

const COUNT = FULL ? 5_000 : 150
/** The sandbox accepts so many cancels in a minute. */
const { count: CANCELS, seconds } = LIMITS.orderWrites.sandbox
/** Production accepts one cancel less in its window than there are orders. */
const WINDOW = LIMITS.orderWrites.production
const OVER_WINDOW = WINDOW.count + 1

/** What the kill switch showed, and how many orders were open at the exchange then. */
interface Report {
  readonly halt: Halt
  readonly open: number
}

/** The kill switch of a client with the limits of a sandbox. */
class Kill extends LimitedRun {
  readonly reports: Report[] = []
  /** The orders that are open at the exchange. */
  readonly #open = new Set<string>()

  constructor(limits: 'sandbox' | 'production' = 'sandbox') {
    super(limits)
  }

  get halt(): Halt | null {
    return this.simulation.client?.assistants?.assistantSession.halt.get() ?? null
  }

  /** Presses the kill switch and records everything that it shows from then on. */
  press(): void {
    this.#followExchange()
    const session = this.simulation.client?.assistants?.assistantSession
    session?.halt.subscribe(() => {
      const { halt } = this
      if (halt !== null) this.reports.push({ halt, open: this.#open.size })
    })
    void session?.kill(foreign('stop'), 'all')
  }

  /** The orders that the client knows. */
  get knownCount(): number {
    return this.simulation.client?.session.streams.orders.all().length ?? 0
  }

  get openCount(): number {
    return this.#open.size
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

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** The time in ms in which the limits allow so many cancels, and the lists before and after. */
const boundOf = (orders: number): number => (Math.ceil(orders / CANCELS) * seconds + 3 * 60) * 1_000

describe(`REL-36: a kill of ${COUNT} orders of every product with the limits of a sandbox`, () => {
  test('ends them as fast as the limits allow, and never claims more than it knows', async () => {
    const kill = new Kill()
    const placed = await kill.start(COUNT)
    expect(placed).toBeGreaterThanOrEqual(COUNT)

    kill.press()
    await kill.run(boundOf(placed), () => kill.halt?.phase === 'clear')

    expect(kill.halt).toMatchObject({ phase: 'clear', working: 0, unknown: 0, cancelled: placed })
    expect(openOrders(kill.simulation.exchange)).toEqual([])
    expect(kill.simulation.violations.all).toEqual([])
    expect(kill.refusedByLimit).toEqual([])
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

    await kill.run(boundOf(placed + later), () => kill.halt?.phase === 'clear')

    expect(kill.halt).toMatchObject({ phase: 'clear', cancelled: placed + later })
    expect(openOrders(kill.simulation.exchange)).toEqual([])
    expect(isRising(kill.reports.map(({ halt }) => halt.cancelled))).toBe(true)
  })
})

describe(`REL-36: a kill of ${OVER_WINDOW} orders with the limits of production`, () => {
  test('waits for the limit once, and goes on as soon as the limit allows', async () => {
    const kill = new Kill('production')
    const placed = await kill.start(OVER_WINDOW)
    const beyond = placed - WINDOW.count
    expect(beyond).toBeGreaterThan(0)
    expect(beyond).toBeLessThan(20)

    const windowMs = WINDOW.seconds * 1_000
    // The list of this many orders has more pages than the limit of reads allows in a minute.
    await kill.run(5 * windowMs, () => kill.knownCount >= placed)
    expect(kill.knownCount).toBe(placed)

    kill.press()
    const firstMs = await kill.run(windowMs / 2, () => kill.openCount <= beyond)
    const canceled = placed - kill.openCount
    const allMs = firstMs + (await kill.run(2 * windowMs, () => kill.openCount === 0))
    const clearMs = allMs + (await kill.run(2 * windowMs, () => kill.halt?.phase === 'clear'))
    process.stdout.write(
      `${placed} orders: ${canceled} canceled after ${inSeconds(firstMs)}, all after ${inSeconds(allMs)}, ` +
        `proved after ${inSeconds(clearMs)}\n`,
    )

    expect(kill.halt).toMatchObject({ phase: 'clear', working: 0, unknown: 0, cancelled: placed })
    expect(openOrders(kill.simulation.exchange)).toEqual([])
    expect(kill.refusedByLimit).toEqual([])
    expect(kill.simulation.violations.all).toEqual([])
    expect(canceled).toBe(WINDOW.count)
    // The window of the first cancels ends a minute after them, and not later.
    expect(allMs).toBeGreaterThanOrEqual(windowMs)
    expect(allMs).toBeLessThan(windowMs + 3_000)
    expect(clearMs).toBeLessThan(windowMs + 30_000)
  })
})
