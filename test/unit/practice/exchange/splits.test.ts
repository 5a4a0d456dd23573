import { describe, expect, it } from 'vitest'
import { tradingDay } from '../../../../shared/domain/market/exchange-time.js'
import type { Split } from '../../../../electron/practice/exchange/api/corporate-actions.js'
import { accepted } from './combos/combo-fixture.js'
import { timeAt, CASH, DAY, ExchangeFixture, levels, MARGIN, value } from './exchange-fixture.js'

const ON = tradingDay(DAY, 2)
const FOUR = timeAt(4 * 60, ON)
const forward = (to: number, symbol = 'AAPL'): Split => ({ symbol, day: ON, from: 1, to })
const reverse = (from: number, symbol = 'AAPL'): Split => ({ symbol, day: ON, from, to: 1 })
const fixtureWith = (...splits: Split[]): ExchangeFixture => {
  const fixture = new ExchangeFixture().usualQuotes().usualQuotes('WHOL').usualQuotes('KO')
  fixture.splits.push(...splits)
  return fixture
}
const positionOf = (fixture: ExchangeFixture, symbol = 'AAPL', accountId = MARGIN) =>
  value(fixture.exchange.positions(accountId)).find((position) => position.symbol === symbol)
const actions = (fixture: ExchangeFixture, accountId = MARGIN) =>
  value(
    fixture.exchange.cashActivities({
      accountId,
      types: ['CORPORATE_ACTION'],
      startTime: undefined,
      endTime: undefined,
      paginationKey: undefined,
    }),
  ).data.map((activity) => [
    activity.symbol,
    activity.activity_sub_type,
    activity.net_amount,
    activity.trade_date,
  ])
const lots = (fixture: ExchangeFixture, symbol = 'AAPL', accountId = MARGIN) =>
  value(fixture.exchange.lots({ accountId, symbol })).data.map((lot) => [
    lot.quantity,
    lot.average_price,
  ])
const balance = (fixture: ExchangeFixture, accountId = MARGIN) =>
  value(fixture.exchange.balance(accountId))
const cash = (fixture: ExchangeFixture, accountId = MARGIN): number =>
  Number(balance(fixture, accountId).total_cash_balance)

/** Trades last before the split, at 100.00. */
const even = (fixture: ExchangeFixture): ExchangeFixture =>
  fixture.step(levels([99.99, 300]), levels([100.01, 300]), ['buy', 100, 1])

