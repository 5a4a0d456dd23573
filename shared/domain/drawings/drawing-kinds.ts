/** In the order in which tools are offered. */
export const DRAWING_KINDS = [
  'trend-line',
  'ray',
  'horizontal',
  'vertical',
  'channel',
  'pitchfork',
  'fib-retracement',
  'fib-extension',
  'rectangle',
  'ellipse',
  'path',
  'arrow',
  'text',
  'measure',
  'long-position',
  'short-position',
] as const
export type DrawingKind = (typeof DRAWING_KINDS)[number]

/** Kinds that belong together in the toolbar. */
export const DRAWING_GROUPS = ['lines', 'levels', 'shapes', 'notes', 'plans'] as const
export type DrawingGroup = (typeof DRAWING_GROUPS)[number]

/** What a kind of drawing consists of. */
export interface DrawingRule {
  readonly group: DrawingGroup
  /** The fewest and the most anchors. */
  readonly anchors: { readonly min: number; readonly max: number }
  /** How many of them are placed; the others follow from the first. */
  readonly placed: number
  /** True where an area can be filled. */
  readonly fills: boolean
  /** True for drawings that are nothing without their text. */
  readonly needsText: boolean
}

const exactly = (count: number): DrawingRule['anchors'] => ({ min: count, max: count })
const line = (group: DrawingGroup, count: number, fills = false): DrawingRule => ({
  group,
  anchors: exactly(count),
  placed: count,
  fills,
  needsText: false,
})

/** The rules of all kinds. How a kind is drawn is in `renderer/chart/drawings/shapes`. */
export const DRAWING_RULES: Readonly<Record<DrawingKind, DrawingRule>> = {
  'trend-line': line('lines', 2),
  ray: line('lines', 2),
  horizontal: line('lines', 1),
  vertical: line('lines', 1),
  channel: line('lines', 3, true),
  pitchfork: line('lines', 3, true),
  'fib-retracement': line('levels', 2, true),
  'fib-extension': line('levels', 3, true),
  rectangle: line('shapes', 2, true),
  ellipse: line('shapes', 2, true),
  path: { ...line('shapes', 2), anchors: { min: 2, max: 200 }, placed: 200 },
  arrow: line('notes', 2),
  text: { ...line('notes', 1), needsText: true },
  measure: line('notes', 2, true),
  'long-position': { ...line('plans', 3, true), placed: 1 },
  'short-position': { ...line('plans', 3, true), placed: 1 },
}

/** True for the kinds whose anchors are the entry, the target and the stop of a position. */
export const isPositionPlan = (kind: DrawingKind): kind is 'long-position' | 'short-position' =>
  kind === 'long-position' || kind === 'short-position'
