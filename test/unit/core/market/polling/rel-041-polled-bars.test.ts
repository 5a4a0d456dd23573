import { beforeEach, describe, expect, it } from 'vitest'
import {
  MarketDataService,
  type MarketDataDeps,
} from '../../../../../electron/core/market/market-data-service.js'
import type { MarketPort } from '../../../../../electron/core/market/market-port.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { Disposer } from '../../../../../shared/domain/brand.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { Bar } from '../../../../../shared/domain/market/bar.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

const OPTION = symbol('NVDA261218C00190000')
const STOCK = symbol('NVDA')
/** 10:00:30 in New York. */
const OPEN = Date.UTC(2026, 10, 24, 15, 0, 30)

const bar = (close: string, volume: string): Bar => ({
  time: epochMs(Date.UTC(2026, 10, 24, 15, 0)),
  open: asPrice(dec('5')),
  high: asPrice(dec('5')),
  low: asPrice(dec('5')),
  close: asPrice(dec(close)),
  volume: asQuantity(dec(volume)),
})

const QUIET = { lastMessageAt: null, latencyMs: null, detail: null }
const NO_BOOK = { symbol: OPTION, bids: [], asks: [], time: null, receivedAt: epochMs(0) }

/** A market without a stream; the test sets what its requests answer. */
class QuietMarket {
  readonly simulation = new Simulation(1)
  last = '5'
  volume = '40'
  bar = bar('5', '40')
  ask: string | null = null
  barRequests = 0
  tapeRequests = 0
  stream: Parameters<MarketDataDeps['stream']['start']>[0] | null = null
  readonly service = new MarketDataService({
    market: {
      snapshots: (symbols: readonly (typeof OPTION)[]) =>
        Promise.resolve(
          ok(
            symbols.map((name) => ({
              symbol: name,
              receivedAt: this.simulation.wall(),
              last: asPrice(dec(this.last)),
              volume: asQuantity(dec(this.volume)),
              ask: this.ask === null ? null : asPrice(dec(this.ask)),
              askSize: asQuantity(dec('3')),
              time: epochMs(OPEN + this.simulation.now),
            })),
          ),
        ),
      depth: () => Promise.resolve(ok(NO_BOOK)),
      ticks: () => {
        this.tapeRequests += 1
        return Promise.resolve(ok([]))
      },
      bars: () => {
        this.barRequests += 1
        return Promise.resolve(ok([this.bar]))
      },
    } as unknown as MarketPort,
    stream: {
      start: (listeners) => {
        this.stream = listeners
        return () => undefined
      },
      setInterest: () => undefined,
    },
    clock: this.simulation.clock,
    timers: this.simulation.timers(),
  })

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }
}

/** Lets time pass, a little at once, until something is so. */
async function until(market: QuietMarket, isSo: () => boolean): Promise<void> {
  for (let steps = 0; !isSo(); steps += 1) {
    expect(steps).toBeLessThan(600)
    await market.pass(100)
  }
}

describe('REL-41: what no stream carries', () => {
  let market: QuietMarket
  let stops: readonly Disposer[]
  const running = () => market.service.watches.bar(OPTION, 'M1').get()
  beforeEach(async () => {
    market = new QuietMarket()
    market.service.start()
    stops = [
      market.service.watches.quotes([OPTION]).subscribe(() => undefined),
      market.service.watches.bar(OPTION, 'M1').subscribe(() => undefined),
    ]
    await market.pass(1_000)
  })

  it('moves its running bar with the quotes that are read', async () => {
    market.last = '5.2'
    market.volume = '47'
    await market.pass(3_000)
    expect(running()).toEqual({ ...bar('5.2', '47'), high: '5.2' })
  })

  it('counts a trade at the price of the one before by its volume', async () => {
    market.volume = '41'
    await market.pass(3_000)
    expect(running()).toEqual(bar('5', '41'))
  })

  it('leaves the bar as it is while nothing trades', async () => {
    await market.pass(20_000)
    expect(running()).toEqual(bar('5', '40'))
  })

  it('compares bars of every length with those of the broker', async () => {
    const before = market.barRequests
    market.bar = bar('5', '55')
    await market.pass(61_000)
    expect(market.barRequests).toBeGreaterThan(before)
    expect(running()?.volume).toBe('55')
  })

  it('has the first price that is read after a stream ended, and no volume of before', async () => {
    const stock = market.service.watches.bar(STOCK, 'M1')
    stops = [
      ...stops,
      market.service.watches.quotes([STOCK]).subscribe(() => undefined),
      stock.subscribe(() => undefined),
    ]
    market.stream?.onHealth({ ...QUIET, state: 'live' })
    await market.pass(1_000)
    const [last, volume] = [asPrice(dec('5')), asQuantity(dec('30'))]
    const receivedAt = market.simulation.wall()
    market.stream?.onQuote({ symbol: STOCK, receivedAt, last, volume })
    market.stream?.onHealth({ ...QUIET, state: 'down' })
    market.last = '5.3'
    const before = stock.get()
    expect(before?.close).toBe('5')
    await until(market, () => String(market.service.quotes.get(STOCK)?.last) === '5.3')
    expect(stock.get()).toEqual({ ...before, close: '5.3', high: '5.3' })
  })

  it('states when its quote was read; a streamed one states nothing', async () => {
    market.service.hold([STOCK])
    await market.pass(5_000)
    const [quote] = market.service.watches.quotes([OPTION]).all()
    expect(quote?.polledAt).toBe(quote?.receivedAt)
    expect(market.service.quotes.get(STOCK)?.polledAt).toBeUndefined()
  })

  it('moves its book with the quotes that are read', async () => {
    market.ask = '5.1'
    const book = market.service.watches.depth(OPTION)
    stops = [...stops, book.subscribe(() => undefined)]
    await market.pass(3_000)
    expect(book.get()?.asks).toEqual([{ price: '5.1', size: '3' }])
    market.ask = '5.4'
    await market.pass(3_000)
    expect(book.get()?.asks).toEqual([{ price: '5.4', size: '3' }])
    expect(book.get()?.bids).toEqual([])
  })

  it('reads its trades again after each that its quotes show', async () => {
    stops = [...stops, market.service.watches.ticks(OPTION).subscribe(() => undefined)]
    await market.pass(10_000)
    expect(market.tapeRequests).toBe(1)
    market.volume = '44'
    await market.pass(3_000)
    expect(market.tapeRequests).toBe(2)
  })

  it('is read while only its chart is shown', async () => {
    stops[0]?.()
    stops = stops.slice(1)
    await market.pass(60_000)
    market.last = '5.3'
    await market.pass(3_000)
    expect(running()?.close).toBe('5.3')
  })

  it('is forgotten with its last watcher', async () => {
    for (const stop of stops) stop()
    market.last = '6'
    await market.pass(60_000)
    expect(running()).toBeNull()
  })
})
