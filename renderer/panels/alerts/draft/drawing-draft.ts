import type {
  AlertCondition,
  AlertInstrument,
} from '../../../../shared/domain/alerts/alert.schema.js'
import type { ConditionOf } from '../../../../shared/domain/alerts/alert-rules.js'
import {
  crossingsOf,
  DRAWING_ALERT_RULES,
  type DrawingCrossing,
  type DrawingPart,
  type LineScale,
} from '../../../../shared/domain/alerts/drawing-alert.js'
import { decimalText, parseDecimal, trim } from '../../../../shared/domain/decimal.js'
import type { BarShape } from '../../../../shared/domain/drawings/axis/bar-shape.js'
import type { DrawingId } from '../../../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { DrawingKind } from '../../../../shared/domain/drawings/drawing-kinds.js'
import { EXTENSION_RATIOS, RETRACEMENT_RATIOS } from '../../../../shared/domain/drawings/levels.js'
import { signedDrawingText } from '../../../../shared/domain/drawings/drawing-text.js'

/** The drawing of an alert and how it is evaluated, in the form. */
export interface DrawingDraft {
  readonly id: DrawingId | null
  readonly kind: DrawingKind
  readonly text: string
  readonly part: DrawingPart
  /** The level of a Fibonacci drawing, as text; empty for none. */
  readonly ratio: string
  readonly when: DrawingCrossing
  readonly extended: boolean
  readonly bars: BarShape
  readonly scale: LineScale
}

type DrawingCondition = ConditionOf<'drawing'>

export const NO_DRAWING: DrawingDraft = {
  id: null,
  kind: 'horizontal',
  text: '',
  part: 'line',
  ratio: '',
  when: 'through',
  extended: false,
  bars: { base: 'D', count: 1, isRegularOnly: false },
  scale: 'linear',
}

/** Returns the levels of a Fibonacci drawing, as text. */
export const ratiosOf = (kind: DrawingKind): readonly string[] =>
  (kind === 'fib-extension' ? EXTENSION_RATIOS : RETRACEMENT_RATIOS).map(decimalText)

/** Returns the form with another part, and with a crossing and a level that it can have. */
export function withPart(draft: DrawingDraft, part: DrawingPart): DrawingDraft {
  const [first = 'through', ...rest] = crossingsOf(part)
  const when = first === draft.when || rest.includes(draft.when) ? draft.when : first
  const known = ratiosOf(draft.kind)
  const ratio = known.includes(draft.ratio) ? draft.ratio : '0.618'
  return { ...draft, part, when, ratio: part === 'level' ? ratio : '' }
}

/**
 * Returns the form for a drawing. One whose end is in the past goes on to the right, because its
 * line would never be crossed.
 */
export function withDrawing(draft: DrawingDraft, drawing: Drawing, now: number): DrawingDraft {
  const { id, kind, anchors } = drawing
  const text = signedDrawingText(drawing)
  const rule = DRAWING_ALERT_RULES[kind]
  const part = rule?.parts.find((known) => known === draft.part) ?? rule?.parts[0] ?? 'line'
  const isOver = Math.max(...anchors.map(({ time }) => time)) < now
  const extended = rule?.extends === true && isOver
  return withPart({ ...draft, id, kind, text, extended }, part)
}

export const draftDrawing = ({ drawing, ratio, ...watch }: DrawingCondition): DrawingDraft => ({
  ...drawing,
  part: watch.part,
  ratio: ratio === null ? '' : decimalText(trim(ratio)),
  when: watch.when,
  extended: watch.extended,
  bars: watch.bars,
  scale: watch.scale,
})

/** Returns the condition of the form; null while no drawing is chosen. */
export function drawingCondition(
  instrument: AlertInstrument,
  { id, kind, text, ratio, ...watch }: DrawingDraft,
): AlertCondition | null {
  if (id === null) return null
  const level = watch.part === 'level' ? parseDecimal(ratio) : null
  return { kind: 'drawing', instrument, drawing: { id, kind, text }, ratio: level, ...watch }
}
