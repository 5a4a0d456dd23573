import { describe, expect, it } from 'vitest'
import {
  abs,
  add,
  asMoney,
  asPrice,
  asQuantity,
  eq,
  fromInteger,
  lte,
  sub,
  sum,
  toInteger,
  ZERO,
} from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { JournalRecords } from '../../../../electron/core/records/journal/journal-records.js'
import {
  accountJournal,
  lotsOf,
  reportOf,
} from '../../../../electron/core/records/journal/report.js'
import { ACCOUNT, finished } from '../../../unit/core/records/journal/record-builder.js'

const START = Date.parse('2025-01-02T15:00:00Z')
const STEP_MS = 7 * 60_000

/** Every product: quantities and multipliers in 1/100, prices in 1/10000. */
const PRODUCTS = [
  { key: 'stock AAPL', step: 100, most: 40, multiplier: 100, price: 190_0000 },
  { key: 'stock F', step: 1, most: 900, multiplier: 100, price: 11_3400 },
  { key: 'option NVDA261218C00190000', step: 100, most: 6, multiplier: 10_000, price: 4_2500 },
  { key: 'futures ESZ6', step: 100, most: 3, multiplier: 5_000, price: 6_012_2500 },
  { key: 'crypto BTCUSD', step: 1, most: 60, multiplier: 100, price: 91_234_5600 },
  { key: 'event KXRATE-26DEC-T3 yes', step: 100, most: 80, multiplier: 100, price: 4300 },
  { key: 'event KXRATE-26DEC-T3 no', step: 100, most: 80, multiplier: 100, price: 5700 },
] as const

interface PlainTrade {
  readonly key: string
  readonly units: number
  readonly price: number
  readonly multiplier: number
  readonly fees: number
}

function randomTrades(count: number, seed: number): readonly PlainTrade[] {
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
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

/** Each hundredth of a unit by itself: its price, or null for one bought before the records. */
class UnitQueues {
  readonly gains = new Map<string, bigint>()
  readonly #queues = new Map<string, { readonly prices: (number | null)[]; sign: number }>()

  trade({ key, units, price, multiplier }: PlainTrade, isRecorded: boolean): void {
    const queue = this.#queues.get(key) ?? { prices: [], sign: 0 }
    this.#queues.set(key, queue)
    const sign = Math.sign(units)
    let [count, first] = [Math.abs(units), 0]
    for (; count > 0 && first < queue.prices.length && queue.sign !== sign; count -= 1) {
      const opened = queue.prices[first] ?? null
      first += 1
      if (opened === null || !isRecorded) continue
      const gain = BigInt(queue.sign) * BigInt(price - opened) * BigInt(multiplier)
      this.gains.set(key, (this.gains.get(key) ?? 0n) + gain)
    }
    queue.prices.splice(0, first)
    if (count > 0) queue.sign = sign
    for (; count > 0; count -= 1) queue.prices.push(isRecorded ? price : null)
  }

  held(key: string): number {
    const queue = this.#queues.get(key)
    return queue === undefined ? 0 : queue.sign * queue.prices.length
  }
}

/** Returns the broker's records of these trades, of which the first were made before them. */
function recordsOf(
  trades: readonly PlainTrade[],
  hidden: number,
  units: UnitQueues,
): JournalRecords {
  const orders: JournalRecords['orders'][number][] = []
  const fills: JournalRecords['fills'][number][] = []
  trades.slice(hidden).forEach((trade, index) => {
    const id = clientOrderId(`order-${index}`)
    const isBuy = trade.units > 0
    const quantity = asQuantity(fromInteger(Math.abs(trade.units), 2))
    const multiplier = fromInteger(trade.multiplier, 2)
    orders.push({
      id,
      legs: [{ key: trade.key as InstrumentKey, isBuy, quantity, multiplier }],
      quantity,
      filled: quantity,
      fees: asMoney(fromInteger(trade.fees, 2)),
      isFinal: true,
      source: { kind: 'hand', name: null },
    })
    fills.push({
      id: `fill-${index}`,
      order: id,
      time: epochMs(START + index * STEP_MS),
      isBuy,
      quantity,
      price: asPrice(fromInteger(trade.price, 4)),
    })
  })
  const holdings = PRODUCTS.map(({ key, multiplier }) => ({
    key: key as InstrumentKey,
    quantity: asQuantity(fromInteger(units.held(key), 2)),
    averageCost: null,
    multiplier: fromInteger(multiplier, 2),
  }))
  const readAt = epochMs(START + trades.length * STEP_MS)
  const none = { activities: [], transfers: [], unreadable: 0 }
  return { accountId: ACCOUNT, readAt, orders, fills, holdings, ...none }
}

describe('the journal of the records of 10,000 trades of every product', () => {
  for (const [seed, hidden] of [
    [3, 0],
    [11, 400],
  ] as const) {
    it(`agrees with a calculation unit by unit, ${hidden} trades before the records`, () => {
      const trades = randomTrades(10_000, seed)
      const units = new UnitQueues()
      trades.forEach((trade, index) => units.trade(trade, index >= hidden))

      const journal = finished(accountJournal(recordsOf(trades, hidden, units)))

      expect(journal.unclear).toBe(0)
      for (const { key } of PRODUCTS) {
        const own = journal.closed.filter((lot) => lot.key === key)
        const beforeFees = add(sum(own.map(({ pnl }) => pnl)), sum(own.map(({ fees }) => fees)))
        expect(toInteger(beforeFees, 8), key).toBe(units.gains.get(key) ?? 0n)
        const open = journal.open.filter((lot) => lot.key === key)
        const held = fromInteger(units.held(key), 2)
        expect(eq(sum(open.map(({ quantity }) => quantity)), held), key).toBe(true)
      }
      expect(journal.uncosted.length > 0).toBe(hidden > 0)
    })
  }

  it('has the same total by day, by lot and over a period that is cut in two', () => {
    const trades = randomTrades(10_000, 29)
    const units = new UnitQueues()
    for (const trade of trades) units.trade(trade, true)
    const journal = finished(accountJournal(recordsOf(trades, 0, units)))
    const cut = epochMs(START + 5_000 * STEP_MS)

    const all = reportOf(journal, { from: null, to: null })
    const [early, late] = [
      reportOf(journal, { from: null, to: epochMs(cut - 1) }),
      reportOf(journal, { from: cut, to: null }),
    ]

    expect(early.figures.trips + late.figures.trips).toBe(all.figures.trips)
    expect(eq(add(early.figures.pnl, late.figures.pnl), all.figures.pnl)).toBe(true)
    expect(eq(sum(all.days.map(({ pnl }) => pnl)), all.totals.pnl)).toBe(true)
    expect(eq(add(early.totals.pnl, late.totals.pnl), all.totals.pnl)).toBe(true)
    const flat = PRODUCTS.filter(({ key }) => units.held(key) === 0).map(({ key }) => key as string)
    const lots = lotsOf(journal, { from: null, to: null }).filter(({ key }) => flat.includes(key))
    const trips = journal.trips.filter(({ key }) => flat.includes(key))
    const gains = sum([ZERO, ...lots.map(({ pnl }) => pnl ?? ZERO)])
    // First in, first out and average cost agree once nothing is held; each lot is rounded alone.
    const off = abs(sub(gains, sum([ZERO, ...trips.map(({ pnl }) => pnl)])))
    expect(lte(off, fromInteger(lots.length, 2))).toBe(true)
    for (const groups of [all.bySymbol, all.byHour, all.bySource]) {
      expect(eq(sum(groups.map(({ figures }) => figures.pnl)), all.figures.pnl)).toBe(true)
    }
  })
})
