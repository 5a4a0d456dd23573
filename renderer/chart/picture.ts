import type { ChartTheme } from './theme.js'

const DATA_URL = 'data:image/png;base64,'
/** A picture that does not get small enough in so many halvings is not a chart. */
const MAX_HALVINGS = 4
/** The height of the caption and the space before its text, in CSS px. */
const CAPTION = { height: 24, left: 8 }

/** Returns the picture of a chart under a line that says what it shows. */
export function withCaption(
  shot: HTMLCanvasElement,
  caption: string,
  { surface, text, fontFamily, fontSize }: ChartTheme,
  pixelRatio: number,
): HTMLCanvasElement {
  const height = Math.round(CAPTION.height * pixelRatio)
  const canvas = document.createElement('canvas')
  canvas.width = shot.width
  canvas.height = shot.height + height
  const context = canvas.getContext('2d')
  if (context === null) return shot
  context.fillStyle = surface
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(shot, 0, height)
  context.fillStyle = text
  context.font = `600 ${Math.round(fontSize * pixelRatio)}px ${fontFamily}`
  context.textBaseline = 'middle'
  context.fillText(caption, CAPTION.left * pixelRatio, height / 2)
  return canvas
}

/**
 * Returns a PNG in base64 of at most so many bytes; a larger picture is made smaller first. Null
 * where even that does not help.
 */
export function toPng(canvas: HTMLCanvasElement, maxBytes: number): string | null {
  let picture = canvas
  for (let halvings = 0; halvings <= MAX_HALVINGS; halvings += 1) {
    const png = picture.toDataURL('image/png').slice(DATA_URL.length)
    if (png !== '' && (png.length / 4) * 3 <= maxBytes) return png
    picture = halved(picture)
  }
  return null
}

function halved(picture: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width / 2))
  canvas.height = Math.max(1, Math.round(picture.height / 2))
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}

/** Returns the address of a PNG in base64, for an image element. */
export const pngAddress = (png: string): string => `${DATA_URL}${png}`
