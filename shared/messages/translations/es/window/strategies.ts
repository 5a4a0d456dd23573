import type { strategyText } from '../../../en/window/strategies.js'
import type { Translated } from '../../../translated.js'

/** Strategies outside their builder, in Spanish. */
export const strategyTextEs: Translated<typeof strategyText> = {
  names: {
    single: 'Opción simple',
    'covered-stock': 'Acción cubierta',
    straddle: 'Straddle',
    strangle: 'Strangle',
    vertical: 'Vertical',
    calendar: 'Calendario',
    butterfly: 'Mariposa',
    condor: 'Cóndor',
    'collar-with-stock': 'Collar con acciones',
    'iron-butterfly': 'Mariposa de hierro',
    'iron-condor': 'Cóndor de hierro',
    diagonal: 'Diagonal',
  },
  roll: 'Renovar a un vencimiento posterior…',
  rollFailed: 'No hay un contrato posterior con este precio de ejercicio.',
  legIn: 'Convertir en estrategia con otra pata…',
  legInto: (name) => `Entrada de pata: ${name.toLowerCase()}`,
  legOut: 'Salida de pata de la estrategia',
  legOutMenu: (name) =>
    name === null ? 'Sacar esta pata de la estrategia…' : `Sacar pata: cerrar ${name}…`,
  legWith: (act, held) => `${act} con ${held}`,
  legOutOf: (held) => `Salida de pata de la estrategia: ${held}`,
  heldPosition: (held, isShort, used) => {
    const position = isShort ? `su posición corta de ${held}` : `su posición de ${held}`
    return used === null ? position : `${used} de ${position}`
  },
  heldShares: (shares, symbol) => `${shares} acciones de ${symbol}`,
  legOfPosition: (act, position) => `${act} · posición ${position}`,
}
