import { useSyncExternalStore } from 'react'

const root = (): HTMLElement => document.documentElement
const themeKey = (): string => `${root().dataset['theme'] ?? ''}/${root().dataset['market'] ?? ''}`

function subscribe(wake: () => void): () => void {
  const observer = new MutationObserver(wake)
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme', 'data-market'] })
  return () => observer.disconnect()
}

/**
 * Returns a key that changes with the document's theme or market colors: a canvas does not follow
 * style sheets by itself.
 */
export const useThemeKey = (): string => useSyncExternalStore(subscribe, themeKey)
