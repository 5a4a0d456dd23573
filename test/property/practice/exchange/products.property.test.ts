import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, toInteger } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import { valueCents } from '../../../../electron/practice/ledger/money.js'
import {
  CRYPTO,
  EVENTS,
  ExchangeFixture,
  FUTURES,
  LISTINGS,
  MARGIN,
  OTHERS,
  PRACTICE,
  TEN,
  usd,
  value,
} from '../../../unit/practice/exchange/exchange-fixture.js'
import { runs } from '../../../harness/system/effort.js'

/**
 * Generates orders over stock, futures and crypto, with the hours, settlements and expiries that
 * pass.
 */
const SYMBOLS = { EQUITY: ['AAPL'], FUTURES: ['ESZ6', 'OLDX6'], CRYPTO: ['BTCUSD'] } as const
type Traded = keyof typeof SYMBOLS
const ACCOUNT: Readonly<Record<Traded, string>> = { EQUITY: MARGIN, FUTURES, CRYPTO }
/** Quarter points are on the tick grid of every product. */
const price = fc.integer({ min: 380, max: 420 }).map((quarters) => (quarters / 4).toFixed(2))
const product = fc.constantFrom<Traded>('EQUITY', 'FUTURES', 'FUTURES', 'CRYPTO')
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      product,
      which: fc.nat(1),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      count: fc.integer({ min: 1, max: 3 }),
      fraction: fc.integer({ min: 1, max: 99_999_999 }),
      type: fc.constantFrom(
        'MARKET' as const,
        'LIMIT' as const,
        'LIMIT' as const,
        'STOP_LOSS_LIMIT' as const,
        'TRAILING_STOP_LOSS' as const,
      ),
      limit: price,
      stop: price,
      gtc: fc.boolean(),
      amount: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), product, which: fc.nat(40) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      product,
      which: fc.nat(40),
      limit: price,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      product,
      which: fc.nat(1),
      bid: fc.integer({ min: 380, max: 419 }),
      size: fc.integer({ min: 1, max: 5 }),
      trade: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(300, 60_000, 3_600_000, 7 * 3_600_000, 25 * 3_600_000),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const key = (index: number): string => `products-${String(index).padStart(4, '0')}`
const symbolOf = ({
  product: tradedProduct,
  which,
}: {
  readonly product: Traded
  readonly which: number
}): string => SYMBOLS[tradedProduct][which % SYMBOLS[tradedProduct].length] ?? ''
const scaleOf = (symbol: string) => (LISTINGS[symbol] ?? OTHERS[symbol])!.scale

function place(
  fixture: ExchangeFixture,
  action: Act & { readonly kind: 'place' },
  index: number,
): void {
  const market = action.type === 'MARKET'
  const byAmount = action.amount && action.product === 'CRYPTO'
  const over: Partial<NewOrderBody> = {
    client_order_id: key(index),
    instrument_type: action.product,
    symbol: symbolOf(action),
    side: action.side,
    order_type: action.type,
    time_in_force: market && action.product === 'CRYPTO' ? 'IOC' : action.gtc ? 'GTC' : 'DAY',
    support_trading_session: action.product === 'EQUITY' ? 'CORE' : null,
    ...(byAmount
      ? { entrust_type: 'AMOUNT', total_cash_amount: `${action.count * 20}.37`, quantity: null }
      : {
          quantity:
            action.product === 'CRYPTO'
              ? `${action.count}.${String(action.fraction).padStart(8, '0')}`
              : String(action.count),
        }),
    limit_price: action.type === 'LIMIT' || action.type === 'STOP_LOSS_LIMIT' ? action.limit : null,
    stop_price: action.type === 'STOP_LOSS_LIMIT' ? action.stop : null,
    ...(action.type === 'TRAILING_STOP_LOSS'
      ? { trailing_type: 'AMOUNT', trailing_stop_step: '1.25' }
      : {}),
  }
  fixture.place(over, ACCOUNT[action.product])
}

