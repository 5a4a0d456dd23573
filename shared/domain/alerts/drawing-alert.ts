import type { DrawingKind } from '../drawings/drawing-kinds.js'

/**
 * Which lines of a drawing an alert is about: its only one, one of several, all of them, the area
 * between two, one level of a Fibonacci drawing, one price of a planned position, or a time.
 */
export const DRAWING_PARTS = [
  'line',
  'any',
  'upper',
  'middle',
  'lower',
  'area',
  'level',
  'entry',
  'target',
  'stop',
  'time',
] as const
export type DrawingPart = (typeof DRAWING_PARTS)[number]
/** The prices of a planned position, in the order of its anchors. */
export const PLAN_PARTS = ['entry', 'target', 'stop'] as const satisfies readonly DrawingPart[]
/** What an alert can fire by. */
export const LINE_PARTS = [
  'line',
  'upper',
  'middle',
  'lower',
  'level',
  ...PLAN_PARTS,
] as const satisfies readonly DrawingPart[]

/**
 * `above` and `below`: crosses up and down; `enters` and `leaves` are about an area; `passes`: the
 * exchange's time passes a vertical line.
 */
export const DRAWING_CROSSINGS = [
  'through',
  'above',
  'below',
  'enters',
  'leaves',
  'passes',
] as const
export type DrawingCrossing = (typeof DRAWING_CROSSINGS)[number]
export const LINE_CROSSINGS = ['through', 'above', 'below'] as const
export const AREA_CROSSINGS = ['enters', 'leaves'] as const
export const TIME_CROSSINGS = ['passes'] as const

/** On which price scale a sloped line is straight. */
export const LINE_SCALES = ['linear', 'log'] as const
export type LineScale = (typeof LINE_SCALES)[number]

/** Why an alert ended: with its drawing, with its contract, or by a split of its stock. */
export const ALERT_END_REASONS = [
  'drawing-deleted',
  'line-ended',
  'contract-expired',
  'split',
] as const

/** How the alert of a kind of drawing is evaluated. */
export interface DrawingAlertRule {
  readonly parts: readonly DrawingPart[]
  /** True where prices are straight along the bars of a chart, or the drawing has ends. */
  readonly needsBars: boolean
  /** True where it may be continued to the right, beyond its end. */
  readonly extends: boolean
}

const rule = (
  parts: readonly DrawingPart[],
  needsBars: boolean,
  isExtended = false,
): DrawingAlertRule => ({ parts, needsBars, extends: isExtended })

const PLAN = rule(['any', ...PLAN_PARTS], false)

/** The kinds of drawings that alerts can be about: those whose prices or whose time are exact. */
export const DRAWING_ALERT_RULES: Readonly<Partial<Record<DrawingKind, DrawingAlertRule>>> = {
  'trend-line': rule(['line'], true, true),
  ray: rule(['line'], true),
  horizontal: rule(['line'], false),
  vertical: rule(['time'], false),
  channel: rule(['any', 'upper', 'lower', 'area'], true, true),
  pitchfork: rule(['any', 'upper', 'middle', 'lower', 'area'], true),
  'fib-retracement': rule(['any', 'level'], false),
  'fib-extension': rule(['any', 'level'], false),
  rectangle: rule(['area', 'any', 'upper', 'lower'], true),
  'long-position': PLAN,
  'short-position': PLAN,
}

/** Why a kind of drawing can have no alert. */
export const NO_ALERT_REASONS = ['no-price', 'not-straight'] as const
export type NoAlertReason = (typeof NO_ALERT_REASONS)[number]

const CURVED: ReadonlySet<DrawingKind> = new Set(['ellipse', 'path'])

/** Returns why a kind of drawing can have no alert; null for one that can. */
export function noAlertReason(kind: DrawingKind): NoAlertReason | null {
  if (DRAWING_ALERT_RULES[kind] !== undefined) return null
  return CURVED.has(kind) ? 'not-straight' : 'no-price'
}

/** Returns the crossings that make sense for a part. */
export function crossingsOf(part: DrawingPart): readonly DrawingCrossing[] {
  if (part === 'time') return TIME_CROSSINGS
  return part === 'area' ? AREA_CROSSINGS : LINE_CROSSINGS
}

/** True for an alert on a time, which needs no price. */
export const isTimeAlert = (condition: {
  readonly kind: string
  readonly part?: DrawingPart
}): boolean => condition.kind === 'drawing' && condition.part === 'time'

/** Every group of symbol and bars costs reads of bars. */
export const MAX_LINE_ALERTS = 200
