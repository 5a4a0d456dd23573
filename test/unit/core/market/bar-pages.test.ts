import { beforeEach, describe, expect, it } from 'vitest'
import { MarketDataService } from '../../../../electron/core/market/market-data-service.js'
import type {
  BarQuery,
  MarketPort,
  MarketStreamListener,
} from '../../../../electron/core/market/market-port.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../../shared/domain/ids.js'
import type { Bar, Timespan } from '../../../../shared/domain/market/bar.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const [SPY, AAPL] = [symbol('SPY'), symbol('AAPL')]
const PAGE = 600
/** The running minute is this old when a test begins, in ms. */
const INTO_MINUTE_MS = 20_000

/** A session's charts, and how many requests for bars they cause. */
class ChartsFixture {
  readonly simulation = new Simulation(1)
  readonly requests: BarQuery[] = []
  #listener: MarketStreamListener | null = null
  readonly service = new MarketDataService({
    market: {
      snapshots: () => Promise.resolve(ok([])),
      bars: (query: BarQuery) => {
        this.requests.push(query)
        return Promise.resolve(ok(this.#barsOf(query)))
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

  /** Starts in the middle of a minute, with a live stream. */
  async open(): Promise<void> {
    this.service.start()
    this.stream('live')
    await this.pass(INTO_MINUTE_MS + MINUTE_MS - (this.simulation.wall() % MINUTE_MS))
  }

  stream(state: 'live' | 'down'): void {
    this.#listener?.onHealth({ state, lastMessageAt: null, latencyMs: null, detail: null })
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  trade(name: Symbol, price: string): void {
    this.#listener?.onTick({
      symbol: name,
      time: this.simulation.wall(),
      price: asPrice(dec(price)),
      size: asQuantity(dec('1')),
      side: 'none',
      session: null,
    })
  }

  /** Opens a chart as a window does; the disposer closes it. */
  async chart(name: Symbol, timespan: Timespan = 'M1'): Promise<Disposer> {
    const close = this.service.watches.bar(name, timespan).subscribe(() => undefined)
    await this.newest(name, timespan)
    return close
  }

  async newest(name: Symbol, timespan: Timespan = 'M1', count = PAGE): Promise<readonly Bar[]> {
    const answer = await this.service.pages.newest({ symbol: name, timespan, count })
    if (!answer.ok) throw new Error(answer.error.kind)
    return answer.value
  }

  /** The broker's bars: each closes at the number of its minute. */
  #barsOf({ count, timespan }: BarQuery): readonly Bar[] {
    const spanMs = timespan === 'M5' ? 5 * MINUTE_MS : MINUTE_MS
    const last = Math.floor(this.simulation.wall() / spanMs)
    return Array.from({ length: count }, (_, index) => {
      const minute = last - count + 1 + index
      const price = asPrice(dec(String(minute % 1_000)))
      return {
        ...{ time: epochMs(minute * spanMs), open: price, high: price, low: price, close: price },
        volume: asQuantity(dec('1')),
      }
    })
  }
}

describe('the bars of a further chart', () => {
  let desk: ChartsFixture
  beforeEach(async () => {
    desk = new ChartsFixture()
    await desk.open()
  })

  it('are requested once for all charts that open at the same time', async () => {
    await Promise.all([desk.chart(SPY), desk.chart(SPY), desk.chart(SPY)])
    // One page, and the running bar.
    expect(desk.requests.map(({ count }) => count).toSorted()).toEqual([1, PAGE])
  })

  it('cause no request while another chart shows them', async () => {
    await desk.chart(SPY)
    await desk.pass(15_000)
    const before = desk.requests.length
    await desk.chart(SPY)
    expect(desk.requests).toHaveLength(before)
  })

  it('cause no request where a chart moves into another window', async () => {
    const close = await desk.chart(SPY)
    await desk.pass(10_000)
    const before = desk.requests.length
    close()
    await desk.pass(3_000)
    await desk.chart(SPY)
    expect(desk.requests).toHaveLength(before)
  })

  it('end with the running bar as trades have changed it', async () => {
    await desk.chart(SPY)
    await desk.pass(5_000)
    desk.trade(SPY, '4321')
    const before = desk.requests.length
    expect((await desk.newest(SPY)).at(-1)).toMatchObject({ high: '4321', close: '4321' })
    expect(desk.requests).toHaveLength(before)
  })

  it('are requested for another symbol, another length, and for more of them', async () => {
    await desk.chart(SPY)
    await desk.pass(1_000)
    for (const [open, requested] of [
      [() => desk.chart(AAPL), { symbol: AAPL, timespan: 'M1', count: PAGE }],
      [() => desk.chart(SPY, 'M5'), { symbol: SPY, timespan: 'M5', count: PAGE }],
      [() => desk.newest(SPY, 'M1', PAGE + 1), { symbol: SPY, timespan: 'M1', count: PAGE + 1 }],
    ] as const) {
      desk.requests.length = 0
      await open()
      expect(desk.requests).toContainEqual(expect.objectContaining(requested))
    }
  })

  it('are requested once after a bar has closed, and are then the broker’s', async () => {
    await desk.chart(SPY)
    await desk.pass(MINUTE_MS - INTO_MINUTE_MS + 1_000)
    desk.trade(SPY, '4321')
    desk.requests.length = 0
    // The broker has not settled the closed bar yet, so that this page is not served again.
    await desk.newest(SPY, 'M1', 3)
    await desk.pass(2_000)
    await Promise.all([desk.newest(SPY, 'M1', 3), desk.newest(SPY, 'M1', 3)])
    await desk.newest(SPY, 'M1', 3)
    expect(desk.requests.filter(({ count }) => count === 3)).toHaveLength(2)
    desk.requests.length = 0
    const bars = await desk.newest(SPY)
    expect(desk.requests).toEqual([])
    expect(bars).toHaveLength(PAGE)
    const times = bars.map(({ time }) => time)
    expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) + index * MINUTE_MS))
  })

  it('are requested while the stream is interrupted', async () => {
    await desk.chart(SPY)
    await desk.pass(1_000)
    desk.stream('down')
    desk.requests.length = 0
    await desk.newest(SPY)
    expect(desk.requests).toHaveLength(1)
  })

  it('are requested again after ten minutes, because the broker corrects them', async () => {
    await desk.chart(SPY, 'M5')
    for (let minute = 0; minute < 10; minute += 1) {
      await desk.pass(MINUTE_MS)
      desk.trade(SPY, '4321')
      await desk.newest(SPY, 'M5', 3)
    }
    desk.requests.length = 0
    await desk.newest(SPY, 'M5')
    expect(desk.requests).toHaveLength(1)
  })

  it('are requested where no chart of the symbol was open for a while', async () => {
    const close = await desk.chart(SPY)
    await desk.pass(1_000)
    close()
    await desk.pass(32_000)
    desk.requests.length = 0
    await desk.chart(SPY)
    expect(desk.requests.map(({ count }) => count).toSorted()).toEqual([1, PAGE])
  })

  it('are requested again once what the broker says of the past has changed', async () => {
    await desk.chart(SPY)
    await desk.pass(1_000)
    desk.service.pages.clear()
    desk.requests.length = 0
    await desk.newest(SPY)
    expect(desk.requests).toHaveLength(1)
  })
})
