import type { keyboardText } from '../../en/desktop/keyboard.js'
import type { Translated } from '../../translated.js'

/** The keyboard page, its shortcuts and presets, and armed trading shortcuts, in Spanish. */
export const keyboardTextEs: Translated<typeof keyboardText> = {
  title: 'Atajos de teclado',
  note: 'Ningún atajo del conjunto predeterminado opera.',
  search: 'Buscar comandos o teclas',
  none: 'Sin resultados',
  groups: { general: 'General', panels: 'Paneles', trading: 'Operativa', tables: 'Tablas' },
  tradingNote:
    'Solo funcionan mientras los atajos de operativa están armados. Una orden abre entonces su revisión, o se envía de inmediato si la confirmación de órdenes está desactivada.',
  preset: 'Conjunto',
  presets: { default: 'Countersign', tws: 'Como TWS', vim: 'Como vim' },
  unassigned: 'Ninguno',
  change: (command) => `Cambiar atajo: ${command}`,
  recording: 'Pulse las teclas…',
  recordingHint: 'Escape cancela, Retroceso quita el atajo',
  reset: 'Restablecer',
  resetOne: (command) => `Restablecer atajo: ${command}`,
  resetAll: 'Restablecer todo',
  import: 'Importar…',
  export: 'Exportar…',
  taken: (chord, commands) => `${chord} ya se usa: ${commands.join(', ')}.`,
  takeOver: 'Usarlo aquí',
  keep: 'Dejarlo como está',
  reserved: {
    text: (chord) => `${chord} pertenece a los campos de texto: copiar, pegar, deshacer.`,
    system: (chord) => `${chord} pertenece al sistema operativo.`,
    navigation: (chord) => `${chord} mueve el foco en tablas y diálogos.`,
    kill: (chord) => `${chord} está reservado para detener a los asistentes.`,
  },
  conflict: (commands) => `También: ${commands.join(', ')}`,
  exported: 'Atajos exportados',
  imported: 'Atajos importados',
  skipped: (names) => `Sin usar, por desconocidos, reservados u ocupados: ${names.join(', ')}.`,
  armed: {
    arm: 'Armar los atajos de operativa',
    disarm: 'Desarmar los atajos de operativa',
    badge: 'Atajos de operativa armados',
    badgeHint:
      'Los atajos de los comandos de operativa funcionan. Pulse para desarmarlos. Se desarman solos tras 10 minutos sin uso, al bloquearse Countersign, al detener la operativa y al abrir otro perfil.',
    off: 'Los atajos de operativa están desactivados',
    offHint: 'No se envió nada. Ármelos con el comando «Armar los atajos de operativa».',
  },
  tables: [
    ['↑ ↓', 'Moverse entre filas'],
    ['Home End', 'Primera y última fila'],
    ['← →', 'Moverse entre celdas y encabezados; en un grupo, ocultar o mostrar sus filas'],
    ['Shift F10', 'Menú de la fila o de la columna'],
    ['Ctrl C', 'Copiar la fila o la celda'],
    ['Alt ← →', 'Mover la columna de un encabezado'],
    ['Shift ← →', 'Cambiar el ancho de la columna de un encabezado'],
    ['Enter', 'Abrir la fila'],
    ['Delete', 'Quitar o cancelar, si la fila lo permite'],
    ['Alt ↑ ↓', 'Reordenar la lista de seguimiento'],
  ],
}
