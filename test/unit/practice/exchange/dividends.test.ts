import { describe, expect, it } from 'vitest'
import { POST_CLOSE_MINUTE, tradingDay } from '../../../../shared/domain/exchange-time.js'
import { at, CASH, DAY, Floor, levels, MARGIN, usd } from './floor.js'

const EX = tradingDay(DAY, 2)
const PAID = tradingDay(DAY, 6)
const FOUR = 4 * 60
const DOLLAR_24 = { amount: usd(0.24), ex: EX, paid: PAID }

const activities = (floor: Floor, accountId = MARGIN) => {
  const found = floor.exchange.cashActivities({
    accountId,
    types: ['DIVIDENDS'],
    startTime: undefined,
    endTime: undefined,
    paginationKey: undefined,
  })
  if (!found.ok) throw new Error(found.error.message)
  return found.value.data
}
const cash = (floor: Floor, accountId = MARGIN): number => {
  const found = floor.exchange.balance(accountId)
  if (!found.ok) throw new Error(found.error.message)
  return Number(found.value.total_cash_balance)
}
/** A floor on which AAPL pays, and an account that has bought some of it. */
function holding(quantity: string, accountId = MARGIN): Floor {
  const floor = new Floor().usual()
  floor.dividends.set('AAPL', [DOLLAR_24])
  floor.placed({ quantity, limit_price: '100.01' }, accountId)
  return floor
}

describe('dividends', () => {
  it('are paid on the pay date, at 04:00, to the cent, and once', () => {
    const floor = holding('10.5')
    const before = cash(floor)
    floor.to(at(FOUR - 1, PAID))
    expect(activities(floor)).toEqual([])
    expect(cash(floor)).toBe(before)
    floor.to(at(FOUR, PAID))
    expect(activities(floor)).toMatchObject([
      {
        activity_type: 'DIVIDENDS',
        activity_sub_type: 'INCOME',
        symbol: 'AAPL',
        net_amount: '2.52',
        trade_date: PAID,
      },
    ])
    floor.to(at(FOUR, tradingDay(PAID, 3)))
    expect(activities(floor)).toHaveLength(1)
    expect(cash(floor)).toBeCloseTo(before + 2.52, 6)
  })

  it('go to who held the share before the ex date, although it is sold by then', () => {
    const floor = holding('100')
    floor.to(at(600, EX)).usual()
    floor.placed({ side: 'SELL', quantity: '100', limit_price: '99.99' })
    floor.to(at(600, PAID))
    expect(activities(floor)).toMatchObject([{ net_amount: '24.00' }])
  })

  it('do not go to who buys on the ex date, nor in the night before it', () => {
    const floor = new Floor().usual()
    floor.dividends.set('AAPL', [DOLLAR_24])
    floor.to(at(POST_CLOSE_MINUTE + 60, tradingDay(EX, -1))).usual()
    floor.placed({ quantity: '5', limit_price: '100.01', support_trading_session: 'NIGHT' })
    floor.to(at(600, EX)).usual()
    floor.placed({ quantity: '10', limit_price: '100.01' })
    const held = floor.exchange.positions(MARGIN)
    expect(held.ok && held.value[0]?.quantity).toBe('15.00000')
    floor.to(at(600, PAID))
    expect(activities(floor)).toEqual([])
  })

  it('are owed by who was short', () => {
    const floor = new Floor().usual()
    floor.dividends.set('AAPL', [DOLLAR_24])
    floor.placed({ side: 'SHORT', quantity: '200', limit_price: '99.99' })
    const before = cash(floor)
    floor.to(at(600, PAID))
    expect(activities(floor)).toMatchObject([
      { activity_sub_type: 'PAYMENT_IN_LIEU', net_amount: '-48.00' },
    ])
    expect(cash(floor)).toBeCloseTo(before - 48, 6)
  })

  it('are told by account, stock and day when several are paid at once', () => {
    const floor = new Floor().usual().usual('KO')
    floor.dividends.set('AAPL', [DOLLAR_24])
    floor.dividends.set('KO', [{ ...DOLLAR_24, amount: usd(0.01) }])
    floor.placed({ quantity: '10', limit_price: '100.01' })
    floor.placed({ symbol: 'KO', quantity: '3', limit_price: '100.01' })
    floor.placed({ quantity: '20', limit_price: '100.01' }, CASH)
    floor.to(at(600, PAID))
    expect(
      activities(floor)
        .map((one) => [one.symbol, one.net_amount])
        .toSorted(),
    ).toEqual([
      ['AAPL', '2.40'],
      ['KO', '0.03'],
    ])
    expect(activities(floor, CASH).map((one) => [one.symbol, one.net_amount])).toEqual([
      ['AAPL', '4.80'],
    ])
  })

  it('are paid over a restart that comes after the pay date', () => {
    const floor = holding('10')
    floor.to(at(600, tradingDay(DAY, 1)))
    const saved: unknown = JSON.parse(JSON.stringify(floor.exchange.snapshotState()))
    const later = new Floor({}, at(600, tradingDay(PAID, 2))).step(
      levels([99.99, 1]),
      levels([100.01, 1]),
    )
    later.dividends.set('AAPL', [DOLLAR_24])
    expect(later.exchange.restoreState(saved)).toEqual({ ok: true, value: undefined })
    expect(activities(later)).toMatchObject([{ net_amount: '2.40', trade_date: PAID }])
  })

  it('of less than a cent in all are not paid', () => {
    const floor = holding('0.01')
    floor.to(at(600, PAID))
    expect(activities(floor)).toEqual([])
  })
})
