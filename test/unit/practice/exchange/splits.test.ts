import { describe, expect, it } from 'vitest'
import { tradingDay } from '../../../../shared/domain/exchange-time.js'
import type { Split } from '../../../../electron/practice/exchange/corporate-actions.js'
import { accepted } from './combos/combo-floor.js'
import { at, CASH, DAY, Floor, levels, MARGIN, value } from './floor.js'

const ON = tradingDay(DAY, 2)
const FOUR = at(4 * 60, ON)
const forward = (to: number, symbol = 'AAPL'): Split => ({ symbol, day: ON, from: 1, to })
const reverse = (from: number, symbol = 'AAPL'): Split => ({ symbol, day: ON, from, to: 1 })
const floorWith = (...splits: Split[]): Floor => {
  const floor = new Floor().usual().usual('WHOL').usual('KO')
  floor.splits.push(...splits)
  return floor
}
const held = (floor: Floor, symbol = 'AAPL', accountId = MARGIN) =>
  value(floor.exchange.positions(accountId)).find((position) => position.symbol === symbol)
const actions = (floor: Floor, accountId = MARGIN) =>
  value(
    floor.exchange.cashActivities({
      accountId,
      types: ['CORPORATE_ACTION'],
      startTime: undefined,
      endTime: undefined,
      paginationKey: undefined,
    }),
  ).data.map((one) => [one.symbol, one.activity_sub_type, one.net_amount, one.trade_date])
const lots = (floor: Floor, symbol = 'AAPL', accountId = MARGIN) =>
  value(floor.exchange.lots({ accountId, symbol })).data.map((lot) => [
    lot.quantity,
    lot.average_price,
  ])
const balance = (floor: Floor, accountId = MARGIN) => value(floor.exchange.balance(accountId))
const cash = (floor: Floor, accountId = MARGIN): number =>
  Number(balance(floor, accountId).total_cash_balance)

/** The last trade before the split, at 100.00. */
const even = (floor: Floor): Floor =>
  floor.step(levels([99.99, 300]), levels([100.01, 300]), ['buy', 100, 1])

