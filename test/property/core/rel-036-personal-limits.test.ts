import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/risk-limits.js'
import { asMoney, asPrice, asQuantity, dec, fromInteger } from '../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { HOUR_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { ACCOUNT, SessionFixture, draft } from '../../unit/core/session/session-fixture.js'

const RUNS = process.env['COUNTERSIGN_EFFORT'] === 'full' ? 400 : 25
const MAX_QUANTITY = 12
const MAX_ORDERS = 6
/** The position of the fixture, which the broker reports unchanged. */
const HELD = 10

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('buy' as const), size: sizes(20) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reduce' as const), size: sizes(HELD) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('raise' as const), size: sizes(20) }) },
  { weight: 2, arbitrary: fc.constant({ does: 'cancel' as const, size: 0 }) },
  { weight: 1, arbitrary: fc.constant({ does: 'lose' as const, size: 0 }) },
  { weight: 1, arbitrary: fc.constant({ does: 'recover' as const, size: 0 }) },
  { weight: 1, arbitrary: fc.constant({ does: 'loosen' as const, size: 0 }) },
  { weight: 1, arbitrary: fc.constant({ does: 'restart' as const, size: 0 }) },
  { weight: 1, arbitrary: fc.constant({ does: 'set-clock' as const, size: 0 }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

function sizes(max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max })
}

/** A person who tries everything, and what reached the exchange. */
class Person {
  readonly desk = new SessionFixture({
    limits: {
      ...DEFAULT_LIMITS,
      duplicateWindowMs: 0,
      maxQuantity: asQuantity(fromInteger(MAX_QUANTITY)),
      maxOrdersPerDay: MAX_ORDERS,
      maxDailyLoss: asMoney(dec('1000')),
    },
    dayPnl: '0',
  })
  #resting: ClientOrderId[] = []
  #placed = 0
  #isLocked = false
  #isLoosened = false
  #tickets = 0

  async start(): Promise<void> {
    await this.desk.start()
    this.#showTime()
  }

  async act({ does, size }: Command): Promise<void> {
    const { desk } = this
    switch (does) {
      case 'buy':
        return this.#buy(size)
      case 'reduce':
        return this.#reduce(size)
      case 'raise':
        return this.#raise(size)
      case 'cancel':
        return this.#cancel()
      case 'lose':
        desk.dayPnl = '-1000'
        await this.#pass(31)
        this.#isLocked = true
        return
      case 'recover':
        desk.dayPnl = '5000'
        return this.#pass(31)
      case 'loosen': {
        const { limits } = desk.session.limits.view()
        const all = { ...limits, maxOrdersPerDay: null, maxDailyLoss: null }
        await desk.wait(desk.session.limits.set({ ...all, maxQuantity: asQuantity(dec('1000')) }))
        this.#isLoosened = true
        return
      }
      case 'restart':
        await desk.restart()
        return this.#showTime()
      case 'set-clock':
        desk.sleptMs += 30 * HOUR_MS
        await desk.restart()
    }
  }

  async #buy(size: number): Promise<void> {
    const outcome = await this.#submit('buy', size, '90')
    if (outcome === null) return
    this.#placed += 1
    expect(this.#isLocked, 'a new order during a lock-out').toBe(false)
    expect(this.#placed, 'orders of the day').toBeLessThanOrEqual(MAX_ORDERS)
    if (!this.#isLoosened) expect(size).toBeLessThanOrEqual(MAX_QUANTITY)
    this.#resting = [...this.#resting, outcome]
  }

  /** Sells part of the position, and cancels the order so that the position is free again. */
  async #reduce(size: number): Promise<void> {
    const placed = await this.#submit('sell', size, '110')
    expect(placed, 'an order that only reduces a position').not.toBeNull()
    this.#placed += 1
    if (placed !== null) await this.#cancelOrder(placed)
  }

  async #raise(size: number): Promise<void> {
    const [id] = this.#resting
    if (id === undefined) return
    const { desk } = this
    const change = { quantity: asQuantity(fromInteger(size + 20)) }
    const sent = await desk.wait(desk.session.orders.replace(ACCOUNT, id, change))
    const isSent = sent.ok && sent.value.outcome === 'acknowledged'
    if (this.#isLocked || !this.#isLoosened) expect(isSent, 'a larger order').toBe(false)
    await this.#pass(10)
  }

  async #cancel(): Promise<void> {
    const [id, ...others] = this.#resting
    this.#resting = others
    if (id !== undefined) await this.#cancelOrder(id)
  }

  async #cancelOrder(id: ClientOrderId): Promise<void> {
    const { desk } = this
    const cancelled = await desk.wait(desk.session.orders.cancel(ACCOUNT, id))
    const isDone = cancelled.ok
      ? cancelled.value.outcome === 'acknowledged'
      : cancelled.error.code === 'order/already-final'
    expect(isDone, 'a cancel').toBe(true)
    await this.#pass(10)
  }

  async #submit(side: 'buy' | 'sell', size: number, price: string): Promise<ClientOrderId | null> {
    const { desk } = this
    this.#tickets += 1
    const order = draft({
      side,
      size: { kind: 'quantity', quantity: asQuantity(fromInteger(size)) },
      limitPrice: asPrice(dec(price)),
    })
    const sent = await desk.wait(desk.session.orders.submit(`ticket-any-${this.#tickets}`, order))
    return sent.ok && sent.value.outcome === 'acknowledged' ? sent.value.order.clientOrderId : null
  }

  async #pass(seconds: number): Promise<void> {
    const { simulation } = this.desk
    await simulation.run(simulation.now + seconds * SECOND_MS)
  }

  #showTime(): void {
    this.desk.showExchangeTime(exchangeInstant('2026-11-23', 12 * 60))
  }
}

test('REL-36: no sequence of orders passes a limit, and cancels and closing orders always pass', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 14 }), async (commands) => {
      const person = new Person()
      await person.start()
      for (const next of commands) await person.act(next)
    }),
    { numRuns: RUNS },
  )
})
