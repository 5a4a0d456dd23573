/**
 * The languages that the windows speak: how each calls itself, and the locale whose dates, plurals
 * and lists it uses. English stands in `en`, every other one in a folder of `translations` with its
 * code as its name. Assistants and logs always get English.
 */
const TABLE = {
  en: { name: 'English', locale: 'en-US' },
  es: { name: 'Español', locale: 'es-US' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly locale: string }>>

export type Language = keyof typeof TABLE
/** A language besides English. */
export type TranslatedLanguage = Exclude<Language, 'en'>

export const LANGUAGES = Object.keys(TABLE) as readonly Language[]
export const TRANSLATED_LANGUAGES = LANGUAGES.filter(
  (language): language is TranslatedLanguage => language !== 'en',
)

const byLanguage = (column: 'name' | 'locale'): Readonly<Record<Language, string>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, TABLE[language][column]])) as never

/** The locale whose dates, plurals and lists a language uses. */
export const LOCALES = byLanguage('locale')

/** How each language calls itself, for the person who chooses one. */
export const LANGUAGE_NAMES = byLanguage('name')

/**
 * The locale of numbers in every language: the style of the United States, which the broker's
 * documents and the numbers that a person types use too. The data for es-US would write a thousand
 * million as "1000 M", and "B" for a million million, which a trader would misread.
 */
export const NUMBER_LOCALE = 'en-US'

/** Whether `value` names one of the languages. */
export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value)
