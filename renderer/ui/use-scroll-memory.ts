import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps the scroll position of an element while its panel is behind another tab: the browser
 * forgets it as soon as the element leaves the document.
 */
export function useScrollMemory(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const scroller = element.current
    if (scroller === null) return undefined
    let position = { left: scroller.scrollLeft, top: scroller.scrollTop }
    let isHidden = scroller.clientHeight === 0
    const onScroll = (): void => {
      // The reset that comes with leaving or entering the document is not the person's.
      if (isHidden || scroller.clientHeight === 0) return
      position = { left: scroller.scrollLeft, top: scroller.scrollTop }
    }
    const observer = new ResizeObserver(() => {
      const wasHidden = isHidden
      isHidden = scroller.clientHeight === 0
      if (wasHidden && !isHidden) scroller.scrollTo(position)
    })
    scroller.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [element])
}
