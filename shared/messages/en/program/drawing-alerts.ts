import type { DrawingCrossing, DrawingPart } from '../../../domain/alerts/drawing-alert.js'
import type { AlertLine } from '../../../domain/alerts/alert.schema.js'
import type { Decimal } from '../../../domain/decimal.js'
import { isPositionPlan, type DrawingKind } from '../../../domain/drawings/drawing-kinds.js'
import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'
import { insideQuotes } from '../../../domain/text-safety.js'

/** What an alert on a drawing waits for. */
export interface DrawingTerms {
  readonly symbol: string
  readonly kind: DrawingKind
  /** Empty for none. */
  readonly text: string
  readonly part: DrawingPart
  readonly ratio: Decimal | null
  readonly when: DrawingCrossing
}

/** What an alert on a drawing fired by. */
export interface LineCrossing extends DrawingTerms {
  readonly crossing: 'up' | 'down'
  readonly price: Decimal
  readonly line: AlertLine | null
}

/** An alert that a split of its stock ended; null where the ratio is not known. */
export interface EndedBySplit {
  readonly condition: Message
  readonly day: string
  readonly ratio: { readonly from: Decimal; readonly to: Decimal } | null
}

const KINDS: Readonly<Partial<Record<DrawingKind, string>>> = {
  'trend-line': 'trend line',
  ray: 'ray',
  horizontal: 'horizontal line',
  channel: 'parallel channel',
  pitchfork: 'pitchfork',
  'fib-retracement': 'Fibonacci retracement',
  'fib-extension': 'Fibonacci extension',
  rectangle: 'rectangle',
  vertical: 'vertical line',
  'long-position': 'long position',
  'short-position': 'short position',
}
const PARTS: Readonly<Partial<Record<DrawingPart, string>>> = {
  upper: 'upper line',
  middle: 'middle line',
  lower: 'lower line',
  entry: 'entry',
  target: 'target',
  stop: 'stop',
}

const drawingName = ({ kind, text }: DrawingTerms): string =>
  `the ${KINDS[kind] ?? 'drawing'}${text === '' ? '' : ` “${insideQuotes(text.split('\n').join(' '))}”`}`

/** "the upper line of the channel" */
function partName(terms: DrawingTerms, part: DrawingPart, level: Decimal | null, writer: Writer) {
  const name = drawingName(terms)
  if (part === 'level' && level !== null) return `the level ${writer.decimal(level)} of ${name}`
  const own = PARTS[part]
  if (own !== undefined) return `the ${own} of ${name}`
  if (part !== 'any') return name
  return isPositionPlan(terms.kind) ? `the entry, target or stop of ${name}` : `a line of ${name}`
}

const WHENS: Readonly<Record<DrawingCrossing, string>> = {
  through: 'crosses',
  above: 'crosses above',
  below: 'crosses below',
  enters: 'enters',
  leaves: 'leaves',
  passes: 'passes',
}

/** Alerts on drawings. */
export const drawingAlerts = {
  drawing: (terms: DrawingTerms, writer: Writer) =>
    terms.part === 'time'
      ? `The time of ${drawingName(terms)} of ${terms.symbol} passes`
      : `${terms.symbol} ${WHENS[terms.when]} ${partName(terms, terms.part, terms.ratio, writer)}`,
  drawingCrossed: (terms: LineCrossing, writer: Writer) => {
    const { symbol, when, crossing, price, line, part, ratio } = terms
    const side = crossing === 'up' ? 'above' : 'below'
    const verb = { enters: 'entered', leaves: 'left', other: `crossed ${side}` } as const
    const isArea = when === 'enters' || when === 'leaves'
    const subject = isArea
      ? drawingName(terms)
      : partName(terms, line?.part ?? part, line?.ratio ?? ratio, writer)
    const level = line === null ? '' : ` (line at ${writer.exactPrice(line.price)})`
    return `${symbol} ${verb[isArea ? when : 'other']} ${subject} at ${writer.exactPrice(price)}${level}`
  },
  timePassed: (terms: DrawingTerms) =>
    `The time of ${drawingName(terms)} of ${terms.symbol} passed`,
  timeLate: 'It was noticed after its time.',
  timeOver: 'The time of this line is over. Move it to the future.',
  endedDeleted: (
    { condition, by }: { readonly condition: Message; readonly by: string | null },
    { message }: Writer,
  ) =>
    `Ended, because ${by === null ? 'its drawing was deleted' : `${by} deleted its drawing`}: ${message(condition)}`,
  endedLine: ({ condition }: { readonly condition: Message }, { message }: Writer) =>
    `Ended with its drawing: ${message(condition)}`,
  endedExpired: (
    { condition, day }: { readonly condition: Message; readonly day: string },
    writer: Writer,
  ) =>
    `The contract expired on ${writer.day(day)}, so this alert ended: ${writer.message(condition)}`,
  endedSplit: ({ condition, day, ratio }: EndedBySplit, writer: Writer) => {
    const size =
      ratio === null ? '' : ` ${writer.decimal(ratio.to)} for ${writer.decimal(ratio.from)}`
    return `Paused: the stock split${size} on ${writer.day(day)}, and this is in old prices: ${writer.message(condition)}`
  },
  drawingsNotRead: 'The drawings are not read yet. Try again.',
  drawingGone: 'The drawing of this alert does not exist any more.',
  drawingKind: 'This kind of drawing has no exact prices, so no alert can be on it.',
  drawingPart: 'This alert does not fit the drawing.',
  lineEnded: 'This drawing ended before now. Move its end to the future, or use a ray.',
  lineEndedExtend:
    'This drawing ended before now. Extend it to the right, move its end to the future, or use a ray.',
  tooManyLines: ({ max }: { readonly max: number }) =>
    `At most ${max} alerts on lines are possible, because each costs reads of bars.`,
} as const
