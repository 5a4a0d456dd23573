import { describe, expect, it } from 'vitest'
import { feesOf, totalFees } from '../../../../electron/practice/ledger/fees.js'
import {
  bookExecution,
  dayGain,
  openPosition,
  unrealized,
} from '../../../../electron/practice/ledger/position.js'
import { positionRecord } from '../../../../electron/practice/ledger/position-record.js'
import { STOCK_SCALE } from '../../../../electron/practice/model/units.js'
import { ACCOUNT_OPERATIONS } from '../../../../shared/wire/families/trading/accounts.js'
import { PRACTICE_ACCOUNTS } from '../../../../electron/practice/exchange/exchange.js'
import {
  timeAt,
  CASH,
  CRYPTO,
  EVENTS,
  ExchangeFixture,
  FUTURES,
  levels,
  MARGIN,
  shares,
  usd,
  value,
} from './exchange-fixture.js'

const assets = (fixture: ExchangeFixture, account = MARGIN) =>
  value(fixture.exchange.balance(account)).account_currency_assets[0]!

describe('positions', () => {
  it('average purchases, realize sales, and reverse', () => {
    const position = openPosition(
      'P',
      { product: 'EQUITY', symbol: 'AAPL', outcome: null, scale: STOCK_SCALE },
      usd(100),
    )
    bookExecution(position, shares(10), -100_000)
    bookExecution(position, shares(10), -110_000)
    expect([position.cost, unrealized(position, usd(110))]).toEqual([210_000, 10_000])
    bookExecution(position, -shares(5), 60_000)
    expect([position.size, position.cost, position.realized]).toEqual([shares(15), 157_500, 7_500])
    bookExecution(position, -shares(20), 200_000)
    expect([position.size, position.cost, position.realized]).toEqual([-shares(5), -50_000, 0])
    expect(unrealized(position, usd(90))).toBe(5_000)
    bookExecution(position, shares(5), -45_000)
    expect([position.size, position.cost, position.realized]).toEqual([0, 0, 5_000])
    // Nothing was held at the start of the day, so the day's gain is the total gain.
    expect(dayGain(position, usd(90))).toBe(5_000)
  })
})

describe('the average cost', () => {
  const averaged = (size: number, cash: number) => {
    const position = openPosition(
      'P',
      { product: 'EQUITY', symbol: 'AAPL', outcome: null, scale: STOCK_SCALE },
      usd(70),
    )
    bookExecution(position, shares(size), cash)
    return position
  }
  const averageOf = (position: ReturnType<typeof averaged>): string =>
    positionRecord(position, usd(70), 0).cost_price

  it('stays 71.3638 over every sale of a part, down to the last share', () => {
    const position = averaged(11, -78_500)
    expect(averageOf(position)).toBe('71.3636')
    const odd = averaged(47, -335_410)
    expect(averageOf(odd)).toBe('71.3638')
    let realized = 0
    for (let sold = 1; sold <= 46; sold += 1) {
      bookExecution(odd, -shares(1), 7_100)
      expect(averageOf(odd)).toBe('71.3638')
      realized += 7_100
    }
    expect([odd.size, odd.cost]).toEqual([shares(1), 7_136])
    expect(odd.realized).toBe(realized - (335_410 - 7_136))
    bookExecution(odd, -shares(1), 7_100)
    expect([odd.cost, odd.realized]).toEqual([0, realized + 7_100 - 335_410])
  })

  it('moves by a purchase after a sale, from the cost of what is left', () => {
    const position = averaged(3, -10_000)
    bookExecution(position, -shares(1), 3_400)
    bookExecution(position, shares(1), -3_000)
    expect(averageOf(position)).toBe('32.2233')
    expect(position.cost).toBe(9_667)
  })
})

describe('fees', () => {
  it('are charged on sales; a purchase pays the audit trail fee only', () => {
    expect(feesOf('BUY', 1_000_000_00, shares(10_000))).toEqual({ sec: 0, taf: 0, cat: 3 })
    expect(feesOf('SELL', 1_000_000_00, shares(10_000))).toEqual({ sec: 2_060, taf: 195, cat: 3 })
    expect(feesOf('SELL', 100, shares(0.01))).toEqual({ sec: 1, taf: 1, cat: 0 })
    expect(feesOf('SHORT', 1_000_000_00, shares(1_000_000)).taf).toBe(979)
    expect(totalFees(feesOf('SELL', 0, 0))).toBe(0)
  })

  it('the fees of many fills equal the fees of one', () => {
    const fixture = new ExchangeFixture().step(
      levels([100, 1], [99.99, 1], [99.98, 1], [99.97, 500]),
      levels([100.01, 300]),
    )
    fixture.placed({ order_type: 'MARKET', quantity: '100' })
    const id = fixture.placed({ order_type: 'MARKET', side: 'SELL', quantity: '100' })
    expect(fixture.order(id).fees).toEqual([
      { type: 'SEC_FEE', actual_value: '0.21', receivable_value: '0.21' },
      { type: 'FINRA_FEE', actual_value: '0.02', receivable_value: '0.02' },
      { type: 'FINRA_CAT_REGULATORY_FEE', actual_value: '0.00', receivable_value: '0.00' },
    ])
  })

  it('are estimated before a fill and charged with it', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    const id = fixture.placed({ side: 'SELL', limit_price: '100.02' })
    expect(fixture.order(id).fees?.[0]).toEqual({
      type: 'SEC_FEE',
      actual_value: '0.00',
      receivable_value: '0.03',
    })
  })
})

