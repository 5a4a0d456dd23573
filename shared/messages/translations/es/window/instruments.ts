import { STRATEGY_NAMES } from '../names.js'
import type { instrumentText } from '../../../en/window/instruments.js'
import type { Translated } from '../../../translated.js'

/** Names of instruments as traders write them, in Spanish. */
export const instrumentTextEs: Translated<typeof instrumentText> = {
  types: { call: 'C', put: 'P', unknown: '?' },
  outcomes: { yes: 'Sí', no: 'No', unknown: '?' },
  pricesOfOutcome: { yes: 'Precios de Sí', no: 'Precios de No' },
  strategies: STRATEGY_NAMES,
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
