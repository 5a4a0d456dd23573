import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, toInteger } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { NewOrderBody } from '../../../../electron/practice/exchange/exchange.js'
import { valueCents } from '../../../../electron/practice/ledger/money.js'
import {
  CRYPTO,
  EVENTS,
  Floor,
  FUTURES,
  LISTINGS,
  MARGIN,
  OTHERS,
  PRACTICE,
  TEN,
  usd,
  value,
} from '../../../unit/practice/exchange/floor.js'
import { runs } from '../../../harness/effort.js'

/**
 * Any stream of orders over stock, futures and crypto, with the hours, settlements and expiries
 * that time brings.
 */
const SYMBOLS = { EQUITY: ['AAPL'], FUTURES: ['ESZ6', 'OLDX6'], CRYPTO: ['BTCUSD'] } as const
type Traded = keyof typeof SYMBOLS
const ACCOUNT: Readonly<Record<Traded, string>> = { EQUITY: MARGIN, FUTURES, CRYPTO }
/** A third place of quarter points is on every grid of the bench. */
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
  product: of,
  which,
}: {
  readonly product: Traded
  readonly which: number
}): string => SYMBOLS[of][which % SYMBOLS[of].length] ?? ''
const scaleOf = (symbol: string) => (LISTINGS[symbol] ?? OTHERS[symbol])!.scale

function place(floor: Floor, one: Act & { readonly kind: 'place' }, index: number): void {
  const market = one.type === 'MARKET'
  const byAmount = one.amount && one.product === 'CRYPTO'
  const over: Partial<NewOrderBody> = {
    client_order_id: key(index),
    instrument_type: one.product,
    symbol: symbolOf(one),
    side: one.side,
    order_type: one.type,
    time_in_force: market && one.product === 'CRYPTO' ? 'IOC' : one.gtc ? 'GTC' : 'DAY',
    support_trading_session: one.product === 'EQUITY' ? 'CORE' : null,
    ...(byAmount
      ? { entrust_type: 'AMOUNT', total_cash_amount: `${one.count * 20}.37`, quantity: null }
      : {
          quantity:
            one.product === 'CRYPTO'
              ? `${one.count}.${String(one.fraction).padStart(8, '0')}`
              : String(one.count),
        }),
    limit_price: one.type === 'LIMIT' || one.type === 'STOP_LOSS_LIMIT' ? one.limit : null,
    stop_price: one.type === 'STOP_LOSS_LIMIT' ? one.stop : null,
    ...(one.type === 'TRAILING_STOP_LOSS'
      ? { trailing_type: 'AMOUNT', trailing_stop_step: '1.25' }
      : {}),
  }
  floor.place(over, ACCOUNT[one.product])
}

