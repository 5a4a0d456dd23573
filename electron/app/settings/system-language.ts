import { spanish } from '../../../shared/messages/es/index.js'
import {
  createMessageFormatter,
  inEnglish,
  type MessageFormatter,
  type WrittenLanguage,
} from '../../../shared/messages/format-message.js'
import { isLanguage, type Language } from '../../../shared/messages/languages.js'
import type { PreferencesStore } from './preferences.js'

const FORMATTERS: Readonly<Record<Language, MessageFormatter>> = {
  en: inEnglish,
  es: createMessageFormatter('es', spanish),
}

/** Returns what writes the tray, notifications and dialogs of main in a language of the windows. */
export const formatterOf = (language: Language): MessageFormatter => FORMATTERS[language]

/** Returns the language of a locale such as "es-MX"; English for one that has no texts. */
export function languageOf(locale: string): Language {
  const [code] = locale.split('-')
  return isLanguage(code) ? code : 'en'
}

/**
 * The language of what main shows itself: the system's dialogs, and the page that ends a sign-in.
 * It is that of the operating system until the person's preferences are read.
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
