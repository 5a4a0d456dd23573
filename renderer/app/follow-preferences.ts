import { currentLanguage, onLanguageChange, setLanguage } from '../language/language.js'
import type { PreferencesStore } from '../stores/preferences.js'
import { setPrivacy } from '../format/own.js'

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
