import type { tradingText } from '../../../../en/window/orders/trading.js'
import type { Translated } from '../../../../translated.js'

/** The titles of the commands that open a ticket or a review, in Spanish. */
export const tradingTextEs: Translated<typeof tradingText> = {
  buy: (symbol) => `Comprar ${symbol}…`,
  sell: (symbol) => `Vender ${symbol}…`,
  close: (symbol) => `Cerrar la posición en ${symbol}…`,
  half: (symbol) => `Cerrar la mitad de ${symbol}…`,
  reverse: (symbol) => `Invertir la posición en ${symbol}…`,
  cancel: (symbol) => `Cancelar las órdenes de ${symbol}…`,
  priced: {
    buy: {
      market: (symbol) => `Comprar ${symbol} a mercado`,
      bid: (symbol) => `Comprar ${symbol} al precio de compra`,
      ask: (symbol) => `Comprar ${symbol} al precio de venta`,
      mid: (symbol) => `Comprar ${symbol} al precio medio`,
    },
    sell: {
      market: (symbol) => `Vender ${symbol} a mercado`,
      bid: (symbol) => `Vender ${symbol} al precio de compra`,
      ask: (symbol) => `Vender ${symbol} al precio de venta`,
      mid: (symbol) => `Vender ${symbol} al precio medio`,
    },
  },
  cancelLast: 'Cancelar la última orden…',
  cancelAll: 'Cancelar todas las órdenes activas…',
  flatten: 'Aplanar: cerrar todas las posiciones…',
}
