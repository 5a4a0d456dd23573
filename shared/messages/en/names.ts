import type { AssetClass } from '../../domain/instruments/instrument.js'
import type { OrderStatus } from '../../domain/orders/order-state.js'

/** How a status reads inside a sentence. */
export const STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  sending: 'being sent',
  unknown: 'unknown',
  pending: 'pending',
  working: 'working',
  'partially-filled': 'partially filled',
  filled: 'filled',
  cancelled: 'canceled',
  rejected: 'rejected',
  denied: 'denied',
  'not-placed': 'not placed',
  'not-found': 'not known to the broker',
}

/** How the market of a class reads inside a sentence. */
export const MARKETS: Readonly<Record<AssetClass, string>> = {
  stock: 'stocks',
  option: 'options',
  futures: 'futures',
  crypto: 'coins',
  event: 'event contracts',
}

/** When a session opens, in New York: "2026-11-30" and "09:30". */
export interface Opening {
  readonly day: string
  readonly time: string
}