function run(floor: Floor, one: Act, index: number): void {
  switch (one.kind) {
    case 'place':
      return place(floor, one, index)
    case 'cancel':
      floor.exchange.cancel({ account_id: ACCOUNT[one.product], client_order_id: key(one.which) })
      return
    case 'replace':
      floor.exchange.replace({
        account_id: ACCOUNT[one.product],
        modify_orders: [
          { client_order_id: key(one.which), limit_price: one.limit, quantity: String(one.count) },
        ],
      })
      return
    case 'step': {
      const symbol = symbolOf(one)
      const size = one.size * 10 ** scaleOf(symbol).size
      const level = (quarters: number) => ({ price: usd(quarters / 4), size })
      floor
        .wait(1)
        .step(
          [level(one.bid), level(one.bid - 1)],
          [level(one.bid + 1), level(one.bid + 2)],
          one.trade ? ['buy', (one.bid + 1) / 4, size / 100_000] : null,
          symbol,
        )
      return
    }
    case 'wait':
      floor.to(epochMs(floor.now + one.ms))
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
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
const cents = (text: string): number => Number(toInteger(dec(text), 2))

/** What must hold after anything. */
function laws(floor: Floor): void {
  const state = floor.exchange.snapshotState() as Saved
  expect(sum(state.accounts.map((one) => one.cash)) + state.house.cash + state.house.fees).toBe(
    sum(state.accounts.map((one) => one.depositCents)),
  )
  expect(sum(state.accounts.map((one) => one.feesPaid))).toBe(state.house.fees)
  for (const [symbol, size] of state.house.sizes) {
    expect(
      sum(
        state.accounts.flatMap((one) =>
          one.positions
            .filter((position) => position.symbol === symbol)
            .map((position) => position.size),
        ),
      ),
    ).toBe(0 - size)
  }
  for (const owner of state.accounts.filter((one) => one.accountId !== EVENTS)) {
    const lines = state.journal.filter((line) => line.accountId === owner.accountId)
    expect(sum(lines.map((line) => line.cents))).toBe(owner.cash)
    const worth = (symbol: string, size: number): number =>
      valueCents(floor.exchange.last(symbol) ?? 0, size, scaleOf(symbol))
    const balance = value(floor.exchange.balance(owner.accountId))
    const inMarket = sum(
      owner.positions.map(
        ({ product: of, symbol, size, cost, settled }) =>
          worth(symbol, size) - (of === 'FUTURES' ? cost + settled : 0),
      ),
    )
    expect([
      cents(balance.total_cash_balance),
      cents(balance.total_market_value),
      cents(balance.total_net_liquidation_value),
    ]).toEqual([owner.cash, inMarket, owner.cash + inMarket])
    // All that was ever gained is what the trades brought in and what is left of them, whatever was
    // settled on the way.
    const flows = -sum(lines.map((line) => line.cost))
    expect(owner.cash + inMarket).toBe(
      owner.depositCents -
        owner.feesPaid +
        flows +
        sum(owner.positions.map(({ symbol, size }) => worth(symbol, size))),
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
  futuresMargin(floor, state)
  for (const order of state.orders) {
    expect(order.view.filled).toBeLessThanOrEqual(order.view.terms.size)
    expect(['FILLED', 'CANCELLED', 'FAILED'].includes(order.view.status)).toBe(
      order.stage === 'done',
    )
    if (order.stage === 'done') {
      expect([order.heldCents, order.heldShares, order.cover]).toEqual([0, 0, 0])
    }
  }
  expect(new Set(floor.watched)).toEqual(
    new Set(
      state.orders
        .filter((order) => order.stage !== 'done' && OTHERS[order.view.terms.symbol] !== undefined)
        .map((order) => order.view.terms.symbol),
    ),
  )
  expect(floor.watched).toHaveLength(new Set(floor.watched).size)
}

/**
 * The margin that is shown is what positions and the worst outcome of the open orders need, told
 * from the orders themselves.
 */
function futuresMargin(floor: Floor, state: Saved): void {
  const owner = state.accounts.find((one) => one.accountId === FUTURES)!
  const open = state.orders.filter((order) => order.accountId === FUTURES && order.stage !== 'done')
  let initial = 0
  let more = 0
  for (const symbol of SYMBOLS.FUTURES) {
    const instrument = OTHERS[symbol]!
    const margin = instrument.product === 'FUTURES' ? instrument.initialMarginCents : 0
    const held =
      sum(
        owner.positions
          .filter((position) => position.symbol === symbol)
          .map((position) => position.size),
      ) / 100_000
    const left = (side: string): number =>
      sum(
        open
          .filter((order) => order.view.terms.symbol === symbol && order.view.terms.side === side)
          .map((order) => order.view.terms.size - order.view.filled),
      ) / 100_000
    initial += Math.abs(held) * margin
    more +=
      (Math.max(Math.abs(held), Math.abs(held + left('BUY')), Math.abs(held - left('SELL'))) -
        Math.abs(held)) *
      margin
  }
  const balance = value(floor.exchange.balance(FUTURES))
  expect([cents(balance.init_margin), cents(balance.used_margin_for_open_order)]).toEqual([
    initial,
    more + sum(open.map((order) => order.heldCents)),
  ])
}

function opened(pendingMs: number): Floor {
  const floor = new Floor({ pendingMs }, TEN)
  for (const symbol of ['AAPL', 'ESZ6', 'OLDX6', 'BTCUSD']) {
    const size = 5 * 10 ** scaleOf(symbol).size
    floor.step([{ price: usd(99.75), size }], [{ price: usd(100), size }], null, symbol)
  }
  floor.settlements.set('OLDX6', usd(101.25))
  return floor
}

describe('any stream of orders over all products', () => {
  it('keeps every cent and every unit: house, customers and fees', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 45 }), fc.constantFrom(0, 200), (acts, pendingMs) => {
        const floor = opened(pendingMs)
        for (const [index, one] of acts.entries()) {
          run(floor, one, index)
          laws(floor)
        }
      }),
      { numRuns: runs(40, 400) },
    )
  })

  it('goes on after a save and a restore as if nothing had been', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 2, maxLength: 30 }), fc.nat(29), (acts, cut) => {
        const first = opened(0)
        const middle = Math.min(cut, acts.length)
        acts.slice(0, middle).forEach((one, index) => run(first, one, index))
        const saved = JSON.parse(JSON.stringify(first.exchange.snapshotState())) as unknown
        const second = first.heir()
        expect(second.exchange.restoreState(saved).ok).toBe(true)
        expect(second.exchange.snapshotState()).toEqual(first.exchange.snapshotState())
        acts.slice(middle).forEach((one, index) => {
          run(first, one, middle + index)
          run(second, one, middle + index)
        })
        expect((second.exchange.snapshotState() as Saved).accounts).toEqual(
          (first.exchange.snapshotState() as Saved).accounts,
        )
        laws(second)
        expect(
          PRACTICE.every((accountId) => value(second.exchange.balance(accountId)) !== undefined),
        ).toBe(true)
      }),
      { numRuns: runs(20, 200) },
    )
  })

  it('never lets an account for one product trade another', () => {
    fc.assert(
      fc.property(product, product, fc.nat(1), (of, account, which) => {
        fc.pre(of !== account)
        const floor = opened(0)
        const { result } = floor.place(
          {
            instrument_type: of,
            symbol: symbolOf({ product: of, which }),
            quantity: '1',
            order_type: 'LIMIT',
            limit_price: '99.00',
            support_trading_session: of === 'EQUITY' ? 'CORE' : null,
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
