import { describe, expect, it } from 'vitest'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import { timeAt, CASH, ExchangeFixture, levels, MARGIN, TEN, value } from './exchange-fixture.js'
import { refused, cashActivities, executions, NO_FILTERS } from './activity-queries.js'

describe('executions', () => {
  it('are one record per fill, and only the completing one is FILLED', () => {
    const fixture = new ExchangeFixture().step(levels([99.99, 10]), levels([100, 4], [100.01, 3]))
    const id = fixture.placed({ limit_price: '100.01', quantity: '10' })
    const { order_id } = fixture.order(id)
    const common = {
      order_id,
      client_order_id: id,
      symbol: 'AAPL',
      execution_time: '2026-11-18T15:00:00.000Z',
      side: 'BUY',
      order_type: 'LIMIT',
      total_quantity: '10.00000',
      limit_price: '100.01',
      execution_type: 'TRADE',
    }
    const partial = [
      {
        ...common,
        status: 'PARTIAL_FILLED',
        filled_quantity: '3.00000',
        filled_price: '100.01',
        leaves_qty: '3.00000',
        total_filled_qty: '7.00000',
      },
      {
        ...common,
        status: 'PARTIAL_FILLED',
        filled_quantity: '4.00000',
        filled_price: '100.00',
        leaves_qty: '6.00000',
        total_filled_qty: '4.00000',
      },
    ]
    expect(executions(fixture).data).toMatchObject(partial)
    fixture.step(levels([99.99, 10]), levels([100.02, 10]), ['sell', 100.01, 3])
    const page = executions(fixture)
    expect(page.data).toMatchObject([
      {
        ...common,
        status: 'FILLED',
        filled_quantity: '3.00000',
        leaves_qty: '0.00000',
        total_filled_qty: '10.00000',
      },
      ...partial,
    ])
    expect(ACTIVITY_OPERATIONS.listExecutions.response.safeParse(page).success).toBe(true)
    expect(page.data[0]?.execution_id).toMatch(/^[0-9A-Z]{26}$/)
  })

  it('keep their values when the order is replaced later', () => {
    const fixture = new ExchangeFixture().step(levels([99.99, 10]), levels([100, 4]))
    const id = fixture.placed({ limit_price: '100.00', quantity: '10' })
    fixture.exchange.replace({
      account_id: MARGIN,
      modify_orders: [{ client_order_id: id, limit_price: '99.00', quantity: '8' }],
    })
    expect(executions(fixture).data).toMatchObject([
      { limit_price: '100.00', total_quantity: '10.00000', leaves_qty: '6.00000' },
    ])
  })

  it('are found by order, exchange days, or both; without either, those of seven days', () => {
    const fixture = new ExchangeFixture({}, timeAt(10 * 60, '2026-11-02')).usualQuotes()
    const old = fixture.placed({ order_type: 'MARKET' })
    fixture.to(TEN).usualQuotes()
    const recent = fixture.placed({ order_type: 'MARKET' })
    const ids = (over: Parameters<typeof executions>[1]) =>
      executions(fixture, over).data.map((execution) => execution.client_order_id)
    expect(ids({})).toEqual([recent])
    expect(ids({ startDate: '2026-11-01' })).toEqual([recent, old])
    expect(ids({ endDate: '2026-11-02' })).toEqual([old])
    expect(ids({ startDate: '2026-11-03', endDate: '2026-11-17' })).toEqual([])
    expect(ids({ startDate: '2026-11-18', endDate: '2026-11-18' })).toEqual([recent])
    expect(ids({ clientOrderId: old })).toEqual([old])
    expect(ids({ clientOrderId: old, startDate: '2026-11-03' })).toEqual([])
    expect(ids({ clientOrderId: 'never-placed' })).toEqual([])
    expect(
      fixture.exchange.executions({
        accountId: MARGIN,
        startDate: '2026-11-03',
        endDate: '2026-11-02',
      }),
    ).toMatchObject(refused)
  })

  it('come twenty per page, newest first; a key is valid for its own request only', () => {
    const fixture = new ExchangeFixture()
    const placed = Array.from({ length: 25 }, () =>
      fixture.usualQuotes().placed({ order_type: 'MARKET', quantity: '1' }),
    )
    const first = executions(fixture)
    const lastPage = value(
      fixture.exchange.executions({ accountId: MARGIN, paginationKey: first.pagination_key! }),
    )
    expect([...first.data, ...lastPage.data].map((execution) => execution.client_order_id)).toEqual(
      placed.toReversed(),
    )
    expect([first.data.length, lastPage.pagination_key]).toEqual([20, null])
    for (const paginationKey of ['rubbish', Buffer.from('{}').toString('base64')]) {
      expect(fixture.exchange.executions({ accountId: MARGIN, paginationKey })).toMatchObject(
        refused,
      )
    }
    expect(
      fixture.exchange.executions({
        accountId: MARGIN,
        startDate: '2026-11-01',
        paginationKey: first.pagination_key!,
      }),
    ).toMatchObject(refused)
    expect(
      fixture.exchange.cashActivities({
        accountId: MARGIN,
        types: [],
        paginationKey: first.pagination_key!,
      }),
    ).toMatchObject(refused)
    const v2 = value(
      fixture.exchange.executionsV2({
        accountId: MARGIN,
        pageSize: '2',
        lastId: first.data[0]!.execution_id,
      }),
    )
    expect(v2.map((execution) => execution.client_order_id)).toEqual([placed[23], placed[22]])
    expect(fixture.exchange.executionsV2({ accountId: MARGIN, lastId: 'nobody' })).toMatchObject(
      refused,
    )
    expect(fixture.exchange.executionsV2({ accountId: MARGIN, pageSize: '101' })).toMatchObject(
      refused,
    )
  })
})

