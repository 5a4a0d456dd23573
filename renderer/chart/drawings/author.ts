import type { DrawingColor } from '../../../shared/domain/drawings/drawing.js'
import type { Drawing, DrawingStyle } from '../../../shared/domain/drawings/drawing.schema.js'
import type { Point } from './chart-scales.js'
import type { Shape } from './shape.js'

/** The colors of purchases, sales and warnings, in which the program writes of orders. */
const ORDER_COLORS: ReadonlySet<DrawingColor> = new Set<DrawingColor>(['green', 'red', 'amber'])
/** The color of an assistant's drawing that wanted one of these. */
const ASSISTANT_COLOR: DrawingColor = 'violet'

/**
 * Returns the style in which a drawing is painted. An assistant's has no color of orders, and is
 * dotted as no line of an order is (SEC-31, CONFIRM-52).
 */
export const handOf = ({ source, style }: Drawing): DrawingStyle =>
  source.kind === 'person'
    ? style
    : {
        ...style,
        dash: 'dotted',
        color: ORDER_COLORS.has(style.color) ? ASSISTANT_COLOR : style.color,
      }

/**
 * Puts the name of the assistant before the texts of its drawing, in another hand than the
 * program's own; one without a text gets the name alone.
 */
export function withAuthor(
  { source }: Drawing,
  shapes: readonly Shape[],
  points: readonly Point[],
): readonly Shape[] {
  if (source.kind === 'person') return shapes
  const [point] = points
  const signed = shapes.map(
    (shape): Shape =>
      shape.type === 'label'
        ? {
            ...shape,
            lines: shape.lines.map((line, index) =>
              index === 0 ? `${source.name}: ${line}` : line,
            ),
            hand: 'assistant',
          }
        : shape,
  )
  if (point === undefined || signed.some(({ type }) => type === 'label')) return signed
  const lines = [source.name]
  return [
    ...signed,
    { type: 'label', point, lines, align: 'left', base: 'above', hand: 'assistant' },
  ]
}
