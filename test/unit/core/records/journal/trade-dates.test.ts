import { describe, expect, it } from 'vitest'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { storedTradeDate } from '../../../../../shared/domain/market/trade-date.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import type { JournalRecords } from '../../../../../electron/core/records/journal/journal-records.js'
import {
  accountJournal,
  lotsOf,
  openLotsOf,
  reportOf,
} from '../../../../../electron/core/records/journal/report.js'
import { hasTerm, termOf } from '../../../../../electron/core/records/journal/tax-term.js'
import { finished, holding, recordsOf } from './record-builder.js'

const ALL = { from: null, to: null }

/** Returns a time of New York, "2025-01-15 19:30". */
function newYork(text: string): EpochMs {
  const [day = '', time = ''] = text.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return exchangeInstant(day, hour * 60 + minute)
}

/** Returns the records of one purchase and one sale at these times. */
function bought(key: string, from: string, to: string): JournalRecords {
  const trade = (id: string, quantity: string, price: string) => ({
    id,
    day: '2026-01-01',
    key,
    quantity,
    price,
  })
  const records = recordsOf([trade('a', '10', '50'), trade('b', '-10', '60')])
  const times = [newYork(from), newYork(to)]
  return {
    ...records,
    fills: records.fills.map((fill, index) => ({ ...fill, time: times[index] ?? fill.time })),
  }
}

describe('REL-49: the journal follows trade dates', () => {
  it.each([
    // Bought and sold in New York, dates and term.
    ['2025-01-15 19:30', '2026-01-16 15:00', '2025-01-15', '2026-01-16', 'long'],
    ['2025-01-15 15:00', '2026-01-15 19:30', '2025-01-15', '2026-01-15', 'short'],
    ['2024-02-29 12:00', '2025-03-03 12:00', '2024-02-29', '2025-03-03', 'long'],
    ['2023-02-28 12:00', '2024-02-29 12:00', '2023-02-28', '2024-02-29', 'short'],
    ['2023-02-28 12:00', '2024-03-01 12:00', '2023-02-28', '2024-03-01', 'long'],
    // The overnight session of Thursday evening is dated Friday.
    ['2025-01-16 15:00', '2026-01-15 21:00', '2025-01-16', '2026-01-16', 'short'],
  ])(
    'the trade dates of shares bought %s and sold %s: %s to %s, %s',
    (from, to, acquired, sold, term) => {
      const journal = finished(accountJournal(bought('stock KO', from, to)))

      expect(lotsOf(journal, ALL)).toMatchObject([{ acquired, sold, term }])
      expect(reportOf(journal, ALL).days).toMatchObject([{ day: sold }])
    },
  )

  it.each([
    ['2024-02-29', '2025-03-01', 'long'],
    ['2024-02-29', '2025-02-28', 'short'],
    ['2024-02-28', '2025-02-28', 'short'],
    ['2024-02-28', '2025-03-01', 'long'],
    ['2023-02-28', '2024-02-29', 'short'],
    ['2023-02-28', '2024-03-01', 'long'],
    ['2025-04-30', '2026-04-30', 'short'],
    ['2025-04-30', '2026-05-01', 'long'],
    ['2025-12-31', '2026-12-31', 'short'],
    ['2025-12-31', '2027-01-01', 'long'],
  ] as const)('the term of %s to %s is %s: the thirteenth month', (acquired, sold, term) => {
    expect(termOf(storedTradeDate(acquired), storedTradeDate(sold))).toBe(term)
  })

  it.each([
    ['futures ESZ6', '2026-11-22 19:00', '2026-11-23'],
    ['stock KO', '2026-11-24 01:00', '2026-11-24'],
    ['stock KO', '2026-11-23 21:00', '2026-11-24'],
    ['crypto BTCUSD', '2026-11-24 21:00', '2026-11-25'],
    ['event KXRATE-26DEC-T3 yes', '2026-11-24 21:00', '2026-11-24'],
  ])('puts a closing trade of %s at %s on %s', (key, time, day) => {
    const journal = finished(accountJournal(bought(key, '2026-11-20 12:00', time)))

    expect(reportOf(journal, ALL).days).toMatchObject([{ day }])
    expect(lotsOf(journal, ALL)).toMatchObject([{ sold: day }])
  })

  it('gives no term to futures and to options on broad indexes', () => {
    const journal = finished(
      accountJournal(bought('futures ESZ6', '2025-01-15 12:00', '2026-02-16 12:00')),
    )
    expect(lotsOf(journal, ALL)).toMatchObject([{ term: null, acquired: '2025-01-15' }])

    const open = finished(
      accountJournal({
        ...recordsOf([
          {
            id: 'a',
            day: '2026-03-02',
            key: 'option SPXW261218C06600000',
            quantity: '1',
            price: '9',
          },
          {
            id: 'b',
            day: '2026-03-02',
            key: 'option SPY261218C00660000',
            quantity: '1',
            price: '9',
          },
        ]),
        holdings: ['option SPXW261218C06600000', 'option SPY261218C00660000'].map((key) =>
          holding(key, '1', '9'),
        ),
      }),
    )
    expect(openLotsOf(open).map(({ longTermFrom }) => longTermFrom)).toEqual([null, '2027-03-03'])
    expect(hasTerm('option SPX261218C06600000' as InstrumentKey)).toBe(false)
    expect(hasTerm('crypto BTCUSD' as InstrumentKey)).toBe(true)
  })
})
