import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  eq,
  fromInteger,
  isNegative,
  mul,
  neg,
  sum,
  toScale,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type {
  JournalRecords,
  RecordedActivity,
} from '../../../../electron/core/records/journal/journal-records.js'
import { tradesOf } from '../../../../electron/core/records/journal/record-events.js'
import { pricedLegs } from '../../../../electron/core/records/journal/ledger/strategy-fills.js'
import { ACCOUNT, noon, recordsOf } from '../../../unit/core/records/journal/record-builder.js'

const LONG = 'option AAPL261218C00270000' as InstrumentKey
const SHORT = 'option AAPL261218C00280000' as InstrumentKey
const HUNDRED = dec('100')

interface Part {
  readonly day: string
  readonly units: number
  /** In cents per share. */
  readonly long: number
  readonly short: number
  readonly fees: number
}

/** Returns what the broker recorded of a vertical that filled in parts. */
function verticalOf(parts: readonly Part[], isListed = true, filled?: number): JournalRecords {
  const id = clientOrderId('V1')
  const units = parts.reduce((total, part) => total + part.units, 0)
  const legs = [
    { key: LONG, isBuy: true },
    { key: SHORT, isBuy: false },
  ].map((leg) => ({ ...leg, quantity: asQuantity(fromInteger(units)), multiplier: HUNDRED }))
  const cash = parts.flatMap(({ day, units: size, long, short, fees }, index): RecordedActivity[] =>
    [
      { key: LONG, cents: -long * 100 * size - fees },
      { key: SHORT, cents: short * 100 * size },
    ].map(({ key, cents }) => ({
      id: `c${index} ${key}`,
      kind: 'trade',
      subKind: 'BUY',
      symbol: symbol(keyParts(key).symbol),
      amount: asMoney(fromInteger(cents, 2)),
      time: noon(day),
      day,
      ratio: null,
    })),
  )
  const fees = parts.reduce((total, part) => total + part.fees, 0)
  return {
    ...recordsOf([], isListed ? cash : []),
    accountId: ACCOUNT,
    orders: [
      {
        id,
        legs,
        quantity: asQuantity(fromInteger(units)),
        filled: asQuantity(fromInteger(filled ?? units)),
        fees: asMoney(fromInteger(fees, 2)),
        isFinal: true,
        source: { kind: 'hand', name: null },
      },
    ],
    fills: parts.map(({ day, units: size, long, short }, index) => ({
      id: `x${index}`,
      order: id,
      time: noon(day),
      isBuy: long >= short,
      quantity: asQuantity(fromInteger(size)),
      price: asPrice(fromInteger(Math.abs(long - short), 2)),
    })),
  }
}

const linesOf = (records: JournalRecords) =>
  tradesOf(records).trades.map(({ time, key, quantity, price, fees }) => [
    new Date(time).toISOString().slice(0, 10),
    keyParts(key as InstrumentKey).symbol.slice(-6),
    decimalText(quantity),
    decimalText(toScale(price, 4, 'half-even')),
    decimalText(toScale(fees, 2, 'half-even')),
  ])

describe('a strategy in the journal', () => {
  it('a strategy that fills on two days is booked on each day, at the prices of its own fills', () => {
    const records = verticalOf([
      { day: '2026-11-23', units: 2, long: 235, short: 123, fees: 12 },
      { day: '2026-11-24', units: 1, long: 250, short: 130, fees: 6 },
    ])

    expect(linesOf(records)).toEqual([
      ['2026-11-23', '270000', '2', '2.3500', '0.12'],
      ['2026-11-23', '280000', '-2', '1.2300', '0.00'],
      ['2026-11-24', '270000', '1', '2.5000', '0.06'],
      ['2026-11-24', '280000', '-1', '1.3000', '0.00'],
    ])
  })

  it('a strategy without cash per leg has the net price on the leg that it pays for', () => {
    const records = verticalOf(
      [{ day: '2026-11-23', units: 2, long: 235, short: 123, fees: 13 }],
      false,
    )

    expect(tradesOf(records).unclear).toBe(0)
    expect(linesOf(records)).toEqual([
      ['2026-11-23', '270000', '2', '1.1200', '0.06'],
      ['2026-11-23', '280000', '-2', '0.0000', '0.07'],
    ])
  })

  it('does not take the cash of another order at the same instant for its own', () => {
    const records = verticalOf([{ day: '2026-11-23', units: 2, long: 235, short: 123, fees: 12 }])
    const [first] = records.activities
    if (first === undefined) throw new Error('the vertical has cash')
    const other = { ...first, id: 'other', amount: asMoney(dec('-470')) }

    expect(linesOf({ ...records, activities: [...records.activities, other] })).toEqual([
      ['2026-11-23', '270000', '2', '1.1200', '0.06'],
      ['2026-11-23', '280000', '-2', '0.0000', '0.06'],
    ])
  })
})

