import type { tradingText } from '../../en/orders/trading.js'
import type { Translated } from '../../translated.js'

/** The titles of the commands that open a ticket or a review, in Spanish. */
export const tradingTextEs: Translated<typeof tradingText> = {
  buy: (symbol) => `Comprar ${symbol}…`,
  sell: (symbol) => `Vender ${symbol}…`,
  close: (symbol) => `Cerrar la posición en ${symbol}…`,
  half: (symbol) => `Cerrar la mitad de ${symbol}…`,
  reverse: (symbol) => `Invertir la posición en ${symbol}…`,
  cancel: (symbol) => `Cancelar las órdenes de ${symbol}…`,
  cancelAll: 'Cancelar todas las órdenes activas…',
  flatten: 'Aplanar: cerrar todas las posiciones…',
}
