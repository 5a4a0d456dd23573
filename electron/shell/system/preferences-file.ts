import path from 'node:path'
import { JsonObjectFile } from '../../adapters/json-object-file.js'
import type { PreferencesFile } from '../../app/settings/preferences.js'

/**
 * Opens `preferences.json`; throws when it is unreadable.
 * @param directory the program's data folder
 */
export function openPreferencesFile(directory: string): PreferencesFile {
  const file = new JsonObjectFile(path.join(directory, 'preferences.json'))
  return { get: (member) => file.get(member), set: (content) => file.set({ ...content }) }
}
