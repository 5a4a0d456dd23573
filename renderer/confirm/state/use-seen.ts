import { useEffect, useRef, useState, type RefObject } from 'react'

/** Marks the end of a part of the card; a part counts as seen once its end has been in view. */
export const END = 'data-end'

/**
 * Returns which parts have been in view since `card` was shown. A part added later must be seen
 * too; a seen part stays seen while its numbers change.
 */
export function useSeen(
  root: RefObject<HTMLElement | null>,
  card: string,
  parts: readonly string[],
): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ readonly card: string; readonly parts: ReadonlySet<string> }>({
    card,
    parts: new Set(),
  })
  const names = parts.join('\n')
  const current = useRef(card)
  current.current = card
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const fresh = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => target.getAttribute(END) ?? '')
      if (fresh.length === 0) return
      setSeen((before) => ({
        card,
        parts: new Set([...(before.card === card ? before.parts : []), ...fresh]),
      }))
    })
    for (const end of root.current?.querySelectorAll(`[${END}]`) ?? []) observer.observe(end)
    return () => observer.disconnect()
  }, [root, card, names])
  return seen.card === card ? seen.parts : NONE
}

const NONE: ReadonlySet<string> = new Set()
