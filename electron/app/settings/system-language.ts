import {
  createMessageFormatter,
  inEnglish,
  type MessageFormatter,
  type WrittenLanguage,
} from '../../../shared/messages/format-message.js'
import {
  isLanguage,
  TRANSLATED_LANGUAGES,
  type Language,
  type TranslatedLanguage,
} from '../../../shared/messages/languages.js'
import { loadCatalogue } from '../../../shared/messages/translations/load.js'
import type { PreferencesStore } from './preferences.js'

const formatters = new Map<Language, MessageFormatter>([['en', inEnglish]])

/** Loads the messages of every language, for {@link formatterOf}. */
export async function loadLanguages(): Promise<void> {
  const load = async (language: TranslatedLanguage): Promise<void> => {
    formatters.set(language, createMessageFormatter(language, await loadCatalogue(language)))
  }
  await Promise.all(TRANSLATED_LANGUAGES.filter((code) => !formatters.has(code)).map(load))
}

/**
 * Returns what writes the tray, notifications and dialogs of main in a language of the windows;
 * English until {@link loadLanguages} has loaded it.
 */
export const formatterOf = (language: Language): MessageFormatter =>
  formatters.get(language) ?? inEnglish

/** Returns the language of a locale such as "es-MX"; English for one that has no texts. */
export function languageOf(locale: string): Language {
  const [code] = locale.split('-')
  return isLanguage(code) ? code : 'en'
}

/**
 * The language of what main shows itself: the system's dialogs, and the page that ends a sign-in.
 * Until the person's preferences are read, it is the operating system's.
 */
export class SystemLanguage implements WrittenLanguage {
  readonly #locale: () => string
  #preferences: Pick<PreferencesStore, 'get'> | null = null

  /** @param locale returns the locale of the operating system */
  constructor(locale: () => string) {
    this.#locale = locale
  }

  get language(): Language {
    return this.#preferences?.get().language ?? languageOf(this.#locale())
  }

  /** Uses the language of the preferences from now on. */
  follow(preferences: Pick<PreferencesStore, 'get'>): void {
    this.#preferences = preferences
  }

  readonly write: MessageFormatter = (message) => formatterOf(this.language)(message)
}
