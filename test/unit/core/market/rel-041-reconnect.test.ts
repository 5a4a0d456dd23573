import { beforeEach, describe, expect, it } from 'vitest'
import { MarketDataService } from '../../../../electron/core/market/market-data-service.js'
import type {
  MarketPort,
  MarketStreamListener,
  QuotePatch,
} from '../../../../electron/core/market/market-port.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../electron/core/provider-failure.js'
import type { ChannelReport } from '../../../../electron/core/channel-report.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const [SPY, AAPL, MSFT] = [symbol('SPY'), symbol('AAPL'), symbol('MSFT')]
const OPTION = symbol('SPY261218C00600000')
const price = (text: string) => asPrice(dec(text))

/** Market data of which the test is the broker; requests are recorded. */
class ReconnectFixture {
  readonly simulation = new Simulation(1)
  /** The symbols of each request for snapshots. */
  readonly requests: (readonly Symbol[])[] = []
  /** What the health said whenever it was published. */
  readonly states: ChannelReport['state'][] = []
  failure: ProviderFailure['kind'] | null = null
  /** Symbols that no snapshot contains. */
  readonly unknown = new Set<Symbol>()
  #listener: MarketStreamListener | null = null
  readonly service = new MarketDataService({
    market: {
      snapshots: (symbols: readonly Symbol[]) => {
        this.requests.push(symbols)
        if (this.failure !== null) {
          return Promise.resolve(err(providerFailure(this.failure, message('provider.stopped'))))
        }
        const listed = symbols.filter((name) => !this.unknown.has(name))
        return Promise.resolve(ok(listed.map((name) => this.quote(name, '7', '6'))))
      },
      depth: (name: Symbol) =>
        Promise.resolve(ok({ symbol: name, bids: [], asks: [], time: null, receivedAt: this.now })),
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

  constructor() {
    this.service.start()
    this.service.onHealth(() => this.states.push(this.state))
  }

  get now() {
    return this.simulation.wall()
  }

  get state() {
    return this.service.health.state
  }

  quote(name: Symbol, last: string, bid: string): QuotePatch {
    return { ...this.trade(name, last), ...this.book(name, bid) }
  }

  trade(name: Symbol, last: string): QuotePatch {
    return { symbol: name, receivedAt: this.now, last: price(last) }
  }

  book(name: Symbol, bid: string): QuotePatch {
    const size = asQuantity(dec('1'))
    const sides = { bid: price(bid), bidSize: size, ask: price('9'), askSize: size }
    return { symbol: name, receivedAt: this.now, ...sides }
  }

  send(...patches: readonly QuotePatch[]): void {
    for (const patch of patches) this.#listener?.onQuote(patch)
  }

  stream(state: ChannelReport['state']): void {
    this.#listener?.onHealth({ state, lastMessageAt: null, latencyMs: null, detail: null })
  }

  subscribe(quotes: readonly Symbol[], depth: readonly Symbol[] = []): void {
    this.#listener?.onSubscribed({ quotes, depth, ticks: [] })
  }

  overLimit(symbols: readonly Symbol[]): void {
    this.#listener?.onOverLimit(symbols)
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  /** Connects, subscribes to these symbols and receives their quotes. */
  async open(symbols: readonly Symbol[]): Promise<() => void> {
    const release = this.service.hold(symbols)
    await this.pass(100)
    this.stream('live')
    this.subscribe(symbols)
    for (const name of symbols) this.send(this.quote(name, '1', '0.9'))
    await this.pass(5_000)
    return release
  }

  /** The computer sleeps, or its network is away: nothing can be read either. */
  async sleep(): Promise<void> {
    this.stream('down')
    this.failure = 'unavailable'
    await this.pass(60_000)
    this.failure = null
    this.states.length = 0
    this.requests.length = 0
    this.stream('connecting')
  }
}

describe('REL-41: market data after a reconnect', () => {
  let desk: ReconnectFixture
  beforeEach(() => {
    desk = new ReconnectFixture()
  })

  it('is live once the stream has sent a new price and book of every watched symbol', async () => {
    await desk.open([SPY, AAPL])
    expect(desk.state).toBe('live')
    await desk.sleep()
    desk.stream('live')
    expect(desk.state).toBe('connecting')
    desk.subscribe([SPY, AAPL])
    expect(desk.state).toBe('connecting')
    desk.send(desk.trade(SPY, '2'), desk.book(SPY, '1.9'), desk.trade(AAPL, '3'))
    expect(desk.state).toBe('connecting')
    desk.send(desk.book(AAPL, '2.9'))
    expect(desk.state).toBe('live')
    await desk.pass(20_000)
    expect(desk.requests).toEqual([])
  })

  it('says that it is live after the last of the new prices can be read', async () => {
    await desk.open([SPY])
    await desk.sleep()
    desk.stream('live')
    const lasts: unknown[] = []
    desk.service.onHealth(() => lasts.push([desk.state, desk.service.quotes.get(SPY)?.last]))
    desk.send(desk.quote(SPY, '2', '1.9'))
    expect(lasts).toEqual([['live', '2']])
  })

  it('is live since the connection, so that what it sent first is of this time', async () => {
    await desk.open([SPY])
    await desk.sleep()
    const connectedAt = desk.now
    desk.stream('live')
    await desk.pass(300)
    desk.send(desk.quote(SPY, '2', '1.9'))
    expect(desk.service.health).toMatchObject({ state: 'live', since: connectedAt })
  })

  it('reads what the stream does not send, in one request, and is live then', async () => {
    await desk.open([SPY, AAPL, MSFT])
    await desk.sleep()
    desk.stream('live')
    desk.subscribe([SPY, AAPL])
    desk.send(desk.quote(SPY, '2', '1.9'))
    await desk.pass(3_000)
    expect(desk.state).toBe('live')
    expect(desk.requests).toEqual([[AAPL, MSFT]])
    expect(desk.service.quotes.get(MSFT)).toMatchObject({ last: '7', bid: '6' })
  })

  it('is live although the broker knows a symbol no more', async () => {
    await desk.open([SPY])
    await desk.sleep()
    desk.unknown.add(SPY)
    desk.stream('live')
    await desk.pass(3_000)
    expect(desk.state).toBe('live')
  })

  it('is live although the broker refuses the quote of a symbol for good', async () => {
    await desk.open([SPY])
    await desk.sleep()
    desk.failure = 'not-entitled'
    desk.stream('live')
    await desk.pass(3_000)
    expect(desk.state).toBe('live')
    expect(desk.requests).toEqual([[SPY]])
  })

  it('is not live while a price of before cannot be read', async () => {
    await desk.open([SPY])
    await desk.sleep()
    desk.failure = 'unavailable'
    desk.stream('live')
    await desk.pass(10_000)
    expect(desk.state).toBe('connecting')
    desk.failure = null
    await desk.pass(4_000)
    expect(desk.state).toBe('live')
  })

  it('does not take an answer to a request of before the connection for a new price', async () => {
    await desk.open([SPY])
    await desk.sleep()
    const answer = desk.service.quotes.load([SPY])
    desk.stream('live')
    await answer
    expect(desk.state).toBe('connecting')
    desk.send(desk.quote(SPY, '2', '1.9'))
    expect(desk.state).toBe('live')
  })

  it('is live at once where nothing is watched, and where no price was known', async () => {
    desk.stream('live')
    expect(desk.state).toBe('live')
    await desk.sleep()
    desk.service.hold([SPY])
    desk.stream('live')
    expect(desk.state).toBe('live')
  })

  it('is live at once where a request has just read every price, as at a start', async () => {
    desk.service.hold([SPY])
    await desk.pass(500)
    expect(desk.requests).toEqual([[SPY]])
    desk.stream('live')
    expect(desk.state).toBe('live')
  })

  it('is live when the symbol of the last old price is not watched any more', async () => {
    const release = await desk.open([SPY])
    await desk.sleep()
    desk.failure = 'unavailable'
    desk.stream('live')
    release()
    await desk.pass(40_000)
    expect(desk.state).toBe('live')
  })

  it('stays live when another symbol is watched', async () => {
    await desk.open([SPY])
    desk.states.length = 0
    desk.service.hold([AAPL])
    await desk.pass(100)
    desk.subscribe([AAPL])
    await desk.pass(100)
    expect(desk.state).toBe('live')
  })

  it('does not wait for prices that are read in turns, which say their age', async () => {
    await desk.open([SPY, AAPL, OPTION])
    await desk.sleep()
    desk.failure = 'unavailable'
    desk.stream('live')
    desk.subscribe([SPY])
    desk.overLimit([AAPL])
    desk.send(desk.quote(SPY, '2', '1.9'))
    expect(desk.state).toBe('live')
  })

  it('waits for the book of a symbol of which only the book is watched', async () => {
    desk.service.watches.depth(SPY).subscribe(() => undefined)
    desk.stream('live')
    desk.subscribe([], [SPY])
    await desk.pass(5_000)
    await desk.sleep()
    desk.stream('live')
    expect(desk.state).toBe('connecting')
    desk.subscribe([], [SPY])
    await desk.pass(10)
    expect(desk.state).toBe('live')
  })

  it('keeps the age of a price whose book alone is new', async () => {
    await desk.open([SPY])
    const receivedAt = desk.service.quotes.get(SPY)?.receivedAt
    await desk.sleep()
    desk.stream('live')
    desk.subscribe([SPY])
    desk.send(desk.book(SPY, '1.9'))
    expect(desk.service.quotes.prices(SPY)).toMatchObject({ last: '1', receivedAt })
    expect(await desk.service.quotes.confirmed(SPY, 5_000)).toMatchObject({ last: '7', ageMs: 0 })
  })

  it('requests nothing for what the stream sent before it answered the subscription', async () => {
    await desk.open([SPY])
    await desk.sleep()
    desk.stream('live')
    desk.send(desk.quote(SPY, '2', '1.9'))
    desk.subscribe([SPY])
    expect(desk.service.quotes.prices(SPY)?.receivedAt).toBeNull()
    await desk.pass(20_000)
    expect(desk.requests).toEqual([])
  })
})
