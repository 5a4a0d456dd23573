import type { IDockviewPanelHeaderProps } from 'dockview-react'
import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps the tab of the panel in front inside its strip. The dock scrolls to it before the tab has
 * its contents, so that a tab just opened stayed outside: a panel without a title. Its width also
 * changes with its number of news, and the strip's with the window.
 */
export function useTabInView(
  api: IDockviewPanelHeaderProps['api'],
  box: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const tab = box.current?.closest<HTMLElement>('[role="tab"]')
    const strip = tab?.parentElement
    if (tab == null || strip == null) return undefined
    const show = (): void => {
      if (api.isVisible) scrollInto(strip, tab)
    }
    const sizes = new ResizeObserver(show)
    sizes.observe(tab)
    sizes.observe(strip)
    const visibility = api.onDidVisibilityChange(show)
    return () => {
      sizes.disconnect()
      visibility.dispose()
    }
  }, [api, box])
}

/** Scrolls the strip only, as far as needed; a tab wider than its strip shows its beginning. */
function scrollInto(strip: HTMLElement, tab: HTMLElement): void {
  const place = strip.getBoundingClientRect()
  const own = tab.getBoundingClientRect()
  if (own.right > place.right) strip.scrollLeft += own.right - place.right
  const after = tab.getBoundingClientRect()
  if (after.left < place.left) strip.scrollLeft -= place.left - after.left
}
