import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeededMarket } from '../../../../electron/practice/market/market.js'
import type {
  Listing,
  Market,
} from '../../../../electron/practice/market/securities/market-types.js'
import { snapshotPacket } from '../../../../electron/practice/mqtt/encode.js'
import { wireSnapshot } from '../../../../electron/practice/http/handlers/market-data/snapshot.js'
import { priceText } from '../../../../electron/practice/model/figures.js'
import { STOCK_SCALE } from '../../../../electron/practice/model/units.js'
import { emptyQuote, mergeQuote } from '../../../../electron/core/market/merge-quote.js'
import type { QuotePatch } from '../../../../electron/core/market/market-port.js'
import { toQuotePatch } from '../../../../electron/provider/mapping/stock-data.js'
import { readMarketMessage } from '../../../../electron/provider/market-data/market-messages.js'
import { zStockSnapshot } from '../../../../shared/wire/families/market-data/stock-data.js'
import { dec, decimalText, eq, sub, type Decimal } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { exchangeClock, exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { tradeDate } from '../../../../shared/domain/market/trade-date.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'

/** A Friday. The days after it hold a weekend, a holiday (26 November) and a short day. */
const START = exchangeInstant('2026-11-20', 10 * 60)
const MINUTES = 11 * 24 * 60
/** Two trade around the clock, one has few trades, one trades in the day only. */
const SYMBOLS = ['AAPL', 'SPY', 'DIT', 'PLUG']

const marketAt = (now: EpochMs): Market =>
  new SeededMarket({ seed: 'day-change', startAt: START, resumeAt: now })

/** Reads both publications of a snapshot as the client does. */
function published(market: Market, listing: Listing): readonly QuotePatch[] {
  const data = market.snapshot(listing.symbol)!
  const exchange = { depth: () => ({ bids: [], asks: [] }) } as never
  const record = wireSnapshot(listing, data, exchange, { extended: true, overnight: true })
  const packet = snapshotPacket({ ...listing, scale: STOCK_SCALE }, data, data.time)
  // The topic's name is plain text of one length, after the fixed header's two length bytes.
  const payload = packet.subarray(packet.indexOf('snapshot') + 'snapshot'.length)
  const streamed = readMarketMessage('snapshot', payload, data.time)
  return [
    toQuotePatch(zStockSnapshot.parse(record), data.time),
    (streamed as { readonly patch: QuotePatch }).patch,
  ]
}

/** Returns the close of the last regular session before a trade date, of the daily bars. */
function closeBefore(market: Market, name: string): string {
  const today = tradeDate('securities', market.now())
  const close = market
    .bars(name, 'D', { count: 3, includeRunning: true, adjusted: true })
    .filter(({ time }) => exchangeClock(time).day < today)
    .at(-1)!.close
  return decimalText(dec(priceText(close)))
}

const text = (value: Decimal | null | undefined): string | null =>
  value === null || value === undefined ? null : decimalText(value)

/** The change of a quote is its last price less its previous close. */
function expectOneDay(
  quote: {
    readonly [Name in 'last' | 'previousClose' | 'change']?: Quote[Name] | undefined
  },
): void {
  if (quote.last == null || quote.previousClose == null) return
  expect(text(quote.change)).toBe(text(sub(quote.last!, quote.previousClose!)))
}

describe('the change of the day', () => {
  const minute = fc.integer({ min: 0, max: MINUTES })
  const timeOf = (minutes: number): EpochMs => epochMs(START + minutes * MINUTE_MS)

  it('is of the last price from the close before its trade date, at every hour', () => {
    fc.assert(
      fc.property(minute, fc.constantFrom(...SYMBOLS), (minutes, name) => {
        const market = marketAt(timeOf(minutes))
        const listing = market.listing(name)!
        const newest = market.ticks(name, 1, ['pre', 'regular', 'post', 'overnight'])[0]!
        for (const patch of published(market, listing)) {
          expect(text(patch.previousClose)).toBe(closeBefore(market, name))
          if (newest.session === market.snapshot(name)!.session) {
            expect(text(patch.last)).toBe(decimalText(dec(priceText(newest.price))))
          }
          expectOneDay(patch)
        }
      }),
      {
        numRuns: 25,
        examples: [
          // Monday 09:00 before the open, Monday 02:00 overnight, Saturday, Friday 18:00.
          [71 * 60, 'AAPL'],
          [64 * 60, 'SPY'],
          [26 * 60, 'AAPL'],
          [8 * 60, 'AAPL'],
          // The holiday, the pre-market and the evening of the short day after it.
          [146 * 60, 'AAPL'],
          [166 * 60, 'SPY'],
          [175 * 60, 'AAPL'],
        ],
      },
    )
  })

  it('stays of one day whatever order snapshots and stream arrive in', () => {
    fc.assert(
      fc.property(fc.array(minute, { minLength: 1, maxLength: 5 }), fc.nat(), (times, turn) => {
        const patches = times.flatMap((minutes) => {
          const market = marketAt(timeOf(minutes))
          return published(market, market.listing('AAPL')!)
        })
        const merged = patches
          .map((_, index) => patches[(index + turn) % patches.length]!)
          .reduce(mergeQuote, emptyQuote(symbol('AAPL'), START))
        expectOneDay(merged.quote)
        const { open, high, low } = merged.quote
        // A day before its open has no range of the day before.
        if (open === null) expect([high, low]).toEqual([null, null])
      }),
      { numRuns: 12 },
    )
  })

  it('begins a new day without the open, range and volume of the day before', () => {
    const friday = marketAt(exchangeInstant('2026-11-20', 15 * 60))
    const monday = marketAt(exchangeInstant('2026-11-23', 9 * 60))
    const [evening, morning] = [friday, monday].map((market) =>
      published(market, market.listing('AAPL')!),
    )
    for (const first of evening!) {
      for (const next of morning!) {
        const { quote } = mergeQuote(mergeQuote(emptyQuote(symbol('AAPL'), START), first), next)
        expect(quote).toMatchObject({ open: null, high: null, low: null, turnover: null })
        expect(quote.volume === null || eq(quote.volume, dec('0'))).toBe(true)
      }
    }
  })
})
