import { currentLanguage, onLanguageChange, setLanguage } from '../language/language.js'
import type { PreferencesStore } from '../stores/preferences.js'
import { setPrivacy } from '../format/own.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { Preferences } from '../../shared/domain/app/preferences.js'

/**
 * Shows the window in the language of the preferences, now and after each change of them. Resolves
 * when the texts are loaded, so that the first paint is in the right language.
 */
export async function followLanguage(page: Document, preferences: PreferencesStore): Promise<void> {
  const apply = async (): Promise<void> => {
    const { value } = preferences.getState()
    if (value !== null) await setLanguage(value.language)
  }
  onLanguageChange(() => {
    page.documentElement.lang = currentLanguage()
  })
  preferences.subscribe((state, before) => {
    if (state.value?.language !== before.value?.language) void apply()
  })
  await apply()
}

/** Hides the person's amounts while the preference says so, from the first paint on. */
export function followPrivacy(preferences: PreferencesStore): void {
  const apply = (): void => setPrivacy(preferences.getState().value?.privacyMode ?? false)
  apply()
  preferences.subscribe(apply)
}

type Appearance = Pick<Preferences, 'theme' | 'marketColors'>
const DEFAULT_APPEARANCE: Appearance = { theme: 'system', marketColors: 'green-red' }

/** Returns the theme for a preference on a system that prefers light or more contrast. */
export function themeOf(
  theme: Preferences['theme'],
  prefers: { readonly light: boolean; readonly contrast: boolean },
): 'dark' | 'light' | 'contrast' {
  if (theme !== 'system') return theme
  if (prefers.contrast) return 'contrast'
  return prefers.light ? 'light' : 'dark'
}

/** Keeps the page's theme in step with the preferences and the system. */
export function followTheme(page: Window, preferences: PreferencesStore): Disposer {
  const light = page.matchMedia('(prefers-color-scheme: light)')
  const contrast = page.matchMedia('(prefers-contrast: more)')
  const apply = (): void => {
    const { theme, marketColors } = preferences.getState().value ?? DEFAULT_APPEARANCE
    const { dataset } = page.document.documentElement
    dataset['theme'] = themeOf(theme, { light: light.matches, contrast: contrast.matches })
    dataset['market'] = marketColors
  }
  apply()
  const stop = preferences.subscribe(apply)
  light.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
  return () => {
    stop()
    light.removeEventListener('change', apply)
    contrast.removeEventListener('change', apply)
  }
}
