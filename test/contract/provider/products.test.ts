import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, cmp, dec, eq, gt, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/market/quote.js'
import type { QuotePatch } from '../../../electron/core/market/market-port.js'
import type { ProductsPort } from '../../../electron/core/market/products-port.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { until } from '../../harness/system/until.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let provider: Provider
let products: ProductsPort
beforeAll(async () => {
  session = await openPractice({ pingMs: 200, slotMs: 500 })
  provider = session.provider()
  products = await provider.products()
})
afterAll(() => session.close())

const ordered = (list: readonly { readonly time: number }[]) =>
  expect(list.map((item) => item.time)).toEqual(list.map((item) => item.time).sort((a, b) => a - b))
const bestFirst = ({ bids, asks }: Pick<Depth, 'bids' | 'asks'>) => {
  for (let index = 1; index < bids.length; index += 1) {
    expect(gt(bids[index - 1]?.price as Decimal, bids[index]?.price as Decimal)).toBe(true)
  }
  for (let index = 1; index < asks.length; index += 1) {
    expect(gt(asks[index]?.price as Decimal, asks[index - 1]?.price as Decimal)).toBe(true)
  }
}

/** Collects the stream's updates of some symbols until all expected ones have arrived. */
async function streamed(
  symbols: readonly Symbol[],
  want: { readonly ticks: boolean },
): Promise<{ quotes: QuotePatch[]; books: Depth[]; ticks: Tick[] }> {
  const received = { quotes: [] as QuotePatch[], books: [] as Depth[], ticks: [] as Tick[] }
  let subscribed = 0
  const stop = provider.stream.start({
    onQuote: (patch) => received.quotes.push(patch),
    onDepth: (depth) => received.books.push(depth),
    onOverLimit: () => undefined,
    onTick: (tick) => received.ticks.push(tick),
    onSubscribed: (interest) => {
      subscribed += interest.quotes.length
    },
    onHealth: () => undefined,
  })
  try {
    provider.stream.setInterest({
      quotes: symbols,
      depth: symbols,
      ticks: want.ticks ? symbols : [],
    })
    for (const requested of symbols) {
      await until(`a snapshot of ${requested}`, () =>
        received.quotes.some((patch) => patch.symbol === requested && patch.last !== undefined),
      )
      await until(`a book of ${requested}`, () =>
        received.books.some((depth) => depth.symbol === requested && depth.bids.length > 0),
      )
    }
    if (want.ticks) await until('a trade', () => received.ticks.length > 0)
    const before = subscribed
    await session.practice.command({ command: 'end-streams', channel: 'market', how: 'kill' })
    await until('subscribed again', () => subscribed >= before + symbols.length)
    return received
  } finally {
    stop()
    provider.stream.setInterest({ quotes: [], depth: [], ticks: [] })
  }
}

