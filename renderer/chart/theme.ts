import { INDICATOR_COLORS } from './indicators/catalogue.js'

/** The colors of one chart, in a format that the library's canvas accepts. */
export interface ChartTheme {
  readonly surface: string
  readonly grid: string
  readonly border: string
  readonly text: string
  readonly crosshair: string
  readonly crosshairLabel: string
  readonly up: string
  readonly down: string
  readonly volumeUp: string
  readonly volumeDown: string
  /** Between two lines of an indicator: where it rises, where it falls. */
  readonly cloudUp: string
  readonly cloudDown: string
  readonly extendedHours: string
  readonly buy: string
  readonly sell: string
  readonly position: string
  readonly uncertain: string
  /** Prices as a line, the area under it, and where that fades out. */
  readonly line: string
  readonly lineFill: string
  readonly lineFaint: string
  /** Lines of indicators, in the order in which they are used. */
  readonly indicators: readonly string[]
  readonly fontFamily: string
  readonly fontSize: number
}

const COLOR_NAMES = Array.from(
  { length: INDICATOR_COLORS },
  (_none, place) => `--chart-indicator-${place + 1}`,
)

/** Red, green, blue 0-255, alpha 0-1. */
export type Rgba = readonly [number, number, number, number]

/** Formats a color for the canvas and for the library's own parser. */
const rgbaText = ([red, green, blue, alpha]: Rgba, opacity = 1): string =>
  `rgba(${red}, ${green}, ${blue}, ${Math.round(alpha * opacity * 1_000) / 1_000})`

/** What the style sheet says of an element. */
export interface ReadStyle {
  /** Returns a color of the style sheet by the name of its custom property. */
  readonly color: (name: string, opacity?: number) => string
  readonly fontFamily: string
  readonly fontSize: number
}

/**
 * Reads the style of an element. The style sheet says nothing of an element outside of the page, as
 * a chart's is while another tab is in front: one of its kind in the page is read in its place.
 */
export function readStyle<T>(element: HTMLElement, readFrom: (style: ReadStyle) => T): T {
  if (element.isConnected) return readFrom(styleOf(element))
  const inPage = element.cloneNode(false) as HTMLElement
  inPage.style.visibility = 'hidden'
  element.ownerDocument.body.append(inPage)
  try {
    return readFrom(styleOf(inPage))
  } finally {
    inPage.remove()
  }
}

function styleOf(element: HTMLElement): ReadStyle {
  const { fontFamily, fontSize } = getComputedStyle(element)
  return {
    color: colorReader(element),
    fontFamily,
    fontSize: Math.max(9, Math.round(Number.parseFloat(fontSize)) || 11),
  }
}

/**
 * Returns a function that reads a color from a custom property of the style sheet. The library
 * parses only rgb() texts, but the style sheet may use oklch() or color-mix(); a one-pixel canvas
 * converts any of them to numbers.
 */
function colorReader(element: HTMLElement): (name: string, opacity?: number) => string {
  const style = getComputedStyle(element)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const pixel = canvas.getContext('2d', { willReadFrequently: true })
  return (name, opacity = 1) => {
    if (pixel === null) return rgbaText([128, 128, 128, 1], opacity)
    pixel.clearRect(0, 0, 1, 1)
    // An invalid color leaves the last one in place, so start from the element's own text color.
    pixel.fillStyle = style.color
    pixel.fillStyle = style.getPropertyValue(name).trim()
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data
    return rgbaText([red, green, blue, alpha / 255], opacity)
  }
}

/** Reads the colors from the style sheet. */
export const readTheme = (element: HTMLElement): ChartTheme => readStyle(element, themeOf)

function themeOf({ color, fontFamily, fontSize }: ReadStyle): ChartTheme {
  return {
    surface: color('--chart-surface'),
    grid: color('--chart-grid'),
    border: color('--chart-border'),
    text: color('--chart-text'),
    crosshair: color('--chart-crosshair'),
    crosshairLabel: color('--chart-crosshair-label'),
    up: color('--chart-up'),
    down: color('--chart-down'),
    volumeUp: color('--chart-up', 0.35),
    volumeDown: color('--chart-down', 0.35),
    cloudUp: color('--chart-up', 0.16),
    cloudDown: color('--chart-down', 0.16),
    extendedHours: color('--chart-extended', 0.045),
    buy: color('--chart-buy'),
    sell: color('--chart-sell'),
    position: color('--chart-position'),
    uncertain: color('--chart-uncertain'),
    line: color('--chart-line'),
    lineFill: color('--chart-line', 0.28),
    lineFaint: color('--chart-line', 0),
    indicators: COLOR_NAMES.map((name) => color(name)),
    fontFamily,
    fontSize,
  }
}
