import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import {
  CASH,
  CLOSE,
  MARGIN,
  leg,
  optionFixture,
  shares,
  type OptionFixture,
} from '../../../unit/practice/exchange/options/option-fixture.js'

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

function run(fixture: OptionFixture, action: Act, placed: Placed[]): void {
  if (action.kind === 'wait') return fixture.wait(action.ms)
  if (action.kind === 'cancel' || action.kind === 'replace') {
    const order = placed[action.which % Math.max(1, placed.length)]
    if (order === undefined) return
    if (action.kind === 'cancel') {
      fixture.exchange.cancel({ account_id: order.account, client_order_id: order.id })
    } else {
      fixture.exchange.replace({
        account_id: order.account,
        modify_orders: [
          {
            client_order_id: order.id,
            quantity: String(action.quantity),
            limit_price: (action.price / 20).toFixed(2),
          },
        ],
      })
    }
    return
  }
  const { account, name, right, steps, nth, side, quantity, crosses } = action
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  const contract = fixture.near(name, right, steps, nth)
  const legs = {
    single: [leg(contract, side, quantity)],
    vertical: [
      leg(contract, side, quantity),
      leg(fixture.near(name, right, steps + (right === 'CALL' ? 1 : -1), nth), other, quantity),
    ],
    straddle: [
      leg(fixture.near(name, 'CALL', steps, nth), side, quantity),
      leg(fixture.near(name, 'PUT', steps, nth), side, quantity),
    ],
    covered: [
      shares(name, side, quantity * 100),
      leg(fixture.near(name, 'CALL', steps, nth), other, quantity),
    ],
    shares: [],
  }[action.kind]
  const price = crosses === (side === 'BUY') ? (action.kind === 'covered' ? '95' : '60') : '0.05'
  const order = fixture.order(legs, {
    symbol: name,
    side,
    quantity: String(quantity),
    limit_price: price,
    time_in_force: action.gtc ? 'GTC' : 'DAY',
    option_strategy: (
      {
        single: 'SINGLE',
        vertical: 'VERTICAL',
        straddle: 'STRADDLE',
        covered: 'COVERED_STOCK',
        shares: null,
      } as const
    )[action.kind],
    ...(action.kind === 'shares'
      ? {
          instrument_type: 'EQUITY',
          legs: null,
          quantity: String(quantity * 60),
          support_trading_session: 'CORE',
          limit_price: crosses === (side === 'BUY') ? '99' : '5',
        }
      : {}),
  })
  if (fixture.place(order, account) === null) placed.push({ id: order.client_order_id, account })
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

function checkInvariants(fixture: OptionFixture): void {
  const { accounts, house: broker, orders, journal } = fixture.exchange.snapshotState() as Saved
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0)
  expect(sum(accounts.map(({ cash }) => cash)) + broker.cash + broker.fees).toBe(
    sum(accounts.map(({ depositCents }) => depositCents)),
  )
  expect(sum(accounts.map(({ feesPaid }) => feesPaid))).toBe(broker.fees)
  for (const [symbol, size] of broker.sizes) {
    expect(
      sum(
        accounts.flatMap(({ positions }) =>
          positions
            .filter((position) => position.symbol === symbol)
            .map((position) => position.size),
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

describe('the exchange under any option orders', () => {
  it('conserves cash, contracts and shares beyond expiry', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 25 }), (acts) => {
        const fixture = optionFixture('stream')
        const placed: Placed[] = []
        for (const action of acts) {
          run(fixture, action, placed)
          checkInvariants(fixture)
        }
        fixture.skip(CLOSE)
        checkInvariants(fixture)
        expect(
          fixture
            .positions(MARGIN)
            .concat(fixture.positions(CASH))
            .some(({ legs }) => legs.some(({ option_expire_date: day }) => day === '2026-11-20')),
        ).toBe(false)
        fixture.skip(exchangeInstant('2026-11-23', 10 * 60))
        checkInvariants(fixture)
      }),
      { numRuns: 12 },
    )
  })
})
