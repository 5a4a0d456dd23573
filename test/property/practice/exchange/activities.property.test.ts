import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  cmp,
  dec,
  decimalText,
  eq,
  trim,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import {
  zCashActivity,
  zExecution,
  zPositionLot,
} from '../../../../shared/wire/families/trading/activities.js'
import type { PageRecord } from '../../../../electron/practice/model/wire-records.js'
import type { Refusal } from '../../../../electron/practice/exchange/api/refusals.js'
import type { Result } from '../../../../shared/domain/result.js'
import {
  timeAt,
  CASH,
  ExchangeFixture,
  MARGIN,
  someCloses,
  value,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { act, key, run, type Act } from './order-actions.js'
import { runs } from '../../../harness/system/effort.js'

const sum = (values: readonly string[]): Decimal =>
  values.reduce((total, item) => add(total, dec(item)), dec('0'))
const ALL = { startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-12-31T23:59:59.999Z' }

/** Reads every record of a list, page by page. */
function walk<T>(read: (paginationKey: string | undefined) => Result<PageRecord<T>, Refusal>): T[] {
  const all: T[] = []
  for (let paginationKey: string | undefined; ; ) {
    const { data, pagination_key } = value(read(paginationKey))
    all.push(...data)
    if (pagination_key === null) return all
    paginationKey = pagination_key
  }
}

const cashOf = (fixture: ExchangeFixture, accountId: string) =>
  walk((paginationKey) =>
    fixture.exchange.cashActivities({ accountId, types: [], ...ALL, paginationKey }),
  )
const executionsOf = (fixture: ExchangeFixture, accountId: string) =>
  walk((paginationKey) =>
    fixture.exchange.executions({ accountId, startDate: '2026-01-01', paginationKey }),
  )
const lotsOf = (fixture: ExchangeFixture, accountId: string, symbol: string) =>
  walk((paginationKey) => fixture.exchange.lots({ accountId, symbol, paginationKey }))

/** Checks that activities, executions and lots agree with balance, orders and positions. */
function checkInvariants(fixture: ExchangeFixture, orders: readonly string[]): void {
  for (const accountId of [MARGIN, CASH]) {
    const cash = cashOf(fixture, accountId)
    expect(zCashActivity.array().safeParse(cash).success).toBe(true)
    expect(decimalText(trim(sum(cash.map((activity) => activity.net_amount))))).toBe(
      decimalText(trim(dec(value(fixture.exchange.balance(accountId)).total_cash_balance))),
    )
    expect(new Set(cash.map((activity) => activity.id)).size).toBe(cash.length)
    const executions = executionsOf(fixture, accountId)
    expect(zExecution.array().safeParse(executions).success).toBe(true)
    expect(new Set(executions.map((execution) => execution.execution_id)).size).toBe(
      executions.length,
    )
    expect(
      cash
        .filter((activity) => activity.activity_type === 'TRADE')
        .map((activity) => [activity.symbol, activity.biz_time]),
    ).toEqual(executions.map((execution) => [execution.symbol, execution.execution_time]))
    for (const execution of executions) {
      expect(
        eq(
          add(dec(execution.leaves_qty), dec(execution.total_filled_qty)),
          dec(execution.total_quantity),
        ),
      ).toBe(true)
      expect(execution.status === 'FILLED').toBe(eq(dec(execution.leaves_qty), dec('0')))
    }
    for (const position of value(fixture.exchange.positions(accountId))) {
      const lots = lotsOf(fixture, accountId, position.symbol)
      expect(zPositionLot.array().safeParse(lots).success).toBe(true)
      expect(eq(sum(lots.map((lot) => lot.quantity)), dec(position.quantity))).toBe(true)
      expect(eq(sum(lots.map((lot) => lot.market_value)), dec(position.market_value))).toBe(true)
      expect(new Set(lots.map((lot) => cmp(dec(lot.quantity), dec('0'))))).toEqual(
        new Set([cmp(dec(position.quantity), dec('0'))]),
      )
    }
    for (const symbol of ['AAPL', 'MSFT']) {
      if (
        !value(fixture.exchange.positions(accountId)).some((position) => position.symbol === symbol)
      ) {
        expect(lotsOf(fixture, accountId, symbol)).toEqual([])
      }
    }
    for (const id of orders) {
      const order = value(fixture.exchange.detail(accountId, id)).orders[0]
      const executionsOfOrder = value(
        fixture.exchange.executionsV2({ accountId, clientOrderId: id, pageSize: '100' }),
      )
      expect(executionsOfOrder).toEqual(
        executions.filter((execution) => execution.client_order_id === id),
      )
      expect(
        eq(
          sum(executionsOfOrder.map((execution) => execution.filled_quantity)),
          dec(order?.filled_quantity ?? '0'),
        ),
      ).toBe(true)
      expect(
        executionsOfOrder.slice(1).every((execution) => execution.status === 'PARTIAL_FILLED'),
      ).toBe(true)
      if (executionsOfOrder[0]?.status === 'FILLED') expect(order?.status).toBe('FILLED')
    }
  }
}

const play = (fixture: ExchangeFixture, acts: readonly Act[], from = 0): void =>
  acts.forEach((action, index) => run(fixture, action, from + index))

describe('activities, executions and lots', () => {
  it('add up to cash, orders and positions after any orders, with and without seeded history', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), fc.boolean(), (acts, past) => {
        const fixture = new ExchangeFixture()
        if (past) fixture.exchange.seedHistory(someCloses)
        fixture.usualQuotes().usualQuotes('MSFT')
        play(fixture, acts)
        checkInvariants(
          fixture,
          acts.map((_one, index) => key(index)),
        )
      }),
      { numRuns: runs(30, 200) },
    )
  })

  it('are unchanged by a save and a restore', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 2, maxLength: 30 }), fc.nat(29), (acts, cut) => {
        const [through, first] = [new ExchangeFixture(), new ExchangeFixture()]
        for (const fixture of [through, first]) {
          fixture.exchange.seedHistory(someCloses)
          fixture.usualQuotes().usualQuotes('MSFT')
        }
        const middle = Math.min(cut, acts.length)
        play(through, acts)
        play(first, acts.slice(0, middle))
        const second = new ExchangeFixture({}, timeAt(4 * 60, '2026-11-02'))
        second.now = first.now
        expect(
          second.exchange.restoreState(JSON.parse(JSON.stringify(first.exchange.snapshotState())))
            .ok,
        ).toBe(true)
        play(second, acts.slice(middle), middle)
        checkInvariants(second, [])
        for (const accountId of [MARGIN, CASH]) {
          expect(cashOf(second, accountId)).toEqual(cashOf(through, accountId))
          expect(executionsOf(second, accountId)).toEqual(executionsOf(through, accountId))
          for (const symbol of ['AAPL', 'MSFT', 'SPY', 'KO']) {
            expect(lotsOf(second, accountId, symbol)).toEqual(lotsOf(through, accountId, symbol))
          }
          const transfers = { accountId, methods: [], statuses: [], acatsTypes: [] }
          expect(second.exchange.transfers(transfers)).toEqual(
            through.exchange.transfers(transfers),
          )
        }
      }),
      { numRuns: runs(15, 100) },
    )
  })

  it('are paged without loss or duplicate while trading continues', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 45 }),
        fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }),
        (count, more) => {
          const fixture = new ExchangeFixture()
          const trade = (): void =>
            void fixture.usualQuotes().placed({ order_type: 'MARKET', quantity: '1' })
          for (let index = 0; index < count; index += 1) trade()
          const before = cashOf(fixture, MARGIN).map((activity) => activity.id)
          const seen: string[] = []
          let paginationKey: string | undefined
          for (let turn = 0; ; turn += 1) {
            const answer = value(
              fixture.exchange.cashActivities({ accountId: MARGIN, types: [], paginationKey }),
            )
            seen.push(...answer.data.map((activity) => activity.id))
            if (answer.pagination_key === null) break
            paginationKey = answer.pagination_key
            for (let index = 0; index < (more[turn % more.length] ?? 0); index += 1) trade()
          }
          expect(seen).toEqual(before)
        },
      ),
      { numRuns: runs(15, 100) },
    )
  })
})