function run(fixture: ExchangeFixture, action: Act, index: number): void {
  switch (action.kind) {
    case 'place':
      return place(fixture, action, index)
    case 'cancel':
      fixture.exchange.cancel({
        account_id: ACCOUNT[action.product],
        client_order_id: key(action.which),
      })
      return
    case 'replace':
      fixture.exchange.replace({
        account_id: ACCOUNT[action.product],
        modify_orders: [
          {
            client_order_id: key(action.which),
            limit_price: action.limit,
            quantity: String(action.count),
          },
        ],
      })
      return
    case 'step': {
      const symbol = symbolOf(action)
      const size = action.size * 10 ** scaleOf(symbol).size
      const level = (quarters: number) => ({ price: usd(quarters / 4), size })
      fixture
        .wait(1)
        .step(
          [level(action.bid), level(action.bid - 1)],
          [level(action.bid + 1), level(action.bid + 2)],
          action.trade ? ['buy', (action.bid + 1) / 4, size / 100_000] : null,
          symbol,
        )
      return
    }
    case 'wait':
      fixture.to(epochMs(fixture.now + action.ms))
  }
}

interface Saved {
  readonly accounts: readonly {
    accountId: string
    cash: number
    depositCents: number
    feesPaid: number
    positions: readonly {
      product: string
      symbol: string
      size: number
      cost: number
      settled: number
    }[]
  }[]
  readonly house: { cash: number; fees: number; sizes: readonly (readonly [string, number])[] }
  readonly journal: readonly {
    accountId: string
    symbol: string | null
    cents: number
    size: number
    cost: number
  }[]
  readonly orders: readonly {
    accountId: string
    stage: string
    heldCents: number
    heldShares: number
    cover: number
    view: { status: string; filled: number; terms: { symbol: string; side: string; size: number } }
  }[]
}
const sum = (values: readonly number[]): number => values.reduce((total, item) => total + item, 0)
const cents = (text: string): number => Number(toInteger(dec(text), 2))

/** Checks what must hold after any action. */
function checkInvariants(fixture: ExchangeFixture): void {
  const state = fixture.exchange.snapshotState() as Saved
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
    ).toBe(0 - size)
  }
  for (const owner of state.accounts.filter((account) => account.accountId !== EVENTS)) {
    const lines = state.journal.filter((line) => line.accountId === owner.accountId)
    expect(sum(lines.map((line) => line.cents))).toBe(owner.cash)
    const marketValue = (symbol: string, size: number): number =>
      valueCents(fixture.exchange.last(symbol) ?? 0, size, scaleOf(symbol))
    const balance = value(fixture.exchange.balance(owner.accountId))
    const inMarket = sum(
      owner.positions.map(
        ({ product: positionProduct, symbol, size, cost, settled }) =>
          marketValue(symbol, size) - (positionProduct === 'FUTURES' ? cost + settled : 0),
      ),
    )
    expect([
      cents(balance.total_cash_balance),
      cents(balance.total_market_value),
      cents(balance.total_net_liquidation_value),
    ]).toEqual([owner.cash, inMarket, owner.cash + inMarket])
    // The total gain equals the cash flows of the trades plus the remaining value, whatever was
    // settled in between.
    const flows = -sum(lines.map((line) => line.cost))
    expect(owner.cash + inMarket).toBe(
      owner.depositCents -
        owner.feesPaid +
        flows +
        sum(owner.positions.map(({ symbol, size }) => marketValue(symbol, size))),
    )
    const open = state.orders.filter(
      (order) => order.accountId === owner.accountId && order.stage !== 'done',
    )
    for (const { symbol, size } of owner.positions) {
      const selling = sum(
        open
          .filter((order) => order.view.terms.symbol === symbol && order.view.terms.side === 'SELL')
          .map((order) => order.view.terms.size - order.view.filled),
      )
      if (owner.accountId !== FUTURES) expect(selling).toBeLessThanOrEqual(Math.max(0, size))
    }
    if (owner.accountId === CRYPTO) expect(owner.cash).toBeGreaterThanOrEqual(0)
  }
  futuresMargin(fixture, state)
  for (const order of state.orders) {
    expect(order.view.filled).toBeLessThanOrEqual(order.view.terms.size)
    expect(['FILLED', 'CANCELLED', 'FAILED'].includes(order.view.status)).toBe(
      order.stage === 'done',
    )
    if (order.stage === 'done') {
      expect([order.heldCents, order.heldShares, order.cover]).toEqual([0, 0, 0])
    }
  }
  expect(new Set(fixture.watched)).toEqual(
    new Set(
      state.orders
        .filter((order) => order.stage !== 'done' && OTHERS[order.view.terms.symbol] !== undefined)
        .map((order) => order.view.terms.symbol),
    ),
  )
  expect(fixture.watched).toHaveLength(new Set(fixture.watched).size)
}