describe('cash activities', () => {
  it('start with the deposit and contain every trade net of fees', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET', quantity: '100' })
    fixture.placed({ order_type: 'MARKET', side: 'SELL', quantity: '100' })
    const page = cashActivities(fixture)
    const common = {
      account_id: MARGIN,
      currency: 'USD',
      market: 'US',
      trade_date: '2026-11-18',
      biz_time: '2026-11-18T15:00:00.000Z',
    }
    const id = expect.stringMatching(/^2026-11-18_117\d{15}$/) as string
    expect(page).toEqual({
      pagination_key: null,
      data: [
        {
          ...common,
          id,
          activity_type: 'TRADE',
          activity_sub_type: 'SELL',
          symbol: 'AAPL',
          net_amount: '9998.77',
        },
        {
          ...common,
          id,
          activity_type: 'TRADE',
          activity_sub_type: 'BUY',
          symbol: 'AAPL',
          net_amount: '-10001.00',
        },
        {
          ...common,
          id,
          activity_type: 'DEPOSIT',
          activity_sub_type: 'WIRE',
          net_amount: '100000.00',
        },
      ],
    })
    expect(cashActivities(fixture, {}, CASH).data).toMatchObject([
      { activity_type: 'DEPOSIT', activity_sub_type: 'ACH', net_amount: '25000.00' },
    ])
    expect(ACTIVITY_OPERATIONS.listCashActivities.response.safeParse(page).success).toBe(true)
  })

  it('are filtered by type and time, seven days by default', () => {
    const fixture = new ExchangeFixture({}, timeAt(10 * 60, '2026-11-02'))
    fixture.to(TEN).usualQuotes().placed({ order_type: 'MARKET' })
    const types = (over: Parameters<typeof cashActivities>[1]) =>
      cashActivities(fixture, over).data.map((activity) => activity.activity_type)
    expect(types({})).toEqual(['TRADE'])
    expect(types({ startTime: '2026-11-01T00:00:00.000Z' })).toEqual(['TRADE', 'DEPOSIT'])
    expect(types({ startTime: '2026-11-01T00:00:00.000Z', types: ['DEPOSIT', 'FEES'] })).toEqual([
      'DEPOSIT',
    ])
    expect(
      types({ startTime: '2026-11-18T15:00:00.000Z', endTime: '2026-11-18T15:00:00.000Z' }),
    ).toEqual(['TRADE'])
    expect(types({ endTime: '2026-11-08T00:00:00.000Z' })).toEqual(['DEPOSIT'])
    expect(types({ types: ['EC_STATEMENT'] })).toEqual([])
  })

  it('refuse invalid times, a start after the end, and ranges over two calendar years', () => {
    const fixture = new ExchangeFixture({}, timeAt(10 * 60, '2027-01-05')).usualQuotes()
    const ask = (over: { readonly startTime?: string; readonly endTime?: string }) =>
      fixture.exchange.cashActivities({ accountId: MARGIN, types: [], ...over })
    for (const bad of [
      { startTime: 'noon' },
      { endTime: '2026-13-01T00:00:00.000Z' },
      { startTime: '2027-01-03T00:00:00.000Z', endTime: '2027-01-02T00:00:00.000Z' },
      { startTime: '2026-12-30T00:00:00.000Z' },
      { startTime: '2026-12-30T00:00:00.000Z', endTime: '2027-01-02T00:00:00.000Z' },
    ]) {
      expect(ask(bad), JSON.stringify(bad)).toMatchObject(refused)
    }
    expect(
      ask({ startTime: '2026-12-30T00:00:00.000Z', endTime: '2026-12-31T23:59:59.999Z' }).ok,
    ).toBe(true)
    expect(cashActivities(fixture).data).toHaveLength(1)
  })

  it('return the requested number to v2 callers, from 1 to 200', () => {
    const fixture = new ExchangeFixture()
    for (let count = 0; count < 12; count += 1) {
      fixture.usualQuotes().placed({ order_type: 'MARKET', quantity: '1' })
    }
    const ask = (pageSize?: string, lastId?: string) =>
      fixture.exchange.cashActivitiesV2({ accountId: MARGIN, types: [], pageSize, lastId })
    expect(value(ask())).toHaveLength(10)
    const [newest] = value(ask('1'))
    expect(value(ask('200', newest?.id))).toHaveLength(12)
    for (const bad of ['0', '201', 'x', '-1']) expect(ask(bad)).toMatchObject(refused)
    expect(ask('10', 'unknown')).toMatchObject(refused)
  })
})

