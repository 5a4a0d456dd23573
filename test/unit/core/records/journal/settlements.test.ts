import { describe, expect, it } from 'vitest'
import {
  asMoney,
  asQuantity,
  dec,
  decimalText,
  ZERO,
} from '../../../../../shared/domain/decimal.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import type { JournalRecords } from '../../../../../electron/core/records/journal/journal-records.js'
import { accountJournal, lotsOf } from '../../../../../electron/core/records/journal/report.js'
import { activity, filled, holding, noon, recordsOf, finished } from './record-builder.js'

const ALL = { from: null, to: null }
const CALL = 'AAPL261218C00200000'
const PUT = 'AAPL261218P00200000'
const option = (symbol: string): string => `option ${symbol}`
const bought = { id: 'o1', day: '2026-12-01', multiplier: '100' } as const

/** Returns every closed lot as key, cost, proceeds and gain. */
const linesOf = (records: JournalRecords) =>
  lotsOf(finished(accountJournal(records)), ALL).map(({ key, cost, proceeds, pnl }) => [
    key,
    cost === null ? null : decimalText(cost),
    decimalText(proceeds),
    pnl === null ? null : decimalText(pnl),
  ])

describe('options in the journal', () => {
  const long = { ...bought, key: option(CALL), quantity: '2', price: '3', fees: '2' }

  it('options in the journal that expire worthless lose their premium and fees', () => {
    const ended = activity('e', '2026-12-18', {
      kind: 'option-exercise',
      subKind: 'OPTION_EXPIRATION',
      symbol: CALL,
      amount: '0',
    })
    expect(linesOf(recordsOf([long], [ended]))).toEqual([
      [option(CALL), '602.00', '0.00', '-602.00'],
    ])
  })

  it('options in the journal that are settled in cash gain the amount less the premium', () => {
    const ended = activity('e', '2026-12-18', {
      kind: 'option-exercise',
      subKind: 'OPTION_EXERCISE',
      symbol: CALL,
      amount: '1000',
    })
    expect(linesOf(recordsOf([long], [ended]))).toEqual([
      [option(CALL), '602.00', '1000.00', '398.00'],
    ])
  })

  it('options in the journal that are exercised realize nothing; the premium is part of the cost of the shares', () => {
    const ended = activity('e', '2026-12-18', {
      kind: 'option-exercise',
      subKind: 'OPTION_EXERCISE',
      symbol: 'AAPL',
      amount: '-40000',
    })
    const sold = { id: 'o2', day: '2026-12-21', key: 'stock AAPL', quantity: '-200', price: '210' }
    expect(linesOf(recordsOf([long, sold], [ended]))).toEqual([
      ['stock AAPL', '40602.00', '42000.00', '1398.00'],
    ])
  })

  it('options in the journal that were sold and are assigned give their premium to the shares that are delivered', () => {
    const shares = { id: 'o0', day: '2026-11-02', key: 'stock AAPL', quantity: '100', price: '180' }
    const short = { ...bought, key: option(CALL), quantity: '-1', price: '3', fees: '1' }
    const ended = activity('e', '2026-12-18', {
      kind: 'option-exercise',
      subKind: 'OPTION_ASSIGNMENT',
      symbol: 'AAPL',
      amount: '20000',
    })
    expect(linesOf(recordsOf([shares, short], [ended]))).toEqual([
      ['stock AAPL', '18000.00', '20299.00', '2299.00'],
    ])
  })

  it('a held put that is exercised takes its premium from the proceeds', () => {
    const shares = { id: 'o0', day: '2026-11-02', key: 'stock AAPL', quantity: '100', price: '180' }
    const put = { ...bought, key: option(PUT), quantity: '1', price: '4' }
    const ended = activity('e', '2026-12-18', {
      kind: 'option-exercise',
      subKind: 'OPTION_EXERCISE',
      symbol: 'AAPL',
      amount: '20000',
    })
    expect(linesOf(recordsOf([shares, put], [ended]))).toEqual([
      ['stock AAPL', '18000.00', '19600.00', '1600.00'],
    ])
  })

  it('options of a combination have the price that the cash of each leg says', () => {
    const net = filled({ ...bought, key: option(CALL), quantity: '1', price: '1' })
    const legs = [
      { key: option(CALL), isBuy: true },
      { key: option('AAPL261218C00210000'), isBuy: false },
    ].map((leg) => ({
      ...leg,
      key: leg.key as InstrumentKey,
      quantity: asQuantity(dec('1')),
      multiplier: dec('100'),
    }))
    const cash = [
      { symbol: CALL, amount: '-301' },
      { symbol: 'AAPL261218C00210000', amount: '200' },
    ].map(({ symbol, amount }, index) => ({
      ...activity(`c${index}`, bought.day, { kind: 'trade', subKind: 'BUY', symbol, amount }),
      time: noon(bought.day),
    }))
    const worthless = [CALL, 'AAPL261218C00210000'].map((symbol, index) =>
      activity(`e${index}`, '2026-12-18', {
        kind: 'option-exercise',
        subKind: 'OPTION_EXPIRATION',
        symbol,
        amount: '0',
      }),
    )
    const records = recordsOf([], [...cash, ...worthless])
    const combination = { ...net.order, legs, fees: asMoney(dec('1')) }
    expect(
      linesOf({ ...records, orders: [combination], fills: [net.fill] }).map(([, , , pnl]) => pnl),
    ).toEqual(['-301.00', '200.00'])
  })

  it('options of a combination whose contracts are not understood are unclear, and in no figure', () => {
    const net = filled({ ...bought, key: option(CALL), quantity: '1', price: '1' })
    const legs = [...net.order.legs, ...net.order.legs].map((leg) => ({ ...leg, multiplier: null }))
    const journal = finished(
      accountJournal({
        ...recordsOf([]),
        orders: [{ ...net.order, legs }],
        fills: [net.fill],
      }),
    )
    expect(journal.unclear).toBe(1)
    expect(journal.open).toEqual([])
  })
})

