import type { resetDataText } from '../../../../en/window/panels/reset-data.js'
import type { Translated } from '../../../../translated.js'

/** The dialog that resets settings, profiles or everything, in Spanish. */
export const resetDataTextEs: Translated<typeof resetDataText> = {
  title: 'Restablecer Countersign',
  levelsTitle: 'Qué se restablece',
  levels: {
    layout: 'Ajustes y espacios de trabajo',
    profiles: 'También perfiles, claves, registros y límites',
    everything: 'Todo, también la práctica y el registro del programa',
  },
  losses: {
    layout: [
      'Todos los ajustes, atajos y espacios de trabajo vuelven a sus valores predeterminados.',
    ],
    profiles: [
      'Todos los ajustes, atajos y espacios de trabajo vuelven a sus valores predeterminados.',
      'Se quitan todos los perfiles salvo la práctica integrada, con sus claves, inicio de sesión, registro de órdenes, listas de seguimiento, alertas, notas, límites, bloqueos y detenciones.',
      'Se quita el bloqueo de la aplicación y los asistentes pierden su acceso.',
    ],
    everything: [
      'Countersign empieza como el primer día: no quedan ajustes, espacios de trabajo, perfiles, claves, registros, límites, bloqueos, detenciones ni bloqueo de la aplicación.',
      'La práctica empieza de nuevo: su cuenta, órdenes, historial, listas de seguimiento, alertas y asistentes.',
      'No quedan el registro del programa ni los informes de fallos.',
    ],
  },
  accounts: (count) =>
    count === 1
      ? '1 perfil de una cuenta real pierde aquí su registro de órdenes. Sus órdenes y posiciones siguen en el bróker.'
      : `${count} perfiles de cuentas reales pierden aquí sus registros de órdenes. Sus órdenes y posiciones siguen en el bróker.`,
  working: (count) =>
    count === 1
      ? '1 orden está activa ahora en el bróker. Sigue allí, y Countersign ya no sabe que es suya.'
      : `${count} órdenes están activas ahora en el bróker. Siguen allí, y Countersign ya no sabe que son suyas.`,
  stays: {
    layout:
      'Los perfiles, claves, listas de seguimiento, alertas, órdenes y la práctica quedan como están.',
    profiles: 'La práctica queda como está: su cuenta, órdenes e historial.',
    everything:
      'En el bróker no cambia nada: las órdenes, posiciones y claves siguen siendo válidas allí.',
  },
  folder: (folder) =>
    `No se elimina nada. Countersign se cierra; su próximo inicio lo mueve todo a una carpeta con la fecha de hoy en ${folder} y la nombra. Para volver atrás, devuelva su contenido a su sitio.`,
  commandLine: (level) => `Si la ventana no se abre: countersign --reset=${level}`,
  waits: 'El restablecimiento tiene que esperar:',
  keep: 'Conservar todo',
  confirm: 'Restablecer y salir',
}
