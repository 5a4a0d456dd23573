import type { OrderType } from '../../../../domain/orders/order-types.js'

/** The label of each order type, in Spanish. */
export const orderTypeLabels: Readonly<Record<OrderType, string>> = {
  market: 'A mercado',
  limit: 'Límite',
  stop: 'Stop',
  'stop-limit': 'Stop límite',
  'trailing-stop': 'Stop dinámico',
  'market-on-open': 'A mercado en apertura',
  'market-on-close': 'A mercado en cierre',
  'limit-on-open': 'Límite en apertura',
}

/**
 * What each order type is in an order's summary, in Spanish; `{limit}`, `{stop}` and `{trail}`
 * become the prices.
 */
export const orderTypePhrases: Readonly<Record<OrderType, string>> = {
  market: 'a mercado',
  limit: 'límite{limit}',
  stop: 'stop{stop}',
  'stop-limit': 'stop{stop}, límite{limit}',
  'trailing-stop': 'stop dinámico{trail}',
  'market-on-open': 'a mercado en la apertura',
  'market-on-close': 'a mercado al cierre',
  'limit-on-open': 'límite{limit} en la apertura',
}
