import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeClock, tradingDay } from '../../../../shared/domain/market/exchange-time.js'
import {
  timeAt,
  CASH,
  ExchangeFixture,
  levels,
  MARGIN,
  shares,
  value,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { runs } from '../../../harness/system/effort.js'
import { act, run } from './order-actions.js'

interface Saved {
  readonly accounts: readonly {
    accountId: string
    cash: number
    depositCents: number
    positions: readonly { symbol: string; size: number; cost: number; realized: number }[]
  }[]
  readonly house: { cash: number; fees: number; sizes: readonly (readonly [string, number])[] }
  readonly orders: readonly {
    accountId: string
    stage: string
    heldCents: number
    view: {
      filled: number
      filledCash: string
      terms: { side: string; symbol: string; size: number; limit: number | null }
    }
  }[]
}
const stateOf = (fixture: ExchangeFixture): Saved => fixture.exchange.snapshotState() as Saved
const sum = (values: readonly number[]): number => values.reduce((total, item) => total + item, 0)
const ACCOUNTS = [MARGIN, CASH]
const SYMBOLS = ['AAPL', 'MSFT']
const lotsOf = (fixture: ExchangeFixture, accountId: string, symbol: string) =>
  value(fixture.exchange.lots({ accountId, symbol })).data
const position = (state: Saved, accountId: string, symbol: string) =>
  state.accounts
    .find((account) => account.accountId === accountId)!
    .positions.find((candidate) => candidate.symbol === symbol)

/**
 * Checks that a split conserves money and shares, that lots add up to positions, and that orders
 * reserve what they need.
 */
function checkInvariants(fixture: ExchangeFixture): void {
  const state = stateOf(fixture)
  expect(
    sum(state.accounts.map((account) => account.cash)) + state.house.cash + state.house.fees,
  ).toBe(sum(state.accounts.map((account) => account.depositCents)))
  for (const [symbol, size] of state.house.sizes) {
    expect(
      sum(
        state.accounts.map(
          (account) => account.positions.find((held) => held.symbol === symbol)?.size ?? 0,
        ),
      ) + size,
    ).toBe(0)
  }
  for (const accountId of ACCOUNTS) {
    const orders = state.orders.filter((order) => order.accountId === accountId)
    expect(
      Math.round(
        Number(
          value(fixture.exchange.balance(accountId)).account_currency_assets[0]?.frozen_amount,
        ) * 100,
      ),
    ).toBe(sum(orders.map((order) => order.heldCents)))
    for (const symbol of SYMBOLS) {
      const size = position(state, accountId, symbol)?.size ?? 0
      expect(
        sum(lotsOf(fixture, accountId, symbol).map((lot) => shares(Number(lot.quantity)))),
      ).toBe(size)
      const selling = sum(
        orders
          .filter(
            (order) =>
              order.stage !== 'done' &&
              order.view.terms.side === 'SELL' &&
              order.view.terms.symbol === symbol,
          )
          .map((order) => order.view.terms.size - order.view.filled),
      )
      expect(selling).toBeLessThanOrEqual(Math.max(0, size))
    }
  }
}
const ratio = fc.constantFrom(
  [1, 2],
  [1, 3],
  [1, 4],
  [1, 20],
  [5, 1],
  [10, 1],
  [50, 1],
) as fc.Arbitrary<[number, number]>

describe('a split after any orders', () => {
  it('conserves cash, cost and value of positions, and keeps lots and orders consistent', () => {
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 30 }),
        fc.array(act, { maxLength: 15 }),
        ratio,
        fc.integer({ min: 9_900, max: 10_100 }),
        (acts, more, [from, to], last) => {
          const fixture = new ExchangeFixture().usualQuotes().usualQuotes('MSFT')
          for (const [index, action] of acts.entries()) run(fixture, action, index)
          const eve = tradingDay(exchangeClock(fixture.now).day, 1)
          const day = tradingDay(eve, 1)
          fixture.splits.push({ symbol: 'AAPL', day, from, to })
          fixture
            .to(timeAt(600, eve))
            .step(levels([last / 100 - 0.01, 10_000]), levels([last / 100 + 0.01, 10_000]), [
              'buy',
              last / 100,
              1,
            ])
            .to(timeAt(4 * 60 - 1, day))
          const before = stateOf(fixture)
          const equity = ACCOUNTS.map((id) =>
            Number(value(fixture.exchange.balance(id)).total_net_liquidation_value),
          )
          fixture.to(timeAt(4 * 60, day))
          checkInvariants(fixture)
          const after = stateOf(fixture)
          for (const [place, accountId] of ACCOUNTS.entries()) {
            const [old, now] = [
              position(before, accountId, 'AAPL'),
              position(after, accountId, 'AAPL'),
            ]
            const exact = ((old?.size ?? 0) * to) / from
            const expectedSize = to > from ? exact : Math.trunc(exact / shares(1)) * shares(1)
            expect(now?.size ?? 0).toBeCloseTo(expectedSize, 0)
            if (to > from) expect(now?.cost ?? 0).toBe(old?.cost ?? 0)
            else if (now !== undefined) {
              expect(now.cost - now.realized).toBe(
                (old?.cost ?? 0) - (old?.realized ?? 0) - cashInLieu(fixture, accountId),
              )
            }
            // The new price is rounded to a hundredth of a cent, each amount to a cent.
            const tolerance = 0.021 + (Math.abs(exact) / shares(1)) * 0.00005
            expect(
              Math.abs(
                Number(value(fixture.exchange.balance(accountId)).total_net_liquidation_value) -
                  equity[place]!,
              ),
            ).toBeLessThanOrEqual(tolerance)
            expect(position(after, accountId, 'MSFT')?.size ?? 0).toBe(
              position(before, accountId, 'MSFT')?.size ?? 0,
            )
          }
          for (const [place, order] of after.orders.entries()) {
            const old = before.orders[place]!
            expect([order.view.filled, order.view.filledCash]).toEqual([
              old.view.filled,
              old.view.filledCash,
            ])
            if (old.view.terms.symbol !== 'AAPL' || old.stage === 'done') continue
            if (to < from) expect(order.stage).toBe('done')
            else if (order.stage !== 'done') {
              expect(order.view.terms.size - order.view.filled).toBe(
                (old.view.terms.size - old.view.filled) * to,
              )
            }
          }
          for (const [index, action] of more.entries()) {
            run(fixture, action, 100 + index)
            checkInvariants(fixture)
          }
        },
      ),
      { numRuns: runs(60, 2_000) },
    )
  })
})

function cashInLieu(fixture: ExchangeFixture, accountId: string): number {
  const activities = value(
    fixture.exchange.cashActivities({
      accountId,
      types: ['CORPORATE_ACTION'],
      startTime: undefined,
      endTime: undefined,
      paginationKey: undefined,
    }),
  )
  return sum(
    activities.data
      .filter((activity) => activity.activity_sub_type === 'CASH_IN_LIEU')
      .map((activity) => Math.round(Number(activity.net_amount) * 100)),
  )
}
