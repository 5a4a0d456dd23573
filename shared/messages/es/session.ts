import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'

/** The state of the session, and why trading is halted, in Spanish. */
export const session: CatalogueLike<EnglishCatalogue>['session'] = {
  notConnected: 'Countersign todavía no está conectado.',
  accountUnknown: 'Esta cuenta no existe.',
  notOffered: 'Esto no está disponible aquí.',
  noExchangeTime: 'Todavía no se conoce la hora de la bolsa.',
  tokensInMemory: 'Los tokens de inicio de sesión solo se guardan en memoria.',
  journalTailCut: 'La última línea del diario de órdenes estaba incompleta y se recortó.',
  journalUnreadable: ({ reason }, { message }) =>
    `No se puede leer el diario de órdenes: ${message(reason)}`,
  journalNotWritten: ({ reason }, { message }) =>
    `No se puede escribir en el diario de órdenes: ${message(reason)}`,
  diskFull: 'el disco está lleno',
  folderDenied: 'no se permite escribir en su carpeta',
  clockSetBack: ({ minutes }, { count }) =>
    `El reloj de este equipo se atrasó ${count(minutes)} min.`,
  haltedByHand: 'Detenido por usted en Countersign.',
  manyUnknown: ({ orders }, { count }) => `${count(orders)} órdenes no tienen resultado conocido.`,
}