describe('lots', () => {
  const lots = (fixture: ExchangeFixture, accountId = MARGIN) =>
    value(fixture.exchange.lots({ accountId, symbol: 'AAPL' })).data

  it('are closed first in, first out, each at its own price', () => {
    const fixture = new ExchangeFixture().step(levels([99, 100]), levels([100, 100]))
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    fixture.step(levels([101, 100]), levels([102, 100]))
    fixture.placed({ order_type: 'MARKET', quantity: '10' })
    expect(lots(fixture)).toMatchObject([
      { quantity: '10.00000', average_price: '100.00' },
      { quantity: '10.00000', average_price: '102.00' },
    ])
    const [first] = lots(fixture)
    fixture.step(levels([104, 100]), levels([105, 100]), ['sell', 104, 1])
    fixture.placed({ order_type: 'MARKET', side: 'SELL', quantity: '4' })
    expect(lots(fixture)).toEqual([
      {
        ...first,
        quantity: '6.00000',
        market_value: '624.00',
        base_currency_market_value: '624.00',
        unrealized_pl: '24.00',
      },
      expect.objectContaining({
        quantity: '10.00000',
        average_price: '102.00',
        market_value: '1040.00',
        unrealized_pl: '20.00',
      }),
    ])
    fixture.placed({ order_type: 'MARKET', side: 'SELL', quantity: '11' })
    expect(lots(fixture)).toMatchObject([{ quantity: '5.00000', average_price: '102.00' }])
  })

  it('lots of a short position are negative, and reverse with the position', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ side: 'SHORT', order_type: 'MARKET', quantity: '10' })
    expect(lots(fixture)).toMatchObject([{ quantity: '-10.00000', average_price: '99.99' }])
    fixture.placed({ order_type: 'MARKET', quantity: '15' })
    expect(lots(fixture)).toMatchObject([{ quantity: '5.00000', average_price: '100.01' }])
    expect(lots(fixture, CASH)).toEqual([])
  })

  it('are paged, and a page continues after a lot that was closed meanwhile', () => {
    const fixture = new ExchangeFixture()
    for (let count = 0; count < 12; count += 1) {
      fixture.usualQuotes().placed({ order_type: 'MARKET', quantity: '1' })
    }
    const first = value(fixture.exchange.lots({ accountId: MARGIN, symbol: 'AAPL' }))
    fixture.usualQuotes().placed({ order_type: 'MARKET', side: 'SELL', quantity: '11' })
    const lastPage = value(
      fixture.exchange.lots({
        accountId: MARGIN,
        symbol: 'AAPL',
        paginationKey: first.pagination_key!,
      }),
    )
    expect([first.data.length, lastPage.data.length, lastPage.pagination_key]).toEqual([
      10,
      1,
      null,
    ])
    expect(
      fixture.exchange.lots({
        accountId: MARGIN,
        symbol: 'MSFT',
        paginationKey: first.pagination_key!,
      }),
    ).toMatchObject(refused)
    expect(
      value(fixture.exchange.lotsV2({ accountId: MARGIN, symbol: 'AAPL', pageSize: '5' })),
    ).toHaveLength(1)
  })
})

it('is refused for a foreign account everywhere', () => {
  const { exchange } = new ExchangeFixture()
  const accountId = 'SOMEBODYELSE00000000000001'
  for (const answer of [
    exchange.executions({ accountId }),
    exchange.executionsV2({ accountId }),
    exchange.cashActivities({ accountId, types: [] }),
    exchange.cashActivitiesV2({ accountId, types: [] }),
    exchange.transfers({ accountId, ...NO_FILTERS }),
    exchange.transfer(accountId, 'x'),
    exchange.lots({ accountId, symbol: 'AAPL' }),
    exchange.lotsV2({ accountId, symbol: 'AAPL' }),
  ]) {
    expect(answer).toMatchObject({
      ok: false,
      error: { status: 403, code: 'ACCOUNT_ACCESS_DENIED' },
    })
  }
})
