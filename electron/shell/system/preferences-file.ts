import Store from 'electron-store'
import { checkedText, contentOf } from '../../adapters/journal/checked-file.js'
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
    serialize: (value) => checkedText(JSON.stringify(value, null, 2)),
    // Content that its checksum does not fit is no JSON: the file is then set aside.
    deserialize: (text) => JSON.parse(contentOf(text) ?? ''),
  })
  return { get: (member) => store.get(member), set: (content) => store.set(content) }
}
