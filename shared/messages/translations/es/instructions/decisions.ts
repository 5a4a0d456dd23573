import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

/** Why a decision, or a change of a card, is refused, in Spanish. */
export const decisions: CatalogueLike<EnglishCatalogue>['decisions'] = {
  changed: 'Lo que muestra la tarjeta ha cambiado. Revísela de nuevo.',
  ended: 'Esta instrucción ya no está pendiente.',
  notSent: ({ reason }, { message }) => `No se envió nada: ${message(reason)}.`,
  notShown: 'esta tarjeta no es la que se muestra',
  notArmed: 'el botón de aprobar aún no está listo',
  notPressed:
    'no se observó ninguna pulsación en Aprobar; pulse otra vez o permita productos de apoyo en los ajustes',
  notAcknowledged: 'no se reconoció un riesgo',
  wrongQuantity: 'la cantidad escrita no es la de esta orden',
  changeNotSaved: 'No se pudo guardar el cambio.',
  extensionNotSaved: 'No se pudo guardar la prórroga.',
  notExtendable: 'No se puede prorrogar: la jornada termina.',
  notChangeable: 'No se puede cambiar de esta forma.',
  staysAsItWas: ({ reason }, { message }) => `Queda como estaba: ${message(reason)}.`,
  policyDenies: 'la política no lo permite',
}
