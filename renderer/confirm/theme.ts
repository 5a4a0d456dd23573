const THEMES = ['dark', 'light', 'contrast'] as const
const MARKETS = ['green-red', 'blue-orange'] as const

/**
 * Returns the theme requested in the page address; `system` and anything unknown follow the system.
 */
export function themeFor(
  requested: string | null,
  prefers: { readonly light: boolean; readonly contrast: boolean },
): (typeof THEMES)[number] {
  const named = THEMES.find((theme) => theme === requested)
  if (named !== undefined) return named
  if (prefers.contrast) return 'contrast'
  return prefers.light ? 'light' : 'dark'
}

/**
 * Applies the appearance that main put into the page address, and follows changes of the system's
 * theme.
 */
export function followAppearance(page: Window): void {
  const parameters = new URLSearchParams(page.location.search)
  const light = page.matchMedia('(prefers-color-scheme: light)')
  const contrast = page.matchMedia('(prefers-contrast: more)')
  const apply = (): void => {
    const { dataset } = page.document.documentElement
    dataset['theme'] = themeFor(parameters.get('theme'), {
      light: light.matches,
      contrast: contrast.matches,
    })
    dataset['market'] = MARKETS.find((market) => market === parameters.get('market')) ?? 'green-red'
  }
  apply()
  light.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
}
