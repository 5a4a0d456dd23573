import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contentOf } from '../../adapters/journal/checked-file.js'
import { PREFERENCES } from '../../../shared/domain/app/preferences.js'
import type { Language } from '../../../shared/messages/languages.js'
import { languageOf } from './system-language.js'

/** Returns the member of an object, or undefined for anything else. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/**
 * Returns the language of a dialog that may appear before the preferences are opened, or when they
 * cannot be opened: the stored one, else the system's, else English. Never throws.
 * @param userData the program's data folder
 * @param locale the language of the operating system, such as `es-MX`
 */
export function dialogLanguage(userData: string, locale: string): Language {
  try {
    const text = readFileSync(path.join(userData, 'preferences.json'), 'utf8')
    const stored: unknown = JSON.parse(contentOf(text) ?? '')
    const parsed = PREFERENCES.language.schema.safeParse(member(member(stored, 'data'), 'language'))
    return parsed.success ? parsed.data : languageOf(locale)
  } catch {
    return languageOf(locale)
  }
}