describe('a forward split', () => {
  it('multiplies shares and leaves their cost and worth, at 04:00 of its day, once', () => {
    const floor = floorWith(forward(4))
    floor.placed({ quantity: '10.5', limit_price: '100.01' })
    even(floor)
    const [before, was] = [balance(floor), held(floor)!]
    floor.to(at(4 * 60 - 1, ON))
    expect(held(floor)).toMatchObject({ quantity: '10.50000' })
    floor.to(FOUR)
    expect(held(floor)).toMatchObject({
      position_id: was.position_id,
      quantity: '42.00000',
      cost: was.cost,
      cost_price: '25.0026',
      last_price: '25.00',
      market_value: was.market_value,
      unrealized_profit_loss: was.unrealized_profit_loss,
      day_profit_loss: '0.00',
    })
    expect(balance(floor).total_net_liquidation_value).toBe(before.total_net_liquidation_value)
    floor.to(at(600, tradingDay(ON, 3)))
    expect(held(floor)?.quantity).toBe('42.00000')
    expect(actions(floor)).toEqual([['AAPL', 'FORWARD_SPLIT', '0.00', ON]])
  })

  it('leaves lots that add up to the position, each with its own cost', () => {
    const floor = floorWith(forward(3))
    floor.placed({ quantity: '10', limit_price: '100.01' })
    floor.step(levels([109.99, 300]), levels([110.01, 300]))
    floor.placed({ quantity: '0.00001', order_type: 'MARKET' })
    floor.placed({ quantity: '5', limit_price: '110.01' })
    floor.to(FOUR)
    expect(lots(floor)).toEqual([
      ['30.00000', '33.3367'],
      ['0.00003', '0.00'],
      ['15.00000', '36.67'],
    ])
    floor.to(at(600, ON)).step(levels([36.5, 300]), levels([36.6, 300]))
    floor.placed({ side: 'SELL', quantity: '20', limit_price: '36.50' })
    expect(lots(floor).map(([quantity]) => quantity)).toEqual(['10.00000', '0.00003', '15.00000'])
    expect(held(floor)?.quantity).toBe('25.00003')
  })

  it('multiplies what is owed by who is short', () => {
    const floor = floorWith(forward(2))
    floor.placed({ side: 'SHORT', quantity: '100', limit_price: '99.99' })
    even(floor)
    const before = cash(floor)
    floor.to(FOUR)
    expect(held(floor)).toMatchObject({
      quantity: '-200.00000',
      cost: '-9999.00',
      unrealized_profit_loss: '-1.00',
    })
    expect(cash(floor)).toBe(before)
  })

  it('lets open orders go on in new shares at the same value', () => {
    const floor = floorWith(forward(4))
    floor.placed({ quantity: '100', limit_price: '100.01' })
    const gtc = { time_in_force: 'GTC' } as const
    const buy = floor.placed({ ...gtc, quantity: '10', limit_price: '90.03' })
    const sell = floor.placed({ ...gtc, side: 'SELL', quantity: '20', limit_price: '120.01' })
    const stop = floor.placed({
      ...gtc,
      side: 'SELL',
      order_type: 'STOP_LOSS_LIMIT',
      quantity: '30',
      stop_price: '80.02',
      limit_price: '79.50',
    })
    const trail = floor.placed({
      ...gtc,
      side: 'SELL',
      order_type: 'TRAILING_STOP_LOSS',
      quantity: '5',
      trailing_type: 'AMOUNT',
      trailing_stop_step: '10.00',
    })
    const percent = floor.placed({
      ...gtc,
      side: 'SELL',
      order_type: 'TRAILING_STOP_LOSS',
      quantity: '5',
      trailing_type: 'PERCENTAGE',
      trailing_stop_step: '0.2',
    })
    const other = floor.placed({ ...gtc, symbol: 'KO', quantity: '10', limit_price: '90.03' })
    const frozen = Number(balance(floor).account_currency_assets[0]!.frozen_amount)
    floor.to(FOUR)
    expect(floor.order(buy)).toMatchObject({
      total_quantity: '40.00000',
      limit_price: '22.50',
      status: 'SUBMITTED',
    })
    expect(floor.order(sell)).toMatchObject({ total_quantity: '80.00000', limit_price: '30.01' })
    expect(floor.order(stop)).toMatchObject({
      total_quantity: '120.00000',
      stop_price: '20.00',
      limit_price: '19.88',
    })
    expect(floor.order(trail)).toMatchObject({
      total_quantity: '20.00000',
      trailing_stop_step: '2.50',
    })
    expect(floor.order(percent)).toMatchObject({
      total_quantity: '20.00000',
      trailing_stop_step: '0.2',
    })
    expect(floor.order(other)).toMatchObject({ total_quantity: '10.00000', limit_price: '90.03' })
    expect(floor.scenes(buy)).toEqual(['MODIFY_SUCCESS'])
    expect(floor.scenes(other)).toEqual([])
    expect(
      Math.abs(Number(balance(floor).account_currency_assets[0]!.frozen_amount) - frozen),
    ).toBeLessThan(1)
    // More than the 160 that are left free of the 400 shares.
    expect(floor.refusal({ side: 'SELL', quantity: '161', limit_price: '30.00' }).code).not.toBe('')

    floor.to(at(600, ON)).step(levels([24.99, 900]), levels([25.01, 900]))
    for (const id of [buy, sell, stop, trail, percent]) {
      expect(floor.order(id)).toMatchObject({ filled_quantity: '0.00000' })
    }
    floor.step(levels([22.4, 900]), levels([22.45, 900]), ['sell', 22.4, 1])
    expect(floor.order(buy)).toMatchObject({
      status: 'FILLED',
      filled_quantity: '40.00000',
      filled_price: '22.50',
    })
    expect(floor.order(trail).status).toBe('FILLED')
    expect(floor.order(percent)).toMatchObject({ filled_quantity: '0.00000' })
  })

  it('leaves what an order has traded as it was traded', () => {
    const floor = floorWith(forward(2))
    const id = floor.placed({ time_in_force: 'GTC', quantity: '400', limit_price: '100.01' })
    expect(floor.order(id)).toMatchObject({ filled_quantity: '300.00000' })
    floor.to(FOUR)
    expect(floor.order(id)).toMatchObject({
      total_quantity: '500.00000',
      filled_quantity: '300.00000',
      filled_price: '100.01',
      limit_price: '50.00',
    })
    floor.to(at(600, ON)).step(levels([49.9, 900]), levels([49.95, 900]))
    expect(floor.order(id)).toMatchObject({ status: 'FILLED', filled_quantity: '500.00000' })
    expect(held(floor)?.quantity).toBe('800.00000')
  })

  it('reaches orders for the day that were placed the evening before, and not a book of before', () => {
    const floor = floorWith(forward(2))
    floor.to(at(19 * 60, tradingDay(ON, -1))).usual()
    const id = floor.placed({
      support_trading_session: 'ALL',
      quantity: '10',
      limit_price: '99.00',
    })
    floor.to(at(20 * 60 + 1, tradingDay(ON, -1)))
    const night = floor.placed({
      support_trading_session: 'ALL',
      quantity: '10',
      limit_price: '90.00',
    })
    floor.to(at(4 * 60 + 1, ON))
    expect(floor.exchange.depth('AAPL', 5)).toEqual({ bids: [], asks: [] })
    expect(floor.order(id)).toMatchObject({ status: 'CANCELLED' })
    expect(floor.order(night)).toMatchObject({ total_quantity: '20.00000', limit_price: '45.00' })
    expect(floor.exchange.last('AAPL')).toBe(500_000)
  })

  it('keeps a buy that covers a short from needing money', () => {
    const floor = floorWith(forward(2))
    floor.placed({ side: 'SHORT', quantity: '100', limit_price: '99.99' })
    floor.placed({ time_in_force: 'GTC', quantity: '100', limit_price: '90.00' })
    const before = balance(floor).account_currency_assets[0]!.frozen_amount
    floor.to(FOUR)
    expect(
      Math.abs(Number(balance(floor).account_currency_assets[0]!.frozen_amount) - Number(before)),
    ).toBeLessThan(0.1)
  })

  it('cancels the orders of combos, which stand or fall together', () => {
    const floor = floorWith(forward(2))
    const ids = accepted(floor, [
      { combo_type: 'MASTER', time_in_force: 'GTC', limit_price: '80.00' },
      { combo_type: 'STOP_PROFIT', time_in_force: 'GTC' },
      { combo_type: 'STOP_LOSS', time_in_force: 'GTC', stop_price: '70.00' },
    ])
    floor.to(FOUR)
    for (const id of ids) expect(floor.order(id).status).toBe('CANCELLED')
  })
})

