import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * The width in px that an element gives its content, without its scroll bar. Unlimited until it was
 * measured.
 */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const measure = (): void => {
      if (box.clientWidth > 0) setRoom(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return room
}
