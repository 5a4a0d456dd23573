import Store from 'electron-store'
import type { PreferencesFile } from '../../app/settings/preferences.js'

/**
 * Opens `preferences.json` in electron-store; throws when it is unreadable.
 * @param directory the program's data folder
 */
export function openPreferencesFile(directory: string): PreferencesFile {
  const store = new Store<Parameters<PreferencesFile['set']>[0]>({
    cwd: directory,
    name: 'preferences',
    clearInvalidConfig: false,
    serialize: (value) => JSON.stringify(value, null, 2),
  })
  return { get: (member) => store.get(member), set: (content) => store.set(content) }
}
