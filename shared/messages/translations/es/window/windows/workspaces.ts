import type { workspacesText as english } from '../../../../en/window/windows/workspaces.js'
import type { Translated } from '../../../../translated.js'

const LINKS = {
  blue: 'Grupo de enlace 1, azul',
  amber: 'Grupo de enlace 2, ámbar',
  violet: 'Grupo de enlace 3, violeta',
  teal: 'Grupo de enlace 4, turquesa',
  rose: 'Grupo de enlace 5, rosa',
  olive: 'Grupo de enlace 6, oliva',
} as const

/** Workspaces, link groups, and panels in windows of their own, in Spanish. */
export const workspacesText: Translated<typeof english> = {
  menu: 'Espacio',
  manage: 'Espacios de trabajo…',
  undoLayout: 'Deshacer el cambio de disposición',
  panelMenuCommand: 'Menú del panel: grupo de enlace, ventana propia',
  panelMenu: (panel) => `Menú de ${panel}`,
  linkName: (link) => (link === null ? 'Sin enlace' : LINKS[link]),
  linkMenu: 'Grupo de enlace',
  another: 'Abrir otro al lado',
  anotherCommand: 'Abrir otro panel de este tipo',
  ownWindow: 'Abrir en una ventana propia',
  closePanel: 'Cerrar panel',
  returnPanel: 'Devolver el panel a la ventana principal',
  returnAll: 'Devolver todos los paneles a la ventana principal',
  returnPanels: 'Devolver a la ventana principal',
  returnHint:
    'Cierra esta ventana y acopla sus paneles en la ventana principal. Cerrarla hace lo mismo.',
  unknownPanels: (count) =>
    count === 1
      ? 'Un panel de este espacio no existe en esta versión y se omitió.'
      : `${count} paneles de este espacio no existen en esta versión y se omitieron.`,
  crashed: 'Esta ventana falló y se ha vuelto a cargar.',
  crashedHint:
    'Las órdenes, las alertas y las demás ventanas no se han visto afectadas. Lo que había introducido en un ticket está de nuevo aquí.',
  windowGone: 'Esta ventana ya no forma parte del espacio de trabajo.',
  mainWindowOnly: 'En la ventana principal',
  mainWindowOnlyHint:
    'Esto se hace en la ventana principal. Detener, bloquear y el interruptor de emergencia funcionan en todas las ventanas.',
  windowLabel: 'Ventana con paneles',
  charts: {
    one: 'Gráficos: 1',
    two: 'Gráficos: 2',
    four: 'Gráficos: 4',
    symbol: (isOn) =>
      isOn ? 'Sincronizar símbolos: activado' : 'Sincronizar símbolos: desactivado',
    timespan: (isOn) =>
      isOn ? 'Sincronizar intervalos: activado' : 'Sincronizar intervalos: desactivado',
    crosshair: (isOn) =>
      isOn ? 'Sincronizar cursores: activado' : 'Sincronizar cursores: desactivado',
  },
}