describe('the fees of an order of which only a part is in the records', () => {
  it('are split by quantity: the part that is not there keeps its own', () => {
    const complete = recordsOf([
      { id: 'gtc', day: '2026-11-23', key: 'stock F', quantity: '100', price: '11', fees: '1.00' },
    ])
    const records: JournalRecords = {
      ...complete,
      orders: complete.orders.map((order) => ({ ...order, filled: asQuantity(dec('400')) })),
    }

    expect(tradesOf(records).trades.map(({ fees }) => decimalText(fees))).toEqual(['0.25'])
  })

  it('are not more than those of the order, and all of them once every part is there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 900 }),
        (sizes, cents, missing) => {
          const base = recordsOf([
            { id: 'gtc', day: '2026-11-23', key: 'stock F', quantity: '1', price: '11' },
          ])
          const [order, fill] = [base.orders[0], base.fills[0]]
          if (order === undefined || fill === undefined) throw new Error('one order filled')
          const filled = sizes.reduce((total, size) => total + size, missing)
          const fees = asMoney(fromInteger(cents, 2))
          const { trades } = tradesOf({
            ...base,
            orders: [{ ...order, filled: asQuantity(fromInteger(filled)), fees }],
            fills: sizes.map((size, index) => ({
              ...fill,
              id: `x${index}`,
              time: epochMs(fill.time + index),
              quantity: asQuantity(fromInteger(size)),
            })),
          })
          const booked = sum(trades.map((trade) => trade.fees))
          const due = (cents * (filled - missing)) / filled
          expect(Math.abs(Number(decimalText(booked)) * 100 - due)).toBeLessThanOrEqual(
            sizes.length,
          )
          if (missing === 0) expect(eq(booked, fees)).toBe(true)
        },
      ),
    )
  })
})

describe('the legs of any fill of a strategy', () => {
  const leg = fc.record({
    isBuy: fc.boolean(),
    units: fc.integer({ min: 1, max: 20 }),
    price: fc.integer({ min: 0, max: 5_000 }),
    hasCash: fc.boolean(),
    key: fc.constantFrom('option A', 'option B', 'stock C'),
  })

  it('add up to its net price and its fees to the cent, whatever the records say', () => {
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 0, max: 300 }),
        (parts, feeCents) => {
          const legs = parts.map(({ key, isBuy, units, price, hasCash }, index) => {
            const size = fromInteger(key === 'stock C' ? units * 100 : units)
            const multiplier = key === 'stock C' ? dec('1') : HUNDRED
            const value = mul(mul(fromInteger(price, 2), size), multiplier)
            const before = isBuy ? neg(value) : value
            const cash = index === 0 ? add(before, fromInteger(-feeCents, 2)) : before
            return {
              leg: {
                key: key as InstrumentKey,
                isBuy,
                units: size,
                multiplier,
                cash: hasCash ? cash : null,
              },
              before,
            }
          })
          const net = sum(legs.map(({ before }) => before))
          const fees = fromInteger(feeCents, 2)

          const priced = pricedLegs({
            net,
            fees,
            maxFees: fees,
            legs: legs.map((part) => part.leg),
          })

          expect(eq(sum(priced.map(({ value }) => value)), neg(net))).toBe(true)
          expect(eq(sum(priced.map((part) => part.fees)), fees)).toBe(true)
          const isListed = parts.every(({ hasCash }) => hasCash)
          expect(priced.every(({ isAllotted }) => isAllotted !== isListed)).toBe(true)
          for (const { fees: own } of priced) expect(isNegative(own)).toBe(false)
          if (isListed) {
            // What one leg seems to cost is off by no more than the fees.
            for (const [index, { value }] of priced.entries()) {
              const truth: Decimal = neg(legs[index]?.before ?? ZERO)
              const off = Math.abs(Number(decimalText(add(value, neg(truth)))) * 100)
              expect(off).toBeLessThanOrEqual(feeCents)
            }
          }
        },
      ),
    )
  })
})

describe('executions of a strategy that the broker lists for each leg', () => {
  it('are prices of the legs, with and without cash, and their fees are split by quantity', () => {
    for (const isListed of [true, false]) {
      const records = verticalOf(
        [{ day: '2026-11-23', units: 2, long: 235, short: 123, fees: 12 }],
        isListed,
        4,
      )
      const [fill] = records.fills
      if (fill === undefined) throw new Error('the vertical filled')
      const price = (text: string) => asPrice(dec(text))
      const fills = [
        { ...fill, id: 'a', price: price('2.35') },
        { ...fill, id: 'b', price: price('1.23') },
      ]

      expect(linesOf({ ...records, fills })).toEqual([
        ['2026-11-23', '270000', '2', '2.3500', isListed ? '0.12' : '0.03'],
        ['2026-11-23', '280000', '-2', '1.2300', isListed ? '0.00' : '0.03'],
      ])
    }
  })
})
