import { readFileSync } from 'node:fs'
import { PRACTICE_ACCOUNTS } from '../../../../electron/practice/exchange/exchange.js'
import { describe, expect, it } from 'vitest'
import { add, dec, decimalText, eq, type Decimal } from '../../../../shared/domain/decimal.js'
import { ACTIVITY_OPERATIONS } from '../../../../shared/wire/families/trading/activities.js'
import {
  timeAt,
  CASH,
  ExchangeFixture,
  levels,
  MARGIN,
  someCloses,
  TEN,
  value,
} from './exchange-fixture.js'

const sum = (values: readonly string[]): Decimal =>
  values.reduce((total, item) => add(total, dec(item)), dec('0'))
const refused = { ok: false, error: { status: 417, code: 'INVALID_PARAMETER' } }
const cash = (
  fixture: ExchangeFixture,
  over: {
    readonly types?: readonly string[]
    readonly startTime?: string
    readonly endTime?: string
  } = {},
  accountId = MARGIN,
) => value(fixture.exchange.cashActivities({ accountId, types: [], ...over }))
const executions = (
  fixture: ExchangeFixture,
  over: {
    readonly clientOrderId?: string
    readonly startDate?: string
    readonly endDate?: string
  } = {},
) => value(fixture.exchange.executions({ accountId: MARGIN, ...over }))
const NO_FILTERS = { methods: [], statuses: [], acatsTypes: [] }

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
    const rest = value(
      fixture.exchange.executions({ accountId: MARGIN, paginationKey: first.pagination_key! }),
    )
    expect([...first.data, ...rest.data].map((execution) => execution.client_order_id)).toEqual(
      placed.toReversed(),
    )
    expect([first.data.length, rest.pagination_key]).toEqual([20, null])
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
    const page = cash(fixture)
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
    expect(cash(fixture, {}, CASH).data).toMatchObject([
      { activity_type: 'DEPOSIT', activity_sub_type: 'ACH', net_amount: '25000.00' },
    ])
    expect(ACTIVITY_OPERATIONS.listCashActivities.response.safeParse(page).success).toBe(true)
  })

  it('are filtered by type and time, seven days by default', () => {
    const fixture = new ExchangeFixture({}, timeAt(10 * 60, '2026-11-02'))
    fixture.to(TEN).usualQuotes().placed({ order_type: 'MARKET' })
    const types = (over: Parameters<typeof cash>[1]) =>
      cash(fixture, over).data.map((activity) => activity.activity_type)
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
    expect(cash(fixture).data).toHaveLength(1)
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

  it('of a short position are negative, and reverse with the position', () => {
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
    const rest = value(
      fixture.exchange.lots({
        accountId: MARGIN,
        symbol: 'AAPL',
        paginationKey: first.pagination_key!,
      }),
    )
    expect([first.data.length, rest.data.length, rest.pagination_key]).toEqual([10, 1, null])
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

describe('the seeded history', () => {
  const fixture = new ExchangeFixture()
  fixture.exchange.seedHistory(someCloses)
  const YEAR = { startTime: '2026-01-01T00:00:00.000Z' }
  const all = (accountId: string) =>
    value(fixture.exchange.cashActivitiesV2({ accountId, types: [], ...YEAR, pageSize: '200' }))

  it('accounts for every cent of cash', () => {
    for (const accountId of [MARGIN, CASH]) {
      expect(
        eq(
          sum(all(accountId).map((activity) => activity.net_amount)),
          dec(value(fixture.exchange.balance(accountId)).total_cash_balance),
        ),
      ).toBe(true)
      const times = all(accountId).map((activity) => activity.biz_time)
      expect(times).toEqual([...times].sort().reverse())
    }
    const kinds = new Set(
      all(MARGIN).map((activity) => `${activity.activity_type} ${activity.activity_sub_type}`),
    )
    expect(kinds).toEqual(
      new Set([
        'DEPOSIT WIRE',
        'FEES WIRE_FEE',
        'TRADE BUY',
        'TRADE SELL',
        'TRANSFER ACATS_IN',
        'INTERESTS CREDIT',
        'DIVIDENDS INCOME',
      ]),
    )
    expect(cash(fixture, { types: ['DIVIDENDS'] }).data).not.toEqual([])
  })

  it('pays dividends on the quantity held that morning', () => {
    const [paid] = cash(fixture, { ...YEAR, types: ['DIVIDENDS'] }).data.filter(
      (activity) => activity.symbol === 'KO',
    )
    const bought = value(
      fixture.exchange.executionsV2({
        accountId: MARGIN,
        startDate: '2026-01-01',
        pageSize: '100',
      }),
    ).filter((execution) => execution.symbol === 'KO' && execution.execution_time < paid!.biz_time)
    const held = add(
      sum(
        bought.map((execution) =>
          execution.side === 'BUY' ? execution.filled_quantity : `-${execution.filled_quantity}`,
        ),
      ),
      dec('30'),
    )
    expect(Number(decimalText(held)) * 0.51).toBeCloseTo(Number(paid!.net_amount), 2)
  })

  it('has a full transfer with its residual, and a rejected transfer', () => {
    const page = value(fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS }))
    expect(ACTIVITY_OPERATIONS.listTransfers.response.safeParse(page).success).toBe(true)
    expect(
      page.data.map((transfer) => [
        transfer.status,
        transfer.acats_transfer_types,
        transfer.direction,
      ]),
    ).toEqual([
      ['REJECTED', 'PARTIAL', 'INCOMING'],
      ['COMPLETED', 'RESIDUAL', 'INCOMING'],
      ['COMPLETED', 'FULL', 'INCOMING'],
    ])
    const [rejected, residual, full] = page.data
    expect(rejected?.failure_reason).toMatch(/\S/)
    expect(rejected).not.toHaveProperty('transfer_settlement_date')
    expect(full?.acats_associated_number).toBe(residual?.acats_associated_number)
    expect(page.data.every((transfer) => transfer.create_time < transfer.update_time)).toBe(true)
    const detail = value(fixture.exchange.transfer(MARGIN, full!.transfer_id))
    expect(ACTIVITY_OPERATIONS.getTransfer.response.safeParse(detail).success).toBe(true)
    expect(detail).toMatchObject({
      ...full,
      contra_broker: { dtc_number: expect.stringMatching(/^\d{4}$/) as string },
      cash: [{ amount: '1250.40', settlement_date: full!.transfer_settlement_date }],
    })
    expect(detail.positions.map((position) => [position.symbol, position.quantity])).toEqual([
      ['SPY', '4.00000'],
      ['KO', '30.00000'],
    ])
    const arrived = cash(fixture, { ...YEAR, types: ['TRANSFER'] }).data
    expect(arrived.map((activity) => [activity.net_amount, activity.trade_date])).toEqual([
      ['4.18', residual!.transfer_settlement_date],
      ['1250.40', full!.transfer_settlement_date],
    ])
    expect(
      value(fixture.exchange.lots({ accountId: MARGIN, symbol: 'SPY' })).data.some(
        (lot) =>
          lot.quantity === '4.00000' && lot.average_price === detail.positions[0]?.transfer_price,
      ),
    ).toBe(true)
    expect(value(fixture.exchange.transfers({ accountId: CASH, ...NO_FILTERS }))).toEqual({
      data: [],
      pagination_key: null,
    })
  })

  it('can be filtered by every member', () => {
    const count = (over: object) =>
      value(fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS, ...over })).data.length
    const [rejected, residual] = value(
      fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS }),
    ).data
    expect(count({ methods: ['ACATS'] })).toBe(3)
    expect(count({ methods: ['CRYPTO_TRANSFER'] })).toBe(0)
    expect(count({ direction: 'INCOMING' })).toBe(3)
    expect(count({ direction: 'OUTGOING' })).toBe(0)
    expect(count({ statuses: ['COMPLETED', 'FAILED'] })).toBe(2)
    expect(count({ acatsTypes: ['FULL', 'PARTIAL'] })).toBe(2)
    expect(count({ associatedNumber: residual!.acats_associated_number })).toBe(2)
    expect(count({ startTime: rejected!.create_time })).toBe(1)
    expect(count({ endTime: residual!.create_time })).toBe(2)
    expect(
      fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS, startTime: 'x' }),
    ).toMatchObject(refused)
    expect(fixture.exchange.transfer(CASH, rejected!.transfer_id)).toMatchObject(refused)
    expect(fixture.exchange.transfer(MARGIN, 'nobody')).toMatchObject(refused)
  })

  it('identifies shares by CUSIP numbers with a correct check digit', () => {
    const value36 = (character: string): number =>
      /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 55
    const found = value(
      fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS }),
    ).data.flatMap((transfer) =>
      value(fixture.exchange.transfer(MARGIN, transfer.transfer_id)).positions.map(
        (position) => position.cusip,
      ),
    )
    expect(found).toHaveLength(3)
    for (const cusip of found) {
      const total = Array.from(cusip.slice(0, 8))
        .map((character, index) => value36(character) * (index % 2 === 0 ? 1 : 2))
        .reduce((sumOf, item) => sumOf + Math.floor(item / 10) + (item % 10), 0)
      expect((10 - (total % 10)) % 10, cusip).toBe(Number(cusip[8]))
    }
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