describe('balance', () => {
  it('the balance of a new account is its deposit, in the published shape', () => {
    const fixture = new ExchangeFixture()
    expect(assets(fixture)).toMatchObject({
      cash_balance: '100000.00',
      buying_power: '400000.00',
      overnight_buying_power: '200000.00',
      available_withdrawal: '100000.00',
    })
    expect(assets(fixture, CASH)).toMatchObject({
      cash_balance: '25000.00',
      buying_power: '25000.00',
      day_buying_power: '25000.00',
    })
    const userId = PRACTICE_ACCOUNTS[0]!.userId
    expect(fixture.exchange.userIds()).toEqual([userId])
    expect(
      ACCOUNT_OPERATIONS.listAccounts.response
        .parse(fixture.exchange.accounts(userId))
        .map((account) => [account.account_class, account.account_type, account.account_label]),
    ).toEqual([
      ['INDIVIDUAL_MARGIN', 'MARGIN', 'Individual Margin'],
      ['INDIVIDUAL_CASH', 'CASH', 'Individual Cash'],
      ['FUTURES', 'MARGIN', 'Futures'],
      ['CRYPTO', 'CASH', 'Crypto'],
      ['EVENTS_CASH', 'CASH', 'Events Cash'],
    ])
    expect(fixture.exchange.accounts('somebody')).toEqual([])
    expect(
      ACCOUNT_OPERATIONS.getBalance.response.parse(value(fixture.exchange.balance(MARGIN)))
        .open_margin_calls,
    ).toEqual([])
  })

  it('the balance of an events account leaves the documented fields empty', () => {
    const fixture = new ExchangeFixture()
    expect(value(fixture.exchange.balance(EVENTS))).toMatchObject({
      total_cash_balance: '',
      total_net_liquidation_value: '',
      day_trades_left: '',
      total_market_value: '0.00',
    })
    expect(assets(fixture, EVENTS)).toMatchObject({
      cash_balance: '',
      settled_cash: '',
      unsettled_cash: '',
      buying_power: '1000.00',
      available_withdrawal: '1000.00',
    })
    expect(
      ACCOUNT_OPERATIONS.getBalance.response.safeParse(value(fixture.exchange.balance(EVENTS)))
        .success,
    ).toBe(true)
    expect(assets(fixture, CRYPTO)).toMatchObject({
      cash_balance: '10000.00',
      buying_power: '10000.00',
      init_margin: '0.00',
    })
    expect(assets(fixture, FUTURES)).toMatchObject({
      cash_balance: '60000.00',
      buying_power: '60000.00',
      init_margin: '0.00',
      margin_excess: '60000.00',
    })
  })

  it('refuses stock in an account of another class', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    for (const accountId of [FUTURES, CRYPTO, EVENTS]) {
      expect(fixture.refusal({}, accountId).code).toBe('OPENAPI_TRADE_ORDER_NO_PERMISSION')
    }
  })

  it('reserves money for an open buy; a cancel or a fill releases it', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed({ limit_price: '99.00', quantity: '100' }, CASH)
    expect(assets(fixture, CASH)).toMatchObject({
      frozen_amount: '9900.00',
      buying_power: '15100.00',
      cash_balance: '25000.00',
    })
    const margin = fixture.placed({ limit_price: '99.00', quantity: '100' })
    expect(assets(fixture)).toMatchObject({
      frozen_amount: '2475.00',
      used_margin_for_open_order: '2475.00',
    })
    fixture.exchange.cancel({ account_id: CASH, client_order_id: id })
    fixture.exchange.cancel({ account_id: MARGIN, client_order_id: margin })
    expect(assets(fixture, CASH).frozen_amount).toBe('0.00')
    fixture.placed({ order_type: 'MARKET', quantity: '100' }, CASH)
    expect(assets(fixture, CASH)).toMatchObject({
      frozen_amount: '0.00',
      cash_balance: '14999.00',
      market_value: '10001.00',
      net_liquidation_value: '25000.00',
    })
  })

  it("grants buying power by the instrument's ratio: four times the equity by day", () => {
    const fixture = new ExchangeFixture().step(levels([99.99, 9_000]), levels([100, 9_000]))
    expect(fixture.placed({ limit_price: '100.00', quantity: '3999' })).toBeTruthy()
    expect(fixture.refusal({ limit_price: '99.00', quantity: '10' }).code).toBe(
      'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
    )
    // An instrument that is not marginable is paid in full.
    const other = new ExchangeFixture().step(
      levels([0.49, 900_000]),
      levels([0.5, 900_000]),
      null,
      'PENY',
    )
    expect(other.refusal({ symbol: 'PENY', limit_price: '0.50', quantity: '201000' }).code).toBe(
      'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
    )
    expect(other.placed({ symbol: 'PENY', limit_price: '0.50', quantity: '199000' })).toBeTruthy()
  })

  it('settles sale proceeds on the next trading day', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '100' }, CASH)
    fixture.placed({ order_type: 'MARKET', side: 'SELL', quantity: '100' }, CASH)
    const proceeds = '9998.77'
    expect(assets(fixture, CASH)).toMatchObject({
      cash_balance: '24997.77',
      unsettled_cash: proceeds,
      settled_cash: '14999.00',
      available_withdrawal: '14999.00',
    })
    fixture.to(timeAt(3 * 60, '2026-11-19'))
    expect(assets(fixture, CASH).unsettled_cash).toBe(proceeds)
    fixture.to(timeAt(4 * 60, '2026-11-19'))
    expect(assets(fixture, CASH)).toMatchObject({
      unsettled_cash: '0.00',
      available_withdrawal: '24997.77',
    })
  })

  it('settles a Friday sale on Monday', () => {
    const fixture = new ExchangeFixture({}, timeAt(10 * 60, '2026-11-20')).usualQuotes()
    fixture.placed({ order_type: 'MARKET' }, CASH)
    fixture.placed({ order_type: 'MARKET', side: 'SELL' }, CASH)
    fixture.to(timeAt(12 * 60, '2026-11-22'))
    expect(assets(fixture, CASH).unsettled_cash).not.toBe('0.00')
    fixture.to(timeAt(4 * 60, '2026-11-23'))
    expect(assets(fixture, CASH).unsettled_cash).toBe('0.00')
  })

  it('starts the new day at the official close', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    fixture.step(levels([102, 300]), levels([102.02, 300]), ['buy', 102.02, 10])
    expect(value(fixture.exchange.positions(MARGIN))[0]).toMatchObject({
      day_profit_loss: '20.10',
      unrealized_profit_loss: '20.10',
      market_value: '1020.20',
    })
    fixture.to(timeAt(17 * 60)).step(levels([104, 300]), levels([104.02, 300]), ['buy', 104.02, 10])
    fixture.to(timeAt(4 * 60, '2026-11-19'))
    expect(value(fixture.exchange.positions(MARGIN))[0]).toMatchObject({
      day_profit_loss: '20.00',
      unrealized_profit_loss: '40.10',
    })
    expect(value(fixture.exchange.balance(MARGIN)).total_day_profit_loss).toBe('20.00')
  })
})

