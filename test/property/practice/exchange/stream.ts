import fc from 'fast-check'
import type { NewOrderBody } from '../../../../electron/practice/exchange/exchange.js'
import { CASH, levels, MARGIN, type Floor } from '../../../unit/practice/exchange/floor.js'

/** Any stream of orders, changes, market moves and hours. */
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

/** Does one of them; `index` gives an order its id. */
export function run(floor: Floor, one: Act, index: number): void {
  switch (one.kind) {
    case 'place': {
      const byAmount = one.amount && one.type === 'MARKET'
      const over: Partial<NewOrderBody> = {
        client_order_id: key(index),
        symbol: one.symbol,
        side: one.side,
        order_type: one.type,
        time_in_force: one.tif,
        support_trading_session: one.session,
        ...(byAmount
          ? { entrust_type: 'AMOUNT', total_cash_amount: tick(one.limit), quantity: null }
          : { quantity: one.quantity }),
        limit_price:
          one.type === 'LIMIT' || one.type === 'STOP_LOSS_LIMIT' ? tick(one.limit) : null,
        stop_price:
          one.type === 'STOP_LOSS' || one.type === 'STOP_LOSS_LIMIT' ? tick(one.stop) : null,
        ...(one.type === 'TRAILING_STOP_LOSS'
          ? { trailing_type: 'AMOUNT', trailing_stop_step: '0.30' }
          : {}),
      }
      floor.place(over, one.account)
      return
    }
    case 'cancel':
      floor.exchange.cancel({ account_id: one.account, client_order_id: key(one.which) })
      return
    case 'replace':
      floor.exchange.replace({
        account_id: one.account,
        modify_orders: [
          {
            client_order_id: key(one.which),
            ...(one.limit === null ? {} : { limit_price: tick(one.limit) }),
            ...(one.quantity === null ? {} : { quantity: one.quantity }),
          },
        ],
      })
      return
    case 'step': {
      const level = (from: number, step: number): [number, number][] =>
        [0, 1, 2].map((place) => [(from + step * place) / 100, one.size])
      floor.step(
        levels(...level(one.middle - 1, -1)),
        levels(...level(one.middle + 1, 1)),
        one.trade === null
          ? null
          : [one.trade.aggressor, (one.middle + one.trade.off) / 100, one.trade.size],
        one.symbol,
      )
      return
    }
    case 'wait':
      floor.to((floor.now + one.ms) as typeof floor.now)
  }
}
