import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Card } from '../../shared/ipc/instructions.js'
import type { Invoke } from '../bridge/client.js'

/**
 * Tells main which cards stand on the screen, in the frame after the one that paints them, and
 * again when anything of them changes:
 * main counts the time to approve from there (rule 7). `whole`: every part has been in view.
 */
export function useTellShown(
  invoke: Invoke,
  cards: readonly { readonly card: Card; readonly whole: boolean }[],
): void {
  const key = cards.map(({ card, whole }) => `${card.id} ${card.digest} ${whole}`).join('\n')
  const latest = useRef(cards)
  latest.current = cards
  useEffect(
    () =>
      afterPaint(() => {
        for (const { card, whole } of latest.current) {
          void invoke('confirm.shown', { id: card.id, digest: card.digest, whole })
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
export function useTellDrawn(name: string | null): void {
  useLayoutEffect(() => {
    if (name === null) return undefined
    const tell = (): void => {
      document.title = name
    }
    if (!document.hidden) return afterPaint(tell)
    tell()
    return undefined
  }, [name])
}

/**
 * When what `token` names was first painted, on the page's clock; infinite until then, so that
 * nothing can be meant for it.
 */
export function usePaintedAt(token: string): RefObject<number> {
  const at = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    at.current = Number.POSITIVE_INFINITY
    return afterPaint(() => {
      at.current = performance.now()
    })
  }, [token])
  return at
}

/** Calls after the next frame was painted. */
function afterPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}
