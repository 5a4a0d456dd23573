import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { NO_CARD_TITLE, type Card } from '../../../shared/domain/instructions/card.js'
import type { Invoke } from '../../bridge/client.js'

/**
 * Notifies main which cards are on screen, in the frame after they are painted and again when they
 * change: main arms approve from there (CONFIRM-7). `fullySeen`: every part has been in view.
 */
export function useReportShown(
  invoke: Invoke,
  cards: readonly { readonly card: Card; readonly fullySeen: boolean }[],
): void {
  const key = cards
    .map(({ card, fullySeen }) => `${card.id} ${card.digest} ${fullySeen}`)
    .join('\n')
  const latest = useRef(cards)
  latest.current = cards
  useEffect(
    () =>
      afterPaint(() => {
        for (const { card, fullySeen } of latest.current) {
          void invoke('confirm.shown', { id: card.id, digest: card.digest, complete: fullySeen })
        }
      }),
    [invoke, key],
  )
}

/**
 * Writes the name of the painted content into the document's title. Main shows the window when the
 * title names the expected content, and hides it when that is gone.
 */
export function usePaintedTitle(name: string | null): void {
  useLayoutEffect(() => {
    if (name === null) return undefined
    const setTitle = (): void => {
      document.title = name
    }
    return whenDrawn(PAGE, name !== NO_CARD_TITLE, setTitle)
  }, [name])
}

/**
 * Returns when the content of `token` was first painted, on the page's clock; infinite until then,
 * so that no earlier input can count for it.
 */
export function usePaintedAt(token: string): RefObject<number> {
  const paintedAt = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    paintedAt.current = Number.POSITIVE_INFINITY
    return afterPaint(() => {
      paintedAt.current = performance.now()
    })
  }, [token])
  return paintedAt
}

/** Calls back after the next frame was painted; returns a cancel function. */
function afterPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}

const PAGE: PaintedPage = {
  isHidden: () => document.hidden,
  afterPaint,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** What a page knows of its own painting. */
interface PaintedPage {
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
