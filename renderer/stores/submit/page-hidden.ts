import type { Disposer } from '../../../shared/domain/brand.js'

/** The page, as far as it reports whether a person can see it. */
type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Calls `onHidden` whenever the window is hidden: closed to the tray, minimized, or covered
 * entirely, where the system reports that. What is armed must be visible while it is.
 */
export function onPageHidden(
  onHidden: () => void,
  page: Page | null = typeof document === 'undefined' ? null : document,
): Disposer {
  if (page === null) return () => undefined
  const listen = (): void => {
    if (page.visibilityState === 'hidden') onHidden()
  }
  page.addEventListener('visibilitychange', listen)
  return () => page.removeEventListener('visibilitychange', listen)
}
