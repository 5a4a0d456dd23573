import { describe, expect, it } from 'vitest'
import {
  abs,
  add,
  dec,
  decimalText,
  eq,
  fromInteger,
  lte,
  sub,
  sum,
  ZERO,
} from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type {
  JournalEvent,
  TradeEvent,
  TradeSource,
} from '../../../../electron/core/records/journal/journal-events.js'
import { afterFees } from '../../../../electron/core/records/journal/ledger/gains.js'
import { journalDays } from '../../../../electron/core/records/journal/ledger/journal-days.js'
import { journalOf } from '../../../../electron/core/records/journal/journal.js'
import { LotBook } from '../../../../electron/core/records/journal/lot-book.js'
import {
  statisticsBy,
  statisticsOf,
} from '../../../../electron/core/records/journal/ledger/statistics.js'
import { washSale } from '../../../../electron/core/records/journal/wash-sale.js'
import { FULL } from '../../../harness/system/effort.js'
import { finished } from '../../../unit/core/records/journal/record-builder.js'

const HAND: TradeSource = { kind: 'hand', name: null }
const START = Date.parse('2025-01-02T15:00:00Z')
const MINUTE = 60_000

/** Every product: the step of its quantities (in 1/100), and the multiplier in 1/100. */
const PRODUCTS = [
  { key: 'stock AAPL', step: 100, most: 40, multiplier: 100, price: 190_0000 },
  { key: 'stock F', step: 1, most: 900, multiplier: 100, price: 11_3400 },
  { key: 'option NVDA261218C00190000', step: 100, most: 6, multiplier: 10_000, price: 4_2500 },
  { key: 'futures ESZ6', step: 100, most: 3, multiplier: 5_000, price: 6_012_2500 },
  { key: 'crypto BTCUSD', step: 1, most: 60, multiplier: 100, price: 91_234_5600 },
  { key: 'event KXRATE-26DEC-T3 yes', step: 100, most: 80, multiplier: 100, price: 4300 },
  { key: 'event KXRATE-26DEC-T3 no', step: 100, most: 80, multiplier: 100, price: 5700 },
] as const

/** A generator of numbers that is the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A trade in integers: units of 1/100, price in 1/10000, fees in cents. */
interface PlainTrade {
  readonly key: string
  readonly units: number
  readonly price: number
  readonly multiplier: number
  readonly fees: number
}

function randomTrades(count: number, seed: number): readonly PlainTrade[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, () => {
    const product = PRODUCTS[random(PRODUCTS.length)] ?? PRODUCTS[0]
    const units = (1 + random(product.most)) * product.step
    return {
      key: product.key,
      units: random(2) === 0 ? units : -units,
      price: Math.max(1, Math.round(product.price * (0.8 + random(400) / 1_000))),
      multiplier: product.multiplier,
      fees: random(300),
    }
  })
}

const eventOf = (trade: PlainTrade, index: number): TradeEvent => ({
  kind: 'trade',
  id: `t${index}`,
  time: epochMs(START + index * 7 * MINUTE),
  key: trade.key,
  quantity: fromInteger(trade.units, 2),
  price: fromInteger(trade.price, 4),
  multiplier: fromInteger(trade.multiplier, 2),
  fees: fromInteger(trade.fees, 2),
  source: index % 3 === 0 ? { kind: 'assistant', name: 'Claude' } : HAND,
})

/**
 * The independent calculation: every hundredth of a unit is an entry of a queue of its own, with
 * its price; there are no lots, no parts and no decimals. The gain is in 1/100000000 USD.
 */
class UnitQueues {
  readonly gains = new Map<string, bigint>()
  readonly #queues = new Map<string, { from: number; readonly prices: number[]; sign: 1 | -1 }>()

