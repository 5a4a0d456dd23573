/** The languages that the windows speak. Assistants and logs always get English. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The locale whose numbers, dates and plurals a language uses. Spanish takes the style of the
 * United States, because the broker's documents and the numbers that a person types use it too.
 */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** How each language calls itself, for the person who chooses one. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
}

/** Whether `value` names one of the languages. */
export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
