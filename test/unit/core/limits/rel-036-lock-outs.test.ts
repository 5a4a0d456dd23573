import { describe, expect, it, test } from 'vitest'
import {
  currentLockOuts,
  lockOutAfterDamage,
  lockOutOf,
} from '../../../../electron/core/limits/lock-outs.js'
import { OrderCounts } from '../../../../electron/core/limits/order-counts.js'
import { equityOf } from '../../../../electron/core/limits/personal-limit-service.js'
import type { Account, Balance } from '../../../../shared/domain/account/account.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { LockOut } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import { epochMs } from '../../../../shared/domain/time.js'

const money = (text: string) => asMoney(dec(text))
const MONDAY = exchangeInstant('2026-11-23', 12 * 60)
const TUESDAY = exchangeInstant('2026-11-23', 20 * 60)
const NOW = epochMs(77)
const STOCKS = { accountId: accountId('STOCKS'), product: 'securities' } as Account
const COINS = { accountId: accountId('COINS'), product: 'crypto' } as Account
const LOCK_OUT: LockOut = {
  accountId: STOCKS.accountId,
  reason: 'daily-loss',
  until: TUESDAY,
  since: NOW,
  dayPnl: money('-900'),
  limit: money('500'),
  currency: 'EUR',
}
const UNDATED: LockOut = { ...LOCK_OUT, until: null }

describe('REL-36: the lock-out of an account', () => {
  it('names the loss, the limit and the next trade date', () => {
    const balance = { dayPnl: money('-900'), currency: 'EUR' }
    const times = { now: NOW, proved: MONDAY }
    expect(lockOutOf(STOCKS, balance, money('500'), times)).toEqual(LOCK_OUT)
    expect(lockOutOf(STOCKS, balance, money('500'), { ...times, proved: null })).toEqual(UNDATED)
    expect(lockOutOf(STOCKS, balance, money('901'), times)).toBeNull()
    expect(lockOutOf(STOCKS, balance, null, times)).toBeNull()
  })

  it('names no figures after its record was damaged', () => {
    expect(lockOutAfterDamage(COINS, { now: NOW, proved: MONDAY })).toEqual({
      accountId: COINS.accountId,
      reason: 'file-damaged',
      until: exchangeInstant('2026-11-23', 19 * 60),
      since: NOW,
      dayPnl: null,
      limit: null,
      currency: 'USD',
    })
  })

  it('ends when the exchange reaches its end, not a moment before', () => {
    const before = epochMs(TUESDAY - 1)
    expect(currentLockOuts([LOCK_OUT], [STOCKS], before)).toEqual({
      current: [LOCK_OUT],
      ended: [],
    })
    expect(currentLockOuts([LOCK_OUT], [STOCKS], TUESDAY)).toEqual({
      current: [],
      ended: [STOCKS.accountId],
    })
  })

  it('a lock-out without an end receives one by the first time of the exchange, for its own account', () => {
    expect(currentLockOuts([UNDATED], [STOCKS], null)).toEqual({ current: [UNDATED], ended: [] })
    expect(currentLockOuts([UNDATED], [COINS, STOCKS], MONDAY).current).toEqual([LOCK_OUT])
    const unknown = currentLockOuts([UNDATED], [COINS], MONDAY)
    expect(unknown).toEqual({ current: [UNDATED], ended: [] })
    // Nothing changed, so nothing has to be stored again.
    expect(unknown.current[0]).toBe(UNDATED)
  })
})

describe('REL-36: the count of the orders of a day', () => {
  it("is that of the product's trade date and of later ones", () => {
    const counts = new OrderCounts()
    counts.add('securities', MONDAY)
    counts.add('securities', exchangeInstant('2026-11-23', 19 * 60 + 59))
    counts.add('securities', TUESDAY)
    expect(counts.since('securities', exchangeInstant('2026-11-22', 600))).toBe(3)
    expect(counts.since('securities', MONDAY)).toBe(3)
    expect(counts.since('securities', TUESDAY)).toBe(1)
    expect(counts.since('securities', exchangeInstant('2026-11-24', 20 * 60))).toBe(0)
  })

  it('counts an order of Sunday evening in futures, and of the evening in coins, to the next day', () => {
    const counts = new OrderCounts()
    counts.add('futures', exchangeInstant('2026-11-22', 19 * 60))
    expect(counts.days()).toEqual([{ day: '2026-11-23', orders: 1 }])
    counts.add('crypto', exchangeInstant('2026-11-23', 21 * 60))
    counts.add('events', exchangeInstant('2026-11-23', 21 * 60))
    expect(counts.days()).toEqual([
      { day: '2026-11-23', orders: 2 },
      { day: '2026-11-24', orders: 1 },
    ])
  })

  it('holds the last seven days, oldest first', () => {
    const counts = new OrderCounts()
    counts.restore([
      { day: '2026-11-24', orders: 2 },
      { day: '2026-11-23', orders: 1 },
    ])
    expect(counts.days().map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24'])
    for (const day of ['25', '26', '27', '28', '29', '30'] as const) {
      counts.add('events', exchangeInstant(`2026-11-${day}`, 600))
    }
    expect(counts.days().map(({ day, orders }) => `${day} ${orders}`)).toEqual([
      '2026-11-24 2',
      '2026-11-25 1',
      '2026-11-26 1',
      '2026-11-27 1',
      '2026-11-28 1',
      '2026-11-29 1',
      '2026-11-30 1',
    ])
  })
})

describe("REL-36: an account's equity in the currency of an order", () => {
  const entry = (currency: string, cash: string | null, marketValue: string | null) => ({
    currency,
    cash: cash === null ? null : money(cash),
    marketValue: marketValue === null ? null : money(marketValue),
  })
  const balance = (entries: readonly object[], netLiquidation: string | null = '1000') =>
    ({
      currency: 'USD',
      netLiquidation: netLiquidation === null ? null : money(netLiquidation),
      currencies: entries,
    }) as unknown as Balance
  const usd = entry('USD', '200', '50')
  const eur = entry('EUR', '30', '4')

  test.each([
    ['the net liquidation value of an account in one currency', balance([usd]), 'USD', '1000'],
    ['that of an account without a list of currencies', balance([]), 'USD', '1000'],
    [
      'cash and positions in that currency, where there are others',
      balance([usd, eur]),
      'USD',
      '250',
    ],
    ['the same in the other currency', balance([usd, eur]), 'EUR', '34'],
    ['cash and positions, where the value is not reported', balance([usd], null), 'USD', '250'],
    ['unknown in a currency that it does not hold', balance([usd]), 'EUR', null],
    ['not the value in another currency', balance([eur]), 'EUR', '34'],
    ['unknown without cash', balance([usd, entry('EUR', null, '4')]), 'EUR', null],
    ['unknown without positions', balance([usd, entry('EUR', '30', null)]), 'EUR', null],
  ])('is %s', (_title, reported, currency, expected) => {
    expect(equityOf(reported, currency)).toEqual(expected === null ? null : dec(expected))
  })
})
