import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, dec, decimalText, eq } from '../../../../shared/domain/decimal.js'
import { valueCents } from '../../../../electron/practice/ledger/money.js'
import { STOCK_SCALE } from '../../../../electron/practice/model/units.js'
import {
  timeAt,
  CASH,
  EVENTS,
  ExchangeFixture,
  MARGIN,
  value,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { act, run } from './order-actions.js'
import { runs } from '../../../harness/system/effort.js'
import { jsonPieces } from '../../../../electron/practice/store/json-pieces.js'

interface Saved {
  readonly accounts: readonly {
    accountId: string
    cash: number
    depositCents: number
    feesPaid: number
    positions: readonly { symbol: string; size: number }[]
  }[]
  readonly house: { cash: number; fees: number; sizes: readonly (readonly [string, number])[] }
  readonly orders: readonly {
    accountId: string
    stage: string
    heldCents: number
    heldShares: number
    bookedCents: number
    view: { status: string; filled: number; terms: { side: string; symbol: string; size: number } }
  }[]
}

/** Checks what must hold after any action. */
function checkInvariants(fixture: ExchangeFixture): void {
  const state = fixture.exchange.snapshotState() as Saved
  const sum = (values: readonly number[]): number => values.reduce((total, item) => total + item, 0)
  expect(
    sum(state.accounts.map((account) => account.cash)) + state.house.cash + state.house.fees,
  ).toBe(sum(state.accounts.map((account) => account.depositCents)))
  expect(sum(state.accounts.map((account) => account.feesPaid))).toBe(state.house.fees)
  for (const [symbol, size] of state.house.sizes) {
    expect(
      sum(
        state.accounts.flatMap((account) =>
          account.positions
            .filter((position) => position.symbol === symbol)
            .map((position) => position.size),
        ),
      ),
    ).toBe(-size)
  }
  for (const owner of state.accounts) {
    const orders = state.orders.filter((order) => order.accountId === owner.accountId)
    const moved = sum(
      orders.map((order) =>
        order.view.terms.side === 'BUY' ? -order.bookedCents : order.bookedCents,
      ),
    )
    expect(owner.cash).toBe(owner.depositCents + moved - owner.feesPaid)
    if (owner.accountId === CASH) expect(owner.cash).toBeGreaterThanOrEqual(0)
    if (owner.accountId === EVENTS) continue
    const balance = value(fixture.exchange.balance(owner.accountId))
    expect(
      eq(
        dec(balance.total_net_liquidation_value),
        add(dec(balance.total_cash_balance), dec(balance.total_market_value)),
      ),
    ).toBe(true)
    const marketValue = owner.positions.reduce(
      (total, position) =>
        total + valueCents(fixture.exchange.last(position.symbol) ?? 0, position.size, STOCK_SCALE),
      0,
    )
    expect(decimalText(dec(balance.total_market_value)).replace('.', '')).toMatch(
      new RegExp(`^-?0*${Math.abs(marketValue)}$`),
    )
    expect(Math.round(Number(balance.account_currency_assets[0]?.frozen_amount) * 100)).toBe(
      sum(orders.map((order) => order.heldCents)),
    )
    for (const { symbol, size } of owner.positions) {
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
      if (owner.accountId === CASH) expect(size).toBeGreaterThanOrEqual(0)
    }
  }
  for (const order of state.orders) {
    expect(order.view.filled).toBeLessThanOrEqual(order.view.terms.size)
    expect(['FILLED', 'CANCELLED', 'FAILED'].includes(order.view.status)).toBe(
      order.stage === 'done',
    )
    expect(order.view.status === 'FILLED').toBe(order.view.filled === order.view.terms.size)
    if (order.stage === 'done') expect([order.heldCents, order.heldShares]).toEqual([0, 0])
  }
  for (const symbol of ['AAPL', 'MSFT']) {
    const { bids, asks } = fixture.exchange.depth(symbol, 1)
    if (bids[0] !== undefined && asks[0] !== undefined) {
      expect(bids[0].price).toBeLessThan(asks[0].price)
    }
  }
}

describe('the exchange under any orders', () => {
  it('conserves cash and shares, never overdraws, and releases reservations', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), fc.constantFrom(0, 200), (acts, pendingMs) => {
        const fixture = new ExchangeFixture({ pendingMs }).usualQuotes().usualQuotes('MSFT')
        for (const [index, action] of acts.entries()) {
          run(fixture, action, index)
          checkInvariants(fixture)
        }
      }),
      { numRuns: runs(40, 300) },
    )
  })

  it('saves the state of the instant at which a snapshot began, whatever happens while it is written', () => {
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 2, maxLength: 40 }),
        fc.nat(39),
        fc.constantFrom(0, 300),
        (acts, cut, listingLagMs) => {
          const fixture = new ExchangeFixture({ pendingMs: 100, listingLagMs })
            .usualQuotes()
            .usualQuotes('MSFT')
          const middle = Math.min(cut, acts.length)
          for (const [index, action] of acts.slice(0, middle).entries()) run(fixture, action, index)
          const expected = JSON.stringify(fixture.exchange.snapshotState())
          const pieces = jsonPieces(fixture.exchange.beginSnapshot())
          for (const [index, action] of acts.slice(middle).entries()) {
            run(fixture, action, middle + index)
          }
          expect([...pieces].join('')).toBe(expected)
        },
      ),
    )
  })

  it('continues identically after a save as JSON and a restore', () => {
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 2, maxLength: 40 }),
        fc.nat(39),
        fc.constantFrom(0, 300),
        (acts, cut, listingLagMs) => {
          const through = new ExchangeFixture({ pendingMs: 100, listingLagMs })
            .usualQuotes()
            .usualQuotes('MSFT')
          const first = new ExchangeFixture({ pendingMs: 100, listingLagMs })
            .usualQuotes()
            .usualQuotes('MSFT')
          const middle = Math.min(cut, acts.length)
          for (const [index, action] of acts.entries()) run(through, action, index)
          for (const [index, action] of acts.slice(0, middle).entries()) run(first, action, index)
          const second = new ExchangeFixture(
            { pendingMs: 100, listingLagMs },
            timeAt(4 * 60, '2026-11-02'),
          )
          second.now = first.now
          expect(
            second.exchange.restoreState(
              JSON.parse(JSON.stringify(first.exchange.snapshotState())),
            ),
          ).toEqual({ ok: true, value: undefined })
          second.events.length = 0
          for (const [index, action] of acts.slice(middle).entries()) {
            run(second, action, middle + index)
          }
          expect(second.exchange.snapshotState()).toEqual(through.exchange.snapshotState())
          expect([...first.events, ...second.events]).toEqual(through.events)
          expect([...first.prints, ...second.prints]).toEqual(through.prints)
          for (const accountId of [MARGIN, CASH]) {
            expect(second.exchange.balance(accountId)).toEqual(through.exchange.balance(accountId))
            expect(second.exchange.openOrders({ accountId })).toEqual(
              through.exchange.openOrders({ accountId }),
            )
            expect(second.exchange.history({ accountId })).toEqual(
              through.exchange.history({ accountId }),
            )
          }
        },
      ),
      { numRuns: runs(40, 300) },
    )
  })
})

