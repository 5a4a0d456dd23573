import { describe, expect, it } from 'vitest'
import {
  reportOf,
  type AccountJournal,
} from '../../../../../electron/core/records/journal/report.js'
import type { Gain } from '../../../../../electron/core/records/journal/ledger/gains.js'
import type { NoteIndex } from '../../../../../electron/core/records/journal/notes/note-entry.js'
import type { RoundTrip } from '../../../../../electron/core/records/journal/ledger/round-trips.js'
import { dec, decimalText } from '../../../../../shared/domain/decimal.js'
import { ACCOUNT, noon } from './record-builder.js'

const gain = (key: string, day: string, realized: string): Gain =>
  ({
    key,
    direction: 'long',
    closedAt: noon(day),
    realized: dec(realized),
    fees: dec('0'),
  }) as unknown as Gain

const trip = (
  id: string,
  key: string,
  from: string,
  pnl: string,
  gains: readonly Gain[],
): RoundTrip =>
  ({
    id,
    key,
    legs: [{ key, openedBy: id }],
    direction: 'long',
    openedAt: noon(from),
    closedAt: gains.at(-1)?.closedAt,
    fees: dec('0'),
    pnl: dec(pnl),
    source: { kind: 'hand', name: null },
    gains,
    isCosted: true,
  }) as unknown as RoundTrip

const TRIPS = [
  trip('a', 'stock KO', '2026-11-02', '30', [
    gain('stock KO', '2026-11-03', '10'),
    gain('stock KO', '2026-11-04', '20'),
  ]),
  trip('b', 'stock KO', '2026-11-04', '-5', [gain('stock KO', '2026-11-06', '-5')]),
  trip('c', 'stock AAPL', '2026-11-02', '7', [gain('stock AAPL', '2026-11-06', '7')]),
]
const JOURNAL = {
  accountId: ACCOUNT,
  trips: TRIPS,
  gains: TRIPS.flatMap(({ gains }) => gains),
  closed: [],
  uncosted: [],
  unclear: 0,
} as unknown as AccountJournal
const NOTES = {
  entries: [],
  find: ({ tripId }: { readonly tripId: string }) =>
    tripId === 'b'
      ? undefined
      : { note: '', tags: [tripId === 'a' ? 'gap' : 'trend'], pictures: [] },
} as unknown as NoteIndex
const ALL = { from: null, to: null }

const figuresOf = (tag: string | null, period: Parameters<typeof reportOf>[1] = ALL) => {
  const { figures, days, bySymbol } = reportOf(JOURNAL, period, NOTES, tag)
  return {
    trips: figures.trips,
    pnl: decimalText(figures.pnl),
    days: days.map(({ day, pnl }) => `${day} ${decimalText(pnl)}`),
    symbols: bySymbol.map(({ group }) => group),
  }
}

describe('the report of a tag', () => {
  it('has only the figures, days and groups of its round trips', () => {
    expect(figuresOf('gap')).toEqual({
      trips: 1,
      pnl: '30',
      days: ['2026-11-03 10.00', '2026-11-04 20.00'],
      symbols: ['stock KO'],
    })
    expect(figuresOf('trend')).toMatchObject({ trips: 1, days: ['2026-11-06 7.00'] })
    expect(figuresOf('unknown')).toEqual({ trips: 0, pnl: '0', days: [], symbols: [] })
  })

  it('is that of all round trips without a tag', () => {
    expect(figuresOf(null)).toMatchObject({
      trips: 3,
      pnl: '32',
      days: ['2026-11-03 10.00', '2026-11-04 20.00', '2026-11-06 2.00'],
    })
  })

  it('counts what a round trip that ended later closed in the period', () => {
    const early = { from: null, to: noon('2026-11-03') }
    expect(figuresOf('gap', early)).toMatchObject({ trips: 0, days: ['2026-11-03 10.00'] })
  })
})
