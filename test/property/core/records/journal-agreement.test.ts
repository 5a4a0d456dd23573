import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JournalReport } from '../../../../shared/domain/account/journal.js'
import {
  abs,
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  eq,
  fromInteger,
  isNegative,
  isPositive,
  lte,
  mul,
  sub,
  sum,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'
import type {
  JournalRecords,
  RecordedFill,
  RecordedHolding,
  RecordedOrder,
} from '../../../../electron/core/records/journal/journal-records.js'
import {
  accountJournal,
  reportOf,
  type AccountJournal,
} from '../../../../electron/core/records/journal/report.js'
import { ACCOUNT, finished, noon } from '../../../unit/core/records/journal/record-builder.js'

const ALL = { from: null, to: null }
const START = noon('2026-11-02')
const CALL = 'option AAPL261218C00270000' as InstrumentKey
const HIGH = 'option AAPL261218C00280000' as InstrumentKey
const LATER = 'option AAPL270115C00270000' as InstrumentKey

const PLAIN = [
  { key: 'stock AAPL', multiplier: '1' },
  { key: CALL, multiplier: '100' },
  { key: HIGH, multiplier: '100' },
  { key: LATER, multiplier: '100' },
  { key: 'futures ESZ6', multiplier: '50' },
  { key: 'event KXRATE-26DEC-T3 yes', multiplier: '1' },
] as const
const STRATEGIES: readonly (readonly (readonly [InstrumentKey, boolean])[])[] = [
  [
    [CALL, true],
    [HIGH, false],
  ],
  [
    [CALL, false],
    [HIGH, true],
  ],
  [
    [CALL, false],
    [LATER, true],
  ],
]

interface Step {
  readonly product: number
  readonly units: number
  readonly isBuy: boolean
  readonly price: number
  readonly fees: number
  readonly days: number
}

const steps = fc.array(
  fc.record({
    product: fc.integer({ min: 0, max: PLAIN.length + STRATEGIES.length - 1 }),
    units: fc.integer({ min: 1, max: 3 }),
    isBuy: fc.boolean(),
    price: fc.integer({ min: 1, max: 40_000 }),
    fees: fc.integer({ min: 0, max: 200 }),
    days: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 40 },
)

type Leg = RecordedOrder['legs'][number]

function legsOf({ product, units, isBuy }: Step): readonly Leg[] {
  const quantity = asQuantity(fromInteger(units))
  const plain = PLAIN[product]
  if (plain !== undefined) {
    const key = plain.key as InstrumentKey
    return [{ key, isBuy, quantity, multiplier: dec(plain.multiplier) }]
  }
  const legs = STRATEGIES[product - PLAIN.length] ?? []
  return legs.map(([key, buys]) => ({ key, isBuy: buys, quantity, multiplier: dec('100') }))
}

/** Returns what the broker would have recorded of a history of orders that filled at once. */
function recordsOf(history: readonly Step[]): JournalRecords {
  const orders: RecordedOrder[] = []
  const fills: RecordedFill[] = []
  const sizes = new Map<InstrumentKey, { quantity: Decimal; multiplier: Decimal | null }>()
  let time = START as number
  history.forEach((step, index) => {
    time += step.days * DAY_MS + 60_000
    const id = clientOrderId(`o${index}`)
    const legs = legsOf(step)
    for (const { key, isBuy, quantity, multiplier } of legs) {
      const before = sizes.get(key)?.quantity ?? ZERO
      sizes.set(key, {
        quantity: isBuy ? add(before, quantity) : sub(before, quantity),
        multiplier,
      })
    }
    const quantity = asQuantity(fromInteger(step.units))
    orders.push({
      id,
      legs,
      quantity,
      filled: quantity,
      fees: asMoney(fromInteger(step.fees, 2)),
      isFinal: true,
      source: { kind: 'hand', name: null },
    })
    fills.push({
      id: `x${index}`,
      order: id,
      time: epochMs(time),
      isBuy: step.isBuy,
      quantity,
      price: asPrice(fromInteger(step.price, 2)),
    })
  })
  const holdings = [...sizes].map(
    ([key, { quantity, multiplier }]): RecordedHolding => ({
      key,
      quantity: asQuantity(quantity),
      averageCost: null,
      multiplier,
    }),
  )
  return {
    accountId: ACCOUNT,
    readAt: epochMs(time + DAY_MS),
    orders,
    fills,
    activities: [],
    transfers: [],
    holdings,
    unreadable: 0,
  }
}

const journalOf = (history: readonly Step[]): AccountJournal =>
  finished(accountJournal(recordsOf(history)))

/** The largest fall of the curve, by looking at each pair of days. */
function fallOf({ days }: JournalReport): Decimal {
  const totals: Decimal[] = [ZERO]
  for (const { pnl } of days) totals.push(add<Decimal>(totals.at(-1) ?? ZERO, pnl))
  return totals.reduce<Decimal>((deepest, high, index) => {
    const falls = totals.slice(index).map((low) => sub(high, low))
    return falls.reduce((most, fall) => (lte(fall, most) ? most : fall), deepest)
  }, ZERO)
}

const near = (a: Decimal, b: Decimal, off: Decimal): boolean => lte(abs(sub(a, b)), off)

describe('REL-41: the figures of the journal, for any history of fills', () => {
  it('agree: tiles with calendar, curve and round trips', () => {
    fc.assert(
      fc.property(steps, fc.option(fc.integer({ min: 0, max: 40 })), (history, cutAt) => {
        const journal = journalOf(history)
        const period = cutAt === null ? ALL : { from: epochMs(START + cutAt * DAY_MS), to: null }
        const report = reportOf(journal, period)
        const { days, totals, figures } = report

        expect(eq(sum([ZERO, ...days.map(({ pnl }) => pnl)]), totals.pnl)).toBe(true)
        expect(eq(sub<Decimal>(totals.realized, totals.fees), totals.pnl)).toBe(true)
        expect(eq(fallOf(report), totals.maxDrawdown)).toBe(true)
        expect(figures.wins + figures.losses + figures.flats).toBe(figures.trips)
        expect(eq(add<Decimal>(figures.pnl, totals.outsideTrips), totals.pnl)).toBe(true)
        const byAverages = add(
          mul(figures.averageWin ?? ZERO, fromInteger(figures.wins)),
          mul(figures.averageLoss ?? ZERO, fromInteger(figures.losses)),
        )
        expect(near(byAverages, figures.pnl, fromInteger(figures.trips + 1, 4))).toBe(true)
        expect(report.bySymbol.reduce((count, group) => count + group.figures.trips, 0)).toBe(
          figures.trips,
        )
      }),
    )
  })

  it('are whole once everything is closed', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const held = recordsOf(history).holdings
        const closing = held.flatMap(({ key, quantity }): readonly Step[] => {
          const product = PLAIN.findIndex((candidate) => candidate.key === key)
          const units = Math.abs(Number(decimalText(quantity)))
          if (product < 0 || units === 0) return []
          const isBuy = isNegative(quantity)
          return [{ product, units, isBuy, price: 100, fees: 7, days: 0 }]
        })
        const all = [...history, ...closing]
        const records = recordsOf(all)
        expect(records.holdings.every(({ quantity }) => eq(quantity, ZERO))).toBe(true)
        const { totals, figures } = reportOf(finished(accountJournal(records)), ALL)
        const paid = sum(all.map(({ fees }) => fromInteger(fees, 2)))
        expect(eq(totals.fees, paid)).toBe(true)
        expect(eq(totals.outsideTrips, ZERO)).toBe(true)
        expect(eq(figures.pnl, totals.pnl)).toBe(true)
      }),
    )
  })
})

