import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarketDataService } from '../../../../electron/core/market/market-data-service.js'
import type {
  MarketInterest,
  MarketPort,
  MarketStreamListener,
} from '../../../../electron/core/market/market-port.js'
import { Portfolio } from '../../../../electron/core/portfolio/portfolio.js'
import type { Account, Balance, Position } from '../../../../shared/domain/account/account.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  fromInteger,
  toInteger,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol, type AccountId } from '../../../../shared/domain/ids.js'
import { contractSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { ok } from '../../../../shared/domain/result.js'
import { Simulation } from '../../../simulation/core/simulation.js'

/** What each account holds: one unit at a price in cents, in several products. */
const HOLDINGS: readonly (readonly [string, AssetClass, string])[] = [
  ['SHARES', 'stock', 'AAPL'],
  ['FUTURES', 'futures', 'MESZ6'],
  ['COINS', 'crypto', 'BTCUSD'],
  ['CALLS', 'option', 'AAPL261219C00270000'],
]
const REQUEST_MS = [5, 40] as const
/** A price reaches the client this much later, or is read this much apart. */
const LATE_MS = 20
const POLLED_MS = 3_100

/** A market whose stream sends only what is subscribed, and a broker that reports true prices. */
class Fixture {
  readonly simulation: Simulation
  readonly #cents = new Map<string, number>(HOLDINGS.map(([, , name]) => [name, 10_000]))
  readonly #history: { readonly time: number; readonly name: string; readonly cents: number }[] = []
  #subscribed: ReadonlySet<string> = new Set()
  #listener: MarketStreamListener | null = null
  readonly #market
  readonly portfolio

  constructor(seed: number) {
    this.simulation = new Simulation(seed)
    const { clock } = this.simulation
    const timers = this.simulation.timers()
    for (const [, , name] of HOLDINGS) this.setPrice(name, 10_000)
    this.#market = new MarketDataService({
      market: {
        snapshots: (symbols: readonly string[]) =>
          this.#answer(() => symbols.map((name) => this.#quote(name))),
      } as unknown as MarketPort,
      stream: {
        start: (listener) => {
          this.#listener = listener
          return () => undefined
        },
        setInterest: (next) => this.#subscribe(next),
      },
      clock,
      timers,
    })
    this.portfolio = new Portfolio({
      portfolio: {
        accounts: () =>
          Promise.resolve(
            ok(
              HOLDINGS.map(
                ([id]) => ({ accountId: id, product: 'securities' }) as unknown as Account,
              ),
            ),
          ),
        positions: (id) =>
          this.#answer(() => ({ positions: [this.#position(id)], unreadable: [] })),
        balance: (id) =>
          this.#answer(
            () => ({ accountId: id, currency: 'USD', currencies: [] }) as unknown as Balance,
          ),
      },
      market: this.#market,
      listings: { multiplierOf: () => Promise.resolve(ok(null)) },
      clock,
      timers,
      onPositionsUnknown: () => undefined,
    })
  }

  async open(): Promise<void> {
    this.#market.start()
    this.#listener?.onHealth({ state: 'live', lastMessageAt: null, latencyMs: null, detail: null })
    await this.portfolio.load()
    this.portfolio.start()
    await this.pass(2_000)
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  move(name: string, by: number): void {
    this.setPrice(name, Math.max(1, (this.#cents.get(name) ?? 0) + by))
    if (!this.#subscribed.has(name)) return
    this.simulation.schedule(LATE_MS, () => this.#listener?.onQuote(this.#quote(name)), -1)
  }

  setPrice(name: string, cents: number): void {
    this.#cents.set(name, cents)
    this.#history.push({ time: this.simulation.now, name, cents })
  }

  /** Returns the prices of a symbol in the last `ms`. */
  pricesWithin(name: string, ms: number): readonly number[] {
    const own = this.#history.filter((entry) => entry.name === name)
    const first = own.findLastIndex(({ time }) => time <= this.simulation.now - ms)
    return own.slice(Math.max(0, first)).map(({ cents }) => cents)
  }

  #subscribe({ quotes }: MarketInterest): void {
    const added = quotes.filter((name) => !this.#subscribed.has(name) && isStreamed(name))
    this.#subscribed = new Set(quotes.filter(isStreamed))
    this.simulation.schedule(
      LATE_MS,
      () => {
        this.#listener?.onSubscribed({ quotes: added, depth: [], ticks: [] })
        // The stream sends a quote with the subscription, after a moment.
        for (const name of added) {
          this.simulation.schedule(
            LATE_MS * 20,
            () => this.#listener?.onQuote(this.#quote(name)),
            -1,
          )
        }
      },
      -1,
    )
  }

  #quote(name: string) {
    const price = this.#price(name)
    return {
      symbol: symbol(name),
      receivedAt: this.simulation.wall(),
      last: price,
      bid: price,
      ask: price,
    }
  }

  #price(name: string) {
    return asPrice(fromInteger(this.#cents.get(name) ?? 0, 2))
  }

  #position(id: AccountId): Position {
    const [, assetClass, name] = HOLDINGS.find(([known]) => known === id) ?? HOLDINGS[0]!
    const quantity = asQuantity(fromInteger(1))
    const value = asMoney(this.#price(name))
    const [strike, option] = [asPrice(fromInteger(270)), assetClass === 'option']
    return {
      accountId: id,
      positionId: `P-${name}`,
      symbol: symbol(option ? 'AAPL' : name),
      assetClass,
      currency: 'USD',
      quantity,
      averageCost: null,
      multiplier: fromInteger(1),
      lastPrice: this.#price(name),
      pricedAt: this.simulation.wall(),
      marketValue: value,
      unrealizedPnl: value,
      unrealizedPnlRatio: null,
      dayPnl: value,
      ...(option
        ? {
            strategy: 'single',
            legs: [
              {
                legId: 'L1',
                symbol: symbol('AAPL'),
                quantity,
                settles: null,
                option: {
                  type: 'call',
                  style: 'american',
                  strike,
                  expiration: '2026-12-19',
                  multiplier: fromInteger(1),
                  deliverable: null,
                },
              },
            ],
          }
        : {}),
    }
  }

  async #answer<T>(read: () => T) {
    const value = await this.simulation.later(...REQUEST_MS, read)
    return await this.simulation.later(...REQUEST_MS, () => ok(value))
  }
}

const isStreamed = (name: string): boolean => name.length < 10

type Step =
  | { readonly kind: 'move'; readonly index: number; readonly by: number }
  | { readonly kind: 'select'; readonly index: number }
  | { readonly kind: 'wait'; readonly ms: number }

const index = fc.nat({ max: HOLDINGS.length - 1 })
const steps = fc.array<Step>(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        index,
        by: fc.integer({ min: -50, max: 50 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('select' as const), index }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        ms: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 28_000, max: 70_000 })),
      }),
    },
  ),
  { minLength: 8, maxLength: 50 },
)

describe('REL-41: the positions of an account that is selected again', () => {
  it('have no price from before, which nothing has kept up to date', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), steps, async (seed, taken) => {
        const fixture = new Fixture(seed)
        await fixture.open()
        const late: string[] = []
        fixture.portfolio.positions.subscribe(() => {
          for (const position of fixture.portfolio.positions.get() ?? []) {
            const name = contractSymbol(position) ?? position.symbol
            const within = isStreamed(name) ? LATE_MS + 2 * REQUEST_MS[1] : POLLED_MS
            const cents = Number(toInteger(position.lastPrice!, 2))
            if (!fixture.pricesWithin(name, within).includes(cents)) late.push(`${name} ${cents}`)
          }
        })
        for (const step of taken) {
          if (step.kind === 'move') fixture.move(HOLDINGS[step.index]?.[2] ?? '', step.by)
          if (step.kind === 'wait') await fixture.pass(step.ms)
          if (step.kind === 'select') {
            fixture.portfolio.select(accountId(HOLDINGS[step.index]?.[0] ?? ''))
          }
        }
        await fixture.pass(5_000)
        expect(late).toEqual([])
      }),
    )
  })
})
