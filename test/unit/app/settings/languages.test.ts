import { describe, expect, it } from 'vitest'
import {
  formatterOf,
  languageOf,
  loadLanguages,
} from '../../../../electron/app/settings/system-language.js'
import { PREFERENCES } from '../../../../shared/domain/app/preferences.js'
import { message } from '../../../../shared/messages/make-message.js'
import { LANGUAGES, LOCALES } from '../../../../shared/messages/languages.js'

await loadLanguages()

const SAMPLE = message('start.alreadyRunning')

describe('every language of the windows', () => {
  it.each(LANGUAGES)('can be chosen in the preferences: %s', (language) => {
    expect(PREFERENCES.language.schema.parse(language)).toBe(language)
  })

  it.each(LANGUAGES)('is found by the locale of the system: %s', (language) => {
    expect(languageOf(LOCALES[language])).toBe(language)
  })

  it('writes the messages of main in texts of its own', () => {
    const written = LANGUAGES.map((language) => formatterOf(language)(SAMPLE))
    expect(new Set(written).size).toBe(LANGUAGES.length)
  })
})

describe('the preferred language', () => {
  it('is none without texts', () => {
    expect(PREFERENCES.language.schema.safeParse('tlh').success).toBe(false)
  })
})
