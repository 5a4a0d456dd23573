import type { NewOrderBody } from '../../../../../electron/practice/exchange/api/exchange-api.js'
import type { WriteRecord } from '../../../../../electron/practice/model/wire-records.js'
import type { Refusal } from '../../../../../electron/practice/exchange/api/refusals.js'
import type { Result } from '../../../../../shared/domain/result.js'
import { MARGIN, type ExchangeFixture } from '../exchange-fixture.js'
import { levels, value } from '../exchange-fixture.js'

export type Part = Partial<NewOrderBody> & Pick<NewOrderBody, 'combo_type'>

let orderCount = 0

/** Returns one order of a group: 10 AAPL for the day, named after its role, with changes. */
export function part(over: Part): NewOrderBody {
  const { combo_type: role } = over
  const exit = role === 'STOP_PROFIT' || role === 'STOP_LOSS'
  const type = over.order_type ?? (role === 'STOP_LOSS' ? 'STOP_LOSS' : 'LIMIT')
  const price = role === 'STOP_PROFIT' ? '110.00' : '99.00'
  return {
    instrument_type: 'EQUITY',
    market: 'US',
    symbol: 'AAPL',
    side: exit ? 'SELL' : 'BUY',
    order_type: type,
    time_in_force: 'DAY',
    entrust_type: 'QTY',
    support_trading_session: 'CORE',
    quantity: '10',
    ...(type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' ? { limit_price: price } : {}),
    ...(type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT'
      ? { stop_price: exit ? '90.00' : '105.00' }
      : {}),
    client_order_id: `combo-${role}-${String((orderCount += 1)).padStart(5, '0')}`,
    ...over,
  }
}

export interface Placed {
  readonly result: Result<WriteRecord, Refusal>
  /** The client_order_ids as sent. */
  readonly ids: readonly string[]
}

/** Sends a group. */
export function send(
  fixture: ExchangeFixture,
  parts: readonly Part[],
  over: { readonly account?: string; readonly comboId?: string } = {},
): Placed {
  const orders = parts.map(part)
  const result = fixture.exchange.place({
    account_id: over.account ?? MARGIN,
    new_orders: orders,
    ...(over.comboId === undefined ? {} : { client_combo_order_id: over.comboId }),
  })
  return { result, ids: orders.map((order) => order.client_order_id) }
}

/** Sends a group that must be accepted, and returns the ids of its orders. */
export function accepted(
  fixture: ExchangeFixture,
  parts: readonly Part[],
  account?: string,
): readonly string[] {
  const { result, ids } = send(fixture, parts, account === undefined ? {} : { account })
  if (!result.ok) throw new Error(`refused: ${result.error.code} ${result.error.message}`)
  return ids
}

/** Returns status and filled/total quantity of each order of a group. */
export const shown = (
  fixture: ExchangeFixture,
  ids: readonly string[],
  account = MARGIN,
): readonly string[] =>
  ids.map((id) => {
    const order = fixture.order(id, account)
    return `${order.status} ${Number(order.filled_quantity)}/${Number(order.total_quantity)}`
  })

/** A master with a take-profit and a stop-loss. */
export const BRACKET = [
  { combo_type: 'MASTER' },
  { combo_type: 'STOP_PROFIT' },
  { combo_type: 'STOP_LOSS' },
] as const
/** Cancels one order of a group. */
export const cancelPart = (fixture: ExchangeFixture, id: string, combo?: string) =>
  fixture.exchange.cancel({
    account_id: MARGIN,
    client_order_id: id,
    ...(combo === undefined ? {} : { client_combo_order_id: combo }),
  })
/** Replaces values of one order of a group. */
export const replacePart = (fixture: ExchangeFixture, id: string, change: object) =>
  fixture.exchange.replace({
    account_id: MARGIN,
    modify_orders: [{ client_order_id: id, ...change }],
  })
/** Returns the quantity of the position in a stock; 0 without one. */
export const heldQuantity = (fixture: ExchangeFixture, account = MARGIN, symbol = 'AAPL'): number =>
  Number(
    value(fixture.exchange.positions(account)).find((position) => position.symbol === symbol)
      ?.quantity ?? '0',
  )
/** Returns the dollars that working orders reserve. */
export const heldAmount = (fixture: ExchangeFixture, account = MARGIN): number =>
  Number(value(fixture.exchange.balance(account)).account_currency_assets[0]?.held_amount)
/** Moves the market to a price, with trades there. */
export const tradeAt = (fixture: ExchangeFixture, price: number, size = 1_000): ExchangeFixture =>
  fixture.step(levels([price - 0.01, 300]), levels([price + 0.01, 300]), [
    price < 100 ? 'sell' : 'buy',
    price,
    size,
  ])
