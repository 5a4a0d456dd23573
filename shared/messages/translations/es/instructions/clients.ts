import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'

/** The settings of assistants' programs, and why they were not changed, in Spanish. */
export const clients: CatalogueLike<EnglishCatalogue>['clients'] = {
  unreadable: ({ file }) =>
    `No se puede leer ${file}. No se ha cambiado; añada a mano las líneas de abajo.`,
  readOnly: ({ file }) =>
    `${file} es de solo lectura. No se ha cambiado; permita la escritura o añada a mano las líneas de abajo.`,
  notAFile: ({ file }) => `${file} no es un archivo. No se ha cambiado nada.`,
  brokenLink: ({ file }) => `${file} es un enlace a algo que no existe. No se ha cambiado nada.`,
  tooLarge: ({ file }) =>
    `${file} es más grande que unos ajustes. No se ha cambiado; añada a mano las líneas de abajo.`,
  damaged: ({ file }) =>
    `${file} está dañado: puede que su programa tampoco lo lea. No se ha cambiado; repárelo primero.`,
  unexpected: ({ file }) =>
    `${file} tiene otra cosa donde se enumeran los servidores. No se ha cambiado; añada a mano las líneas de abajo.`,
  notEditable: ({ file }) =>
    `${file} no se puede cambiar sin alterar otros ajustes. No se ha cambiado; añada a mano las líneas de abajo.`,
  changed: ({ file }) =>
    `Otro programa ha cambiado ${file} mientras tanto. No se ha escrito nada; revise el cambio de nuevo.`,
  moved: ({ file }) =>
    `${file} lleva a otro lugar que antes. No se ha cambiado nada; quite la entrada a mano.`,
  backupGone: ({ file }) =>
    `Falta la copia de ${file}. No se ha cambiado nada; quite la entrada a mano.`,
  planGone: 'Este cambio ya no está abierto. No se ha escrito nada; revíselo de nuevo.',
  nothingToUndo: 'No hay nada que deshacer.',
  keyGone: 'Esta clave ya no es válida. Vincule el asistente de nuevo.',
  noAnswer: 'Countersign no responde: active el acceso de asistentes y pruebe de nuevo.',
  answered: ({ status }) =>
    `La dirección de Countersign respondió con HTTP ${status}. Puede que otro programa use el puerto.`,
}