describe('short positions', () => {
  it('are negative, credit proceeds, use margin, and are covered without buying power', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ side: 'SHORT', order_type: 'MARKET', quantity: '100' })
    const [position] = ACCOUNT_OPERATIONS.listPositions.response.parse(
      value(fixture.exchange.positions(MARGIN)),
    )
    expect(position).toMatchObject({
      quantity: '-100.00000',
      cost_price: '99.99',
      market_value: '-9999.00',
      cost: '-9999.00',
    })
    expect(assets(fixture)).toMatchObject({
      market_value: '-9999.00',
      intraday_margin: '2999.70',
      cash_balance: '109998.77',
    })
    fixture.placed({ quantity: '100', limit_price: '99.00' })
    expect(assets(fixture).frozen_amount).toBe('0.00')
    fixture.placed({ quantity: '10', limit_price: '99.00' })
    expect(assets(fixture).frozen_amount).toBe('247.50')
    fixture.step(levels([98, 300]), levels([98.02, 300]))
    expect(value(fixture.exchange.positions(MARGIN))[0]).toMatchObject({
      quantity: '10.00000',
      cost_price: '99.00',
    })
  })

  it('are covered by the next order when a covering order is canceled', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ side: 'SHORT', order_type: 'MARKET', quantity: '100' })
    const first = fixture.placed({ quantity: '100', limit_price: '99.00' })
    fixture.exchange.cancel({ account_id: MARGIN, client_order_id: first })
    fixture.placed({ quantity: '100', limit_price: '99.00' })
    expect(assets(fixture).frozen_amount).toBe('0.00')
  })
})
