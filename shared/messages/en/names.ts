import type { AssetClass } from '../../domain/instruments/instrument.js'
import type { OptionStrategy } from '../../domain/instruments/option.js'
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

/** How a strategy reads inside a sentence. */
export const STRATEGY_NAMES: Readonly<Record<OptionStrategy | 'roll' | 'unknown', string>> = {
  single: 'single',
  'covered-stock': 'covered stock',
  straddle: 'straddle',
  strangle: 'strangle',
  vertical: 'vertical',
  calendar: 'calendar',
  butterfly: 'butterfly',
  condor: 'condor',
  'collar-with-stock': 'collar',
  'iron-butterfly': 'iron butterfly',
  'iron-condor': 'iron condor',
  diagonal: 'diagonal',
  /** An order that moves a position to another day. */
  roll: 'roll',
  unknown: 'combination',
}
