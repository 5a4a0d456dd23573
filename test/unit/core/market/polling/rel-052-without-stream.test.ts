import { beforeEach, describe, expect, it } from 'vitest'
import { MarketDataService } from '../../../../../electron/core/market/market-data-service.js'
import type {
  MarketPort,
  MarketStreamListener,
  SnapshotPurpose,
} from '../../../../../electron/core/market/market-port.js'
import type { ChannelReport } from '../../../../../electron/core/channel-report.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const SPY = symbol('SPY')

/** A market of which the test is the stream; requests for snapshots are recorded. */
class BlockedMarket {
  readonly simulation = new Simulation(1)
  readonly requests: [readonly Symbol[], SnapshotPurpose | undefined][] = []
  #listener: MarketStreamListener | null = null
  readonly service = new MarketDataService({
    market: {
      snapshots: (symbols: readonly Symbol[], purpose?: SnapshotPurpose) => {
        this.requests.push([symbols, purpose])
        return Promise.resolve(ok(symbols.map((name) => this.patch(name, '7'))))
      },
    } as unknown as MarketPort,
    stream: {
      start: (listener) => {
        this.#listener = listener
        return () => undefined
      },
      setInterest: () => undefined,
    },
    clock: this.simulation.clock,
    timers: this.simulation.timers(),
  })

  patch(name: Symbol, last: string) {
    return { symbol: name, receivedAt: this.simulation.wall(), last: asPrice(dec(last)) }
  }

  stream(state: ChannelReport['state']): void {
    this.#listener?.onHealth({ state, lastMessageAt: null, latencyMs: null, detail: null })
  }

  send(last: string): void {
    this.#listener?.onSubscribed({ quotes: [SPY], depth: [], ticks: [] })
    this.#listener?.onQuote(this.patch(SPY, last))
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }
}

describe('REL-52: quotes while no stream can be reached', () => {
  let market: BlockedMarket
  beforeEach(async () => {
    market = new BlockedMarket()
    market.service.start()
    market.service.hold([SPY])
    market.stream('connecting')
    await market.pass(1_000)
    market.requests.length = 0
  })

  it('are read every 3 s within the budget of polling, say their age, and are not live', async () => {
    await market.pass(20_000)
    expect(market.requests).toHaveLength(6)
    expect(new Set(market.requests.map(([, purpose]) => purpose))).toEqual(new Set(['polling']))
    const quote = market.service.quotes.get(SPY)
    expect(quote?.polledAt).toBe(quote?.receivedAt)
    const { state, way, lastMessageAt } = market.service.health
    expect([state, way]).toEqual(['connecting', { kind: 'polling', everyMs: 3_000 }])
    expect(market.simulation.wall() - (lastMessageAt ?? 0)).toBeLessThan(3_000)
    expect(market.service.isInterrupted(SPY)).toBe(true)
  })

  it('are not read for a connection that is lost for a moment', async () => {
    market.stream('live')
    market.send('1')
    market.stream('down')
    await market.pass(4_000)
    market.stream('live')
    market.send('2')
    await market.pass(20_000)
    expect(market.requests).toEqual([])
    expect(market.service.health.way).toBeUndefined()
  })

  it('end with the stream, whose prices are live again', async () => {
    await market.pass(10_000)
    market.stream('live')
    market.send('2')
    market.requests.length = 0
    await market.pass(20_000)
    expect(market.requests).toEqual([])
    expect(market.service.health).toMatchObject({ state: 'live' })
    expect(market.service.health.way).toBeUndefined()
    expect(market.service.quotes.get(SPY)).toMatchObject({ last: '2', polledAt: undefined })
  })

  it('end with the session', async () => {
    await market.pass(10_000)
    market.service.stop()
    market.requests.length = 0
    await market.pass(20_000)
    expect(market.requests).toEqual([])
    expect(market.service.health).toMatchObject({ state: 'stopped' })
    expect(market.service.health.way).toBeUndefined()
  })
})