describe('event markets in the journal', () => {
  const side = (id: string, outcome: string, quantity: string, price: string) => ({
    id,
    day: '2026-12-01',
    key: `event KXRATE-26DEC-T3 ${outcome}`,
    quantity,
    price,
  })
  const end = (id: string, subKind: string, amount: string) =>
    activity(id, '2026-12-10', {
      kind: 'event-settlement',
      subKind,
      symbol: 'KXRATE-26DEC-T3',
      amount,
    })

  it('pay one dollar for each contract of the side that won, and nothing for the other', () => {
    const lost = end('a', 'EC_EXPIRATION', '0')
    const won = end('b', 'EC_PAYOUT', '10')
    const records = recordsOf(
      [side('o1', 'yes', '4', '0.3'), side('o2', 'no', '10', '0.6')],
      [lost, won],
    )
    expect(linesOf(records)).toEqual([
      ['event KXRATE-26DEC-T3 no', '6.00', '10.00', '4.00'],
      ['event KXRATE-26DEC-T3 yes', '1.20', '0.00', '-1.20'],
    ])
  })
})

describe('an event market of which both sides are held in equal size', () => {
  const side = (id: string, outcome: string, price: string, quantity = '10') => ({
    id,
    day: '2026-12-01',
    key: `event KXRATE-26DEC-T3 ${outcome}`,
    quantity,
    price,
    fees: '0.20',
  })
  const end = (id: string, subKind: string, amount: string) =>
    activity(id, '2026-12-10', {
      kind: 'event-settlement',
      subKind,
      symbol: 'KXRATE-26DEC-T3',
      amount,
    })
  const journalFor = (amount: string, noSize = '10') =>
    finished(
      accountJournal(
        recordsOf(
          [side('o1', 'yes', '0.3'), side('o2', 'no', '0.6', noSize)],
          [end('a', 'EC_EXPIRATION', '0'), end('b', 'EC_PAYOUT', amount)],
        ),
      ),
    )

  it('is paid out as one, because no record says which side won', () => {
    const journal = journalFor('10')

    expect(journal.unclear).toBe(0)
    expect(journal.open).toEqual([])
    expect(journal.trips).toHaveLength(1)
    expect(decimalText(journal.trips[0]?.pnl ?? ZERO)).toBe('0.6')
    expect(journal.trips[0]?.legs.map(({ key }) => key)).toEqual([
      'event KXRATE-26DEC-T3 yes',
      'event KXRATE-26DEC-T3 no',
    ])
    // For taxes the gain of a side is not known, and is not invented.
    expect(lotsOf(journal, { from: null, to: null }).map(({ pnl }) => pnl)).toEqual([null, null])
  })

  it('is paid out as one, too, for an amount that is neither size', () => {
    const journal = journalFor('9', '12')
    expect(journal.open).toEqual([])
    expect(decimalText(journal.trips[0]?.pnl ?? ZERO)).toBe('-1.6')
  })

  it('is booked to the side that won as soon as one size alone fits', () => {
    const { gains } = journalFor('12', '12')
    expect(gains.map(({ key, realized }) => [key, decimalText(realized ?? ZERO)])).toEqual([
      ['event KXRATE-26DEC-T3 no', '4.8'],
      ['event KXRATE-26DEC-T3 yes', '-3'],
    ])
  })
})

