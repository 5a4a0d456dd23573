import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DayLedger } from '../../../electron/core/portfolio/realized/day-ledger.js'
import type { DayTrade } from '../../../electron/core/portfolio/realized/day-trades.js'
import { tradeValue } from '../../../electron/core/portfolio/average-cost.js'
import type { Position } from '../../../shared/domain/account/account.js'
import {
  closedRows,
  dayPnlOf,
  heldKeys,
  type DayPnl,
} from '../../../shared/domain/account/day-pnl.js'
import type { RealizedDay } from '../../../shared/domain/account/realized-day.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  sum,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Money,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import {
  positionInstrumentKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import { epochMs } from '../../../shared/domain/time.js'
import { storedTradeDate } from '../../../shared/domain/market/trade-date.js'

const ACCOUNT = accountId('A1')
const DAY = storedTradeDate('2026-11-20')
const NAMES = ['AAPL', 'MSFT', 'XOM'] as const
const MARK = 30
const integer = (value: number) => dec(String(value))

interface Fill {
  readonly instrument: number
  readonly size: number
  readonly price: number
}

/** What the broker knows after a number of fills. */
interface Truth {
  readonly positions: readonly Position[]
  readonly trades: readonly DayTrade[]
  readonly total: Money
}

const instrumentOf = (name: string): Position => ({
  accountId: ACCOUNT,
  positionId: name,
  symbol: symbol(name),
  assetClass: 'stock',
  currency: 'USD',
  quantity: ZERO_QUANTITY,
  averageCost: null,
  multiplier: dec('1'),
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
})

const keyOf = (position: Position): InstrumentKey => {
  const key = positionInstrumentKey(position)
  if (key === null) throw new Error('no key')
  return key
}

/** Books fills as a broker does: the day's profit of an instrument is one figure, held or not. */
function truthOf(start: readonly number[], fills: readonly Fill[]): Truth {
  const day = NAMES.map((_name, index) => {
    const own = fills.filter(({ instrument }) => instrument === index)
    const held = own.reduce((size, fill) => size + fill.size, start[index] ?? 0)
    const paid = own.reduce((value, { size, price }) => value + size * price, 0)
    return { held, pnl: held * MARK - (start[index] ?? 0) * 20 - paid }
  })
  const positions = NAMES.flatMap((name, index): readonly Position[] => {
    const { held, pnl } = day[index] ?? { held: 0, pnl: 0 }
    return held === 0
      ? []
      : [
          {
            ...instrumentOf(name),
            quantity: asQuantity(integer(held)),
            averageCost: asPrice(dec('20')),
            lastPrice: asPrice(integer(MARK)),
            marketValue: asMoney(integer(held * MARK)),
            dayPnl: asMoney(integer(pnl)),
          },
        ]
  })
  const trades = fills.map(({ instrument, size, price }, index): DayTrade => {
    const position = instrumentOf(NAMES[instrument] ?? '')
    const quantity = asQuantity(integer(size))
    return {
      id: String(index),
      time: epochMs(index),
      key: keyOf(position),
      quantity,
      value: tradeValue(quantity, asPrice(integer(price)), dec('1')),
      instrument: position,
    }
  })
  return { positions, trades, total: asMoney(integer(day.reduce((all, { pnl }) => all + pnl, 0))) }
}

const fillOf = fc.record({
  instrument: fc.nat(NAMES.length - 1),
  // Small sizes, so that positions are often closed and reversed.
  size: fc.integer({ min: -2, max: 2 }).filter((size) => size !== 0),
  price: fc.integer({ min: 10, max: 40 }),
})
/** What happens next: a fill, or one of three delayed reads arrives. */
const eventOf = fc.oneof(
  fillOf.map((fill) => ({ kind: 'fill', fill }) as const),
  fc.constantFrom(
    { kind: 'positions' } as const,
    { kind: 'trades' } as const,
    { kind: 'total' } as const,
  ),
)

/** The figures of a window, each read after another number of fills. */
class Shown {
  readonly #truths: Truth[]
  readonly #fills: Fill[] = []
  readonly #start: readonly number[]
  readonly #ledger = new DayLedger(DAY)
  positions: readonly Position[]
  total: Money

