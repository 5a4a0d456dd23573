import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '../../../../shared/domain/time.js'
import {
  createExchange,
  PRACTICE_ACCOUNTS,
} from '../../../../electron/practice/exchange/exchange.js'
import type {
  AccountEvent,
  Exchange,
} from '../../../../electron/practice/exchange/api/exchange-api.js'
import { seededIds } from '../../../../electron/practice/exchange/state/seeded-ids.js'
import { START, eventVenueFixture, type EventVenueFixture } from './event-venue-fixture.js'
import { runs } from '../../../harness/system/effort.js'

const ACCOUNT =
  PRACTICE_ACCOUNTS.find(({ accountClass }) => accountClass === 'EVENTS_CASH')?.accountId ?? ''
const PAYOUT = 10_000

interface ExchangeFixture extends EventVenueFixture {
  readonly exchange: Exchange
  readonly settled: AccountEvent[]
  /** Advances the time, with every step of watched markets. */
  advanceTo(to: number): void
}

/** Creates an exchange above the venue. */
function exchangeFixture(seed: string): ExchangeFixture {
  const base = eventVenueFixture(seed)
  const { venue } = base
  const exchange = createExchange({
    now: base.now,
    ids: seededIds(seed),
    switches: { pendingMs: 0 },
    instrument: (symbol) => venue.instrument(symbol),
    reference: (symbol) => venue.reference(symbol),
    book: (symbol) => venue.book(symbol),
    watch: (symbol) => venue.watch(symbol),
    settlement: (symbol) => venue.settlement(symbol),
    onPrint: (print) => venue.recordPrint(print),
  })
  const settled: AccountEvent[] = []
  exchange.onAccountEvent((event) => settled.push(event))
  return {
    ...base,
    exchange,
    settled,
    advanceTo: (to) => {
      base.to(to)
      venue.advance(epochMs(to), (step) => exchange.apply(step))
      exchange.clockTo(epochMs(to))
    },
  }
}

interface Books {
  readonly accounts: readonly {
    readonly cash: number
    readonly feesPaid: number
    readonly positions: readonly {
      readonly symbol: string
      readonly outcome: string
      readonly size: number
    }[]
  }[]
  readonly house: {
    readonly cash: number
    readonly fees: number
    readonly sizes: readonly (readonly [string, number])[]
  }
}
const booksOf = (exchange: Exchange): Books => exchange.snapshotState() as Books
const money = ({ accounts, house: broker }: Books): number =>
  accounts.reduce((sum, { cash }) => sum + cash, 0) + broker.cash + broker.fees