describe('futures in the journal', () => {
  it('gain the point value of each point, and end at the price that their cash says', () => {
    const trades = [
      { id: 'o1', day: '2026-12-01', key: 'futures ESZ6', quantity: '2', price: '6000', fees: '5' },
      {
        id: 'o2',
        day: '2026-12-02',
        key: 'futures ESZ6',
        quantity: '-1',
        price: '6010',
        fees: '2',
      },
    ].map((order) => ({ ...order, multiplier: '50' }))
    const cash = [
      activity('c1', '2026-12-01', { kind: 'trade', subKind: 'BUY', symbol: 'ESZ6', amount: '-5' }),
      activity('c2', '2026-12-02', {
        kind: 'trade',
        subKind: 'SELL',
        symbol: 'ESZ6',
        amount: '498',
      }),
      activity('c3', '2026-12-18', {
        kind: 'journal',
        subKind: 'CASH_JOURNAL',
        symbol: 'ESZ6',
        amount: '-1000',
      }),
    ]
    // The second contract lost 20 points.
    expect(linesOf(recordsOf(trades, cash)).map(([, , , pnl]) => pnl)).toEqual([
      '495.50',
      '-1002.50',
    ])
  })

  it('futures in the journal that are still held are not ended by the settlements of their days', () => {
    const trade = {
      id: 'o1',
      day: '2026-12-01',
      key: 'futures ESZ6',
      quantity: '2',
      price: '6000',
      multiplier: '50',
    }
    const daily = activity('c', '2026-12-02', {
      kind: 'journal',
      subKind: 'CASH_JOURNAL',
      symbol: 'ESZ6',
      amount: '300',
    })
    const journal = finished(
      accountJournal(recordsOf([trade], [daily], [holding('futures ESZ6', '2')])),
    )
    expect(journal.closed).toEqual([])
    expect(journal.open.map(({ quantity }) => decimalText(quantity))).toEqual(['2'])
  })
})

describe('splits in the journal', () => {
  const shares = { id: 'o1', day: '2026-11-02', key: 'stock F', quantity: '25', price: '10' }
  const reverse = activity('s', '2026-11-10', {
    kind: 'corporate-action',
    subKind: 'REVERSE_SPLIT',
    symbol: 'F',
    amount: '0',
    ratio: ['10', '1'],
  })
  const inLieu = activity('c', '2026-11-11', {
    kind: 'corporate-action',
    subKind: 'CASH_IN_LIEU',
    symbol: 'F',
    amount: '55',
  })

  it('keep the cost; what is not a whole share is sold for the cash in lieu', () => {
    const records = recordsOf([shares], [reverse, inLieu], [holding('stock F', '2')])
    expect(linesOf(records)).toEqual([['stock F', '50.00', '55.00', '5.00']])
  })

  it('splits in the journal without a known ratio are unclear, not guessed', () => {
    const records = recordsOf([shares], [{ ...reverse, ratio: null }], [holding('stock F', '2.5')])
    expect(finished(accountJournal(records)).unclear).toBe(1)
  })
})

describe('what was held before the first record', () => {
  const sold = { id: 'o1', day: '2026-11-02', key: 'stock KO', quantity: '-4', price: '70' }

  it('has the cost that the average cost of the rest says', () => {
    const records = recordsOf([sold], [], [holding('stock KO', '6', '60')])
    expect(linesOf(records)).toEqual([['stock KO', '240.00', '280.00', '40.00']])
  })

  it('has no gain and is in no figure where its cost is not known', () => {
    const journal = finished(accountJournal(recordsOf([sold], [], [holding('stock KO', '6')])))
    expect(journal.closed).toEqual([])
    expect(linesOf(recordsOf([sold], [], [holding('stock KO', '6')]))).toEqual([
      ['stock KO', null, '280.00', null],
    ])
  })
})
