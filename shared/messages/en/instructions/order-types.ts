import type { OrderType } from '../../../domain/orders/order-types.js'

/** The label of each order type. */
export const orderTypeLabels: Readonly<Record<OrderType, string>> = {
  market: 'Market',
  limit: 'Limit',
  stop: 'Stop',
  'stop-limit': 'Stop limit',
  'trailing-stop': 'Trailing stop',
  'market-on-open': 'Market on open',
  'market-on-close': 'Market on close',
  'limit-on-open': 'Limit on open',
}

/**
 * What each order type is in an order's summary; `{limit}`, `{stop}` and `{trail}`
 * become the prices.
 */
export const orderTypePhrases: Readonly<Record<OrderType, string>> = {
  market: 'market',
  limit: 'limit{limit}',
  stop: 'stop{stop}',
  'stop-limit': 'stop{stop}, limit{limit}',
  'trailing-stop': 'trailing stop{trail}',
  'market-on-open': 'market at the open',
  'market-on-close': 'market at the close',
  'limit-on-open': 'limit{limit} at the open',
}
