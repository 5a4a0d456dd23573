import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, cmp, dec, eq, gt, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { Depth } from '../../../shared/domain/quote.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProductsPort } from '../../../electron/core/market/products-port.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let provider: Provider
let products: ProductsPort
beforeAll(async () => {
  session = await openPractice({ pingMs: 200, slotMs: 500 })
  provider = session.provider()
  products = await provider.products()
}, 60_000)
afterAll(() => session.close())

const good = <T, E>(result: Result<T, E>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const ordered = (list: readonly { readonly time: number }[]) => expect(list.map((one) => one.time)).toEqual(list.map((one) => one.time).sort((a, b) => a - b))
const bestFirst = ({ bids, asks }: Pick<Depth, 'bids' | 'asks'>) => {
  for (let index = 1; index < bids.length; index += 1) expect(gt(bids[index - 1]?.price as Decimal, bids[index]?.price as Decimal)).toBe(true)
  for (let index = 1; index < asks.length; index += 1) expect(gt(asks[index]?.price as Decimal, asks[index - 1]?.price as Decimal)).toBe(true)
}
describe('options', () => {
  it('are listed as chains, page by page, and priced with greeks', async () => {
    const chain = good(await products.optionContracts({ underlying: symbol('AAPL'), type: 'call' }))
    expect(chain.length).toBeGreaterThan(20)
    expect(new Set(chain.map((one) => one.symbol)).size).toBe(chain.length)
    expect(chain.every((one) => one.underlying === 'AAPL' && one.type === 'call' && one.style === 'american' && one.tradable === 'yes' && one.multiplier !== null)).toBe(true)
    const near = chain.slice(0, 5).map((one) => one.symbol)
    const snapshots = good(await products.optionSnapshots(near))
    expect(snapshots.map((one) => one.symbol).sort()).toEqual([...near].sort())
    for (const one of snapshots) {
      expect(one.delta !== null && cmp(one.delta, dec('0')) >= 0 && cmp(one.delta, dec('1')) <= 0).toBe(true)
      expect(one.impliedVolatility !== null && gt(one.impliedVolatility, dec('0'))).toBe(true)
    }
  })

  it('have quotes, a top of the book and bars like everything else', async () => {
    const today = new Date(session.ready.exchangeTime).toISOString().slice(0, 10)
    const puts = good(await products.optionContracts({ underlying: symbol('AAPL'), type: 'put', from: today }))
    const [spot] = good(await provider.market.snapshots([symbol('AAPL')]))
    const monthly = puts.filter((one) => one.cycle === 'monthly' || one.cycle === 'quarterly')
    const first = monthly.find((one) => spot?.last !== undefined && gt(one.strike, spot.last))
    if (first === undefined) throw new Error('no option in the money')
    const [patch] = good(await provider.market.snapshots([first.symbol, symbol('AAPL')])).filter((one) => one.symbol === first.symbol)
    expect(patch?.ask).toBeDefined()
    expect(good(await provider.market.depth(first.symbol, 5)).asks).toHaveLength(1)
    const bars = good(await provider.market.bars({ symbol: first.symbol, timespan: 'D', count: 5, before: null, includeRunning: true }))
    expect(bars.length).toBeGreaterThan(0)
    ordered(bars)
    ordered(good(await provider.market.ticks(first.symbol, 20)))
    expect(await provider.market.bars({ symbol: first.symbol, timespan: 'S5', count: 5, before: null, includeRunning: true })).toMatchObject({ ok: false })
  })
})

describe('event contracts', () => {
  const market = async () => {
    const found = good(await products.eventMarkets({ series: symbol('KXPRESPARTY') })).find((one) => one.tradable === 'yes')
    if (found === undefined) throw new Error('no event market')
    return found
  }

  it('lead from categories over series and events to markets with their price ranges', async () => {
    expect(good(await products.eventCategories()).map((one) => one.code)).toContain('ECONOMICS')
    const series = good(await products.eventSeries(null))
    expect(series.map((one) => one.symbol)).toContain('KXPRESPARTY')
    expect(good(await products.eventSeries('ECONOMICS')).every((one) => one.category === 'ECONOMICS')).toBe(true)
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
    if (best !== undefined) expect(eq(add(best.price as Decimal, (yes.asks[0]?.price ?? dec('0')) as Decimal), dec('1'))).toBe(true)
    const [snapshot] = good(await products.eventSnapshots([of]))
    const [patch] = good(await provider.market.snapshots([of]))
    expect(snapshot?.yesBid).toEqual(patch?.bid)
    ordered(good(await provider.market.ticks(of, 20)))
    const bars = good(await provider.market.bars({ symbol: of, timespan: 'M60', count: 12, before: null, includeRunning: true }))
    expect(bars.length).toBeGreaterThan(0)
    ordered(bars)
  })
})
