import { isLanguage } from '../../shared/messages/languages.js'
import { setLanguage } from '../language/language.js'

/**
 * Shows the page in the language that main put into its address; English for anything unknown. Main
 * loads the page again when the person chooses another language.
 */
export async function applyLanguage(page: Window): Promise<void> {
  const requested = new URLSearchParams(page.location.search).get('language')
  const language = isLanguage(requested) ? requested : 'en'
  await setLanguage(language)
  page.document.documentElement.lang = language
}
