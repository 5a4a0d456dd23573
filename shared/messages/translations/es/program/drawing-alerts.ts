import type { DrawingCrossing, DrawingPart } from '../../../../domain/alerts/drawing-alert.js'
import type { Decimal } from '../../../../domain/decimal.js'
import { isPositionPlan, type DrawingKind } from '../../../../domain/drawings/drawing-kinds.js'
import type { CatalogueLike } from '../../../catalogue.js'
import type { DrawingTerms, drawingAlerts as english } from '../../../en/program/drawing-alerts.js'
import type { Writer } from '../../../writer.js'
import { insideQuotes } from '../../../../domain/text-safety.js'

const KINDS: Readonly<Partial<Record<DrawingKind, string>>> = {
  'trend-line': 'la línea de tendencia',
  ray: 'el rayo',
  horizontal: 'la línea horizontal',
  channel: 'el canal paralelo',
  pitchfork: 'el tridente',
  'fib-retracement': 'el retroceso de Fibonacci',
  'fib-extension': 'la extensión de Fibonacci',
  rectangle: 'el rectángulo',
  vertical: 'la línea vertical',
  'long-position': 'la posición larga',
  'short-position': 'la posición corta',
}
const PARTS: Readonly<Partial<Record<DrawingPart, string>>> = {
  upper: 'la línea superior',
  middle: 'la línea media',
  lower: 'la línea inferior',
  entry: 'la entrada',
  target: 'el objetivo',
  stop: 'el stop',
}

const drawingName = ({ kind, text }: DrawingTerms): string =>
  `${KINDS[kind] ?? 'el dibujo'}${text === '' ? '' : ` «${insideQuotes(text.split('\n').join(' '))}»`}`

/** Writes "of" before a name: "de la línea", "del canal". */
const ofName = (name: string): string =>
  name.startsWith('el ') ? `del ${name.slice(3)}` : `de ${name}`

function partName(terms: DrawingTerms, part: DrawingPart, level: Decimal | null, writer: Writer) {
  const name = drawingName(terms)
  if (part === 'level' && level !== null) {
    return `el nivel ${writer.decimal(level)} ${ofName(name)}`
  }
  const own = PARTS[part]
  if (own !== undefined) return `${own} ${ofName(name)}`
  if (part !== 'any') return name
  return isPositionPlan(terms.kind)
    ? `la entrada, el objetivo o el stop ${ofName(name)}`
    : `una línea ${ofName(name)}`
}

const WHENS: Readonly<Record<DrawingCrossing, string>> = {
  through: 'cruza',
  above: 'cruza hacia arriba',
  below: 'cruza hacia abajo',
  enters: 'entra en',
  leaves: 'sale de',
  passes: 'pasa por',
}

/** "sale del canal" */
const joined = (verb: string, name: string): string =>
  verb.endsWith(' de') ? `${verb.slice(0, -3)} ${ofName(name)}` : `${verb} ${name}`

/** Alerts on drawings, in Spanish. */
export const drawingAlerts: CatalogueLike<{ alerts: typeof english }>['alerts'] = {
  drawing: (terms, writer) =>
    terms.part === 'time'
      ? `Pasa la hora de ${drawingName(terms)} de ${terms.symbol}`
      : `${terms.symbol} ${joined(WHENS[terms.when], partName(terms, terms.part, terms.ratio, writer))}`,
  drawingCrossed: (terms, writer) => {
    const { symbol, when, crossing, price, line, part, ratio } = terms
    const side = crossing === 'up' ? 'arriba' : 'abajo'
    const verb = { enters: 'entró en', leaves: 'salió de', other: `cruzó hacia ${side}` } as const
    const isArea = when === 'enters' || when === 'leaves'
    const subject = isArea
      ? drawingName(terms)
      : partName(terms, line?.part ?? part, line?.ratio ?? ratio, writer)
    const level = line === null ? '' : ` (línea en ${writer.exactPrice(line.price)})`
    return `${symbol} ${joined(verb[isArea ? when : 'other'], subject)} a ${writer.exactPrice(price)}${level}`
  },
  timePassed: (terms) => `Pasó la hora de ${drawingName(terms)} de ${terms.symbol}`,
  timeLate: 'Se notó después de su hora.',
  timeOver: 'La hora de esta línea ya pasó. Muévala al futuro.',
  endedDeleted: ({ condition, by }, { message }) =>
    `Terminó porque ${by === null ? 'se eliminó su dibujo' : `${by} eliminó su dibujo`}: ${message(condition)}`,
  endedLine: ({ condition }, { message }) => `Terminó con su dibujo: ${message(condition)}`,
  endedExpired: ({ condition, day }, writer) =>
    `El contrato venció el ${writer.day(day)}, así que esta alerta terminó: ${writer.message(condition)}`,
  endedSplit: ({ condition, day, ratio }, writer) => {
    const size =
      ratio === null ? '' : ` de ${writer.decimal(ratio.to)} por ${writer.decimal(ratio.from)}`
    return `En pausa: hubo un split${size} el ${writer.day(day)} y esto está en precios anteriores: ${writer.message(condition)}`
  },
  drawingsNotRead: 'Los dibujos aún no se han leído. Inténtelo de nuevo.',
  drawingGone: 'El dibujo de esta alerta ya no existe.',
  drawingKind: 'Este tipo de dibujo no tiene precios exactos, así que no admite alertas.',
  drawingPart: 'Esta alerta no corresponde al dibujo.',
  lineEnded: 'Este dibujo terminó antes de ahora. Mueva su final al futuro o use un rayo.',
  lineEndedExtend:
    'Este dibujo terminó antes de ahora. Extiéndalo a la derecha, mueva su final al futuro o use un rayo.',
  tooManyLines: ({ max }) =>
    `Son posibles como máximo ${max} alertas sobre líneas, porque cada una exige leer barras.`,
}