  trade({ key, units, price, multiplier }: PlainTrade): void {
    const sign = units > 0 ? 1 : -1
    const queue = this.#queues.get(key) ?? { from: 0, prices: [], sign }
    this.#queues.set(key, queue)
    for (let unit = 0; unit < Math.abs(units); unit += 1) {
      const empty = queue.from === queue.prices.length
      if (empty || queue.sign === sign) {
        queue.sign = empty ? sign : queue.sign
        queue.prices.push(price)
        continue
      }
      const opened = queue.prices[queue.from] ?? 0
      queue.from += 1
      const gain = BigInt(queue.sign) * BigInt(price - opened) * BigInt(multiplier)
      this.gains.set(key, (this.gains.get(key) ?? 0n) + gain)
    }
  }

  held(key: string): number {
    const queue = this.#queues.get(key)
    return queue === undefined ? 0 : queue.sign * (queue.prices.length - queue.from)
  }
}

describe('the journal over 10,000 random trades of every product', () => {
  for (const seed of FULL ? [1, 20_261_125, 77] : [1]) {
    it(`realizes what a calculation unit by unit realizes (seed ${seed})`, () => {
      const trades = randomTrades(10_000, seed)
      const view = finished(journalOf(trades.map(eventOf)))
      const units = new UnitQueues()
      for (const trade of trades) units.trade(trade)

      for (const { key } of PRODUCTS) {
        const own = view.closed.filter((lot) => lot.key === key)
        const before = add(sum(own.map((lot) => lot.pnl)), sum(own.map((lot) => lot.fees)))
        expect(decimalText(sub(before, fromInteger(units.gains.get(key) ?? 0n, 8))), key).toMatch(
          /^-?0(\.0+)?$/,
        )
        const open = sum(view.open.filter((lot) => lot.key === key).map((lot) => lot.quantity))
        expect(eq(open, fromInteger(units.held(key), 2)), key).toBe(true)
      }
    })

    it(`loses no cent of the fees, and its parts add up (seed ${seed})`, () => {
      const trades = randomTrades(10_000, seed)
      const view = finished(journalOf(trades.map(eventOf)))
      const paid = fromInteger(
        trades.reduce((total, { fees }) => total + fees, 0),
        2,
      )
      const found = add(
        sum(view.closed.map(({ fees }) => fees)),
        sum(view.open.map(({ fees }) => fees)),
      )
      expect(eq(found, paid)).toBe(true)
      for (const lot of view.closed) expect(eq(lot.pnl, sub(lot.proceeds, lot.cost))).toBe(true)
      const closedTrips = sum(view.trips.map(({ pnl }) => pnl))
      const stats = statisticsOf(view.trips)
      expect(eq(stats.pnl, closedTrips)).toBe(true)
      expect(stats.wins + stats.losses).toBeLessThanOrEqual(stats.trips)
      const bySource = [...statisticsBy(view.trips, ({ source }) => [source.kind]).values()]
      expect(bySource.reduce((total, { trips }) => total + trips, 0)).toBe(stats.trips)
      const days = journalDays(view.gains)
      const gained = sum(view.gains.map((gain) => afterFees(gain) ?? ZERO))
      expect(eq(sum([ZERO, ...days.map(({ pnl }) => pnl)]), gained)).toBe(true)
    })
  }

  it('has round trips that begin and end flat, and cover every closed lot of what is flat', () => {
    const trades = randomTrades(4_000, 5)
    const flat = PRODUCTS.flatMap(({ key, multiplier, price }, index): PlainTrade[] => {
      const held = trades.filter((trade) => trade.key === key)
      const units = held.reduce((total, trade) => total + trade.units, 0)
      return units === 0 ? [] : [{ key, units: -units, price, multiplier, fees: index }]
    })
    const view = finished(journalOf([...trades, ...flat].map(eventOf)))
    expect(view.open).toEqual([])
    const byTrips = sum(view.trips.map(({ pnl }) => pnl))
    expect(eq(byTrips, sum(view.gains.map((gain) => afterFees(gain) ?? ZERO)))).toBe(true)
    // Lots have the same total but for the cent to which each trade is booked.
    const off = abs(sub(byTrips, sum(view.closed.map(({ pnl }) => pnl))))
    expect(lte(off, fromInteger(view.closed.length, 2))).toBe(true)
    for (const trip of view.trips) expect(trip.closedAt).toBeGreaterThanOrEqual(trip.openedAt)
  })
})

