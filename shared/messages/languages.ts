/** The languages that the windows speak. Assistants and logs always get English. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** The locale whose dates, plurals and lists a language uses. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/**
 * The locale of numbers in every language: the style of the United States, which the broker's
 * documents and the numbers that a person types use too. The data for es-US would write a thousand
 * million as "1000 M", and "B" for a million million, which a trader would misread.
 */
export const NUMBER_LOCALE = 'en-US'

/** How each language calls itself, for the person who chooses one. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
}

/** Whether `value` names one of the languages. */
export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
