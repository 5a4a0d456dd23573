import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Card } from '../../shared/ipc/instructions.js'
import type { Invoke } from '../bridge/client.js'

/**
 * Tells main which cards stand on the screen, in the frame after the one that paints them, and again when anything of them changes:
 * main counts the time to approve from there (rule 7). `whole`: every part has been in view.
 */
export function useTellShown(invoke: Invoke, cards: readonly { readonly card: Card; readonly whole: boolean }[]): void {
  const key = cards.map(({ card, whole }) => `${card.id} ${card.digest} ${whole}`).join('\n')
  const latest = useRef(cards)
  latest.current = cards
  useEffect(() => afterPaint(() => {
    for (const { card, whole } of latest.current) void invoke('confirm.shown', { id: card.id, digest: card.digest, whole })
  }), [invoke, key])
}

/** When what `token` names was first painted, on the page's clock; infinite until then, so that nothing can be meant for it. */
export function usePaintedAt(token: string): RefObject<number> {
  const at = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    at.current = Number.POSITIVE_INFINITY
    return afterPaint(() => { at.current = performance.now() })
  }, [token])
  return at
}

/** Calls after the next frame was painted. */
function afterPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => { frame = requestAnimationFrame(run) })
  return () => cancelAnimationFrame(frame)
}
