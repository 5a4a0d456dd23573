import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeededMarket } from '../../../../electron/practice/market/market.ts'
import type {
  BarData,
  Market,
} from '../../../../electron/practice/market/securities/market-types.ts'
import { priceUnits, sizeUnits } from '../../../../electron/practice/model/units.ts'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.ts'
import {
  zRecordedBars,
  type RecordedBar,
  type RecordedBars,
} from '../../../../shared/practice/recorded-bars.ts'
import { runs } from '../../../harness/system/effort.ts'
import { plain, stepsTo } from './market-fixture.ts'

const DAY = '2026-11-20'
const START = exchangeInstant(DAY, 9 * 60 + 29)
const END = exchangeInstant(DAY, 20 * 60)
const SESSIONS = ['pre', 'regular', 'post'] as const

const decimal = (units: number, places: number): string => {
  const text = String(units).padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** A bar of prices in hundredths of a cent and a volume in hundred-thousandths of a share. */
const bar = (
  time: number,
  [a, b, c, d]: readonly [number, number, number, number],
  volume: number,
): RecordedBar => {
  const price = (units: number): string => decimal(units, 4)
  const [high, low] = [Math.max(a, b, c, d), Math.min(a, b, c, d)]
  return [time, price(a), price(high), price(low), price(d), decimal(volume, 5)]
}

/** Prices of one minute: quiet, wide, under a dollar, or in fractions of a cent. */
const prices = fc.oneof(
  fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1_850_000, max: 1_856_000 }))),
  fc
    .tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 18_500, max: 18_600 })))
    .map((cents) => cents.map((cent) => cent * 100)),
  fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 9_999 }))),
  fc.integer({ min: 1, max: 5_000_000 }).map((price) => [price, price, price, price]),
) as fc.Arbitrary<[number, number, number, number]>
/** Volumes: lots, a few shares, and parts of one. At least four size units make any bar. */
const volume = fc.oneof(
  fc.integer({ min: 1, max: 900_000 }).map((shares) => shares * 100_000),
  fc.integer({ min: 4, max: 600_000 }),
)

/** Minutes of a day from 04:00 to 20:00, most of them with a bar, some without. */
const minutes = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 240, max: 1_199 }), prices, volume), {
    minLength: 1,
    maxLength: 120,
    selector: ([minute]) => minute,
  })
  .map((rows) =>
    rows
      .toSorted(([a], [b]) => a - b)
      .map(([minute, path, size]) => bar(exchangeInstant(DAY, minute), path, size)),
  )

const recordedOf = (rows: readonly RecordedBar[], symbol = 'AAPL'): RecordedBars => ({
  symbol,
  name: 'Recorded Company',
  exchange: 'NYS',
  kind: 'stock',
  shortable: true,
  fractionable: true,
  marginable: true,
  day: DAY,
  end: END,
  source: { environment: 'sandbox', profile: 'Mine' },
  minutes: rows,
  days: [bar(exchangeInstant('2026-11-19', 0), [1_850_000, 1_870_000, 1_840_000, 1_855_000], 9e11)],
})

const inUnits = ([time, open, high, low, close, size]: RecordedBar): Omit<BarData, 'session'> => ({
  time: epochMs(time),
  open: priceUnits(open) ?? 0,
  high: priceUnits(high) ?? 0,
  low: priceUnits(low) ?? 0,
  close: priceUnits(close) ?? 0,
  volume: sizeUnits(size) ?? 0,
})

const market = (recorded: RecordedBars, resumeAt = START): Market =>
  new SeededMarket({ seed: 'recorded', startAt: START, resumeAt, recorded })

const served = (subject: Market, symbol = 'AAPL') =>
  plain(subject.bars(symbol, 'M1', { count: 1_200, sessions: SESSIONS, includeRunning: true }))

describe('REL-40: a symbol that follows recorded bars', () => {
  it('serves exactly the recorded bars, whatever they are', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom('AAPL', 'ZZRC'), (rows, symbol) => {
        const recorded = zRecordedBars.parse(recordedOf(rows, symbol))
        expect(served(market(recorded, END), symbol)).toEqual(rows.map(inUnits))
      }),
      { numRuns: runs(60, 600) },
    )
  })

  it('trades tick by tick what its bars say, within them, and not in a minute without one', () => {
    fc.assert(
      fc.property(minutes, (rows) => {
        const recorded = zRecordedBars.parse(recordedOf(rows))
        const subject = market(recorded)
        const bars = new Map<number, Omit<BarData, 'session'>>()
        const own = stepsTo(subject, END).filter(({ symbol }) => symbol === 'AAPL')
        for (const { time, trade, bids, asks } of own) {
          expect(bids[0]?.price ?? 0).toBeLessThan(asks[0]?.price ?? Infinity)
          const start = epochMs(Math.floor(time / MINUTE_MS) * MINUTE_MS)
          expect(rows.some(([begin]) => begin === start)).toBe(true)
          if (trade === null) continue
          const { price, size } = trade
          const before = bars.get(start)
          bars.set(start, {
            time: start,
            open: before?.open ?? price,
            high: Math.max(before?.high ?? 0, price),
            low: Math.min(before?.low ?? Infinity, price),
            close: price,
            volume: (before?.volume ?? 0) + size,
          })
        }
        expect([...bars.values()]).toEqual(rows.filter(([time]) => time >= START).map(inUnits))
      }),
      { numRuns: runs(3, 30) },
    )
  })

  it('is the same day after a restart, and a customer’s print does not change its bars', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 600 }), (rows, after) => {
        const recorded = zRecordedBars.parse(recordedOf(rows))
        const middle = epochMs(START + after * MINUTE_MS)
        const first = market(recorded)
        stepsTo(first, middle)
        first.recordPrint({
          symbol: 'AAPL',
          time: middle,
          price: 1_850_000,
          size: 100_000,
          aggressor: 'buy',
        })
        const until = epochMs(middle + 5 * MINUTE_MS)
        const own = (subject: Market) =>
          stepsTo(subject, until).filter(({ symbol }) => symbol === 'AAPL')
        expect(own(first)).toEqual(own(market(recorded, middle)))
        expect(served(first)).toEqual(served(market(recorded, until)))
      }),
      { numRuns: runs(4, 40) },
    )
  })
})
