import { describe, expect, it } from 'vitest'
import { DayLedger } from '../../../../../electron/core/portfolio/realized/day-ledger.js'
import type { DayTrade } from '../../../../../electron/core/portfolio/realized/day-trades.js'
import { readEndings } from '../../../../../electron/core/portfolio/realized/day-endings.js'
import type { RecordedActivity } from '../../../../../electron/core/records/journal/journal-records.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { CashActivity } from '../../../../../shared/domain/account/activity.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import {
  symbolKey,
  type InstrumentKey,
} from '../../../../../shared/domain/instruments/instrument-key.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { message } from '../../../../../shared/messages/make-message.js'

const ACCOUNT = accountId('A1')
const DAY = '2026-12-18' as DayLedger['day']
const AAPL = symbol('AAPL')
const CALL = symbol('AAPL261218C00190000')
const PUT = symbol('AAPL261218P00210000')
const MARKET = symbol('KXRATE-26DEC31-T3')
const money = (text: string) => asMoney(dec(text))

const position = (overrides: Partial<Position>): Position => ({
  accountId: ACCOUNT,
  positionId: 'P1',
  symbol: AAPL,
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('1')),
  averageCost: null,
  multiplier: dec('1'),
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
  ...overrides,
})

/** Two contracts bought at 2.50, worth 3.50 when the day began and 4.00 now. */
const option = (type: 'call' | 'put', strike: string, quantity = '2'): Position =>
  position({
    assetClass: 'option',
    quantity: asQuantity(dec(quantity)),
    multiplier: dec('100'),
    marketValue: money(quantity === '2' ? '800' : '-800'),
    unrealizedPnl: money(quantity === '2' ? '300' : '-300'),
    dayPnl: money(quantity === '2' ? '100' : '-100'),
    strategy: 'single',
    legs: [
      {
        legId: 'L1',
        symbol: AAPL,
        quantity: asQuantity(dec(quantity)),
        settles: null,
        option: {
          type,
          style: null,
          strike: asPrice(dec(strike)),
          expiration: DAY,
          multiplier: dec('100'),
          deliverable: null,
        },
      },
    ],
  })

const ending = (overrides: Partial<RecordedActivity>): RecordedActivity => ({
  id: 'E1',
  kind: 'option-exercise',
  subKind: '',
  symbol: CALL,
  amount: money('0'),
  time: epochMs(2_000),
  day: DAY,
  ratio: null,
  ...overrides,
})

/** A day that began with these positions and on which this ended later. */
function dayOf(
  positions: readonly Position[],
  endings: readonly RecordedActivity[],
  trades: readonly DayTrade[] = [],
): DayLedger {
  const ledger = new DayLedger(DAY)
  ledger.begin(positions)
  ledger.setTrades(trades, [])
  ledger.setEndings(endings)
  return ledger
}

const rowsOf = (ledger: DayLedger) =>
  ledger
    .rows()
    .map(({ key, isClosed, realizedPnl, position: { dayPnl } }) => [
      key,
      isClosed,
      realizedPnl,
      dayPnl,
    ])

describe('what ends without a trade', () => {
  it('is closed: an option that expires loses its cost, and over the day its value', () => {
    const ledger = dayOf([option('call', '190')], [ending({})])
    // It cost 500, and was worth 700 when the day began.
    expect(rowsOf(ledger)).toEqual([[`option ${CALL}`, true, '-500', '-700']])
    expect(ledger.open()).toEqual([])
    expect(ledger.isEveryEndingKnown).toBe(true)
  })

  it('gains what was received, where an option that was sold expires', () => {
    const ledger = dayOf([option('call', '190', '-2')], [ending({})])
    expect(rowsOf(ledger)).toEqual([[`option ${CALL}`, true, '500', '700']])
  })

  it('is settled in cash at the amount of the record', () => {
    const ledger = dayOf([option('call', '190')], [ending({ amount: money('920') })])
    expect(rowsOf(ledger)).toEqual([[`option ${CALL}`, true, '420', '220']])
  })

  it('ends with what is held at that time: a trade before it counts, one after it does not', () => {
    const trade = (id: string, time: number, quantity: string, value: string): DayTrade => ({
      id,
      time: epochMs(time),
      key: `option ${CALL}` as InstrumentKey,
      quantity: asQuantity(dec(quantity)),
      value: money(value),
      instrument: { ...option('call', '190'), quantity: asQuantity(dec('0')) },
    })
    const ledger = dayOf(
      [option('call', '190')],
      [ending({})],
      [trade('T1', 1_000, '-1', '-300'), trade('T2', 3_000, '1', '10')],
    )
    // One was sold for 300 that cost 250, the other expired; a third was bought afterwards.
    expect(rowsOf(ledger)).toEqual([[`option ${CALL}`, false, '-200', null]])
    expect(ledger.open()).toEqual([`option ${CALL}`])
  })

  it('leaves shares at the strike, where a put is exercised', () => {
    const shares = position({
      quantity: asQuantity(dec('300')),
      marketValue: money('60000'),
      unrealizedPnl: money('6000'),
      dayPnl: money('0'),
    })
    const exercise = ending({ symbol: AAPL, amount: money('42000') })
    const ledger = dayOf(
      [option('put', '210'), shares],
      [exercise, ending({ id: 'E2', symbol: PUT })],
    )
    // 200 shares that cost 180 each were delivered at 210.
    expect(rowsOf(ledger)).toEqual([
      [`option ${PUT}`, true, '-500', '-700'],
      ['stock AAPL', false, '6000', null],
    ])
  })

  it('brings shares at the strike, where a call is exercised and none was held', () => {
    const exercise = ending({ symbol: AAPL, amount: money('-38000') })
    const ledger = dayOf([option('call', '190')], [exercise])
    expect(rowsOf(ledger)).toEqual([[`option ${CALL}`, true, '-500', '-700']])
    expect(ledger.open()).toEqual(['stock AAPL'])
  })

  it('pays one dollar for each contract of the side that won', () => {
    const side = position({
      symbol: MARKET,
      assetClass: 'event',
      outcome: 'no',
      quantity: asQuantity(dec('40')),
      marketValue: money('24'),
      unrealizedPnl: money('8'),
      dayPnl: money('4'),
    })
    const payout = ending({ kind: 'event-settlement', symbol: MARKET, amount: money('40') })
    expect(rowsOf(dayOf([side], [payout]))).toEqual([
      [symbolKey('event', MARKET, 'no'), true, '24', '20'],
    ])
  })

  it('is not known where it ended before the positions were read: nothing is guessed', () => {
    const ledger = new DayLedger(DAY)
    ledger.setEndings([ending({})])
    ledger.begin([])
    ledger.setEndings([ending({})])
    expect([ledger.isEveryEndingKnown, ledger.rows()]).toEqual([false, []])
  })

  it('is not known where no contract explains the amount', () => {
    const exercise = ending({ symbol: AAPL, amount: money('-123') })
    expect(dayOf([option('call', '190')], [exercise]).isEveryEndingKnown).toBe(false)
  })
})

