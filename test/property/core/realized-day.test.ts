import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../shared/domain/account/account.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  fromInteger,
  toInteger,
  ZERO_QUANTITY,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import { positionInstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { epochMs } from '../../../shared/domain/time.js'
import { storedTradeDate } from '../../../shared/domain/market/trade-date.js'
import { tradeValue } from '../../../electron/core/portfolio/average-cost.js'
import { DayLedger } from '../../../electron/core/portfolio/realized/day-ledger.js'
import type { DayTrade } from '../../../electron/core/portfolio/realized/day-trades.js'

const SIZE_PLACES = 8
const PRICE_PLACES = 4
const UNIT = 10n ** BigInt(SIZE_PLACES)
const DOLLAR = 10n ** BigInt(PRICE_PLACES)
const CENT = 10n ** BigInt(SIZE_PLACES + PRICE_PLACES - 2)

interface Traded {
  /** In 10⁻⁸ units, positive when bought. */
  readonly size: bigint
  /** In 10⁻⁴ dollars. */
  readonly price: bigint
}

/** Divides to the nearest whole, halves away from zero. */
function nearest(value: bigint, by: bigint): bigint {
  const [up, down] = by < 0n ? [-value, -by] : [value, by]
  return up >= 0n ? (up + down / 2n) / down : -((-up + down / 2n) / down)
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** A book at average cost that knows integers only: cents and parts of a unit. */
class Oracle {
  size = 0n
  cost = 0n
  realized = 0n
  hasClosed = false
  /** Size and cost after the latest opening; null where nothing was closed since. */
  #opened: { readonly size: bigint; readonly cost: bigint } | null = null

  /** The broker reports the cost of what is held when the day begins. */
  startDay(): void {
    this.#opened = null
  }

  trade({ size, price }: Traded, multiplier: bigint): void {
    const value = nearest(size * price * multiplier, CENT)
    let remaining = size
    let restValue = value
    if (this.size !== 0n && this.size > 0n !== size > 0n) {
      const closing = abs(size) < abs(this.size) ? abs(size) : abs(this.size)
      const paid = closing === abs(size) ? value : nearest(value * closing, abs(size))
      const part = this.size > 0n ? closing : -closing
      const opened = this.#opened ?? { size: this.size, cost: this.cost }
      this.#opened = opened
      // What is left keeps its average cost.
      const left = nearest(opened.cost * (this.size - part), opened.size)
      const cost = part === this.size ? this.cost : this.cost - left
      this.realized += -paid - cost
      this.hasClosed = true
      this.size -= part
      this.cost -= cost
      remaining = size + part
      restValue = value - paid
    }
    if (remaining === 0n) return
    this.#opened = null
    this.size += remaining
    this.cost += restValue
  }
}

interface Sample {
  readonly assetClass: AssetClass
  readonly multiplier: bigint
  /** Before the day began, and today. */
  readonly before: readonly Traded[]
  readonly today: readonly Traded[]
}

const tradesOf = (unit: bigint, maxPrice: bigint): fc.Arbitrary<readonly Traded[]> =>
  fc.array(
    fc.record({
      size: fc
        .tuple(fc.integer({ min: 1, max: 40 }), fc.boolean())
        .map(([units, isSale]) => BigInt(isSale ? -units : units) * unit),
      price: fc.bigInt({ min: 1n, max: maxPrice }),
    }),
    { maxLength: 12 },
  )

const sampleOf = (
  assetClass: AssetClass,
  multipliers: readonly bigint[],
  unit: bigint,
  maxPrice: bigint,
): fc.Arbitrary<Sample> =>
  fc.record({
    assetClass: fc.constant(assetClass),
    multiplier: fc.constantFrom(...multipliers),
    before: tradesOf(unit, maxPrice),
    today: tradesOf(unit, maxPrice),
  })

const CLASSES: readonly (readonly [AssetClass, fc.Arbitrary<Sample>])[] = [
  ['stock', sampleOf('stock', [1n], UNIT, 5_000n * DOLLAR)],
  ['option', sampleOf('option', [100n, 10n], UNIT, 300n * DOLLAR)],
  ['futures', sampleOf('futures', [5n, 50n, 1_000n], UNIT, 60_000n * DOLLAR)],
  ['crypto', sampleOf('crypto', [1n], 12_345_678n, 90_000n * DOLLAR)],
  ['event', sampleOf('event', [1n], UNIT, DOLLAR)],
]

const quantity = (size: bigint) => asQuantity(fromInteger(size, SIZE_PLACES))
const money = (cents: bigint) => asMoney(fromInteger(cents, 2))
const cents = (value: Decimal | null | undefined): bigint | null =>
  value == null ? null : toInteger(value, 2)

function instrumentOf(assetClass: AssetClass, multiplier: bigint): Position {
  const option = {
    type: 'call',
    style: null,
    strike: asPrice(fromInteger(100n)),
    expiration: '2026-12-18',
    multiplier: fromInteger(multiplier),
    deliverable: null,
  } as const
  const root = symbol('AAPL')
  return {
    accountId: accountId('ACC'),
    positionId: 'P1',
    symbol: root,
    assetClass,
    currency: 'USD',
    quantity: ZERO_QUANTITY,
    averageCost: null,
    multiplier: fromInteger(multiplier),
    lastPrice: null,
    pricedAt: null,
    marketValue: null,
    unrealizedPnl: null,
    unrealizedPnlRatio: null,
    dayPnl: null,
    ...(assetClass === 'option'
      ? {
          strategy: 'single',
          legs: [{ legId: '1', symbol: root, quantity: null, option, settles: null }],
        }
      : {}),
    ...(assetClass === 'event' ? { outcome: 'no' } : {}),
  } as Position
}

/** The position as the broker reports it at a price, with its gain of the day. */
function reported(instrument: Position, oracle: Oracle, value: bigint, day: bigint): Position {
  return {
    ...instrument,
    quantity: quantity(oracle.size),
    marketValue: money(value),
    unrealizedPnl: money(value - oracle.cost),
    dayPnl: money(day),
  }
}

function ledgerTrades({ assetClass, multiplier }: Sample, trades: readonly Traded[]): DayTrade[] {
  const instrument = instrumentOf(assetClass, multiplier)
  const key = positionInstrumentKey(instrument)
  if (key === null) throw new Error('an instrument has a key')
  return trades.map(({ size, price }, index) => ({
    id: String(index),
    time: epochMs(index),
    key,
    instrument,
    quantity: quantity(size),
    value: tradeValue(
      quantity(size),
      asPrice(fromInteger(price, PRICE_PLACES)),
      fromInteger(multiplier),
    ),
  }))
}

describe('what was realized today', () => {
  for (const [assetClass, samples] of CLASSES) {
    it(`equals a book of integers to the cent, for ${assetClass}, whatever was held before`, () => {
      fc.assert(
        fc.property(samples, (sample) => {
          const { before, today, multiplier } = sample
          const oracle = new Oracle()
          for (const traded of before) oracle.trade(traded, multiplier)
          oracle.startDay()
          const ledger = new DayLedger(storedTradeDate('2026-11-26'))
          const instrument = instrumentOf(sample.assetClass, multiplier)
          const startValue = 12_345n
          ledger.begin(oracle.size === 0n ? [] : [reported(instrument, oracle, startValue, 0n)])
          const heldBefore = oracle.size !== 0n
          oracle.realized = 0n
          oracle.hasClosed = false
          let paid = 0n
          for (const traded of today) {
            oracle.trade(traded, multiplier)
            paid += nearest(traded.size * traded.price * multiplier, CENT)
          }
          ledger.setTrades(ledgerTrades(sample, today), [])
          const [row] = ledger.rows()
          expect(row === undefined).toBe(!oracle.hasClosed)
          if (row === undefined) return
          expect(cents(row.realizedPnl)).toBe(oracle.realized)
          expect(row.isClosed).toBe(oracle.size === 0n)
          if (row.isClosed) {
            expect(cents(row.position.dayPnl)).toBe(-paid - (heldBefore ? startValue : 0n))
          }
        }),
        { numRuns: 400 },
      )
    })

    it(`is found by a program that starts after the trades, for ${assetClass}, or is not known`, () => {
      fc.assert(
        fc.property(samples, (sample) => {
          const { before, today, multiplier } = sample
          const oracle = new Oracle()
          for (const traded of before) oracle.trade(traded, multiplier)
          oracle.startDay()
          const wasHeld = oracle.size !== 0n
          oracle.realized = 0n
          for (const traded of today) oracle.trade(traded, multiplier)
          const ledger = new DayLedger(storedTradeDate('2026-11-26'))
          ledger.setTrades(ledgerTrades(sample, today), [])
          const instrument = instrumentOf(sample.assetClass, multiplier)
          ledger.begin(oracle.size === 0n ? [] : [reported(instrument, oracle, 777n, 5n)])
          for (const { realizedPnl, isPartial } of ledger.rows()) {
            // A part whose cost is not known is not in the sum, and the row says so.
            const found = isPartial ? null : cents(realizedPnl)
            if (!wasHeld) expect(found).toBe(oracle.realized)
            // The cost of what was held before follows from that of the rest, to five cents and
            // the half cent of each closing trade, or is not known.
            else if (found !== null) {
              expect(abs(found - oracle.realized) <= 5n + BigInt(today.length)).toBe(true)
            }
          }
        }),
        { numRuns: 400 },
      )
    })
  }

  it('is known when half of a position was sold before the start, not when 99 of 100 were', () => {
    const foundAfterSelling = (sold: bigint): bigint | null => {
      const [oracle, instrument] = [new Oracle(), instrumentOf('stock', 1n)]
      oracle.trade({ size: 100n * UNIT, price: 12_345_678n }, 1n)
      const sale = { size: -sold * UNIT, price: 13_000_000n }
      oracle.trade(sale, 1n)
      const ledger = new DayLedger(storedTradeDate('2026-11-26'))
      const sample = { assetClass: 'stock', multiplier: 1n, before: [], today: [] } as const
      ledger.setTrades(ledgerTrades(sample, [sale]), [])
      ledger.begin([reported(instrument, oracle, 777n, 5n)])
      const found = cents(ledger.rows()[0]?.realizedPnl)
      if (found !== null) expect(abs(found - oracle.realized) <= 5n).toBe(true)
      return found
    }
    expect(foundAfterSelling(50n)).not.toBeNull()
    expect(foundAfterSelling(99n)).toBeNull()
  })

  it('the realized gain of a strategy is not known once a leg was closed, and nothing while all legs were opened', () => {
    const instrument = instrumentOf('option', 100n)
    const key = positionInstrumentKey(instrument)
    if (key === null) throw new Error('an instrument has a key')
    const ledger = new DayLedger(storedTradeDate('2026-11-26'))
    ledger.begin([])
    const leg = (isBuy: boolean | null) => ({ key, instrument, isBuy })
    ledger.setTrades([], [leg(true), leg(true)])
    expect(ledger.rows()).toEqual([])
    ledger.setTrades([], [leg(true), leg(false)])
    expect(ledger.rows()).toMatchObject([{ isClosed: true, realizedPnl: null }])
    const late = new DayLedger(storedTradeDate('2026-11-26'))
    late.setTrades([], [leg(false)])
    late.begin([])
    expect(late.rows()).toMatchObject([{ isClosed: true, realizedPnl: null }])
    ledger.setTrades([], [leg(null)])
    expect(ledger.rows()).toMatchObject([{ realizedPnl: null }])
  })
})
