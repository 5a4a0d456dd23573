import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Returns the content width of an element in px, without its scroll bar; infinite until it was
 * measured.
 */
export function useAvailableWidth(element: RefObject<HTMLElement | null>): number {
  const [availableWidth, setAvailableWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const measure = (): void => {
      if (box.clientWidth > 0) setAvailableWidth(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return availableWidth
}
