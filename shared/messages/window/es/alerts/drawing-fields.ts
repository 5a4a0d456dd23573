import type { Translated } from '../../translated.js'
import type { drawingFieldText } from '../../en/alerts/drawing-fields.js'

/** Alerts on drawings, in Spanish. */
export const drawingFieldTextEs: Translated<typeof drawingFieldText> = {
  drawing: 'Dibujo',
  choose: 'Elija un dibujo',
  loading: 'Cargando dibujos…',
  none: 'Ningún dibujo de este símbolo admite alertas. Dibuje antes una línea en su gráfico.',
  unreadable: 'No se puede leer el archivo con los dibujos.',
  hint: 'La alerta sigue al dibujo cuando se mueve y termina cuando se elimina.',
  part: 'Parte',
  parts: {
    line: 'La línea',
    any: 'Cualquiera de sus líneas',
    upper: 'Línea superior',
    middle: 'Línea media',
    lower: 'Línea inferior',
    area: 'El área',
    level: 'Un nivel',
  },
  level: 'Nivel',
  whens: {
    through: 'Cruza',
    above: 'Cruza hacia arriba',
    below: 'Cruza hacia abajo',
    enters: 'Entra',
    leaves: 'Sale',
  },
  extended: 'Continuar a la derecha, más allá de su final',
  bars: 'Recta en barras de',
  regular: (bars) => `${bars}, horario regular`,
  scale: 'Recta en escala',
  scales: { linear: 'Lineal', log: 'Logarítmica' },
  barsHint:
    'Como en un gráfico de estas barras: las horas de cierre no tienen longitud. La línea avanza con cada barra.',
  name: (kind, text) => `${kind} “${text}”`,
  numbered: (name, number) => `${name} ${number}`,
  hiddenDrawing: 'El dibujo está oculto; la alerta continúa.',
  movedBy: (name) => `${name} movió el dibujo.`,
  noDrawing: 'Se eliminó el dibujo.',
  undoHint: 'Deshacer en el gráfico recupera el dibujo y su alerta.',
  showDrawing: 'Mostrar en el gráfico',
  add: 'Añadir alerta a este dibujo…',
  addOn: (name) => `Añadir alerta a ${name}`,
  noAlert: {
    'no-price': 'Sin alerta: este dibujo no tiene un precio en cada momento.',
    'not-straight':
      'Sin alerta: el borde de este dibujo no es una línea recta con precios exactos.',
    'has-prices': 'Sin alerta: cree alertas de precio en la entrada, el objetivo y el stop.',
  },
  count: (count) => `${count} ${count === 1 ? 'alerta' : 'alertas'} en este dibujo`,
}
