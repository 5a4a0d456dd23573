import type { instrumentText } from '../en/instruments.js'
import type { Translated } from '../translated.js'

/** Names of instruments as traders write them, in Spanish. */
export const instrumentTextEs: Translated<typeof instrumentText> = {
  types: { call: 'C', put: 'P', unknown: '?' },
  outcomes: { yes: 'Sí', no: 'No', unknown: '?' },
  pricesOfOutcome: { yes: 'Precios de Sí', no: 'Precios de No' },
  strategies: {
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
  },
  shares: 'acciones',
  classes: {
    stock: 'Acción',
    option: 'Opción',
    futures: 'Futuro',
    crypto: 'Cripto',
    event: 'Evento',
  },
  front: 'Mes vigente',
  lastTrade: (day) => `hasta ${day}`,
}
