import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, cmp, dec, eq, gt, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/quote.js'
import type { QuotePatch } from '../../../electron/core/market/market-port.js'
import type { ProductsPort } from '../../../electron/core/market/products-port.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { good } from '../../harness/good.js'
import { until } from '../../harness/until.js'
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
  expect(list.map((one) => one.time)).toEqual(list.map((one) => one.time).sort((a, b) => a - b))
const bestFirst = ({ bids, asks }: Pick<Depth, 'bids' | 'asks'>) => {
  for (let index = 1; index < bids.length; index += 1) {
    expect(gt(bids[index - 1]?.price as Decimal, bids[index]?.price as Decimal)).toBe(true)
  }
  for (let index = 1; index < asks.length; index += 1) {
    expect(gt(asks[index]?.price as Decimal, asks[index - 1]?.price as Decimal)).toBe(true)
  }
}

/** What the stream tells of some symbols until everything that was expected of them has come. */
async function streamed(
  symbols: readonly Symbol[],
  want: { readonly ticks: boolean },
): Promise<{ quotes: QuotePatch[]; books: Depth[]; ticks: Tick[] }> {
  const heard = { quotes: [] as QuotePatch[], books: [] as Depth[], ticks: [] as Tick[] }
  let subscribed = 0
  const stop = provider.stream.start({
    onQuote: (patch) => heard.quotes.push(patch),
    onDepth: (depth) => heard.books.push(depth),
    onTick: (tick) => heard.ticks.push(tick),
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
    for (const one of symbols) {
      await until(`a snapshot of ${one}`, () =>
        heard.quotes.some((patch) => patch.symbol === one && patch.last !== undefined),
      )
      await until(`a book of ${one}`, () =>
        heard.books.some((depth) => depth.symbol === one && depth.bids.length > 0),
      )
    }
    if (want.ticks) await until('a trade', () => heard.ticks.length > 0, { ms: 60_000 })
    const before = subscribed
    await session.practice.command({ command: 'end-streams', channel: 'market', how: 'kill' })
    await until('subscribed again', () => subscribed >= before + symbols.length)
    return heard
  } finally {
    stop()
    provider.stream.setInterest({ quotes: [], depth: [], ticks: [] })
  }
}

describe('options', () => {
  it('are listed as chains, page by page, and priced with greeks', async () => {
    const chain = good(await products.optionContracts({ underlying: symbol('AAPL'), type: 'call' }))
    expect(chain.length).toBeGreaterThan(20)
    expect(new Set(chain.map((one) => one.symbol)).size).toBe(chain.length)
    expect(
      chain.every(
        (one) =>
          one.underlying === 'AAPL' &&
          one.type === 'call' &&
          one.style === 'american' &&
          one.tradable === 'yes' &&
          one.multiplier !== null,
      ),
    ).toBe(true)
    const near = chain.slice(0, 5).map((one) => one.symbol)
    const snapshots = good(await products.optionSnapshots(near))
    expect(snapshots.map((one) => one.symbol).sort()).toEqual([...near].sort())
    for (const one of snapshots) {
      expect(
        one.delta !== null && cmp(one.delta, dec('0')) >= 0 && cmp(one.delta, dec('1')) <= 0,
      ).toBe(true)
      expect(one.impliedVolatility !== null && gt(one.impliedVolatility, dec('0'))).toBe(true)
    }
  })

  it('have quotes, a top of the book and bars like everything else', async () => {
    const today = new Date(session.ready.exchangeTime).toISOString().slice(0, 10)
    const puts = good(
      await products.optionContracts({ underlying: symbol('AAPL'), type: 'put', from: today }),
    )
    const [spot] = good(await provider.market.snapshots([symbol('AAPL')]))
    const monthly = puts.filter((one) => one.cycle === 'monthly' || one.cycle === 'quarterly')
    const first = monthly.find((one) => spot?.last !== undefined && gt(one.strike, spot.last))
    if (first === undefined) throw new Error('no option in the money')
    const [patch] = good(await provider.market.snapshots([first.symbol, symbol('AAPL')])).filter(
      (one) => one.symbol === first.symbol,
    )
    expect(patch?.ask).toBeDefined()
    expect(good(await provider.market.depth(first.symbol, 5)).asks).toHaveLength(1)
    const bars = good(
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
    ordered(good(await provider.market.ticks(first.symbol, 20)))
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
    const found = good(await products.eventMarkets({ series: symbol('KXPRESPARTY') })).find(
      (one) => one.tradable === 'yes',
    )
    if (found === undefined) throw new Error('no event market')
    return found
  }

  it('lead from categories over series and events to markets with their price ranges', async () => {
    expect(good(await products.eventCategories()).map((one) => one.code)).toContain('ECONOMICS')
    const series = good(await products.eventSeries(null))
    expect(series.map((one) => one.symbol)).toContain('KXPRESPARTY')
    expect(
      good(await products.eventSeries('ECONOMICS')).every((one) => one.category === 'ECONOMICS'),
    ).toBe(true)
    const events = good(await products.events(symbol('KXPRESPARTY')))
    expect(new Set(events.map((one) => one.status))).not.toContain('unknown')
    const event = events.find((one) => one.status === 'active')
    const markets = good(await products.eventMarkets({ event: event?.symbol ?? symbol('') }))
    expect(markets.length).toBeGreaterThan(0)
    for (const one of markets) expect(one.priceRanges.length).toBeGreaterThan(0)
  })

  it('have two books that are one: a bid for no is an offer of yes', async () => {
    const { symbol: of } = await market()
    const depth = good(await products.eventDepth(of, 10))
    const yes = good(await provider.market.depth(of, 10))
    bestFirst(yes)
    expect(depth.yesBids.length).toBeGreaterThan(0)
    const [best] = depth.noBids
    if (best !== undefined) {
      expect(
        eq(add(best.price as Decimal, (yes.asks[0]?.price ?? dec('0')) as Decimal), dec('1')),
      ).toBe(true)
    }
    const [snapshot] = good(await products.eventSnapshots([of]))
    const [patch] = good(await provider.market.snapshots([of]))
    expect([snapshot?.yesBid === null, patch?.bid === undefined]).toEqual([false, false])
    ordered(good(await provider.market.ticks(of, 20)))
    const bars = good(
      await provider.market.bars({
        symbol: of,
        timespan: 'M60',
        count: 12,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars.length).toBeGreaterThan(0)
    ordered(bars)
  })

  it('stream as the market of their yes contract, and again after a cut', async () => {
    const { symbol: of } = await market()
    const heard = await streamed([of], { ticks: false })
    for (const book of heard.books) bestFirst(book)
    expect(heard.quotes.every((patch) => patch.symbol === of)).toBe(true)
  })
})

describe('futures', () => {
  it('are listed by classes, products and months, the continuous contract among them', async () => {
    const classes = good(await products.futuresClasses())
    expect(classes.length).toBeGreaterThan(2)
    const codes = good(await products.futuresProducts(classes[0]?.classId ?? null))
    expect(codes.length).toBeGreaterThan(0)
    expect(good(await products.futuresProducts(null)).map((one) => one.code)).toContain('ES')
    const months = good(await products.futuresContracts('ES'))
    expect(
      months
        .filter((one) => one.kind === 'month')
        .every(
          (one) =>
            one.tradable === 'yes' && /^\d{4}-\d{2}$/.test(one.month ?? '') && one.minTick !== null,
        ),
    ).toBe(true)
    expect(
      months.filter((one) => one.kind === 'continuous').map((one) => one.tradable),
    ).not.toContain('yes')
  })

  it('have quotes, a book, trades and bars; the continuous contract keeps its own name', async () => {
    const month = good(await products.futuresContracts('ES')).find((one) => one.kind === 'month')
    if (month === undefined) throw new Error('no month')
    const patches = good(await provider.market.snapshots([month.symbol, symbol('ESmain')]))
    expect(patches.map((patch) => patch.symbol).sort()).toEqual([month.symbol, 'ESmain'].sort())
    const [snapshot] = good(await products.futuresSnapshots([month.symbol]))
    expect([snapshot?.symbol, snapshot?.last === null, snapshot?.openInterest === null]).toEqual([
      month.symbol,
      false,
      false,
    ])
    bestFirst(good(await provider.market.depth(month.symbol, 5)))
    ordered(good(await provider.market.ticks(month.symbol, 20)))
    const bars = good(
      await provider.market.bars({
        symbol: symbol('ESmain'),
        timespan: 'M5',
        count: 20,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars).toHaveLength(20)
    const older = good(
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

  it('stream, and again after a cut', async () => {
    const month = good(await products.futuresContracts('ES')).find((one) => one.kind === 'month')
    const heard = await streamed([month?.symbol ?? symbol('')], { ticks: true })
    for (const book of heard.books) bestFirst(book)
    expect(heard.ticks.every((tick) => tick.symbol === month?.symbol)).toBe(true)
  })
})

describe('crypto', () => {
  it('has pairs with their bounds, quotes, and bars without volume', async () => {
    const pairs = good(await products.cryptoPairs())
    expect(pairs.map((one) => one.symbol)).toContain('BTCUSD')
    expect(pairs.every((one) => one.minAmount !== null && one.priceStep !== null)).toBe(true)
    const [patch] = good(await provider.market.snapshots([symbol('BTCUSD')]))
    expect(patch?.bid).toBeDefined()
    const bars = good(
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
    expect(good(await provider.market.depth(symbol('BTCUSD'), 5)).bids).toHaveLength(1)
  })

  it('streams, and again after a cut', async () => {
    const heard = await streamed([symbol('BTCUSD')], { ticks: true })
    for (const book of heard.books) bestFirst(book)
    expect(heard.ticks.every((tick) => tick.symbol === 'BTCUSD')).toBe(true)
  })
})
