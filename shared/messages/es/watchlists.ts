import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'

/** Why a change of a watchlist is refused, in Spanish. */
export const watchlists: CatalogueLike<EnglishCatalogue>['watchlists'] = {
  unknown: 'Esta lista ya no existe.',
  tooMany: ({ max }) => `Puede haber ${max} listas como máximo.`,
  noName: 'Una lista necesita un nombre.',
  longName: ({ max }) => `Un nombre tiene ${max} caracteres como máximo.`,
  nameTaken: ({ name }) => `Ya hay una lista «${name}».`,
  tooLong: ({ max }) => `Una lista admite ${max} símbolos como máximo.`,
  notSaved: 'El cambio no se pudo guardar en este equipo.',
}
