import type { tableText } from '../en/table.js'
import type { Translated } from '../translated.js'

/** What every table offers, in Spanish. */
export const tableTextEs: Translated<typeof tableText> = {
  columns: 'Columnas',
  columnsOf: (table) => `Columnas: ${table}`,
  columnMenu: (column) => `Columna ${column}`,
  rowMenu: 'Fila',
  sortAscending: 'Orden ascendente',
  sortDescending: 'Orden descendente',
  unsorted: 'Sin orden',
  hide: 'Ocultar columna',
  pin: 'Fijar columna',
  unpin: 'Soltar columna',
  moveLeft: 'Mover a la izquierda',
  moveRight: 'Mover a la derecha',
  wider: 'Más ancha',
  narrower: 'Más estrecha',
  ownWidth: 'Ancho predeterminado',
  choose: 'Elegir columnas…',
  reset: 'Columnas predeterminadas',
  done: 'Listo',
  hint: 'Arrastre un encabezado para mover su columna, y su borde derecho para cambiar el ancho.',
  pinLabel: (column) => `Fijar ${column}`,
  moveUpLabel: (column) => `Subir ${column}`,
  moveDownLabel: (column) => `Bajar ${column}`,
  copyCell: 'Copiar celda',
  copyRow: 'Copiar fila',
  copied: 'Copiado',
  export: 'Exportar como CSV…',
  exported: 'Tabla exportada',
}
