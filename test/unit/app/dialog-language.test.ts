import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialogLanguage } from '../../../electron/app/settings/dialog-language.js'
import { checkedText } from '../../../electron/adapters/journal/checked-file.js'

describe('the language of a dialog before the preferences are open', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'dialog-language-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const store = (text: string): void =>
    writeFileSync(path.join(folder, 'preferences.json'), checkedText(text))

  it('is the stored one', () => {
    store('{"v":1,"data":{"language":"es"}}')
    expect(dialogLanguage(folder, 'en-US')).toBe('es')
  })

  it.each([
    ['es-MX', 'es'],
    ['es', 'es'],
    ['en-GB', 'en'],
    ['de-DE', 'en'],
    ['', 'en'],
  ])('is that of the system "%s" without a stored one', (locale, language) => {
    expect(dialogLanguage(folder, locale)).toBe(language)
  })

  it.each(['', '{"v":1,', 'null', '{"data":null}', '{"data":{"language":"tlh"}}'])(
    'is that of the system when the file holds %s',
    (text) => {
      store(text)
      expect(dialogLanguage(folder, 'es-ES')).toBe('es')
    },
  )
})