const vertical = (isOpening: boolean, price: number, days = 1): Step => ({
  product: PLAIN.length + (isOpening ? 0 : 1),
  units: 1,
  isBuy: isOpening,
  price,
  fees: 6,
  days,
})
const shares = (isBuy: boolean, units: number, price: number, days = 1): Step => ({
  product: 0,
  units,
  isBuy,
  price,
  fees: 10,
  days,
})

describe('a round trip', () => {
  it('a round trip of a vertical is one, with its net prices', () => {
    const { trips } = journalOf([vertical(true, 112), vertical(false, 200)])

    expect(trips).toHaveLength(1)
    expect(trips[0]?.legs.map(({ key, direction }) => `${key} ${direction}`)).toEqual([
      `${CALL} long`,
      `${HIGH} short`,
    ])
    expect(decimalText(trips[0]?.pnl ?? ZERO)).toBe('87.88')
    expect(decimalText(trips[0]?.entryPrice ?? ZERO)).toBe('1.12')
    expect(decimalText(trips[0]?.exitPrice ?? ZERO)).toBe('2')
    expect(decimalText(trips[0]?.quantity ?? ZERO)).toBe('1')
    expect(trips[0]?.trades).toBe(2)
  })

  it('a round trip of a strategy whose legs are closed one by one ends with the last of them', () => {
    const sellCall: Step = { ...shares(false, 1, 300), product: 1 }
    const open = journalOf([vertical(true, 112), sellCall])
    expect(open.trips).toHaveLength(0)
    expect(open.gains).toHaveLength(1)
  })

  it('goes on through a roll, and has no net price then', () => {
    const call: Step = { ...shares(true, 1, 300), product: 1 }
    const roll: Step = { ...call, product: PLAIN.length + 2, isBuy: true, price: 50 }
    const { trips } = journalOf([call, roll])
    expect(trips).toHaveLength(0)
    const records = recordsOf([call, roll])
    const [first] = records.orders
    const [fill] = records.fills
    if (first === undefined || fill === undefined) throw new Error('the call was bought')
    const end = clientOrderId('end')
    const all: JournalRecords = {
      ...records,
      holdings: [],
      orders: [
        ...records.orders,
        {
          ...first,
          id: end,
          legs: first.legs.map((leg) => ({ ...leg, key: LATER, isBuy: false })),
        },
      ],
      fills: [
        ...records.fills,
        { ...fill, id: 'end', order: end, isBuy: false, time: epochMs(fill.time + 9 * DAY_MS) },
      ],
    }
    const ended = finished(accountJournal(all)).trips
    expect(ended).toHaveLength(1)
    expect(ended[0]?.legs.map(({ key }) => key)).toEqual([CALL, LATER])
    expect(ended[0]?.entryPrice).toBeNull()
    expect(ended[0]?.trades).toBe(3)
  })

  it('turns once a position turns: what is opened in excess begins another', () => {
    const { trips } = journalOf([
      shares(true, 1, 10_000),
      shares(false, 3, 11_000),
      shares(true, 2, 10_500),
    ])
    expect(trips.map(({ direction, pnl }) => [direction, decimalText(pnl)])).toEqual([
      ['long', '9.87'],
      ['short', '9.83'],
    ])
  })
})

describe('the days of the journal', () => {
  it('have losses of a position that is closed in part, which are in no round trip yet', () => {
    const report = reportOf(
      journalOf([
        shares(true, 1, 10_000, 0),
        shares(false, 1, 12_000),
        shares(true, 3, 10_000),
        shares(false, 1, 5_415),
        shares(false, 1, 5_033),
      ]),
      ALL,
    )

    expect(report.days.map(({ pnl }) => decimalText(pnl))).toEqual(['19.80', '-45.98', '-49.81'])
    expect(decimalText(report.totals.maxDrawdown)).toBe('95.79')
    expect(report.figures).toMatchObject({ trips: 1, wins: 1, losses: 0 })
    expect(decimalText(report.totals.outsideTrips)).toBe('-95.79')
    expect(isPositive(report.figures.pnl)).toBe(true)
  })
})