describe('a forward split', () => {
  it('multiplies shares and keeps cost and value, at 04:00 of its day, once', () => {
    const fixture = fixtureWith(forward(4))
    fixture.placed({ quantity: '10.5', limit_price: '100.01' })
    even(fixture)
    const [before, was] = [balance(fixture), positionOf(fixture)!]
    fixture.to(timeAt(4 * 60 - 1, ON))
    expect(positionOf(fixture)).toMatchObject({ quantity: '10.50000' })
    fixture.to(FOUR)
    expect(positionOf(fixture)).toMatchObject({
      position_id: was.position_id,
      quantity: '42.00000',
      cost: was.cost,
      cost_price: '25.0026',
      last_price: '25.00',
      market_value: was.market_value,
      unrealized_profit_loss: was.unrealized_profit_loss,
      day_profit_loss: '0.00',
    })
    expect(balance(fixture).total_net_liquidation_value).toBe(before.total_net_liquidation_value)
    fixture.to(timeAt(600, tradingDay(ON, 3)))
    expect(positionOf(fixture)?.quantity).toBe('42.00000')
    expect(actions(fixture)).toEqual([['AAPL', 'FORWARD_SPLIT', '0.00', ON]])
  })

  it('keeps lots that add up to the position, each with its own cost', () => {
    const fixture = fixtureWith(forward(3))
    fixture.placed({ quantity: '10', limit_price: '100.01' })
    fixture.step(levels([109.99, 300]), levels([110.01, 300]))
    fixture.placed({ quantity: '0.00001', order_type: 'MARKET' })
    fixture.placed({ quantity: '5', limit_price: '110.01' })
    fixture.to(FOUR)
    expect(lots(fixture)).toEqual([
      ['30.00000', '33.3367'],
      ['0.00003', '0.00'],
      ['15.00000', '36.67'],
    ])
    fixture.to(timeAt(600, ON)).step(levels([36.5, 300]), levels([36.6, 300]))
    fixture.placed({ side: 'SELL', quantity: '20', limit_price: '36.50' })
    expect(lots(fixture).map(([quantity]) => quantity)).toEqual(['10.00000', '0.00003', '15.00000'])
    expect(positionOf(fixture)?.quantity).toBe('25.00003')
  })

  it('multiplies a short position', () => {
    const fixture = fixtureWith(forward(2))
    fixture.placed({ side: 'SHORT', quantity: '100', limit_price: '99.99' })
    even(fixture)
    const before = cash(fixture)
    fixture.to(FOUR)
    expect(positionOf(fixture)).toMatchObject({
      quantity: '-200.00000',
      cost: '-9999.00',
      unrealized_profit_loss: '-1.00',
    })
    expect(cash(fixture)).toBe(before)
  })

  it('converts open orders into new shares of the same value', () => {
    const fixture = fixtureWith(forward(4))
    fixture.placed({ quantity: '100', limit_price: '100.01' })
    const gtc = { time_in_force: 'GTC' } as const
    const buy = fixture.placed({ ...gtc, quantity: '10', limit_price: '90.03' })
    const sell = fixture.placed({ ...gtc, side: 'SELL', quantity: '20', limit_price: '120.01' })
    const stop = fixture.placed({
      ...gtc,
      side: 'SELL',
      order_type: 'STOP_LOSS_LIMIT',
      quantity: '30',
      stop_price: '80.02',
      limit_price: '79.50',
    })
    const trail = fixture.placed({
      ...gtc,
      side: 'SELL',
      order_type: 'TRAILING_STOP_LOSS',
      quantity: '5',
      trailing_type: 'AMOUNT',
      trailing_stop_step: '10.00',
    })
    const percent = fixture.placed({
      ...gtc,
      side: 'SELL',
      order_type: 'TRAILING_STOP_LOSS',
      quantity: '5',
      trailing_type: 'PERCENTAGE',
      trailing_stop_step: '0.2',
    })
    const other = fixture.placed({ ...gtc, symbol: 'KO', quantity: '10', limit_price: '90.03' })
    const frozen = Number(balance(fixture).account_currency_assets[0]!.frozen_amount)
    fixture.to(FOUR)
    expect(fixture.order(buy)).toMatchObject({
      total_quantity: '40.00000',
      limit_price: '22.50',
      status: 'SUBMITTED',
    })
    expect(fixture.order(sell)).toMatchObject({ total_quantity: '80.00000', limit_price: '30.01' })
    expect(fixture.order(stop)).toMatchObject({
      total_quantity: '120.00000',
      stop_price: '20.00',
      limit_price: '19.88',
    })
    expect(fixture.order(trail)).toMatchObject({
      total_quantity: '20.00000',
      trailing_stop_step: '2.50',
    })
    expect(fixture.order(percent)).toMatchObject({
      total_quantity: '20.00000',
      trailing_stop_step: '0.2',
    })
    expect(fixture.order(other)).toMatchObject({ total_quantity: '10.00000', limit_price: '90.03' })
    expect(fixture.eventTypes(buy)).toEqual(['MODIFY_SUCCESS'])
    expect(fixture.eventTypes(other)).toEqual([])
    expect(
      Math.abs(Number(balance(fixture).account_currency_assets[0]!.frozen_amount) - frozen),
    ).toBeLessThan(1)
    // More than the 160 shares of the 400 that are not reserved.
    expect(fixture.refusal({ side: 'SELL', quantity: '161', limit_price: '30.00' }).code).not.toBe(
      '',
    )

    fixture.to(timeAt(600, ON)).step(levels([24.99, 900]), levels([25.01, 900]))
    for (const id of [buy, sell, stop, trail, percent]) {
      expect(fixture.order(id)).toMatchObject({ filled_quantity: '0.00000' })
    }
    fixture.step(levels([22.4, 900]), levels([22.45, 900]), ['sell', 22.4, 1])
    expect(fixture.order(buy)).toMatchObject({
      status: 'FILLED',
      filled_quantity: '40.00000',
      filled_price: '22.50',
    })
    expect(fixture.order(trail).status).toBe('FILLED')
    expect(fixture.order(percent)).toMatchObject({ filled_quantity: '0.00000' })
  })

  it('leaves executed fills unchanged', () => {
    const fixture = fixtureWith(forward(2))
    const id = fixture.placed({ time_in_force: 'GTC', quantity: '400', limit_price: '100.01' })
    expect(fixture.order(id)).toMatchObject({ filled_quantity: '300.00000' })
    fixture.to(FOUR)
    expect(fixture.order(id)).toMatchObject({
      total_quantity: '500.00000',
      filled_quantity: '300.00000',
      filled_price: '100.01',
      limit_price: '50.00',
    })
    fixture.to(timeAt(600, ON)).step(levels([49.9, 900]), levels([49.95, 900]))
    expect(fixture.order(id)).toMatchObject({ status: 'FILLED', filled_quantity: '500.00000' })
    expect(positionOf(fixture)?.quantity).toBe('800.00000')
  })

  it('converts DAY orders placed the evening before, and discards the old book', () => {
    const fixture = fixtureWith(forward(2))
    fixture.to(timeAt(19 * 60, tradingDay(ON, -1))).usualQuotes()
    const id = fixture.placed({
      support_trading_session: 'ALL',
      quantity: '10',
      limit_price: '99.00',
    })
    fixture.to(timeAt(20 * 60 + 1, tradingDay(ON, -1)))
    const night = fixture.placed({
      support_trading_session: 'ALL',
      quantity: '10',
      limit_price: '90.00',
    })
    fixture.to(timeAt(4 * 60 + 1, ON))
    expect(fixture.exchange.depth('AAPL', 5)).toEqual({ bids: [], asks: [] })
    expect(fixture.order(id)).toMatchObject({ status: 'CANCELLED' })
    expect(fixture.order(night)).toMatchObject({ total_quantity: '20.00000', limit_price: '45.00' })
    expect(fixture.exchange.last('AAPL')).toBe(500_000)
  })

  it('keeps a covering buy free of a money requirement', () => {
    const fixture = fixtureWith(forward(2))
    fixture.placed({ side: 'SHORT', quantity: '100', limit_price: '99.99' })
    fixture.placed({ time_in_force: 'GTC', quantity: '100', limit_price: '90.00' })
    const before = balance(fixture).account_currency_assets[0]!.frozen_amount
    fixture.to(FOUR)
    expect(
      Math.abs(Number(balance(fixture).account_currency_assets[0]!.frozen_amount) - Number(before)),
    ).toBeLessThan(0.1)
  })

  it('cancels all orders of a combo', () => {
    const fixture = fixtureWith(forward(2))
    const ids = accepted(fixture, [
      { combo_type: 'MASTER', time_in_force: 'GTC', limit_price: '80.00' },
      { combo_type: 'STOP_PROFIT', time_in_force: 'GTC' },
      { combo_type: 'STOP_LOSS', time_in_force: 'GTC', stop_price: '70.00' },
    ])
    fixture.to(FOUR)
    for (const id of ids) expect(fixture.order(id).status).toBe('CANCELLED')
  })
})

