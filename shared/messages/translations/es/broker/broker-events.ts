import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

const ENDINGS = {
  exercised: 'se ejercieron',
  assigned: 'se le asignaron',
  expired: 'vencieron sin valor',
  closed: 'fueron cerrados en efectivo por el bróker',
} as const

const SINGLE_ENDINGS = {
  exercised: 'se ejerció',
  assigned: 'se le asignó',
  expired: 'venció sin valor',
  closed: 'fue cerrado en efectivo por el bróker',
} as const

const OUTCOMES = { yes: 'Sí', no: 'No' } as const
const RIGHTS = { call: 'call', put: 'put' } as const

/** What the broker did to positions without an order, in Spanish. */
export const brokerEvents: CatalogueLike<EnglishCatalogue>['brokerEvents'] = {
  optionEnded: ({ ending, quantity, underlying, expiry, strike, right }, { decimal, day }) => {
    const contracts = decimal(quantity)
    const verb = (contracts === '1' ? SINGLE_ENDINGS : ENDINGS)[ending]
    return `${contracts} ${underlying} ${day(expiry)} ${decimal(strike)} ${RIGHTS[right]} ${verb}. Sus posiciones y saldos se leyeron de nuevo.`
  },
  optionOther: ({ symbol }) =>
    symbol === null
      ? 'Algo ocurrió con una posición de opciones (ejercicio, asignación o vencimiento). Sus posiciones y saldos se leyeron de nuevo; compruébelos.'
      : `Algo ocurrió con una posición de opciones de ${symbol} (ejercicio, asignación o vencimiento). Sus posiciones y saldos se leyeron de nuevo; compruébelos.`,
  settled: ({ event, result, side, quantity, payout }, { decimal, money }) =>
    result === null || side === null || quantity === null || payout === null
      ? `Se liquidó un contrato de eventos${event === null ? '' : `: ${event}`}. Sus posiciones y saldos se leyeron de nuevo; compruébelos.`
      : `${event ?? 'Un contrato de eventos'} se liquidó como ${OUTCOMES[result]}: sus ${decimal(quantity)} × ${OUTCOMES[side]} pagaron ${money(payout, 'USD')}.`,
  several: ({ first, more }, { message, plural }) =>
    `${first.map((ended) => message(ended)).join(' ')} ${plural(more, {
      one: '# posición más terminó o se liquidó; vea Posiciones.',
      other: '# posiciones más terminaron o se liquidaron; vea Posiciones.',
    })}`,
}
