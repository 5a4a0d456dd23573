const THEMES = ['dark', 'light', 'contrast'] as const
const MARKETS = ['green-red', 'blue-orange'] as const

/** The palette that the address asks for; `system` and anything unknown follow the system. */
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
 * Sets the page's look from its own address, where main put it, and keeps it in step with the
 * system.
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
