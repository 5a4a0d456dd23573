import { describe, expect, it } from 'vitest'
import { LotBook } from '../../../../../electron/core/records/journal/lot-book.js'
import { accountJournal } from '../../../../../electron/core/records/journal/report.js'
import { dec, eq, sum } from '../../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { ACCOUNT, filled, noon, finished } from './record-builder.js'

const STOCK = 'stock AAPL'
const OPTION = 'option AAPL261218C00190000'
const SOURCE = { kind: 'hand', name: null } as const
const base = { time: noon('2026-01-05'), fees: dec('0'), source: SOURCE } as const
const buy = (id: string, key: string, quantity: string) =>
  ({
    ...base,
    kind: 'trade',
    id,
    key,
    quantity: dec(quantity),
    price: dec('2'),
    multiplier: dec('1'),
  }) as const

describe('the size held of an instrument', () => {
  it('is that of its open lots after trades, a split and an exercise', () => {
    const book = new LotBook()
    const events = [
      buy('1', STOCK, '10'),
      buy('2', STOCK, '-4'),
      buy('3', STOCK, '-9'),
      { kind: 'split', id: '4', time: base.time, key: STOCK, from: dec('1'), to: dec('3') },
      buy('5', OPTION, '2'),
      {
        kind: 'exercise',
        id: '6',
        time: base.time,
        key: OPTION,
        quantity: dec('-2'),
        shares: { key: STOCK, quantity: dec('200'), price: dec('190') },
      },
    ] as const
    for (const event of events) {
      book.apply(event)
      for (const key of [STOCK, OPTION]) {
        const lots = sum(book.open(key).map(({ quantity }) => quantity))
        expect(eq(book.held(key), lots), `${event.id} ${key}`).toBe(true)
      }
    }
    expect(eq(book.held(STOCK), dec('191'))).toBe(true)
    expect(eq(book.held(OPTION), dec('0'))).toBe(true)
  })

  // A sum over all lots for each trade, or a search of all trades for each contract, would take
  // ten times as long, and minutes for the 100,000 fills of a busy year.
  it.each([
    ['one share', () => STOCK],
    ['many contracts', (index: number) => `option AAPL261218C${`${index}`.padStart(8, '0')}`],
  ])('takes no longer for many open lots: 6,000 purchases of %s', (_name, keyOf) => {
    const trades = Array.from({ length: 6_000 }, (_, index) => {
      const key = keyOf(index)
      const trade = filled({ id: `${index}`, day: '2026-01-05', key, quantity: '1', price: '9' })
      return { ...trade, fill: { ...trade.fill, time: epochMs(trade.fill.time + index) } }
    })
    const began = process.cpuUsage()
    const { open } = finished(
      accountJournal({
        accountId: ACCOUNT,
        readAt: noon('2026-01-06'),
        fills: trades.map(({ fill }) => fill),
        orders: trades.map(({ order }) => order),
        activities: [],
        transfers: [],
        holdings: [],
        unreadable: 0,
      }),
    )
    // None is held, so that as many were owed before the records.
    expect(open).toEqual([])
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  })
})