const anOrder = fc.record({
  market: fc.nat(),
  outcome: fc.constantFrom('yes' as const, 'no' as const),
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  price: fc.integer({ min: 1, max: 99 }),
  hundredths: fc.integer({ min: 1, max: 6_000 }),
  time: fc.constantFrom('DAY' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  market_style: fc.boolean(),
  minutes: fc.integer({ min: 0, max: 40 }),
})

it('no cent or contract is lost from any orders to settlement; each pair pays one dollar', () => {
  fc.assert(
    fc.property(
      fc.array(anOrder, { minLength: 5, maxLength: 40 }),
      fc.nat({ max: 3 }),
      (orders, seed) => {
        const fixture = exchangeFixture(`payout ${seed}`)
        const markets = fixture
          .events()
          .flatMap((event) => event.markets)
          .filter(
            ({ event, endsAt }) =>
              endsAt > START + 12 * HOUR_MS && event.occasion.closesAt < START + 3 * DAY_MS,
          )
          .slice(0, 12)
        const totalBefore = money(booksOf(fixture.exchange))
        let now: number = START
        for (const [number, order] of orders.entries()) {
          const symbol = markets[order.market % markets.length]?.symbol ?? ''
          fixture.exchange.place({
            account_id: ACCOUNT,
            new_orders: [
              {
                client_order_id: `property-${String(number).padStart(4, '0')}`,
                combo_type: 'NORMAL',
                instrument_type: 'EVENT',
                market: 'US',
                symbol,
                side: order.side,
                time_in_force: order.time,
                entrust_type: 'QTY',
                quantity: (order.hundredths / 100).toFixed(2),
                event_outcome: order.outcome,
                ...(order.market_style
                  ? { order_type: 'MARKET', event_trade_mode: 'TRADE_IN_CONTRACT' }
                  : { order_type: 'LIMIT', limit_price: (order.price / 100).toFixed(2) }),
              },
            ],
          })
          now += order.minutes * 60_000
          fixture.advanceTo(now)
          const books = booksOf(fixture.exchange)
          expect(money(books)).toBe(totalBefore)
          const ownPositions = books.accounts.flatMap(({ positions }) => positions)
          for (const [key, size] of books.house.sizes) {
            expect(
              size +
                ownPositions
                  .filter((position) => `${position.symbol}:${position.outcome}` === key)
                  .reduce((sum, position) => sum + position.size, 0),
            ).toBe(0)
          }
          for (const { size } of ownPositions) expect(size).toBeGreaterThanOrEqual(0)
          for (const { cash } of books.accounts) expect(cash).toBeGreaterThanOrEqual(0)
        }
        const openPositions = booksOf(fixture.exchange)
          .accounts.flatMap(({ positions }) => positions)
          .filter(({ size }) => size > 0)
        // Advance in steps, so that trades of open orders occur at their time.
        for (const end = START + 4 * DAY_MS; now < end; ) fixture.advanceTo((now += 6 * HOUR_MS))
        const after = booksOf(fixture.exchange)
        expect(money(after)).toBe(totalBefore)
        expect(
          after.accounts.flatMap(({ positions }) => positions).filter(({ size }) => size !== 0),
        ).toEqual([])
        for (const { symbol } of openPositions) {
          expect(fixture.settled.length, symbol).toBeGreaterThan(0)
        }
        for (const { payload } of fixture.settled) {
          const wins = payload['settle_side'] === payload['settle_result']
          expect(payload['settle_amount']).toBe(
            wins ? Number(payload['quantity']).toFixed(2) : '0.00',
          )
        }
      },
    ),
    { numRuns: runs(2, 12) },
  )
})

it('a pair of "yes" and "no" pays one dollar, whatever the outcome', () => {
  const fixture = exchangeFixture('pairs')
  const markets = fixture
    .events()
    .flatMap(({ markets: all }) => all)
    .filter(
      ({ event, endsAt }) =>
        endsAt > START + HOUR_MS && event.occasion.closesAt < START + 3 * DAY_MS,
    )
  let bought = 0
  for (const [number, { symbol }] of markets.entries()) {
    const book = fixture.venue.book(symbol, 1)
    if (book?.bids[0] === undefined || book.asks[0] === undefined || bought >= 8) continue
    const results = (['yes', 'no'] as const).map((outcome) =>
      fixture.exchange.place({
        account_id: ACCOUNT,
        new_orders: [
          {
            client_order_id: `pair-${outcome}-${String(number).padStart(6, '0')}`,
            combo_type: 'NORMAL',
            instrument_type: 'EVENT',
            market: 'US',
            symbol,
            side: 'BUY',
            time_in_force: 'FOK',
            entrust_type: 'QTY',
            quantity: '7.25',
            event_outcome: outcome,
            order_type: 'MARKET',
            event_trade_mode: 'TRADE_IN_CONTRACT',
          },
        ],
      }),
    )
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    bought += 1
  }
  expect(bought).toBe(8)
  const before = booksOf(fixture.exchange).accounts.reduce((sum, { cash }) => sum + cash, 0)
  fixture.advanceTo(START + 4 * DAY_MS)
  expect(booksOf(fixture.exchange).accounts.reduce((sum, { cash }) => sum + cash, 0) - before).toBe(
    bought * 725,
  )
  expect(fixture.settled).toHaveLength(16)
  expect(PAYOUT * bought).toBe(
    fixture.settled.filter(({ payload }) => payload['settle_amount'] === '7.25').length * PAYOUT,
  )
})
