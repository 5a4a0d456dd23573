import { beforeEach, describe, expect, it } from 'vitest'
import { MarketDataService } from '../../../../electron/core/market/market-data-service.js'
import type {
  MarketPort,
  MarketStreamListener,
} from '../../../../electron/core/market/market-port.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { ok } from '../../../../shared/domain/result.js'
import { fakeDocument } from '../../../fakes/document.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const SPY = symbol('SPY')
const AAPL = symbol('AAPL')

/** One run of the program with the file of an earlier one. */
class Run {
  readonly file: ReturnType<typeof fakeDocument>
  readonly simulation: Simulation
  readonly shown: Quote[][] = []
  #listener: MarketStreamListener | null = null
  readonly service

  constructor(file: ReturnType<typeof fakeDocument>) {
    this.file = file
    this.simulation = new Simulation(1)
    this.service = new MarketDataService({
      market: {
        snapshots: () => Promise.resolve(ok([])),
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
      quotesFile: file,
    })
    this.service.start()
    this.rows.subscribe((rows) => this.shown.push([...rows]))
  }

  readonly rows = { all: () => this.#watched().all(), subscribe: this.#listen.bind(this) }

  #watched() {
    return this.service.watches.quotes([SPY, AAPL])
  }

  #listen(changed: (rows: readonly Quote[]) => void) {
    return this.#watched().subscribe(changed)
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  state(state: 'connecting' | 'live' | 'down'): void {
    this.#listener?.onHealth({ state, lastMessageAt: null, latencyMs: null, detail: null })
  }

  send(name: typeof SPY, last: string): void {
    this.#listener?.onQuote({
      symbol: name,
      receivedAt: this.simulation.wall(),
      last: asPrice(dec(last)),
      bid: asPrice(dec('1')),
    })
  }
}

const lastOf = (rows: readonly Quote[]) => rows.map(({ symbol: name, last }) => `${name} ${last}`)

describe('P1: the prices of the last run', () => {
  const file = fakeDocument()
  let receivedAt = 0
  beforeEach(async () => {
    file.content = null
    const before = new Run(file)
    before.state('live')
    before.send(SPY, '671.05')
    before.send(AAPL, '221.4')
    receivedAt = before.simulation.wall()
    await before.pass(70_000)
    before.service.dispose()
  })

  it('are shown with their age until the stream is live', async () => {
    const run = new Run(file)
    await run.pass(1)
    expect(lastOf(run.shown.flat())).toEqual(['SPY 671.05', 'AAPL 221.4'])
    expect(run.service.health).toMatchObject({ state: 'connecting', lastMessageAt: receivedAt })
  })

  it('have no bid and no ask, because nobody can trade at those of an earlier time', async () => {
    const run = new Run(file)
    await run.pass(1)
    for (const quote of run.rows.all()) expect([quote.bid, quote.ask]).toEqual([null, null])
  })

  it('are not known to anything that checks, values or prices', async () => {
    const run = new Run(file)
    await run.pass(1)
    expect(run.service.quotes.get(SPY)).toBeUndefined()
    expect(run.service.quotes.prices(SPY)).toBeUndefined()
  })

  it('disappear when the stream is live, also where no new price has arrived', async () => {
    const run = new Run(file)
    await run.pass(1)
    run.send(SPY, '672')
    run.shown.length = 0
    run.state('live')
    expect(lastOf(run.shown.flat())).toEqual(['AAPL null'])
    expect(lastOf(run.rows.all())).toEqual(['SPY 672'])
    expect(run.service.health.lastMessageAt).toBeNull()
  })

  it('no longer give the age of what is shown when all were replaced without the stream', async () => {
    const run = new Run(file)
    await run.pass(1)
    run.send(SPY, '672')
    expect(run.service.health.lastMessageAt).toBe(receivedAt)
    run.send(AAPL, '222')
    expect(run.service.health.lastMessageAt).toBeNull()
  })

  it('do not replace a price that arrived before the file was read', async () => {
    const run = new Run(file)
    run.send(SPY, '672')
    await run.pass(1)
    expect(lastOf(run.rows.all())).toEqual(['SPY 672', 'AAPL 221.4'])
  })

  it('are stored again only after the stream was live', async () => {
    const before = file.content
    const run = new Run(file)
    await run.pass(120_000)
    expect(file.content).toBe(before)
    run.state('live')
    run.send(SPY, '680')
    await run.pass(6_000)
    expect(file.content).toContain('"last":"680"')
  })

  it.each([
    '',
    'not JSON',
    '{"v":1,"quotes":[{"symbol":"SPY","last":"1e3"}]}',
    '{"v":2,"quotes":[]}',
  ])('are none where the file cannot be read: %j', async (text) => {
    file.content = text
    const run = new Run(file)
    await run.pass(1)
    expect(run.rows.all()).toEqual([])
    expect(run.service.health.lastMessageAt).toBeNull()
  })
})