const noon = (day: string) => epochMs(Date.parse(`${day}T15:00:00Z`))
const trade = (
  id: string,
  day: string,
  quantity: string,
  price: string,
  fees = '0',
): TradeEvent => ({
  kind: 'trade',
  id,
  time: noon(day),
  key: 'stock KO',
  quantity: dec(quantity),
  price: dec(price),
  multiplier: dec('1'),
  fees: dec(fees),
  source: HAND,
})
const texts = (events: readonly JournalEvent[]) =>
  finished(journalOf(events)).closed.map(({ openedBy, quantity, pnl }) => [
    openedBy,
    decimalText(quantity),
    Number(decimalText(pnl)),
  ])

describe('lots', () => {
  it('close first in, first out; fees of both sides count', () => {
    expect(
      texts([
        trade('a', '2026-01-02', '10', '50', '1'),
        trade('b', '2026-01-03', '10', '60', '1'),
        trade('c', '2026-01-04', '-15', '70', '3'),
      ]),
    ).toEqual([
      ['a', '10', 197],
      ['b', '5', 48.5],
    ])
  })

  it('lots of short sales gain when the price falls', () => {
    expect(
      texts([trade('a', '2026-01-02', '-10', '50'), trade('b', '2026-01-03', '12', '45')]),
    ).toEqual([['a', '10', 50]])
  })

  it('lots of a delivery have its cost, and what leaves realizes nothing', () => {
    const delivery = (id: string, day: string, quantity: string): JournalEvent => ({
      kind: 'delivery',
      id,
      time: noon(day),
      key: 'stock KO',
      quantity: dec(quantity),
      price: dec('40'),
      multiplier: dec('1'),
    })
    expect(
      texts([
        delivery('in', '2026-01-02', '10'),
        delivery('out', '2026-01-03', '-4'),
        trade('c', '2026-01-04', '-6', '50'),
      ]),
    ).toEqual([['in', '6', 60]])
  })

  it('keep their cost through a split', () => {
    expect(
      texts([
        trade('a', '2026-01-02', '10', '100'),
        {
          kind: 'split',
          id: 's',
          time: noon('2026-01-03'),
          key: 'stock KO',
          from: dec('1'),
          to: dec('4'),
        },
        trade('b', '2026-01-04', '-40', '30'),
      ]),
    ).toEqual([['a', '40', 200]])
  })
})

describe('a wash sale', () => {
  const lotsOf = (events: readonly JournalEvent[]) => {
    const book = new LotBook()
    for (const event of events) book.apply(event)
    return book.open('stock KO')
  }

  it('is a sale at a loss with a purchase in the thirty days before', () => {
    const lots = lotsOf([trade('a', '2026-01-02', '10', '60'), trade('b', '2026-03-01', '4', '52')])
    const found = washSale(lots, trade('c', '2026-03-20', '-10', '50'))
    expect(decimalText(found?.loss ?? ZERO)).toBe('100')
    expect(decimalText(found?.replaced ?? ZERO)).toBe('4')
    expect(found?.until).toBe('2026-04-19')
  })

  it('has nothing replaced when the last purchase is older, and does not exist for a gain', () => {
    const lots = lotsOf([trade('a', '2026-01-02', '10', '60')])
    expect(
      decimalText(washSale(lots, trade('c', '2026-03-20', '-10', '50'))?.replaced ?? dec('1')),
    ).toBe('0')
    expect(washSale(lots, trade('c', '2026-03-20', '-10', '70'))).toBeNull()
    expect(washSale(lots, trade('c', '2026-03-20', '10', '50'))).toBeNull()
  })
})
