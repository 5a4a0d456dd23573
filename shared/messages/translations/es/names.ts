import type { AssetClass } from '../../../domain/instruments/instrument.js'
import type { OptionStrategy } from '../../../domain/instruments/option.js'
import type { OrderStatus } from '../../../domain/orders/order-state.js'

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

/** How a strategy reads inside a sentence, in Spanish. */
export const STRATEGY_NAMES: Readonly<Record<OptionStrategy | 'roll' | 'unknown', string>> = {
  single: 'simple',
  'covered-stock': 'acciones cubiertas',
  straddle: 'straddle',
  strangle: 'strangle',
  vertical: 'vertical',
  calendar: 'calendario',
  butterfly: 'mariposa',
  condor: 'cóndor',
  'collar-with-stock': 'collar',
  'iron-butterfly': 'mariposa de hierro',
  'iron-condor': 'cóndor de hierro',
  diagonal: 'diagonal',
  roll: 'roll',
  unknown: 'combinación',
}
