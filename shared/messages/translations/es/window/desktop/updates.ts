import type { updatesText } from '../../../../en/window/desktop/updates.js'
import type { Translated } from '../../../../translated.js'

/** The preference of the daily check. */
export const checkUpdatesEs = {
  label: 'Buscar actualizaciones una vez al día',
  hint: 'Pide la lista de la versión más reciente y no envía nada más. Nada se descarga ni se instala sin usted.',
}

/** The updates dialog and its notice in the status bar, in Spanish. */
export const updatesTextEs: Translated<typeof updatesText> = {
  title: 'Actualizaciones',
  open: 'Actualizaciones…',
  version: 'Versión',
  channel: 'Canal de versiones',
  channels: { stable: 'Estable', preview: 'Preliminar' },
  lastCheck: 'Última comprobación',
  neverChecked: 'Sin comprobar todavía.',
  check: 'Comprobar ahora',
  checking: 'Comprobando…',
  privacy:
    'Una comprobación pide la lista de la versión más reciente. No se envía nada más: ni la versión, ni un identificador, ni nada de sus cuentas. La comprobación diaria se desactiva en Configuración.',
  released: (day) => `Publicada el ${day}`,
  download: (megabytes) => `Descargar (${megabytes} MB)`,
  downloading: (received, size) => `${received} de ${size} MB descargados`,
  preparing: 'Desempaquetando la versión nueva…',
  cancel: 'Cancelar la descarga',
  later: 'Más tarde',
  ready: (version) =>
    `La versión ${version} está lista. Se instala cuando usted reinicia desde aquí, nunca por sí misma.`,
  restart: (version) => `Reiniciar en ${version}`,
  waits: 'El reinicio espera:',
  downloadPage: 'Abrir la página de descarga',
  close: 'Cerrar',
  badge: (version) => `Actualización ${version}`,
  badgeHint: 'Hay una versión más reciente. Muestra qué cambia.',
}
