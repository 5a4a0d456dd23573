/** What a page knows of its own painting. */
export interface PaintedPage {
  isHidden(): boolean
  /** Calls back after the next frame was painted; returns a cancel function. */
  afterPaint(run: () => void): () => void
  after(ms: number, run: () => void): () => void
}

/** The longest time in which a page that is painted gets its next two frames, in ms. */
const FRAMES_MS = 50

/**
 * Calls back once new content was painted. A hidden page paints nothing, so there the content
 * counts as drawn as soon as it is in the document. A page whose window was never shown is not
 * `hidden` and gets no frames either: a card counts as drawn there after a moment, because
 * otherwise the window would wait for its page, and the page for its window. Returns a cancel
 * function.
 */
export function whenDrawn(page: PaintedPage, isCard: boolean, run: () => void): () => void {
  if (page.isHidden()) {
    run()
    return () => undefined
  }
  const cancelPaint = page.afterPaint(run)
  const cancelWait = isCard ? page.after(FRAMES_MS, run) : () => undefined
  return () => {
    cancelPaint()
    cancelWait()
  }
}
