import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * The width in px that an element gives its content, without its scroll bar. Unlimited until it was
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
