import { useEffect, useState, type RefObject } from 'react'

/** Returns whether a person can see the element: its tab is in front and its window is shown. */
export function useShown(element: RefObject<HTMLElement | null>): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    const target = element.current
    if (target === null) return undefined
    let isOnScreen = true
    const decide = (): void => setIsShown(isOnScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? isOnScreen
      decide()
    })
    observer.observe(target)
    document.addEventListener('visibilitychange', decide)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', decide)
    }
  }, [element])
  return isShown
}
