import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'
import { insideQuotes } from '../../../domain/text-safety.js'

/** Why a change of a watchlist is refused, in Spanish. */
export const watchlists: CatalogueLike<EnglishCatalogue>['watchlists'] = {
  unknown: 'Esta lista ya no existe.',
  tooMany: ({ max }) => `Puede haber ${max} listas como máximo.`,
  noName: 'Una lista necesita un nombre.',
  longName: ({ max }) => `Un nombre tiene ${max} caracteres como máximo.`,
  nameTaken: ({ name }) => `Ya hay una lista «${insideQuotes(name)}».`,
  tooLong: ({ max }) => `Una lista admite ${max} símbolos como máximo.`,
  changeUnknown: 'Este cambio ya se deshizo o se conservó, o el asistente cambió algo más después.',
  undecided: 'Demasiados cambios de asistentes esperan a la persona, que puede conservarlos o no.',
  inConflict: 'Esta lista se cambió aquí y en el bróker. La persona tiene que elegir primero.',
  notInList: ({ symbol }) => `${symbol} no está en esta lista.`,
  changesTooFast: ({ max }) => `Se aceptan ${max} cambios de listas por minuto como máximo.`,
  notShown: 'La persona no ve las listas de la práctica paralela, así que no se cambian.',
  notRead: 'Las listas de este equipo no se pudieron leer ahora. No se cambió nada.',
  notSaved: 'El cambio no se pudo guardar en este equipo.',
}