describe('options', () => {
  it('are listed as chains, page by page, and priced with greeks', async () => {
    const chain = expectOk(
      await products.optionContracts({ underlying: symbol('AAPL'), type: 'call' }),
    )
    expect(chain.length).toBeGreaterThan(20)
    expect(new Set(chain.map((contract) => contract.symbol)).size).toBe(chain.length)
    expect(
      chain.every(
        (contract) =>
          contract.underlying === 'AAPL' &&
          contract.type === 'call' &&
          contract.style === 'american' &&
          contract.tradable === 'yes' &&
          contract.multiplier !== null,
      ),
    ).toBe(true)
    const near = chain.slice(0, 5).map((contract) => contract.symbol)
    const snapshots = expectOk(await products.optionSnapshots(near))
    expect(snapshots.map((snapshot) => snapshot.symbol).sort()).toEqual([...near].sort())
    for (const snapshot of snapshots) {
      expect(
        snapshot.delta !== null &&
          cmp(snapshot.delta, dec('0')) >= 0 &&
          cmp(snapshot.delta, dec('1')) <= 0,
      ).toBe(true)
      expect(snapshot.impliedVolatility !== null && gt(snapshot.impliedVolatility, dec('0'))).toBe(
        true,
      )
    }
  })

  it('have quotes, a top of book and bars', async () => {
    const today = new Date(session.ready.exchangeTime).toISOString().slice(0, 10)
    const puts = expectOk(
      await products.optionContracts({ underlying: symbol('AAPL'), type: 'put', from: today }),
    )
    const [spot] = expectOk(await provider.market.snapshots([symbol('AAPL')]))
    const monthly = puts.filter((put) => put.cycle === 'monthly' || put.cycle === 'quarterly')
    const first = monthly.find(
      (contract) => spot?.last !== undefined && gt(contract.strike, spot.last),
    )
    if (first === undefined) throw new Error('no option in the money')
    const [patch] = expectOk(
      await provider.market.snapshots([first.symbol, symbol('AAPL')]),
    ).filter((snapshot) => snapshot.symbol === first.symbol)
    expect(patch?.ask).toBeDefined()
    expect(expectOk(await provider.market.depth(first.symbol, 5)).asks).toHaveLength(1)
    const bars = expectOk(
      await provider.market.bars({
        symbol: first.symbol,
        timespan: 'D',
        count: 5,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars.length).toBeGreaterThan(0)
    ordered(bars)
    ordered(expectOk(await provider.market.ticks(first.symbol, 20)))
    expect(
      await provider.market.bars({
        symbol: first.symbol,
        timespan: 'S5',
        count: 5,
        before: null,
        includeRunning: true,
      }),
    ).toMatchObject({ ok: false })
  })
})

describe('event contracts', () => {
  const market = async () => {
    const found = expectOk(await products.eventMarkets({ series: symbol('KXPRESPARTY') })).find(
      (candidate) => candidate.tradable === 'yes',
    )
    if (found === undefined) throw new Error('no event market')
    return found
  }

  it('are found from categories over series and events to markets with price ranges', async () => {
    expect(expectOk(await products.eventCategories()).map((category) => category.code)).toContain(
      'ECONOMICS',
    )
    const series = expectOk(await products.eventSeries(null))
    expect(series.map((entry) => entry.symbol)).toContain('KXPRESPARTY')
    expect(
      expectOk(await products.eventSeries('ECONOMICS')).every(
        (candidate) => candidate.category === 'ECONOMICS',
      ),
    ).toBe(true)
    const events = expectOk(await products.events(symbol('KXPRESPARTY')))
    expect(new Set(events.map((entry) => entry.status))).not.toContain('unknown')
    const event = events.find((candidate) => candidate.status === 'active')
    const markets = expectOk(await products.eventMarkets({ event: event?.symbol ?? symbol('') }))
    expect(markets.length).toBeGreaterThan(0)
    for (const eventMarket of markets) expect(eventMarket.priceRanges.length).toBeGreaterThan(0)
  })

  it('have mirrored books: a bid for "no" is an offer of "yes"', async () => {
    const { symbol: marketSymbol } = await market()
    const depth = expectOk(await products.eventDepth(marketSymbol, 10))
    const yes = expectOk(await provider.market.depth(marketSymbol, 10))
    bestFirst(yes)
    expect(depth.yesBids.length).toBeGreaterThan(0)
    const [best] = depth.noBids
    if (best !== undefined) {
      expect(
        eq(add(best.price as Decimal, (yes.asks[0]?.price ?? dec('0')) as Decimal), dec('1')),
      ).toBe(true)
    }
    const [snapshot] = expectOk(await products.eventSnapshots([marketSymbol]))
    const [patch] = expectOk(await provider.market.snapshots([marketSymbol]))
    expect([snapshot?.yesBid === null, patch?.bid === undefined]).toEqual([false, false])
    ordered(expectOk(await provider.market.ticks(marketSymbol, 20)))
    const bars = expectOk(
      await provider.market.bars({
        symbol: marketSymbol,
        timespan: 'M60',
        count: 12,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars.length).toBeGreaterThan(0)
    ordered(bars)
  })

  it('are streamed as the market of their "yes" contract, also after a cut', async () => {
    const { symbol: marketSymbol } = await market()
    const received = await streamed([marketSymbol], { ticks: false })
    for (const book of received.books) bestFirst(book)
    expect(received.quotes.every((patch) => patch.symbol === marketSymbol)).toBe(true)
  })
})

describe('futures', () => {
  it('are listed by classes, products and months, including the continuous contract', async () => {
    const classes = expectOk(await products.futuresClasses())
    expect(classes.length).toBeGreaterThan(2)
    const codes = expectOk(await products.futuresProducts(classes[0]?.classId ?? null))
    expect(codes.length).toBeGreaterThan(0)
    expect(expectOk(await products.futuresProducts(null)).map((product) => product.code)).toContain(
      'ES',
    )
    const months = expectOk(await products.futuresContracts('ES'))
    expect(
      months
        .filter((month) => month.kind === 'month')
        .every(
          (month) =>
            month.tradable === 'yes' &&
            /^\d{4}-\d{2}$/.test(month.month ?? '') &&
            month.minTick !== null,
        ),
    ).toBe(true)
    expect(
      months.filter((month) => month.kind === 'continuous').map((month) => month.tradable),
    ).not.toContain('yes')
  })

  it('have quotes, a book, trades and bars; the continuous contract keeps its symbol', async () => {
    const month = expectOk(await products.futuresContracts('ES')).find(
      (contract) => contract.kind === 'month',
    )
    if (month === undefined) throw new Error('no month')
    const patches = expectOk(await provider.market.snapshots([month.symbol, symbol('ESmain')]))
    expect(patches.map((patch) => patch.symbol).sort()).toEqual([month.symbol, 'ESmain'].sort())
    const [snapshot] = expectOk(await products.futuresSnapshots([month.symbol]))
    expect([snapshot?.symbol, snapshot?.last === null, snapshot?.openInterest === null]).toEqual([
      month.symbol,
      false,
      false,
    ])
    bestFirst(expectOk(await provider.market.depth(month.symbol, 5)))
    ordered(expectOk(await provider.market.ticks(month.symbol, 20)))
    const bars = expectOk(
      await provider.market.bars({
        symbol: symbol('ESmain'),
        timespan: 'M5',
        count: 20,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars).toHaveLength(20)
    const older = expectOk(
      await provider.market.bars({
        symbol: symbol('ESmain'),
        timespan: 'M5',
        count: 5,
        before: bars[0]?.time ?? null,
        includeRunning: false,
      }),
    )
    expect(older).toHaveLength(5)
    expect(older.at(-1)?.time).toBeLessThan(bars[0]?.time ?? 0)
  })

  it('are streamed, also after a cut', async () => {
    const month = expectOk(await products.futuresContracts('ES')).find(
      (contract) => contract.kind === 'month',
    )
    const received = await streamed([month?.symbol ?? symbol('')], { ticks: true })
    for (const book of received.books) bestFirst(book)
    expect(received.ticks.every((tick) => tick.symbol === month?.symbol)).toBe(true)
  })
})

describe('crypto', () => {
  it('has pairs with their bounds, quotes, and bars without volume', async () => {
    const pairs = expectOk(await products.cryptoPairs())
    expect(pairs.map((pair) => pair.symbol)).toContain('BTCUSD')
    expect(pairs.every((pair) => pair.minAmount !== null && pair.priceStep !== null)).toBe(true)
    const [patch] = expectOk(await provider.market.snapshots([symbol('BTCUSD')]))
    expect(patch?.bid).toBeDefined()
    const bars = expectOk(
      await provider.market.bars({
        symbol: symbol('BTCUSD'),
        timespan: 'M1',
        count: 10,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars).toHaveLength(10)
    expect(bars.every((bar) => eq(bar.volume, dec('0')))).toBe(true)
    expect(expectOk(await provider.market.depth(symbol('BTCUSD'), 5)).bids).toHaveLength(1)
  })

  it('is streamed, also after a cut', async () => {
    const received = await streamed([symbol('BTCUSD')], { ticks: true })
    for (const book of received.books) bestFirst(book)
    expect(received.ticks.every((tick) => tick.symbol === 'BTCUSD')).toBe(true)
  })
})
