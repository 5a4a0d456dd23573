import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

/** Workspaces: why a change is refused, and the titles of the file dialogs, in Spanish. */
export const workspaces: CatalogueLike<EnglishCatalogue>['workspaces'] = {
  firstName: 'Principal',
  unknown: 'Este espacio de trabajo ya no existe.',
  nameTaken: ({ name }) => `Ya hay un espacio de trabajo llamado «${name}».`,
  tooMany: ({ max }) => `Puede haber ${max} espacios de trabajo como máximo.`,
  tooManyWindows: ({ max }) =>
    `Un espacio de trabajo admite ${max} ventanas además de la principal como máximo.`,
  currentStays: 'Este espacio de trabajo está abierto. Cambie antes a otro.',
  notSaved: 'No se pudo guardar el espacio de trabajo en este equipo.',
  notAWorkspace: 'Este archivo no es un espacio de trabajo exportado.',
  newerVersion: 'Este espacio de trabajo se exportó con una versión más reciente de Countersign.',
  damaged: 'Este archivo de espacio de trabajo está dañado. No se importó nada.',
  fileTooLarge: 'Este archivo es demasiado grande para un espacio de trabajo.',
  exportTitle: 'Exportar espacio de trabajo',
  importTitle: 'Importar espacio de trabajo',
}