describe('a reverse split', () => {
  it('leaves whole shares and pays the fraction at the previous close', () => {
    const fixture = fixtureWith(reverse(10))
    fixture.placed({ quantity: '105', limit_price: '100.01' })
    even(fixture)
    const before = cash(fixture)
    fixture.to(FOUR)
    expect(positionOf(fixture)).toMatchObject({
      quantity: '10.00000',
      cost: '10001.00',
      last_price: '1000.00',
      day_profit_loss: '0.00',
    })
    expect(actions(fixture)).toEqual([
      ['AAPL', 'CASH_IN_LIEU', '500.00', ON],
      ['AAPL', 'REVERSE_SPLIT', '0.00', ON],
    ])
    expect(cash(fixture)).toBe(before + 500)
    expect(lots(fixture)).toEqual([['10.00000', '1000.10']])
  })

  it('a reverse split of less than one share leaves only cash', () => {
    const fixture = fixtureWith(reverse(10))
    fixture.placed({ quantity: '3', limit_price: '100.01' }, CASH)
    fixture.placed({ quantity: '0.00005', order_type: 'MARKET' })
    even(fixture)
    const before = cash(fixture, CASH)
    fixture.to(FOUR)
    expect([positionOf(fixture, 'AAPL', CASH), positionOf(fixture)]).toEqual([undefined, undefined])
    expect(cash(fixture, CASH)).toBe(before + 300)
    expect(lots(fixture, 'AAPL', CASH)).toEqual([])
    expect(lots(fixture)).toEqual([])
  })

  it('charges the fraction to a short holder', () => {
    const fixture = fixtureWith(reverse(10))
    fixture.placed({ side: 'SHORT', quantity: '104', limit_price: '99.99' })
    even(fixture)
    const before = cash(fixture)
    fixture.to(FOUR)
    expect(positionOf(fixture)?.quantity).toBe('-10.00000')
    expect(cash(fixture)).toBeCloseTo(before - 400, 6)
    expect(actions(fixture)[0]).toEqual(['AAPL', 'CASH_IN_LIEU', '-400.00', ON])
  })

  it('cancels every open order in its shares, and no other', () => {
    const fixture = fixtureWith(reverse(10))
    fixture.placed({ quantity: '100', limit_price: '100.01' })
    const ids = [
      fixture.placed({ time_in_force: 'GTC', quantity: '10', limit_price: '90.00' }),
      fixture.placed({
        time_in_force: 'GTC',
        side: 'SELL',
        order_type: 'STOP_LOSS',
        quantity: '10',
        stop_price: '80.00',
      }),
    ]
    const other = fixture.placed({
      symbol: 'KO',
      time_in_force: 'GTC',
      quantity: '10',
      limit_price: '90.00',
    })
    fixture.to(FOUR)
    for (const id of ids) {
      expect([fixture.order(id).status, fixture.eventTypes(id)]).toEqual([
        'CANCELLED',
        ['CANCEL_SUCCESS'],
      ])
    }
    expect(fixture.order(other).status).toBe('SUBMITTED')
    expect(Number(balance(fixture).account_currency_assets[0]!.frozen_amount)).toBeLessThan(1_000)
  })
})

