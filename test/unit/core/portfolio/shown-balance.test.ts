import { describe, expect, test } from 'vitest'
import {
  createShownBalance,
  shownOverview,
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
  balance: Balance | null
  positions: readonly Position[] | null
  unreadable: readonly UnreadableList[]
  days: readonly RealizedDay[]
}

function createFixture(overrides: Partial<Fixture> = {}) {
  const fixture: Fixture = {
    balance: balance(ACCOUNT, '-100'),
    positions: [position('USD', '-900'), position('EUR', '-3')],
    unreadable: [],
    days: [DAY],
    ...overrides,
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
    balance: live(() => fixture.balance),
    positions: live(() => fixture.positions),
  }
  const shown = createShownBalance({
    portfolio,
    realized: live(() => fixture.days),
    unreadable: () => fixture.unreadable,
  })
  return { shown, known: fixture, listeners }
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

  test('is not known before the balance was read', () => {
    const { shown } = createFixture({ balance: null })
    expect(shown.get()).toBeNull()
  })

  test('follows what is held: one that was bought meanwhile counts, one that was closed does not', () => {
    const { shown, known } = createFixture({ positions: [position('USD', '-900')] })
    expect(shown.get()).toMatchObject({ dayPnl: '-900' })
    known.positions = [position('USD', '-900'), position('USD', '-50')]
    expect(shown.get()).toMatchObject({ dayPnl: '-950' })
    known.positions = [position('USD', '-50')]
    expect(shown.get()).toMatchObject({ dayPnl: '-50' })
    known.positions = []
    expect(shown.get()).toMatchObject({ dayPnl: '0' })
  })

  test('knows at once which instruments are held, however many there were before', () => {
    const row = {
      key: 'stock SAP',
      position: { ...position('EUR', '7'), positionId: 'closed' },
      isClosed: true,
      realizedPnl: asMoney(dec('7')),
      isPartial: false,
      isAllotted: false,
    } as RealizedDay['rows'][number]
    const [apple, sap] = [position('USD', '-900'), position('EUR', '9')]
    const microsoft = { ...position('USD', '-30'), symbol: symbol('MSFT') }
    const { shown, known } = createFixture({ days: [{ ...DAY, rows: [row] }] })
    const dayPnl = (...positions: readonly Position[]) => {
      known.positions = positions
      return shown.get()?.dayPnl
    }
    // While positions hold what the trades have closed, they show different moments.
    expect(dayPnl(apple, sap)).toBe('-100')
    expect(dayPnl(apple)).toBe('-900')
    expect(dayPnl(apple, sap)).toBe('-100')
    expect(dayPnl(apple, microsoft)).toBe('-930')
    expect(dayPnl(sap, microsoft)).toBe('-100')
    expect(dayPnl(apple, microsoft)).toBe('-930')
    expect(dayPnl(sap)).toBe('-100')
    expect(dayPnl()).toBe('0')
  })

  test('reads the instruments of the positions once, however often their prices change', () => {
    let reads = 0
    const counting = (dayPnl: string): Position => ({
      ...position('USD', dayPnl),
      positionId: 'P1',
      get symbol() {
        reads += 1
        return symbol('AAPL')
      },
    })
    const { shown, known } = createFixture({ positions: [counting('1')] })
    shown.get()
    const first = reads
    known.positions = [counting('2')]
    expect(shown.get()?.dayPnl).toBe('2')
    expect(first).toBeGreaterThan(0)
    expect(reads).toBe(first)
  })

  test('counts what was closed today, and not twice what was bought again', () => {
    const row = {
      key: 'stock SAP',
      position: { ...position('EUR', '7'), positionId: 'closed' },
      isClosed: true,
      realizedPnl: asMoney(dec('7')),
      isPartial: false,
      isAllotted: false,
    } as RealizedDay['rows'][number]
    const { shown, known } = createFixture({
      positions: [position('USD', '-900')],
      days: [{ ...DAY, rows: [row] }],
    })
    expect(shown.get()?.currencies).toMatchObject([{ dayPnl: '-900' }, { dayPnl: '7' }])
    known.positions = [position('USD', '-900'), position('EUR', '9')]
    known.days = [{ ...DAY, rows: [{ ...row, isClosed: false }], open: ['stock SAP' as never] }]
    expect(shown.get()?.currencies).toMatchObject([{ dayPnl: '-900' }, { dayPnl: '9' }])
  })

  test('has the total of the broker where the day of another account is known', () => {
    expect(createFixture({ days: [{ ...DAY, accountId: OTHER }] }).shown.get()).toMatchObject({
      dayPnl: '-100',
    })
  })

  test('the balance that an assistant receives has its own figure in a currency that is not shown', () => {
    const shown = createFixture().shown.get()
    const chf = { ...balance(ACCOUNT, '-120') }
    expect(
      withShownDayPnl(
        { ...chf, currencies: [{ currency: 'CHF', dayPnl: asMoney(dec('3')) } as never] },
        shown,
      ),
    ).toMatchObject({ dayPnl: '-900', currencies: [{ currency: 'CHF', dayPnl: '3' }] })
  })
})

describe('the balance in the view of all accounts', () => {
  const overview = (positions: readonly Position[] | null) => ({
    accountId: ACCOUNT,
    balance: balance(ACCOUNT, '-100'),
    positions,
  })

  test('has the day P&L of its rows, and that of the broker while one cannot be read', () => {
    const rows = [position('USD', '-900')]
    expect(shownOverview(overview(rows), [DAY], [])).toMatchObject({ dayPnl: '-900' })
    expect(shownOverview(overview(rows), [DAY], [UNREADABLE])).toMatchObject({ dayPnl: '-100' })
    expect(shownOverview(overview(null), [DAY], [])).toMatchObject({ dayPnl: '-100' })
    expect(
      shownOverview(overview(rows), [DAY], [{ ...UNREADABLE, accountId: OTHER }]),
    ).toMatchObject({ dayPnl: '-900' })
  })

  test('is not known before it was read', () => {
    expect(shownOverview({ ...overview([]), balance: null }, [DAY], [])).toBeNull()
  })
})
