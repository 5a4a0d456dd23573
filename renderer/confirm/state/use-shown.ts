import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Card } from '../../../shared/ipc/instructions.js'
import type { Invoke } from '../../bridge/client.js'

/**
 * Tells main which cards stand on the screen, in the frame after the one that paints them, and
 * again when anything of them changes:
 * main counts the time to approve from there (CONFIRM-7). `whole`: every part has been in view.
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
 * Names in the document's title what is drawn now: main shows the window when it reads there what
 * it should show, and hides it when that
 * is gone. A hidden page paints nothing, so there it is told as soon as it stands in the document.
 */
export function usePaintedTitle(name: string | null): void {
  useLayoutEffect(() => {
    if (name === null) return undefined
    const setTitle = (): void => {
      document.title = name
    }
    if (!document.hidden) return afterPaint(setTitle)
    setTitle()
    return undefined
  }, [name])
}

/**
 * When what `token` names was first painted, on the page's clock; infinite until then, so that
 * nothing can be meant for it.
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

/** Calls after the next frame was painted. */
function afterPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}
