import fc from 'fast-check'
import type { NewOrderBody } from '../../../../electron/practice/exchange/api/exchange-api.js'
import {
  CASH,
  levels,
  MARGIN,
  type ExchangeFixture,
} from '../../../unit/practice/exchange/exchange-fixture.js'

/** Generates orders, changes, market moves and hours. */
const tick = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const cents = fc.integer({ min: 9_900, max: 10_100 })
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map(String),
  fc
    .integer({ min: 1, max: 2_000_000 })
    .map((units) => `${Math.floor(units / 100_000)}.${String(units % 100_000).padStart(5, '0')}`),
)
const account = fc.constantFrom(MARGIN, CASH)
export const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      account,
      symbol: fc.constantFrom('AAPL', 'MSFT'),
      side: fc.constantFrom('BUY' as const, 'SELL' as const, 'SHORT' as const),
      type: fc.constantFrom(
        'MARKET' as const,
        'LIMIT' as const,
        'LIMIT' as const,
        'STOP_LOSS' as const,
        'STOP_LOSS_LIMIT' as const,
        'TRAILING_STOP_LOSS' as const,
      ),
      quantity,
      limit: cents,
      stop: cents,
      tif: fc.constantFrom('DAY' as const, 'GTC' as const),
      session: fc.constantFrom('CORE' as const, 'CORE' as const, 'ALL' as const),
      amount: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), account, which: fc.nat(40) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      account,
      which: fc.nat(40),
      limit: fc.option(cents),
      quantity: fc.option(quantity),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      symbol: fc.constantFrom('AAPL', 'MSFT'),
      middle: cents,
      size: fc.integer({ min: 1, max: 400 }),
      trade: fc.option(
        fc.record({
          aggressor: fc.constantFrom('buy' as const, 'sell' as const),
          off: fc.integer({ min: -20, max: 20 }),
          size: fc.integer({ min: 1, max: 300 }),
        }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(50, 500, 60_000, 3_600_000, 6 * 3_600_000),
    }),
  },
)
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

export const key = (index: number): string => `property-${String(index).padStart(4, '0')}`

/** Runs one action; `index` determines the order's id. */
export function run(fixture: ExchangeFixture, action: Act, index: number): void {
  switch (action.kind) {
    case 'place': {
      const byAmount = action.amount && action.type === 'MARKET'
      const over: Partial<NewOrderBody> = {
        client_order_id: key(index),
        symbol: action.symbol,
        side: action.side,
        order_type: action.type,
        time_in_force: action.tif,
        support_trading_session: action.session,
        ...(byAmount
          ? { entrust_type: 'AMOUNT', total_cash_amount: tick(action.limit), quantity: null }
          : { quantity: action.quantity }),
        limit_price:
          action.type === 'LIMIT' || action.type === 'STOP_LOSS_LIMIT' ? tick(action.limit) : null,
        stop_price:
          action.type === 'STOP_LOSS' || action.type === 'STOP_LOSS_LIMIT'
            ? tick(action.stop)
            : null,
        ...(action.type === 'TRAILING_STOP_LOSS'
          ? { trailing_type: 'AMOUNT', trailing_stop_step: '0.30' }
          : {}),
      }
      fixture.place(over, action.account)
      return
    }
    case 'cancel':
      fixture.exchange.cancel({ account_id: action.account, client_order_id: key(action.which) })
      return
    case 'replace':
      fixture.exchange.replace({
        account_id: action.account,
        modify_orders: [
          {
            client_order_id: key(action.which),
            ...(action.limit === null ? {} : { limit_price: tick(action.limit) }),
            ...(action.quantity === null ? {} : { quantity: action.quantity }),
          },
        ],
      })
      return
    case 'step': {
      const level = (from: number, step: number): [number, number][] =>
        [0, 1, 2].map((place) => [(from + step * place) / 100, action.size])
      fixture.step(
        levels(...level(action.middle - 1, -1)),
        levels(...level(action.middle + 1, 1)),
        action.trade === null
          ? null
          : [action.trade.aggressor, (action.middle + action.trade.off) / 100, action.trade.size],
        action.symbol,
      )
      return
    }
    case 'wait':
      fixture.to((fixture.now + action.ms) as typeof fixture.now)
  }
}
