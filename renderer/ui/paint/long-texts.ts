import { pageFrames, type PageFrames } from './page-frames.js'

/** What is measured of a cell's text. */
export type TextElement = Pick<HTMLElement, 'offsetWidth' | 'closest'>

/** Marks table cells whose text does not fit, so that only those are clipped. */
export interface LongTexts {
  /** Measures the cell of this element before long; call it when its text has grown. */
  check(element: TextElement): void
}

/** The padding of a cell on both sides, in px (`.grid-cell`). */
const PADDING_PX = 12

/**
 * Measures together, reading all before writing any, so that many cells cost one layout. A clip on
 * every cell would be simpler, but the page composites each clip again with every change.
 */
export const createLongTexts = (frames: PageFrames): LongTexts => {
  const waiting = new Set<TextElement>()
  const measure = (): void => {
    const long = [...waiting].flatMap((element) => {
      const cell = element.closest<HTMLElement>('.grid-cell.live')
      if (cell === null || cell.clientWidth === 0) return []
      return element.offsetWidth > cell.clientWidth - PADDING_PX ? [cell] : []
    })
    waiting.clear()
    for (const cell of long) cell.dataset['long'] = ''
  }
  return {
    check(element) {
      if (waiting.size === 0) frames.requestFrame(measure)
      waiting.add(element)
    },
  }
}

/** The measurements of this page. */
export const pageLongTexts: LongTexts = createLongTexts(pageFrames)