describe('a state file of version 1', () => {
  const saved = JSON.parse(readFileSync('test/vectors/exchange-state-v1.json', 'utf8')) as {
    readonly state: { readonly time: number }
    readonly balances: readonly unknown[]
  }

  it('loads with the same balances, and activities that add up to them', () => {
    const fixture = new ExchangeFixture()
    fixture.now = saved.state.time as typeof fixture.now
    expect(fixture.exchange.restoreState(saved.state)).toEqual({ ok: true, value: undefined })
    expect([MARGIN, CASH].map((accountId) => fixture.exchange.balance(accountId))).toEqual(
      saved.balances,
    )
    for (const accountId of [MARGIN, CASH]) {
      const activities = value(
        fixture.exchange.cashActivitiesV2({
          accountId,
          types: [],
          startTime: '2026-01-01T00:00:00.000Z',
          pageSize: '200',
        }),
      )
      expect(
        eq(
          sum(activities.map((activity) => activity.net_amount)),
          dec(value(fixture.exchange.balance(accountId)).total_cash_balance),
        ),
      ).toBe(true)
      expect(activities.at(-1)?.activity_type).toBe('DEPOSIT')
      for (const position of value(fixture.exchange.positions(accountId))) {
        expect(
          eq(
            sum(
              value(fixture.exchange.lots({ accountId, symbol: position.symbol })).data.map(
                (lot) => lot.quantity,
              ),
            ),
            dec(position.quantity),
          ),
        ).toBe(true)
      }
      const filled = value(
        fixture.exchange.historyV2({
          accountId,
          startTime: '2026-01-01T00:00:00.000Z',
          pageSize: '100',
        }),
      )
        .flatMap((group) => group.orders)
        .filter((order) => Number(order.filled_quantity) > 0)
      const listed = value(
        fixture.exchange.executionsV2({ accountId, startDate: '2026-01-01', pageSize: '100' }),
      )
      expect(
        new Map(listed.map((execution) => [execution.order_id, execution.total_filled_qty])),
      ).toEqual(new Map(filled.map((order) => [order.order_id, order.filled_quantity])))
    }
    expect(value(fixture.exchange.transfers({ accountId: MARGIN, ...NO_FILTERS })).data).toEqual([])
    expect(fixture.exchange.snapshotState()).toMatchObject({ version: 3 })
  })

  it('continues as the present version', () => {
    const first = new ExchangeFixture()
    first.now = saved.state.time as typeof first.now
    first.exchange.restoreState(saved.state)
    first.usualQuotes().placed({ order_type: 'MARKET', client_order_id: 'after-the-restart' })
    const second = new ExchangeFixture()
    second.now = first.now
    expect(
      second.exchange.restoreState(JSON.parse(JSON.stringify(first.exchange.snapshotState()))).ok,
    ).toBe(true)
    expect(second.exchange.snapshotState()).toEqual(first.exchange.snapshotState())
    expect(executions(second).data).toEqual(executions(first).data)
  })
})

describe('a state file of version 2', () => {
  const saved = JSON.parse(readFileSync('test/vectors/exchange-state-v2.json', 'utf8')) as {
    readonly state: { readonly time: number }
    readonly balances: readonly unknown[]
    readonly history: unknown
  }

  it('loads with the same balances, orders and average prices, and the accounts it lacked', () => {
    const fixture = new ExchangeFixture({ listingLagMs: 5_000 })
    fixture.now = saved.state.time as typeof fixture.now
    expect(fixture.exchange.restoreState(saved.state)).toEqual({ ok: true, value: undefined })
    expect([MARGIN, CASH].map((accountId) => fixture.exchange.balance(accountId))).toEqual(
      saved.balances,
    )
    expect(
      fixture.exchange.historyV2({
        accountId: MARGIN,
        startTime: '2026-01-01T00:00:00.000Z',
        pageSize: '100',
      }),
    ).toEqual(saved.history)
    expect(
      fixture.exchange.accounts(PRACTICE_ACCOUNTS[0]!.userId).map((account) => account.account_id),
    ).toEqual(PRACTICE_ACCOUNTS.map((account) => account.accountId))
  })
})