  constructor(start: readonly number[]) {
    this.#start = start
    const first = truthOf(start, [])
    this.#truths = [first]
    this.positions = first.positions
    this.total = first.total
    this.#ledger.begin(first.positions)
  }

  get now(): Truth {
    const last = this.#truths.at(-1)
    if (last === undefined) throw new Error('no truth')
    return last
  }

  trade(fill: Fill): void {
    this.#fills.push(fill)
    this.#truths.push(truthOf(this.#start, this.#fills))
  }

  read(kind: 'positions' | 'trades' | 'total'): void {
    if (kind === 'positions') this.positions = this.now.positions
    else if (kind === 'total') this.total = this.now.total
    else this.#ledger.setTrades(this.now.trades, [])
  }

  get day(): RealizedDay {
    const rows = this.#ledger.rows()
    return { accountId: ACCOUNT, day: DAY, isComplete: true, rows, open: this.#ledger.open() }
  }

  get held(): ReadonlySet<InstrumentKey> {
    return heldKeys(this.positions)
  }

  get pnl(): DayPnl {
    const { positions, held, day, total: reported } = this
    return dayPnlOf({
      accountId: ACCOUNT,
      currency: 'USD',
      positions,
      held,
      day,
      reported,
      reportedAt: null,
    })
  }

  /** The sum over the rows that the table shows, closed ones included. */
  get rowsTotal(): string {
    const rows = [
      ...this.positions,
      ...closedRows(this.day, this.held).map(({ position }) => position),
    ]
    return text(sum([ZERO_MONEY, ...rows.map(({ dayPnl }) => dayPnl ?? ZERO_MONEY)]))
  }
}

const text = (value: Money | null): string => (value === null ? 'unknown' : decimalText(value))
const startOf = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 })

describe("the day's profit and loss, while fills are read at different times", () => {
  it('equals the sum of the rows whenever it is current, and else the total of the broker', () => {
    fc.assert(
      fc.property(startOf, fc.array(eventOf, { maxLength: 40 }), (start, events) => {
        const shown = new Shown(start)
        for (const event of events) {
          if (event.kind === 'fill') shown.trade(event.fill)
          else shown.read(event.kind)
          const { value, isCurrent } = shown.pnl
          expect(text(value)).toBe(isCurrent ? shown.rowsTotal : text(shown.total))
        }
      }),
    )
  })

  it('is never current while what was closed is in no row', () => {
    fc.assert(
      fc.property(startOf, fc.array(eventOf, { maxLength: 40 }), (start, events) => {
        const view = new Shown(start)
        for (const event of events) {
          if (event.kind === 'fill') view.trade(event.fill)
          else view.read(event.kind)
          if (!view.pnl.isCurrent) continue
          const rows = new Set([
            ...view.held,
            ...closedRows(view.day, view.held).map(({ key }) => key),
          ])
          expect(view.day.open.filter((key) => !rows.has(key))).toEqual([])
        }
      }),
    )
  })

  it('is current, and the truth, once everything is read', () => {
    fc.assert(
      fc.property(startOf, fc.array(eventOf, { maxLength: 40 }), (start, events) => {
        const view = new Shown(start)
        for (const event of events) {
          if (event.kind === 'fill') view.trade(event.fill)
          else view.read(event.kind)
        }
        for (const kind of ['positions', 'trades', 'total'] as const) view.read(kind)
        expect(view.pnl.isCurrent).toBe(true)
        expect([text(view.pnl.value), view.rowsTotal]).toEqual([
          text(view.now.total),
          text(view.now.total),
        ])
      }),
    )
  })

  it('is the total of the broker between a closing fill and the reading of its trade', () => {
    const view = new Shown([2, 1, 0])
    view.trade({ instrument: 0, size: -2, price: 25 })
    view.read('positions')
    view.read('total')
    expect(view.pnl).toMatchObject({ value: view.now.total, isCurrent: false })
    view.read('trades')
    expect(view.pnl.isCurrent).toBe(true)
    expect(text(view.pnl.value)).toBe(view.rowsTotal)
  })
})
