import {
  DRAWING_COLORS,
  DRAWING_DASHES,
  DRAWING_WIDTHS,
} from '../../../../shared/domain/drawings/drawing.js'
import { USUAL_STYLE } from '../../../../shared/domain/drawings/drawings-view.js'
import type { DrawingStyle } from '../../../../shared/domain/drawings/drawing.schema.js'

/** The saved choice of the style of new drawings. */
export const STYLE_SETTING = 'chart.drawing-style'

/** Reads the style of new drawings; the usual one where none is saved. */
export function parseStyle(text: string): DrawingStyle {
  const [color, width, dash, fill] = text.split(' ')
  return {
    color: DRAWING_COLORS.find((known) => known === color) ?? USUAL_STYLE.color,
    width: DRAWING_WIDTHS.find((known) => known.toString() === width) ?? USUAL_STYLE.width,
    dash: DRAWING_DASHES.find((known) => known === dash) ?? USUAL_STYLE.dash,
    fill: fill === undefined ? USUAL_STYLE.fill : fill === 'fill',
  }
}

export const styleText = ({ color, width, dash, fill }: DrawingStyle): string =>
  [color, width, dash, fill ? 'fill' : 'empty'].join(' ')
