import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/exchange-time.js'
import {
  CASH,
  CLOSE,
  MARGIN,
  leg,
  optionFloor,
  shares,
  type OptionFloor,
} from '../../../unit/practice/exchange/options/option-floor.js'

const NAMES = ['KO', 'F'] as const
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'single' as const,
        'vertical' as const,
        'straddle' as const,
        'covered' as const,
        'shares' as const,
      ),
      account: fc.constantFrom(MARGIN, CASH),
      name: fc.constantFrom(...NAMES),
      right: fc.constantFrom('CALL' as const, 'PUT' as const),
      steps: fc.integer({ min: -3, max: 3 }),
      nth: fc.constantFrom(0, 4),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      quantity: fc.integer({ min: 1, max: 4 }),
      crosses: fc.boolean(),
      gtc: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      which: fc.nat(20),
      quantity: fc.integer({ min: 1, max: 5 }),
      price: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(200, 2_000) }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
type Placed = { readonly id: string; readonly account: string }

function run(floor: OptionFloor, one: Act, placed: Placed[]): void {
  if (one.kind === 'wait') return floor.wait(one.ms)
  if (one.kind === 'cancel' || one.kind === 'replace') {
    const order = placed[one.which % Math.max(1, placed.length)]
    if (order === undefined) return
    if (one.kind === 'cancel') {
      floor.exchange.cancel({ account_id: order.account, client_order_id: order.id })
    } else {
      floor.exchange.replace({
        account_id: order.account,
        modify_orders: [
          {
            client_order_id: order.id,
            quantity: String(one.quantity),
            limit_price: (one.price / 20).toFixed(2),
          },
        ],
      })
    }
    return
  }
  const { account, name, right, steps, nth, side, quantity, crosses } = one
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  const at = floor.near(name, right, steps, nth)
  const legs = {
    single: [leg(at, side, quantity)],
    vertical: [
      leg(at, side, quantity),
      leg(floor.near(name, right, steps + (right === 'CALL' ? 1 : -1), nth), other, quantity),
    ],
    straddle: [
      leg(floor.near(name, 'CALL', steps, nth), side, quantity),
      leg(floor.near(name, 'PUT', steps, nth), side, quantity),
    ],
    covered: [
      shares(name, side, quantity * 100),
      leg(floor.near(name, 'CALL', steps, nth), other, quantity),
    ],
    shares: [],
  }[one.kind]
  const price = crosses === (side === 'BUY') ? (one.kind === 'covered' ? '95' : '60') : '0.05'
  const order = floor.order(legs, {
    symbol: name,
    side,
    quantity: String(quantity),
    limit_price: price,
    time_in_force: one.gtc ? 'GTC' : 'DAY',
    option_strategy: (
      {
        single: 'SINGLE',
        vertical: 'VERTICAL',
        straddle: 'STRADDLE',
        covered: 'COVERED_STOCK',
        shares: null,
      } as const
    )[one.kind],
    ...(one.kind === 'shares'
      ? {
          instrument_type: 'EQUITY',
          legs: null,
          quantity: String(quantity * 60),
          support_trading_session: 'CORE',
          limit_price: crosses === (side === 'BUY') ? '99' : '5',
        }
      : {}),
  })
  if (floor.place(order, account) === null) placed.push({ id: order.client_order_id, account })
}

interface Saved {
  readonly accounts: readonly {
    readonly accountId: string
    readonly cash: number
    readonly depositCents: number
    readonly feesPaid: number
    readonly positions: readonly {
      readonly symbol: string
      readonly product: string
      readonly size: number
    }[]
  }[]
  readonly house: {
    readonly cash: number
    readonly fees: number
    readonly sizes: readonly (readonly [string, number])[]
  }
  readonly orders: readonly {
    readonly accountId: string
    readonly stage: string
    readonly heldCents: number
    readonly view: { readonly filled: number; readonly terms: { readonly size: number } }
  }[]
  readonly journal: readonly {
    readonly accountId: string
    readonly symbol: string | null
    readonly cents: number
    readonly size: number
  }[]
}

function laws(floor: OptionFloor): void {
  const { accounts, house, orders, journal } = floor.exchange.snapshotState() as Saved
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
  expect(sum(accounts.map(({ cash }) => cash)) + house.cash + house.fees).toBe(
    sum(accounts.map(({ depositCents }) => depositCents)),
  )
  expect(sum(accounts.map(({ feesPaid }) => feesPaid))).toBe(house.fees)
  for (const [symbol, size] of house.sizes) {
    expect(
      sum(
        accounts.flatMap(({ positions }) =>
          positions.filter((one) => one.symbol === symbol).map((one) => one.size),
        ),
      ),
    ).toBe(0 - size)
  }
  for (const { accountId, cash, positions } of accounts) {
    expect(
      sum(journal.filter((line) => line.accountId === accountId).map(({ cents }) => cents)),
    ).toBe(cash)
    for (const { symbol, size, product } of positions) {
      expect(
        sum(
          journal
            .filter((line) => line.accountId === accountId && line.symbol === symbol)
            .map((line) => line.size),
        ),
      ).toBe(size)
      if (product === 'OPTION') expect(Math.abs(size % 100_000)).toBe(0)
      if (accountId === CASH && product === 'EQUITY') expect(size).toBeGreaterThanOrEqual(0)
    }
    if (accountId === CASH) expect(cash).toBeGreaterThanOrEqual(0)
  }
  for (const order of orders) {
    expect(order.view.filled).toBeLessThanOrEqual(order.view.terms.size)
    if (order.stage === 'done') expect(order.heldCents).toBe(0)
    else expect(order.heldCents).toBeGreaterThanOrEqual(0)
  }
}

describe('any stream of option orders', () => {
  it('keeps every cent, contract and share, past the day on which contracts end', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 25 }), (acts) => {
        const floor = optionFloor('stream')
        const placed: Placed[] = []
        for (const one of acts) {
          run(floor, one, placed)
          laws(floor)
        }
        floor.skip(CLOSE)
        laws(floor)
        expect(
          floor
            .positions(MARGIN)
            .concat(floor.positions(CASH))
            .some(({ legs }) => legs.some(({ option_expire_date: day }) => day === '2026-11-20')),
        ).toBe(false)
        floor.skip(exchangeInstant('2026-11-23', 10 * 60))
        laws(floor)
      }),
      { numRuns: 12 },
    )
  })
})