/**
 * Checks the displayed margin against what the positions and the largest exposure of the open
 * orders need, computed from the orders.
 */
function futuresMargin(fixture: ExchangeFixture, state: Saved): void {
  const owner = state.accounts.find((account) => account.accountId === FUTURES)!
  const open = state.orders.filter((order) => order.accountId === FUTURES && order.stage !== 'done')
  let initial = 0
  let more = 0
  for (const symbol of SYMBOLS.FUTURES) {
    const instrument = OTHERS[symbol]!
    const margin = instrument.product === 'FUTURES' ? instrument.initialMarginCents : 0
    const contracts =
      sum(
        owner.positions
          .filter((position) => position.symbol === symbol)
          .map((position) => position.size),
      ) / 100_000
    const leaves = (side: string): number =>
      sum(
        open
          .filter((order) => order.view.terms.symbol === symbol && order.view.terms.side === side)
          .map((order) => order.view.terms.size - order.view.filled),
      ) / 100_000
    initial += Math.abs(contracts) * margin
    more +=
      (Math.max(
        Math.abs(contracts),
        Math.abs(contracts + leaves('BUY')),
        Math.abs(contracts - leaves('SELL')),
      ) -
        Math.abs(contracts)) *
      margin
  }
  const balance = value(fixture.exchange.balance(FUTURES))
  expect([cents(balance.init_margin), cents(balance.used_margin_for_open_order)]).toEqual([
    initial,
    more + sum(open.map((order) => order.heldCents)),
  ])
}

function opened(pendingMs: number): ExchangeFixture {
  const fixture = new ExchangeFixture({ pendingMs }, TEN)
  for (const symbol of ['AAPL', 'ESZ6', 'OLDX6', 'BTCUSD']) {
    const size = 5 * 10 ** scaleOf(symbol).size
    fixture.step([{ price: usd(99.75), size }], [{ price: usd(100), size }], null, symbol)
  }
  fixture.settlements.set('OLDX6', usd(101.25))
  return fixture
}

describe('the exchange under any orders of all products', () => {
  it('conserves cash and units: simulated counterparty, customers and fees', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 45 }), fc.constantFrom(0, 200), (acts, pendingMs) => {
        const fixture = opened(pendingMs)
        for (const [index, action] of acts.entries()) {
          run(fixture, action, index)
          checkInvariants(fixture)
        }
      }),
      { numRuns: runs(40, 400) },
    )
  })

  it('continues identically after a save and a restore', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 2, maxLength: 30 }), fc.nat(29), (acts, cut) => {
        const first = opened(0)
        const middle = Math.min(cut, acts.length)
        acts.slice(0, middle).forEach((action, index) => run(first, action, index))
        const saved = JSON.parse(JSON.stringify(first.exchange.snapshotState())) as unknown
        const second = first.withNewExchange()
        expect(second.exchange.restoreState(saved).ok).toBe(true)
        expect(second.exchange.snapshotState()).toEqual(first.exchange.snapshotState())
        acts.slice(middle).forEach((action, index) => {
          run(first, action, middle + index)
          run(second, action, middle + index)
        })
        expect((second.exchange.snapshotState() as Saved).accounts).toEqual(
          (first.exchange.snapshotState() as Saved).accounts,
        )
        checkInvariants(second)
        expect(
          PRACTICE.every((accountId) => value(second.exchange.balance(accountId)) !== undefined),
        ).toBe(true)
      }),
      { numRuns: runs(20, 200) },
    )
  })

  it("never trades a product in another product's account", () => {
    fc.assert(
      fc.property(product, product, fc.nat(1), (traded, account, which) => {
        fc.pre(traded !== account)
        const fixture = opened(0)
        const { result } = fixture.place(
          {
            instrument_type: traded,
            symbol: symbolOf({ product: traded, which }),
            quantity: '1',
            order_type: 'LIMIT',
            limit_price: '99.00',
            support_trading_session: traded === 'EQUITY' ? 'CORE' : null,
          },
          ACCOUNT[account],
        )
        expect(result).toMatchObject({
          ok: false,
          error: { status: 417, code: 'OPENAPI_TRADE_ORDER_NO_PERMISSION' },
        })
      }),
      { numRuns: runs(15, 150) },
    )
  })
})
