import { beforeEach, describe, expect, it } from 'vitest'
import { MarketDataService } from '../../../../electron/core/market/market-data-service.js'
import type {
  MarketInterest,
  MarketPort,
  MarketStreamListener,
} from '../../../../electron/core/market/market-port.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const list = (count: number): readonly Symbol[] =>
  Array.from({ length: count }, (_, index) => symbol(`S${index}`))

/** A market whose stream is driven by the test, and whose snapshots are counted. */
class MarketFixture {
  readonly simulation = new Simulation(1)
  readonly read: Symbol[] = []
  interest: MarketInterest = { quotes: [], depth: [], ticks: [] }
  #listener: MarketStreamListener | null = null
  readonly service = new MarketDataService({
    market: {
      snapshots: (symbols: readonly Symbol[]) => {
        this.read.push(...symbols)
        return Promise.resolve(ok(symbols.map((name) => this.patch(name, '2'))))
      },
    } as unknown as MarketPort,
    stream: {
      start: (listener) => {
        this.#listener = listener
        return () => undefined
      },
      setInterest: (next) => (this.interest = next),
    },
    clock: this.simulation.clock,
    timers: this.simulation.timers(),
  })

  patch(name: Symbol, last: string) {
    return { symbol: name, receivedAt: this.simulation.wall(), last: asPrice(dec(last)) }
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  health(state: 'connecting' | 'live' | 'down'): void {
    this.#listener?.onHealth({ state, lastMessageAt: null, latencyMs: null, detail: null })
  }

  subscribe(quotes: readonly Symbol[]): void {
    this.#listener?.onSubscribed({ quotes, depth: [], ticks: [] })
  }

  send(name: Symbol): void {
    this.#listener?.onQuote(this.patch(name, '1'))
  }
}

describe('REL-41: the prices of a symbol', () => {
  it('are outdated from its last watcher until they arrive again', async () => {
    const market = new MarketFixture()
    const name = symbol('S1')
    const prices = () => market.service.quotes.prices(name)
    market.service.start()
    market.health('live')
    const release = market.service.hold([name])
    await market.pass(100)
    market.subscribe([name])
    market.send(name)
    expect(prices()).toEqual({ last: '1', bid: null, ask: null, receivedAt: null })
    market.health('down')
    expect(prices()?.isOutdated).toBe(false)
    release()
    await market.pass(1_000)
    market.service.hold([name])
    expect(prices()?.isOutdated).toBe(true)
    market.send(name)
    expect(prices()?.isOutdated).toBe(false)
  })
})

describe('the quotes of a live stream', () => {
  let market: MarketFixture
  beforeEach(() => {
    market = new MarketFixture()
    market.service.start()
    market.health('live')
  })

  it('are not read over HTTP as well when the stream sends them with the subscription', async () => {
    const symbols = list(5_000)
    market.service.hold(symbols)
    await market.pass(100)
    expect(market.interest.quotes).toHaveLength(5_000)
    for (let start = 0; start < symbols.length; start += 100) {
      const part = symbols.slice(start, start + 100)
      market.subscribe(part)
      for (const name of part) market.send(name)
      await market.pass(1_000)
    }
    await market.pass(60_000)
    expect(market.read).toEqual([])
  })

  it('are read where the stream sends nothing with the subscription', async () => {
    const symbols = list(3)
    market.service.hold(symbols)
    await market.pass(100)
    market.subscribe(symbols)
    market.send(symbol('S1'))
    await market.pass(3_000)
    expect(market.read).toEqual(['S0', 'S2'])
    expect(market.service.quotes.get(symbol('S2'))?.last).toBe('2')
  })

  it('are read in one request, for the first of a list, while the stream connects', async () => {
    market.health('connecting')
    const symbols = list(2_000)
    market.service.hold(symbols)
    await market.pass(1_000)
    expect(market.read).toEqual(symbols.slice(0, 100))
    market.health('live')
    market.subscribe(symbols)
    for (const name of symbols) market.send(name)
    await market.pass(60_000)
    expect(market.read).toHaveLength(100)
  })

  it('are all read while the stream cannot connect', async () => {
    market.health('connecting')
    market.service.hold(list(2_000))
    await market.pass(1_000)
    market.health('down')
    await market.pass(60_000)
    expect(new Set(market.read).size).toBe(2_000)
  })

  it('are as old as their receipt until the stream has sent them after a reconnect', async () => {
    const [name] = list(1) as [Symbol]
    market.service.hold([name])
    await market.pass(100)
    market.subscribe([name])
    market.send(name)
    await market.pass(5_000)
    expect(market.service.quotes.prices(name)?.receivedAt).toBeNull()

    market.health('down')
    market.health('live')
    market.subscribe([name])
    expect(market.service.quotes.prices(name)?.receivedAt).not.toBeNull()
    market.send(name)
    expect(market.service.quotes.prices(name)?.receivedAt).toBeNull()
    expect(market.read).toEqual([])
  })
})
