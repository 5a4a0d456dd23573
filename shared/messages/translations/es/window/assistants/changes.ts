import type { Translated } from '../../../../translated.js'
import type { assistantChangesText } from '../../../../en/window/assistants/changes.js'
import { insideQuotes } from '../../../../../domain/text-safety.js'

/** Texts of the list of what assistants changed in the window, in Spanish. */
export const assistantChangesTextEs: Translated<typeof assistantChangesText> = {
  title: 'Cambiado por asistentes',
  watchlist: (assistant, deeds, list) =>
    `${assistant} ${deeds} en la lista «${insideQuotes(list)}»`,
  created: 'creó la lista',
  renamed: (from) => `cambió el nombre «${insideQuotes(from)}»`,
  added: (symbols) => `añadió ${symbols}`,
  removed: (symbols) => `quitó ${symbols}`,
  ago: (age) => `hace ${age}`,
  undo: 'Deshacer',
  keep: 'Conservar',
  dismiss: 'Descartar',
  show: 'Mostrar',
  fill: 'Rellenar la boleta',
  replace: 'Reemplazar su orden',
  more: (count) => (count === 1 ? '1 cambio más' : `${count} cambios más`),
  less: 'Mostrar solo el más reciente',
  setBy: (assistant) => `Creada por ${assistant}`,
}
