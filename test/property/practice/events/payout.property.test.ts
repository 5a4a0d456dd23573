import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '../../../../shared/domain/time.js'
import {
  createExchange,
  PRACTICE_ACCOUNTS,
  seededIds,
  type AccountEvent,
  type Exchange,
} from '../../../../electron/practice/exchange/exchange.js'
import { START, rig, type Rig } from './support.js'
import { runs } from '../../../harness/effort.js'

const ACCOUNT =
  PRACTICE_ACCOUNTS.find(({ accountClass }) => accountClass === 'EVENTS_CASH')?.accountId ?? ''
const PAYOUT = 10_000

interface Bench extends Rig {
  readonly exchange: Exchange
  readonly settled: AccountEvent[]
  /** Lets time pass, with every step of watched markets. */
  pass(to: number): void
}

/** An exchange above the venue itself. */
function bench(seed: string): Bench {
  const world = rig(seed)
  const { venue } = world
  const exchange = createExchange({
    now: world.now,
    ids: seededIds(seed),
    switches: { pendingMs: 0 },
    instrument: (symbol) => venue.instrument(symbol),
    reference: (symbol) => venue.reference(symbol),
    book: (symbol) => venue.book(symbol),
    watch: (symbol) => venue.watch(symbol),
    settlement: (symbol) => venue.settlement(symbol),
    onPrint: (...print) => venue.recordPrint(...print),
  })
  const settled: AccountEvent[] = []
  exchange.onAccountEvent((event) => settled.push(event))
  return {
    ...world,
    exchange,
    settled,
    pass: (to) => {
      world.to(to)
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
const money = ({ accounts, house }: Books): number =>
  accounts.reduce((sum, { cash }) => sum + cash, 0) + house.cash + house.fees

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

it('no cent and no contract is lost over any orders until everything is settled, and each pair pays one dollar', () => {
  fc.assert(
    fc.property(
      fc.array(anOrder, { minLength: 5, maxLength: 40 }),
      fc.nat({ max: 3 }),
      (orders, seed) => {
        const floor = bench(`payout ${seed}`)
        const markets = floor
          .events()
          .flatMap((event) => event.markets)
          .filter(
            ({ event, endsAt }) =>
              endsAt > START + 12 * HOUR_MS && event.occasion.closesAt < START + 3 * DAY_MS,
          )
          .slice(0, 12)
        const whole = money(booksOf(floor.exchange))
        let now: number = START
        for (const [number, order] of orders.entries()) {
          const symbol = markets[order.market % markets.length]?.symbol ?? ''
          floor.exchange.place({
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
          floor.pass(now)
          const books = booksOf(floor.exchange)
          expect(money(books)).toBe(whole)
          const mine = books.accounts.flatMap(({ positions }) => positions)
          for (const [key, size] of books.house.sizes) {
            expect(
              size +
                mine
                  .filter((position) => `${position.symbol}:${position.outcome}` === key)
                  .reduce((sum, position) => sum + position.size, 0),
            ).toBe(0)
          }
          for (const { size } of mine) expect(size).toBeGreaterThanOrEqual(0)
          for (const { cash } of books.accounts) expect(cash).toBeGreaterThanOrEqual(0)
        }
        const held = booksOf(floor.exchange)
          .accounts.flatMap(({ positions }) => positions)
          .filter(({ size }) => size > 0)
        // Hour by hour, so that trades of orders that are still open come in their time.
        for (const end = START + 4 * DAY_MS; now < end; ) floor.pass((now += 6 * HOUR_MS))
        const after = booksOf(floor.exchange)
        expect(money(after)).toBe(whole)
        expect(
          after.accounts.flatMap(({ positions }) => positions).filter(({ size }) => size !== 0),
        ).toEqual([])
        for (const { symbol } of held) expect(floor.settled.length, symbol).toBeGreaterThan(0)
        for (const { payload } of floor.settled) {
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

it('a pair of yes and no pays one dollar, whatever the outcome', () => {
  const floor = bench('pairs')
  const markets = floor
    .events()
    .flatMap(({ markets: all }) => all)
    .filter(
      ({ event, endsAt }) =>
        endsAt > START + HOUR_MS && event.occasion.closesAt < START + 3 * DAY_MS,
    )
  let bought = 0
  for (const [number, { symbol }] of markets.entries()) {
    const book = floor.venue.book(symbol, 1)
    if (book?.bids[0] === undefined || book.asks[0] === undefined || bought >= 8) continue
    const results = (['yes', 'no'] as const).map((outcome) =>
      floor.exchange.place({
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
  const before = booksOf(floor.exchange).accounts.reduce((sum, { cash }) => sum + cash, 0)
  floor.pass(START + 4 * DAY_MS)
  expect(booksOf(floor.exchange).accounts.reduce((sum, { cash }) => sum + cash, 0) - before).toBe(
    bought * 725,
  )
  expect(floor.settled).toHaveLength(16)
  expect(PAYOUT * bought).toBe(
    floor.settled.filter(({ payload }) => payload['settle_amount'] === '7.25').length * PAYOUT,
  )
})
