import type { DrawingKind } from '../../../../domain/drawings/drawing-kinds.js'
import type { Timespan } from '../../../../domain/market/bar.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { EnglishCatalogue } from '../../../en/index.js'
import { insideQuotes } from '../../../../domain/text-safety.js'

const SPANS: Readonly<Partial<Record<Timespan, string>>> = {
  S5: '5 s',
  S15: '15 s',
  M1: '1 min',
  M5: '5 min',
  M15: '15 min',
  M30: '30 min',
  M60: '1 h',
  M120: '2 h',
  M240: '4 h',
  D: 'diario',
  W: 'semanal',
  M: 'mensual',
  Y: 'anual',
}

/** Names an interval as the window stores it: "M5", or "M5x2" for two of them. */
function spanName(stored: string): string {
  const [base = '', count] = stored.split('x')
  const name = SPANS[base as Timespan] ?? stored
  return count === undefined ? name : `${count} × ${name}`
}

const DRAWINGS: Readonly<Record<DrawingKind, string>> = {
  'trend-line': 'una línea de tendencia',
  ray: 'un rayo',
  horizontal: 'un nivel',
  vertical: 'una línea vertical',
  channel: 'un canal',
  pitchfork: 'un tridente',
  'fib-retracement': 'niveles de Fibonacci',
  'fib-extension': 'una extensión de Fibonacci',
  rectangle: 'un rectángulo',
  ellipse: 'una elipse',
  path: 'un trazo',
  arrow: 'una flecha',
  text: 'un texto',
  measure: 'un rango medido',
  'long-position': 'una posición larga',
  'short-position': 'una posición corta',
}

const quoted = (text: string): string => (text === '' ? '' : ` «${insideQuotes(text)}»`)

/** What assistants changed in the window, in Spanish. */
export const windowChanges: CatalogueLike<EnglishCatalogue>['windowChanges'] = {
  symbolShown: ({ assistant, symbol, timespan, before, timespanBefore }) => {
    const isOther = timespanBefore !== null && timespanBefore !== timespan
    const was =
      before === null ? '' : ` (antes: ${before}${isOther ? `, ${spanName(timespanBefore)}` : ''})`
    return `${assistant} mostró ${symbol}${isOther ? `, ${spanName(timespan)},` : ''} en el gráfico${was}`
  },
  symbolOffered: ({ assistant, symbol }) => `${assistant} quiere mostrar ${symbol} en el gráfico`,
  ticketFilled: ({ assistant, order }, { message }) =>
    `${assistant} rellenó la boleta, sin enviar nada: ${message(order)}`,
  ticketOffered: ({ assistant, order }, { message }) =>
    `${assistant} preparó una orden, y su boleta no cambia: ${message(order)}`,
  alertSet: ({ assistant, condition }, { message }) =>
    `${assistant} creó una alerta: ${message(condition)}`,
  alertRemoved: ({ assistant, condition }, { message }) =>
    `${assistant} quitó su alerta: ${message(condition)}`,
  drawn: ({ assistant, symbol, kind, price, text }, { exactPrice }) =>
    `${assistant} dibujó ${DRAWINGS[kind]}${quoted(text)} en ${symbol}, desde ${exactPrice(price)}`,
  drawingRemoved: ({ assistant, symbol, kind, text }) =>
    `${assistant} quitó ${DRAWINGS[kind]}${quoted(text)} de ${symbol}`,

  symbolRequested: ({ assistant, symbol }) => `${assistant} pidió mostrar ${symbol} en el gráfico`,
  ticketRequested: ({ assistant, order }, { message }) =>
    `${assistant} pidió rellenar la boleta: ${message(order)}`,
  undone: ({ change }, { message }) => `La persona deshizo: ${message(change)}`,
  kept: ({ change }, { message }) => `La persona conservó: ${message(change)}`,
  dismissed: ({ change }, { message }) => `La persona descartó: ${message(change)}`,
  accepted: ({ change }, { message }) => `La persona aceptó: ${message(change)}`,
  sent: ({ assistant, order }) =>
    `La persona envió a mano una orden que ${assistant} había preparado: ${order}`,

  changesTooFast: ({ max }) => `Se aceptan ${max} cambios de la ventana por minuto como máximo.`,
  windowTooFast: ({ max }) =>
    `Se aceptan ${max} cambios de la ventana por minuto, de todos los asistentes, como máximo.`,
  showsTooFast: ({ seconds }) =>
    `Un asistente cambia el gráfico una vez cada ${seconds} s como máximo.`,
  notShown: 'La ventana no muestra la práctica paralela, así que no se cambia.',
  noWindow: 'Nadie ve ahora la ventana de Countersign: está oculta u ocupada. No se cambió nada.',
  locked: 'Countersign está bloqueado. No se cambió nada.',
  cardOpen: 'La persona decide ahora sobre una tarjeta, así que la ventana no se cambia.',
  undecided: 'Demasiados cambios de asistentes esperan a la persona, que puede conservarlos o no.',
  tooManyAlerts: ({ max }) => `Un asistente tiene ${max} alertas activas como máximo.`,
  tooManyDrawings: ({ max, symbol }) =>
    `Un asistente tiene ${max} dibujos en ${symbol} como máximo.`,
  notOwn: 'Este asistente no tiene esa alerta ni ese dibujo.',
  changeUnknown: 'Este cambio ya se deshizo o se conservó.',
  notSaved: 'El cambio no se pudo guardar en este equipo.',
  unreadable: 'Los cambios de los asistentes no se pudieron leer en este equipo.',
  damaged: 'La lista de lo que cambiaron los asistentes era ilegible y se apartó.',
}
