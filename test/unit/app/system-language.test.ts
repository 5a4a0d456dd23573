import { describe, expect, it } from 'vitest'
import { loadLanguages, SystemLanguage } from '../../../electron/app/settings/system-language.js'
import { DEFAULT_PREFERENCES } from '../../../shared/domain/app/preferences.js'
import type { Language } from '../../../shared/messages/languages.js'
import { message } from '../../../shared/messages/make-message.js'

await loadLanguages()

const QUIT = message('system.quit')

describe('the language of the system dialogs', () => {
  it.each([
    ['es', 'Salir'],
    ['es-419', 'Salir'],
    ['en-GB', 'Quit'],
    ['de-DE', 'Quit'],
    ['', 'Quit'],
  ])('is that of the locale "%s" until the preferences are read', (locale, text) => {
    expect(new SystemLanguage(() => locale).write(QUIT)).toBe(text)
  })

  it('is that of the preferences afterwards, whenever they change', () => {
    let language: Language = 'en'
    const system = new SystemLanguage(() => 'es')
    system.follow({ get: () => ({ ...DEFAULT_PREFERENCES, language }) })
    expect([system.language, system.write(QUIT)]).toEqual(['en', 'Quit'])
    language = 'es'
    expect([system.language, system.write(QUIT)]).toEqual(['es', 'Salir'])
  })
})
