import type { depthText, tapeText, watchlistText } from '../en/market.js'
import type { Translated } from '../translated.js'

/** Texts of the order book, of the tape and of the watchlist, in Spanish. */
export const depthTextEs: Translated<typeof depthText> = {
  pick: 'Ningún símbolo elegido',
  pickHint: 'Elija uno en la lista de seguimiento o pulse Ctrl K.',
  empty: 'Sin libro',
  emptyHint: 'No hay órdenes en el libro de este símbolo.',
  bids: 'Bids',
  asks: 'Asks',
  table: (symbol) => `Libro de órdenes de ${symbol}`,
  heads: { own: 'Propia', cumulative: 'Total', size: 'Tamaño', price: 'Precio' },
  spread: 'Diferencial',
  basisPoints: (value) => `${value} pb`,
  use: (side, price, size) => `${side} ${price}, tamaño ${size}. Usar en la boleta`,
  own: (quantity) => `Su orden: ${quantity}`,
  balance: (bid, ask) => `Compra ${bid}%, venta ${ask}% del tamaño mostrado`,
  levels: 'Niveles',
  cumulativeToggle: 'Acumulado',
}

export const tapeTextEs: Translated<typeof tapeText> = {
  pick: 'Ningún símbolo elegido',
  pickHint: 'Elija uno en la lista de seguimiento o pulse Ctrl K.',
  empty: 'Sin operaciones',
  emptyHint: 'Las operaciones aparecen aquí a medida que se producen.',
  emptyFiltered: 'Ninguna operación de este tamaño',
  table: (symbol) => `Operaciones de ${symbol}`,
  heads: { time: 'Hora ET', side: 'Lado', price: 'Precio', size: 'Tamaño' },
  sides: { buy: 'Compra', sell: 'Venta', none: '' },
  signs: { buy: 'C', sell: 'V', none: '·' },
  minSize: 'Tamaño mín.',
  minSizeOptions: {
    all: 'Todos',
    '50': '50+',
    '100': '100+',
    '500': '500+',
    '1000': '1,000+',
  },
  pause: 'Pausar',
  resume: 'Reanudar',
  paused: (waiting) => `En pausa, ${waiting} nuevas`,
}

export const watchlistTextEs: Translated<typeof watchlistText> = {
  add: 'Añadir símbolo',
  search: 'Añadir un símbolo o nombre',
  remove: 'Quitar',
  moveUp: 'Subir',
  moveDown: 'Bajar',
  empty: 'Sin símbolos',
  emptyHint: 'Busque arriba para añadir el primero.',
  full: 'La lista admite como máximo 5000 símbolos.',
  added: 'en la lista',
  none: 'No se encontró ningún símbolo',
  trade: 'Negociar',
  heads: {
    symbol: 'Símbolo',
    last: 'Último',
    change: 'Var.',
    changeRatio: 'Var. %',
    bid: 'Bid',
    ask: 'Ask',
    volume: 'Volumen',
    high: 'Máx.',
    low: 'Mín.',
  },
}
