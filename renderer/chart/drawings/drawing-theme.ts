import { DRAWING_COLORS, type DrawingColor } from '../../../shared/domain/drawings/drawing.js'
import { readStyle, type ReadStyle } from '../theme.js'

/** The colors of drawings in one theme, in a format that the canvas accepts. */
export interface DrawingTheme {
  readonly colors: Readonly<Record<DrawingColor, string>>
  readonly up: string
  readonly down: string
  readonly text: string
  readonly surface: string
  readonly accent: string
  readonly fontFamily: string
  readonly fontSize: number
}

/** Reads the colors of drawings from the style sheet. */
export const readDrawingTheme = (element: HTMLElement): DrawingTheme => readStyle(element, themeOf)

function themeOf({ color, fontFamily, fontSize }: ReadStyle): DrawingTheme {
  const named = DRAWING_COLORS.map((name) => [name, color(`--drawing-${name}`)] as const)
  return {
    colors: Object.fromEntries(named) as Record<DrawingColor, string>,
    up: color('--chart-up'),
    down: color('--chart-down'),
    text: color('--text'),
    surface: color('--chart-surface'),
    accent: color('--accent'),
    fontFamily,
    fontSize,
  }
}