describe('reading what ended', () => {
  const row = (id: string, time: number, amount = '0'): CashActivity => ({
    id,
    accountId: ACCOUNT,
    kind: 'option-exercise',
    subKind: '',
    symbol: CALL,
    currency: 'USD',
    market: null,
    amount: money(amount),
    tradeDate: DAY,
    time: epochMs(time),
  })
  const range = { from: epochMs(0), now: epochMs(10_000) }

  it('reads every page, oldest first, at one instant the record with an amount first', async () => {
    const pages: Record<string, readonly CashActivity[]> = {
      '': [row('C', 3_000), row('B', 2_000)],
      next: [row('A', 2_000, '5')],
    }
    const endings = await readEndings(
      {
        cashActivities: (_account, _query, cursor) =>
          Promise.resolve(
            ok({
              rows: pages[cursor ?? ''] ?? [],
              cursor: cursor === null ? 'next' : null,
              unreadable: 0,
            }),
          ),
      },
      ACCOUNT,
      range,
    )
    expect(endings?.map(({ id }) => id)).toEqual(['A', 'B', 'C'])
  })

  it('books the records of one instant in their order, of which the newest is listed first', async () => {
    // A spread of calls that ends in the money: the long one brought 100 shares at 690, then the
    // short one took 100 at 685. 15 shares at 661.3395 were held.
    const call = (strike: string, quantity: string): Position => {
      const { legs = [], ...rest } = option('call', strike, quantity)
      return {
        ...rest,
        symbol: symbol('SPY'),
        legs: legs.map((leg) => ({ ...leg, symbol: symbol('SPY') })),
      }
    }
    const shares = position({
      symbol: symbol('SPY'),
      quantity: asQuantity(dec('15')),
      marketValue: money('10571.25'),
      unrealizedPnl: money('651.16'),
      dayPnl: money('51.75'),
    })
    const taken = { ...row('taken', 2_000, '68500'), symbol: symbol('SPY') }
    const brought = { ...row('brought', 2_000, '-69000'), symbol: symbol('SPY') }
    const rows = [taken, brought]
    const endings = await readEndings(
      { cashActivities: () => Promise.resolve(ok({ rows, cursor: null, unreadable: 0 })) },
      ACCOUNT,
      range,
    )
    const held = [call('690', '1'), call('685', '-1'), shares]
    const ledger = dayOf(held, endings ?? [])
    const realized = ledger.rows().find(({ key }) => key === 'stock SPY')?.realizedPnl
    // (15 × 661.3395 + 100 × 690) / 115 = 686.2617 a share, of which 100 were sold at 685.
    expect(realized).toBe('-126.17')
  })

  it('is unknown where it fails or a record cannot be read, and empty where it is refused', async () => {
    const failing = (kind: 'malformed' | 'not-entitled') =>
      readEndings(
        {
          cashActivities: () =>
            Promise.resolve(err(providerFailure(kind, message('session.notOffered')))),
        },
        ACCOUNT,
        range,
      )
    const unreadable = readEndings(
      { cashActivities: () => Promise.resolve(ok({ rows: [], cursor: null, unreadable: 1 })) },
      ACCOUNT,
      range,
    )
    expect(await Promise.all([failing('malformed'), unreadable, failing('not-entitled')])).toEqual([
      null,
      null,
      [],
    ])
  })
})
