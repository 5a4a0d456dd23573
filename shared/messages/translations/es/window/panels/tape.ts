import type { tapeText } from '../../../../en/window/panels/tape.js'
import type { Translated } from '../../../../translated.js'

/** Texts of the tape, in Spanish. */
export const tapeTextEs: Translated<typeof tapeText> = {
  pick: 'Ningún símbolo elegido',
  pickHint: 'Elija uno en la lista de seguimiento o pulse Ctrl K.',
  unknown: 'Las operaciones no se conocen',
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
