import type { AssetClass } from '../../domain/instruments/instrument.js'
import type { OrderStatus } from '../../domain/orders/order-state.js'

/** How a status reads after "La orden está", in Spanish. */
export const STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  sending: 'enviándose',
  unknown: 'en estado desconocido',
  pending: 'pendiente',
  working: 'activa',
  'partially-filled': 'ejecutada en parte',
  filled: 'ejecutada',
  cancelled: 'cancelada',
  rejected: 'rechazada',
  denied: 'denegada',
  'not-placed': 'sin colocar',
  'not-found': 'desconocida para el bróker',
}

/** How the market of a class reads inside a sentence. */
export const MARKETS: Readonly<Record<AssetClass, string>> = {
  stock: 'acciones',
  option: 'opciones',
  futures: 'futuros',
  crypto: 'criptomonedas',
  event: 'contratos de eventos',
}
