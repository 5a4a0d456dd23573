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
} from '../../../../shared/wire/families/activities.js'
import type { PageRecord, Refusal } from '../../../../electron/practice/exchange/exchange.js'
import type { Result } from '../../../../shared/domain/result.js'
import {
  at,
  CASH,
  Floor,
  MARGIN,
  someCloses,
  value,
} from '../../../unit/practice/exchange/floor.js'
import { act, key, run, type Act } from './stream.js'
import { runs } from '../../../harness/effort.js'

const sum = (values: readonly string[]): Decimal =>
  values.reduce((total, one) => add(total, dec(one)), dec('0'))
const ALL = { startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-12-31T23:59:59.999Z' }

/** Every record of a list, page by page. */
function walk<T>(read: (paginationKey: string | undefined) => Result<PageRecord<T>, Refusal>): T[] {
  const all: T[] = []
  for (let paginationKey: string | undefined; ; ) {
    const { data, pagination_key } = value(read(paginationKey))
    all.push(...data)
    if (pagination_key === null) return all
    paginationKey = pagination_key
  }
}

const cashOf = (floor: Floor, accountId: string) =>
  walk((paginationKey) =>
    floor.exchange.cashActivities({ accountId, types: [], ...ALL, paginationKey }),
  )
const executionsOf = (floor: Floor, accountId: string) =>
  walk((paginationKey) =>
    floor.exchange.executions({ accountId, startDate: '2026-01-01', paginationKey }),
  )
const lotsOf = (floor: Floor, accountId: string, symbol: string) =>
  walk((paginationKey) => floor.exchange.lots({ accountId, symbol, paginationKey }))

/** What activities, executions and lots owe to balance, orders and positions. */
function laws(floor: Floor, orders: readonly string[]): void {
  for (const accountId of [MARGIN, CASH]) {
    const cash = cashOf(floor, accountId)
    expect(zCashActivity.array().safeParse(cash).success).toBe(true)
    expect(decimalText(trim(sum(cash.map((one) => one.net_amount))))).toBe(
      decimalText(trim(dec(value(floor.exchange.balance(accountId)).total_cash_balance))),
    )
    expect(new Set(cash.map((one) => one.id)).size).toBe(cash.length)
    const executions = executionsOf(floor, accountId)
    expect(zExecution.array().safeParse(executions).success).toBe(true)
    expect(new Set(executions.map((one) => one.execution_id)).size).toBe(executions.length)
    expect(
      cash.filter((one) => one.activity_type === 'TRADE').map((one) => [one.symbol, one.biz_time]),
    ).toEqual(executions.map((one) => [one.symbol, one.execution_time]))
    for (const one of executions) {
      expect(eq(add(dec(one.leaves_qty), dec(one.total_filled_qty)), dec(one.total_quantity))).toBe(
        true,
      )
      expect(one.status === 'FILLED').toBe(eq(dec(one.leaves_qty), dec('0')))
    }
    for (const position of value(floor.exchange.positions(accountId))) {
      const lots = lotsOf(floor, accountId, position.symbol)
      expect(zPositionLot.array().safeParse(lots).success).toBe(true)
      expect(eq(sum(lots.map((lot) => lot.quantity)), dec(position.quantity))).toBe(true)
      expect(eq(sum(lots.map((lot) => lot.market_value)), dec(position.market_value))).toBe(true)
      expect(new Set(lots.map((lot) => cmp(dec(lot.quantity), dec('0'))))).toEqual(
        new Set([cmp(dec(position.quantity), dec('0'))]),
      )
    }
    for (const symbol of ['AAPL', 'MSFT']) {
      if (
        !value(floor.exchange.positions(accountId)).some((position) => position.symbol === symbol)
      ) {
        expect(lotsOf(floor, accountId, symbol)).toEqual([])
      }
    }
    for (const id of orders) {
      const order = value(floor.exchange.detail(accountId, id)).orders[0]
      const mine = value(
        floor.exchange.executionsV2({ accountId, clientOrderId: id, pageSize: '100' }),
      )
      expect(mine).toEqual(executions.filter((one) => one.client_order_id === id))
      expect(
        eq(sum(mine.map((one) => one.filled_quantity)), dec(order?.filled_quantity ?? '0')),
      ).toBe(true)
      expect(mine.slice(1).every((one) => one.status === 'PARTIAL_FILLED')).toBe(true)
      if (mine[0]?.status === 'FILLED') expect(order?.status).toBe('FILLED')
    }
  }
}

const play = (floor: Floor, acts: readonly Act[], from = 0): void =>
  acts.forEach((one, index) => run(floor, one, from + index))

describe('activities, executions and lots', () => {
  it('add up to cash, orders and positions after any stream of orders, on a fresh exchange and on one with a past', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), fc.boolean(), (acts, past) => {
        const floor = new Floor()
        if (past) floor.exchange.seedHistory(someCloses)
        floor.usual().usual('MSFT')
        play(floor, acts)
        laws(
          floor,
          acts.map((_one, index) => key(index)),
        )
      }),
      { numRuns: runs(30, 200) },
    )
  })

  it('say the same after a save and a restore in the middle', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 2, maxLength: 30 }), fc.nat(29), (acts, cut) => {
        const [through, first] = [new Floor(), new Floor()]
        for (const floor of [through, first]) {
          floor.exchange.seedHistory(someCloses)
          floor.usual().usual('MSFT')
        }
        const middle = Math.min(cut, acts.length)
        play(through, acts)
        play(first, acts.slice(0, middle))
        const second = new Floor({}, at(4 * 60, '2026-11-02'))
        second.now = first.now
        expect(
          second.exchange.restoreState(JSON.parse(JSON.stringify(first.exchange.snapshotState())))
            .ok,
        ).toBe(true)
        play(second, acts.slice(middle), middle)
        laws(second, [])
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

  it('are paged without loss and without a row told twice while trading goes on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 45 }),
        fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }),
        (count, more) => {
          const floor = new Floor()
          const trade = (): void =>
            void floor.usual().placed({ order_type: 'MARKET', quantity: '1' })
          for (let index = 0; index < count; index += 1) trade()
          const before = cashOf(floor, MARGIN).map((one) => one.id)
          const seen: string[] = []
          let paginationKey: string | undefined
          for (let turn = 0; ; turn += 1) {
            const answer = value(
              floor.exchange.cashActivities({ accountId: MARGIN, types: [], paginationKey }),
            )
            seen.push(...answer.data.map((one) => one.id))
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
