import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInteger, type Money } from '../../../../shared/domain/decimal.js'
import { Simulation } from '../../../simulation/core/simulation.js'
import {
  CALL,
  TruthfulBroker,
  type Delays,
  type Listed,
} from '../../../simulation/core/truthful-broker.js'

/** What is held of each product, in thousandths, with its price and its step in cents. */
const HELD: readonly (readonly [Listed, number, number, number])[] = [
  [{ name: 'MESZ6', assetClass: 'futures', multiplier: 5 }, 13_000, 659_225, 25],
  [{ name: 'AAPL', assetClass: 'stock', multiplier: 1 }, 40_000, 19_000, 3],
  [{ name: 'BTCUSD', assetClass: 'crypto', multiplier: 1 }, 12, 9_650_000, 731],
  [CALL, 8_000, 640, 5],
]
const delays: fc.Arbitrary<Delays> = fc.record({
  price: fc.integer({ min: 1, max: 80 }),
  event: fc.integer({ min: 1, max: 200 }),
  request: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 21, max: 900 })),
  subscription: fc.integer({ min: 1, max: 1_500 }),
})
/** Price changes of some products, and the time that passes after each. */
const moves = fc.array(
  fc.record({
    index: fc.nat({ max: HELD.length - 1 }),
    ticks: fc.integer({ min: -6, max: 6 }),
    ms: fc.integer({ min: 1, max: 400 }),
  }),
  { minLength: 10, maxLength: 60 },
)

const cents = (money: Money | null): number => Number(toInteger(money as Money, 2))

describe('REL-41: an account that is opened before the quotes of what it holds', () => {
  it('shows what it was worth at the moment that it states, while prices move', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), delays, moves, async (seed, brokerDelays, taken) => {
        const simulation = new Simulation(seed)
        const broker = new TruthfulBroker(simulation, 50_000_000, brokerDelays)
        for (const [{ name }, , price] of HELD) broker.setPrice(name, price)
        for (const [listed, size] of HELD) broker.execute(listed, size, 0)
        const offset = simulation.wall() - Math.floor(simulation.now)
        const contradictions: string[] = []
        broker.portfolio.balance.subscribe(() => {
          const balance = broker.portfolio.balance.get()
          if (balance === null) return
          const isLive = balance.valuedAt === null || balance.valuedAt === undefined
          const until = isLive ? simulation.now : Number(balance.valuedAt) - offset
          // Until the first quote a figure is as old as the broker's answer.
          const way =
            2 * brokerDelays.request[1] +
            (brokerDelays.subscription ?? 0) +
            brokerDelays.price +
            100
          const before = broker.history.findLastIndex(({ time }) => time <= until - way)
          const truths = broker.history.slice(Math.max(0, before)).map(({ net }) => net)
          const net = cents(balance.netLiquidation)
          const [low, high] = [Math.min(...truths), Math.max(...truths)]
          if (net < low || net > high) contradictions.push(`${net} of ${low} to ${high}`)
        })
        await broker.portfolio.load()
        broker.portfolio.start()
        for (const { index, ticks, ms } of taken) {
          const [listed, , , step] = HELD[index] ?? HELD[0]!
          broker.setPrice(listed.name, Math.max(1, broker.price(listed.name) + ticks * step))
          await broker.pass(ms)
        }
        await broker.pass(6_000)
        expect(contradictions).toEqual([])
        expect(cents(broker.portfolio.balance.get()?.netLiquidation ?? null)).toBe(broker.net())
      }),
      { numRuns: process.env['COUNTERSIGN_EFFORT'] === 'full' ? 1_000 : 60 },
    )
  })
})