describe('the time of a split', () => {
  it.each([
    ['before', 3 * 60],
    ['at', 4 * 60],
    ['after', 10 * 60],
  ] as const)('is applied once over a restart %s its moment', (_name, minute) => {
    const fixture = fixtureWith(forward(4))
    fixture.placed({ quantity: '10', limit_price: '100.01' })
    fixture.placed({ time_in_force: 'GTC', quantity: '10', limit_price: '90.00' })
    fixture.to(timeAt(minute, ON))
    const saved: unknown = JSON.parse(JSON.stringify(fixture.exchange.snapshotState()))
    const later = new ExchangeFixture({}, timeAt(11 * 60, ON))
    later.splits.push(...fixture.splits)
    expect(later.exchange.restoreState(saved)).toEqual({ ok: true, value: undefined })
    expect(positionOf(later)).toMatchObject({ quantity: '40.00000' })
    expect(actions(later)).toHaveLength(1)
    expect(
      value(later.exchange.openOrders({ accountId: MARGIN })).data[0]?.orders[0],
    ).toMatchObject({ total_quantity: '40.00000', limit_price: '22.50' })
  })

  it('is reached when the clock skips its day, with several splits in order', () => {
    const fixture = fixtureWith(forward(4), { ...reverse(2), day: tradingDay(ON, 1) })
    fixture.placed({ quantity: '5', limit_price: '100.01' })
    fixture.to(timeAt(600, tradingDay(ON, 2)))
    expect(positionOf(fixture)?.quantity).toBe('10.00000')
    expect(actions(fixture).map(([, kind]) => kind)).toEqual(['REVERSE_SPLIT', 'FORWARD_SPLIT'])
  })
})
