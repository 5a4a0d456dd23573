import { readFileSync } from 'node:fs'
import { PRACTICE_ACCOUNTS } from '../../../../electron/practice/exchange/exchange.js'
import { describe, expect, it } from 'vitest'
import { dec, eq } from '../../../../shared/domain/decimal.js'
import { CASH, ExchangeFixture, MARGIN, value } from './exchange-fixture.js'
import { sumOf, executions, NO_FILTERS } from './activity-queries.js'

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
          sumOf(activities.map((activity) => activity.net_amount)),
          dec(value(fixture.exchange.balance(accountId)).total_cash_balance),
        ),
      ).toBe(true)
      expect(activities.at(-1)?.activity_type).toBe('DEPOSIT')
      for (const position of value(fixture.exchange.positions(accountId))) {
        expect(
          eq(
            sumOf(
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
