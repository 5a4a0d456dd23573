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

  constructor() {
    super('sandbox')
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
