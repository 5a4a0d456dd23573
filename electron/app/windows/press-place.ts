import type { PressPlace } from '../../core/instructions/confirm/press-evidence.js'

export interface Point {
  readonly x: number
  readonly y: number
}

/** The content of the confirm window on the screen, in DIP, and the zoom of its page. */
export interface PageArea extends Point {
  readonly width: number
  readonly height: number
  readonly zoom: number
}

/**
 * Where the page keeps approve, in CSS px: in a band above the lower edge, and right of the other
 * answers. A page of at most the small size scrolls as a whole, so that approve has no fixed place.
 */
export const APPROVE_PLACE = {
  bandFrom: 30,
  bandTo: 150,
  leftShare: 0.4,
  wrapsBelowWidth: 521,
  small: { width: 380, height: 480 },
} as const

/**
 * Returns whether a press was where the page keeps approve. `unknown` without a position, and on a
 * small page.
 */
export function pressPlace(cursor: Point | null, area: PageArea): PressPlace {
  if (cursor === null) return 'unknown'
  const { zoom } = area
  const width = area.width / zoom
  const height = area.height / zoom
  const { small } = APPROVE_PLACE
  if (width <= small.width || height <= small.height) return 'unknown'
  const x = (cursor.x - area.x) / zoom
  const fromBottom = height - (cursor.y - area.y) / zoom
  const left = width < APPROVE_PLACE.wrapsBelowWidth ? 0 : width * APPROVE_PLACE.leftShare
  const inBand = fromBottom >= APPROVE_PLACE.bandFrom && fromBottom <= APPROVE_PLACE.bandTo
  return inBand && x >= left && x <= width ? 'approve' : 'elsewhere'
}
