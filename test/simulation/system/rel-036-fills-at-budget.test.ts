import { describe, expect, test } from 'vitest'
import { SECOND_MS } from '../../../shared/domain/time.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { ACCOUNTS, quantity } from './actors/draft-maker.js'
import { LimitedRun } from './limited-run.js'

/** A fill is shown in the positions within this time, in ms. */
const SHOWN_WITHIN_MS = 3_000
const FOR_MS = 90_000
const NAME = 'F'

const BUY_ONE: OrderDraft = {
  accountId: ACCOUNTS.margin,
  assetClass: 'stock',
  symbol: symbol(NAME),
  side: 'buy',
  type: 'market',
  timeInForce: 'day',
  session: 'core',
  size: quantity('1'),
  limitPrice: null,
  stopPrice: null,
  trail: null,
  expireDate: null,
}

/** A person who buys again and again, and how long the positions are behind the exchange. */
class Buyer extends LimitedRun {
  /** The longest time in ms for which the shown position was not the exchange's. */
  longestMs = 0
  bought = 0
  #tickets = 0
  #differsSince: number | null = null

  /** Buys every `everyMs` for `forMs`, and observes the position after every step. */
  async buy(everyMs: number, forMs: number): Promise<void> {
    const { time } = this.simulation
    for (const end = time.now + forMs; time.now < end; ) {
      this.#submit()
      await this.run(everyMs, undefined, () => this.#compare())
    }
    await this.run(SHOWN_WITHIN_MS * 2, undefined, () => this.#compare())
  }

  #submit(): void {
    const { simulation } = this
    const ticket = `ticket-${String((this.#tickets += 1)).padStart(4, '0')}`
    simulation.permissions.submit(ticket, BUY_ONE)
    const input = { ticket, draft: BUY_ONE } as never
    void simulation.client?.handlers['orders.submit'](input, {
      ref: 'test',
      surface: 'main',
      sender: 1,
    })
  }

  #compare(): void {
    const { time } = this.simulation
    if (this.#shown() === this.#held()) this.#differsSince = null
    else {
      this.#differsSince ??= time.now
      this.longestMs = Math.max(this.longestMs, time.now - this.#differsSince)
    }
  }

  /** The quantity at the exchange. */
  #held(): number {
    const held = this.simulation.exchange.exchange.positions(ACCOUNTS.margin)
    const row = held.ok ? held.value.find(({ symbol: name }) => name === NAME) : undefined
    this.bought = Number(row?.quantity ?? 0)
    return this.bought
  }

  #shown(): number {
    const rows = this.simulation.client?.session.streams.positions.get() ?? []
    return Number(rows.find((row) => row.symbol === symbol(NAME))?.quantity ?? 0)
  }
}

describe('REL-36: with ten working orders in five accounts', () => {
  // Over Connect all requests of a user share one limit of ninety a minute, and a start uses much
  // of its first. Lists of a quiet minute may take sixty of them: a person who then buys every five
  // seconds may wait once for the oldest to leave the minute, as the last row shows.
  test.each([
    ['sandbox', 5, 0, SHOWN_WITHIN_MS],
    ['sandbox', 20, 0, SHOWN_WITHIN_MS],
    ['connect', 10, 0, SHOWN_WITHIN_MS],
    ['connect', 5, 50, SHOWN_WITHIN_MS],
    ['connect', 5, 63, SHOWN_WITHIN_MS],
    ['connect', 5, 80, SHOWN_WITHIN_MS],
    ['connect', 5, 60, 4_500],
  ] as const)(
    'a fill is shown in time: %s, a fill every %i s, %i s after the start, within %i ms',
    async (limits, everySeconds, afterSeconds, withinMs) => {
      const buyer = new Buyer(limits)
      await buyer.start(10)
      await buyer.run(afterSeconds * SECOND_MS)

      await buyer.buy(everySeconds * SECOND_MS, FOR_MS)

      expect(buyer.bought).toBeGreaterThanOrEqual(FOR_MS / everySeconds / SECOND_MS - 1)
      expect(buyer.longestMs).toBeLessThan(withinMs)
      expect(buyer.refusedByLimit).toEqual([])
      expect(buyer.simulation.violations.all).toEqual([])
    },
  )
})
