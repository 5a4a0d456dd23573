import { describe, expect, test } from 'vitest'
import {
  createShownBalance,
  withShownDayPnl,
} from '../../../../electron/core/portfolio/shown-balance.js'
import type { Balance, Position } from '../../../../shared/domain/account/account.js'
import type { RealizedDay } from '../../../../shared/domain/account/realized-day.js'
import { asMoney, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { UnreadableList } from '../../../../shared/domain/session/unreadable-list.js'
import { accountId, symbol, type AccountId } from '../../../../shared/domain/ids.js'
import { storedTradeDate } from '../../../../shared/domain/market/trade-date.js'

const ACCOUNT = accountId('A1')
const OTHER = accountId('A2')

const balance = (id: AccountId, dayPnl: string): Balance =>
  ({
    accountId: id,
    currency: 'USD',
    dayPnl: asMoney(dec(dayPnl)),
    currencies: [
      { currency: 'USD', dayPnl: asMoney(dec(dayPnl)) },
      { currency: 'EUR', dayPnl: asMoney(dec('4')) },
    ],
  }) as unknown as Balance

const position = (currency: string, dayPnl: string): Position =>
  ({
    accountId: ACCOUNT,
    positionId: `${currency} ${dayPnl}`,
    symbol: symbol(currency === 'USD' ? 'AAPL' : 'SAP'),
    assetClass: 'stock',
    currency,
    quantity: asQuantity(dec('1')),
    dayPnl: asMoney(dec(dayPnl)),
  }) as Position

const UNREADABLE: UnreadableList = {
  kind: 'positions',
  accountId: ACCOUNT,
  count: 1,
  symbols: [],
}
const DAY: RealizedDay = {
  accountId: ACCOUNT,
  day: storedTradeDate('2026-11-27'),
  isComplete: true,
  rows: [],
  open: [],
}

interface Fixture {
  positions: readonly Position[] | null
  unreadable: readonly UnreadableList[]
  days: readonly RealizedDay[]
}

function createFixture(given: Partial<Fixture> = {}) {
  const known: Fixture = {
    positions: [position('USD', '-900'), position('EUR', '-3')],
    unreadable: [],
    days: [DAY],
    ...given,
  }
  const listeners: (() => void)[] = []
  const live = <T>(get: () => T) => ({
    get,
    subscribe(changed: () => void) {
      listeners.push(changed)
      return () => void listeners.splice(listeners.indexOf(changed), 1)
    },
  })
  const portfolio = {
    balance: live(() => balance(ACCOUNT, '-100')),
    positions: live(() => known.positions),
  }
  const shown = createShownBalance({
    portfolio,
    realized: live(() => known.days),
    unreadable: () => known.unreadable,
  })
  return { shown, listeners }
}

describe('the balance that the window shows', () => {
  test('has the profit of the rows in each currency once the trades of the day are known', () => {
    expect(createFixture().shown.get()).toMatchObject({
      dayPnl: '-900',
      currencies: [
        { currency: 'USD', dayPnl: '-900' },
        { currency: 'EUR', dayPnl: '-3' },
      ],
    })
  })

  test('has the total of the broker while not every row is known', () => {
    const reported = { dayPnl: '-100', currencies: [{ dayPnl: '-100' }, { dayPnl: '4' }] }
    expect(createFixture({ positions: null }).shown.get()).toMatchObject(reported)
    expect(createFixture({ unreadable: [UNREADABLE] }).shown.get()).toMatchObject(reported)
    expect(createFixture({ days: [] }).shown.get()).toMatchObject(reported)
  })

  test('is what an assistant receives for the same account, and for no other', () => {
    const shown = createFixture().shown.get()
    expect(withShownDayPnl(balance(ACCOUNT, '-120'), shown)).toMatchObject({
      dayPnl: '-900',
      currencies: [{ dayPnl: '-900' }, { dayPnl: '-3' }],
    })
    expect(withShownDayPnl(balance(OTHER, '-120'), shown)).toEqual(balance(OTHER, '-120'))
    expect(withShownDayPnl(balance(ACCOUNT, '-120'), null)).toEqual(balance(ACCOUNT, '-120'))
  })

  test('changes with the balance and with the trades of the day, until nobody listens', () => {
    const { shown, listeners } = createFixture()
    let changes = 0
    const stop = shown.subscribe(() => {
      changes += 1
    })
    for (const changed of [...listeners]) changed()
    expect(changes).toBe(2)
    stop()
    expect(listeners).toEqual([])
  })
})
