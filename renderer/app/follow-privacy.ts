import { setPrivacy } from '../format/own.js'
import type { PreferencesStore } from '../stores/preferences.js'

/** Hides the person's amounts while the preference says so, from the first paint on. */
export function followPrivacy(preferences: PreferencesStore): void {
  const apply = (): void => setPrivacy(preferences.getState().value?.privacyMode ?? false)
  apply()
  preferences.subscribe(apply)
}
