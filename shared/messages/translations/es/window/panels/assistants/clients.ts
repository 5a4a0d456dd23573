import type { clientText } from '../../../../../en/window/panels/assistants/clients.js'
import type { Translated } from '../../../../../translated.js'

/** Texts of the settings of assistants' programs, the test call and wrong keys, in Spanish. */
export const clientTextEs: Translated<typeof clientText> = {
  add: (client) => `Añadir a ${client}`,
  copyLine: 'Copiar línea',
  line: 'Ejecute esta línea en una terminal; Claude Code reescribe sus propios ajustes mientras funciona.',
  undoLine: 'Para deshacer, ejecute:',
  changes: {
    create: (file) => `${file} aún no existe y se creará con:`,
    add: (file) => `Estas líneas se añadirán a ${file}; se guarda una copia:`,
    replace: (file) =>
      `Se sustituirá la entrada de Countersign en ${file}; se guarda una copia del archivo:`,
    none: (file) => `${file} ya tiene esta entrada.`,
  },
  difference: 'Cambio de los ajustes',
  added: 'añadida',
  removed: 'quitada',
  gap: 'líneas sin cambios',
  notInstalled: (client) => `No se encontró ${client} en este ordenador.`,
  link: (target) => `Es un enlace. El archivo es ${target}.`,
  leavesHome: (target) => `Es un enlace que sale de su carpeta personal. El archivo es ${target}.`,
  readableByOthers:
    'Otros usuarios de este ordenador pueden leer este archivo, y la clave que contiene.',
  ownerOnly: 'Permitir que solo yo lea este archivo',
  written: (client, file) => `Añadido a ${file}. Reinicie ${client}.`,
  copyOf: (backup) => `El archivo como estaba: ${backup}`,
  undo: 'Deshacer',
  undone: {
    restored: 'Deshecho: el archivo está como antes',
    'entry-removed': 'Deshecho: el archivo había cambiado, así que solo se retiró la entrada',
    'already-gone': 'La entrada ya no estaba',
  },
  outdated: 'Ajustes con un comando anterior',
  outdatedHint:
    'Estos programas inician Countersign con un comando de una versión anterior, que quizá ya no funcione. Sus claves no cambian.',
  showChange: 'Ver el cambio',
  renew: (client) => `Cambiar ${client}`,
  setups: 'Ajustes cambiados por Countersign',
  setup: ({ file }, client, time) => `${client}: ${file}, ${time}`,
  chatgpt: 'ChatGPT en un navegador llama desde Internet y no puede llegar a este ordenador.',
  test: 'Probar',
  tested: (ms) => `Countersign responde a esta clave en ${ms} ms.`,
  waiting: 'Su asistente aún no ha llamado. Pregúntele: «¿Qué hora es en el mercado?»',
  called: (age) => `Su asistente llamó hace ${age}`,
  wrongKeys: (count, age, isOne) =>
    isOne
      ? `1 llamada con una clave incorrecta, hace ${age}. Puede que un asistente tenga una clave antigua; vincúlelo de nuevo.`
      : `${count} llamadas con una clave incorrecta, la última hace ${age}. Puede que un asistente tenga una clave antigua, o que otro programa esté probando claves.`,
}