describe('an invalid saved state', () => {
  it('is refused and changes nothing', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    fixture.placed({ order_type: 'MARKET' })
    const state = fixture.exchange.snapshotState() as Record<string, unknown>
    for (const bad of [
      null,
      {},
      7,
      { ...state, version: 4 },
      { ...state, orders: [{}] },
      { ...state, accounts: 'none' },
      { ...state, time: 'noon' },
    ]) {
      expect(fixture.exchange.restoreState(bad).ok).toBe(false)
      expect(fixture.exchange.snapshotState()).toEqual(state)
    }
  })
})

describe('paging during trading', () => {
  it('returns every order that existed throughout exactly once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 45 }),
        fc.array(fc.record({ place: fc.nat(5), cancel: fc.array(fc.nat(44), { maxLength: 6 }) }), {
          minLength: 6,
          maxLength: 6,
        }),
        (count, changes) => {
          const fixture = new ExchangeFixture().usualQuotes()
          const placed = Array.from({ length: count }, () => fixture.placed({ quantity: '1' }))
          const cancelled = new Set<string>()
          const seen: string[] = []
          let paginationKey: string | undefined
          for (let page = 0; page < 12; page += 1) {
            const answer = value(fixture.exchange.openOrders({ accountId: MARGIN, paginationKey }))
            seen.push(...answer.data.map((group) => group.client_order_id ?? ''))
            if (answer.pagination_key === null) break
            paginationKey = answer.pagination_key
            const change = changes[page % changes.length]!
            for (let index = 0; index < change.place; index += 1) fixture.placed({ quantity: '1' })
            for (const which of change.cancel) {
              const id = placed[which]
              if (id === undefined) continue
              cancelled.add(id)
              fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id })
            }
          }
          expect(new Set(seen).size).toBe(seen.length)
          for (const id of placed) if (!cancelled.has(id)) expect(seen).toContain(id)
        },
      ),
      { numRuns: runs(20, 200) },
    )
  })
})
