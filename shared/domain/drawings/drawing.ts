import type { Brand } from '../brand.js'

/** Sixteen hexadecimal digits. */
export type DrawingId = Brand<string, 'DrawingId'>

/** The colors of drawings; each theme has its own shade of them. */
export const DRAWING_COLORS = [
  'blue',
  'green',
  'red',
  'amber',
  'violet',
  'cyan',
  'neutral',
] as const
export type DrawingColor = (typeof DRAWING_COLORS)[number]
/** The widths of lines in px. */
export const DRAWING_WIDTHS = [1, 2, 3, 4] as const
export const DRAWING_DASHES = ['solid', 'dashed', 'dotted'] as const
export type DrawingDash = (typeof DRAWING_DASHES)[number]

export const MAX_DRAWINGS = 500
/** Of all instruments of a profile. */
export const MAX_ALL_DRAWINGS = 10_000
export const MAX_DRAWING_TEXT = 400
export const MAX_SOURCE_NAME = 100
/** The points of a path. */
export const MAX_ANCHORS = 200
