import { describe, expect, it } from 'vitest'
import { OVERNIGHT_MINUTE, tradingDay } from '../../../../shared/domain/market/exchange-time.js'
import { timeAt, CASH, DAY, ExchangeFixture, levels, MARGIN, usd } from './exchange-fixture.js'

const EX = tradingDay(DAY, 2)
const PAID = tradingDay(DAY, 6)
const FOUR = 4 * 60
const DOLLAR_24 = { amount: usd(0.24), ex: EX, paid: PAID }

const activities = (fixture: ExchangeFixture, accountId = MARGIN) => {
  const result = fixture.exchange.cashActivities({
    accountId,
    types: ['DIVIDENDS'],
    startTime: undefined,
    endTime: undefined,
    paginationKey: undefined,
  })
  if (!result.ok) throw new Error(result.error.message)
  return result.value.data
}
const cash = (fixture: ExchangeFixture, accountId = MARGIN): number => {
  const found = fixture.exchange.balance(accountId)
  if (!found.ok) throw new Error(found.error.message)
  return Number(found.value.total_cash_balance)
}
/** Returns an exchange on which AAPL pays a dividend, and an account that holds it. */
function holding(quantity: string, accountId = MARGIN): ExchangeFixture {
  const fixture = new ExchangeFixture().usualQuotes()
  fixture.dividends.set('AAPL', [DOLLAR_24])
  fixture.placed({ quantity, limit_price: '100.01' }, accountId)
  return fixture
}

describe('dividends', () => {
  it('are paid on the pay date, at 04:00, to the cent, and once', () => {
    const fixture = holding('10.5')
    const before = cash(fixture)
    fixture.to(timeAt(FOUR - 1, PAID))
    expect(activities(fixture)).toEqual([])
    expect(cash(fixture)).toBe(before)
    fixture.to(timeAt(FOUR, PAID))
    expect(activities(fixture)).toMatchObject([
      {
        activity_type: 'DIVIDENDS',
        activity_sub_type: 'INCOME',
        symbol: 'AAPL',
        net_amount: '2.52',
        trade_date: PAID,
      },
    ])
    fixture.to(timeAt(FOUR, tradingDay(PAID, 3)))
    expect(activities(fixture)).toHaveLength(1)
    expect(cash(fixture)).toBeCloseTo(before + 2.52, 6)
  })

  it('go to the holder before the ex date, even if sold by then', () => {
    const fixture = holding('100')
    fixture.to(timeAt(600, EX)).usualQuotes()
    fixture.placed({ side: 'SELL', quantity: '100', limit_price: '99.99' })
    fixture.to(timeAt(600, PAID))
    expect(activities(fixture)).toMatchObject([{ net_amount: '24.00' }])
  })

  it('do not go to a buyer on the ex date or in the night before it', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.dividends.set('AAPL', [DOLLAR_24])
    fixture.to(timeAt(OVERNIGHT_MINUTE + 60, tradingDay(EX, -1))).usualQuotes()
    fixture.placed({ quantity: '5', limit_price: '100.01', support_trading_session: 'NIGHT' })
    fixture.to(timeAt(600, EX)).usualQuotes()
    fixture.placed({ quantity: '10', limit_price: '100.01' })
    const held = fixture.exchange.positions(MARGIN)
    expect(held.ok && held.value[0]?.quantity).toBe('15.00000')
    fixture.to(timeAt(600, PAID))
    expect(activities(fixture)).toEqual([])
  })

  it('are owed by short holders', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.dividends.set('AAPL', [DOLLAR_24])
    fixture.placed({ side: 'SHORT', quantity: '200', limit_price: '99.99' })
    const before = cash(fixture)
    fixture.to(timeAt(600, PAID))
    expect(activities(fixture)).toMatchObject([
      { activity_sub_type: 'PAYMENT_IN_LIEU', net_amount: '-48.00' },
    ])
    expect(cash(fixture)).toBeCloseTo(before - 48, 6)
  })

  it('are reported by account, stock and day when several are paid at once', () => {
    const fixture = new ExchangeFixture().usualQuotes().usualQuotes('KO')
    fixture.dividends.set('AAPL', [DOLLAR_24])
    fixture.dividends.set('KO', [{ ...DOLLAR_24, amount: usd(0.01) }])
    fixture.placed({ quantity: '10', limit_price: '100.01' })
    fixture.placed({ symbol: 'KO', quantity: '3', limit_price: '100.01' })
    fixture.placed({ quantity: '20', limit_price: '100.01' }, CASH)
    fixture.to(timeAt(600, PAID))
    expect(
      activities(fixture)
        .map((activity) => [activity.symbol, activity.net_amount])
        .toSorted(),
    ).toEqual([
      ['AAPL', '2.40'],
      ['KO', '0.03'],
    ])
    expect(
      activities(fixture, CASH).map((activity) => [activity.symbol, activity.net_amount]),
    ).toEqual([['AAPL', '4.80']])
  })

  it('are paid over a restart that comes after the pay date', () => {
    const fixture = holding('10')
    fixture.to(timeAt(600, tradingDay(DAY, 1)))
    const saved: unknown = JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))
    const later = new ExchangeFixture({}, timeAt(600, tradingDay(PAID, 2))).step(
      levels([99.99, 1]),
      levels([100.01, 1]),
    )
    later.dividends.set('AAPL', [DOLLAR_24])
    expect(later.exchange.restoreState(saved)).toEqual({ ok: true, value: undefined })
    expect(activities(later)).toMatchObject([{ net_amount: '2.40', trade_date: PAID }])
  })

  it('dividends of less than a cent in total are not paid', () => {
    const fixture = holding('0.01')
    fixture.to(timeAt(600, PAID))
    expect(activities(fixture)).toEqual([])
  })
})