describe('a reverse split', () => {
  it('leaves whole shares and pays the rest at the close before', () => {
    const floor = floorWith(reverse(10))
    floor.placed({ quantity: '105', limit_price: '100.01' })
    even(floor)
    const before = cash(floor)
    floor.to(FOUR)
    expect(held(floor)).toMatchObject({
      quantity: '10.00000',
      cost: '10001.00',
      last_price: '1000.00',
      day_profit_loss: '0.00',
    })
    expect(actions(floor)).toEqual([
      ['AAPL', 'CASH_IN_LIEU', '500.00', ON],
      ['AAPL', 'REVERSE_SPLIT', '0.00', ON],
    ])
    expect(cash(floor)).toBe(before + 500)
    expect(lots(floor)).toEqual([['10.00000', '1000.10']])
  })

  it('of less than a share leaves nothing but money', () => {
    const floor = floorWith(reverse(10))
    floor.placed({ quantity: '3', limit_price: '100.01' }, CASH)
    floor.placed({ quantity: '0.00005', order_type: 'MARKET' })
    even(floor)
    const before = cash(floor, CASH)
    floor.to(FOUR)
    expect([held(floor, 'AAPL', CASH), held(floor)]).toEqual([undefined, undefined])
    expect(cash(floor, CASH)).toBe(before + 300)
    expect(lots(floor, 'AAPL', CASH)).toEqual([])
    expect(lots(floor)).toEqual([])
  })

  it('lets who is short owe the rest', () => {
    const floor = floorWith(reverse(10))
    floor.placed({ side: 'SHORT', quantity: '104', limit_price: '99.99' })
    even(floor)
    const before = cash(floor)
    floor.to(FOUR)
    expect(held(floor)?.quantity).toBe('-10.00000')
    expect(cash(floor)).toBeCloseTo(before - 400, 6)
    expect(actions(floor)[0]).toEqual(['AAPL', 'CASH_IN_LIEU', '-400.00', ON])
  })

  it('cancels every open order in its shares, and no other', () => {
    const floor = floorWith(reverse(10))
    floor.placed({ quantity: '100', limit_price: '100.01' })
    const ids = [
      floor.placed({ time_in_force: 'GTC', quantity: '10', limit_price: '90.00' }),
      floor.placed({
        time_in_force: 'GTC',
        side: 'SELL',
        order_type: 'STOP_LOSS',
        quantity: '10',
        stop_price: '80.00',
      }),
    ]
    const other = floor.placed({
      symbol: 'KO',
      time_in_force: 'GTC',
      quantity: '10',
      limit_price: '90.00',
    })
    floor.to(FOUR)
    for (const id of ids) {
      expect([floor.order(id).status, floor.scenes(id)]).toEqual(['CANCELLED', ['CANCEL_SUCCESS']])
    }
    expect(floor.order(other).status).toBe('SUBMITTED')
    expect(Number(balance(floor).account_currency_assets[0]!.frozen_amount)).toBeLessThan(1_000)
  })
})

describe('a split and time', () => {
  it.each([
    ['before', 3 * 60],
    ['at', 4 * 60],
    ['after', 10 * 60],
  ] as const)('happens once over a restart %s its moment', (_name, minute) => {
    const floor = floorWith(forward(4))
    floor.placed({ quantity: '10', limit_price: '100.01' })
    floor.placed({ time_in_force: 'GTC', quantity: '10', limit_price: '90.00' })
    floor.to(at(minute, ON))
    const saved: unknown = JSON.parse(JSON.stringify(floor.exchange.snapshotState()))
    const later = new Floor({}, at(11 * 60, ON))
    later.splits.push(...floor.splits)
    expect(later.exchange.restoreState(saved)).toEqual({ ok: true, value: undefined })
    expect(held(later)).toMatchObject({ quantity: '40.00000' })
    expect(actions(later)).toHaveLength(1)
    expect(
      value(later.exchange.openOrders({ accountId: MARGIN })).data[0]?.orders[0],
    ).toMatchObject({ total_quantity: '40.00000', limit_price: '22.50' })
  })

  it('happens when the clock leaps over its day, and several in their order', () => {
    const floor = floorWith(forward(4), { ...reverse(2), day: tradingDay(ON, 1) })
    floor.placed({ quantity: '5', limit_price: '100.01' })
    floor.to(at(600, tradingDay(ON, 2)))
    expect(held(floor)?.quantity).toBe('10.00000')
    expect(actions(floor).map(([, kind]) => kind)).toEqual(['REVERSE_SPLIT', 'FORWARD_SPLIT'])
  })
})
