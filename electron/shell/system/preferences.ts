import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import Store from 'electron-store'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { zStoredPreferences } from '../../core/storage/stored-preferences.js'

const DEFAULTS: Preferences = {
  theme: 'system',
  marketColors: 'green-red',
  confirmOrders: true,
  killShortcut: 'CommandOrControl+Alt+Shift+H',
  priceTolerance: 'usual',
  tourDone: false,
  watchlist: [
    'SPY',
    'QQQ',
    'AAPL',
    'MSFT',
    'NVDA',
    'AMZN',
    'GOOGL',
    'META',
    'TSLA',
    'AMD',
    'JPM',
    'XOM',
  ],
  workspace: null,
}
const FILE_VERSION = 1

export interface PreferencesStore {
  get(): Preferences
  /** Merges and stores a change; returns the result. */
  set(change: Partial<Preferences>): Preferences
  subscribe(listener: () => void): Disposer
  /** The name that an unreadable file was renamed to at the start; null for none. */
  readonly setAside: string | null
}

/**
 * Opens the person's settings in electron-store. An unreadable or foreign file is renamed, never
 * deleted, and the defaults are used: losing preferences is tolerable, losing them silently is not
 * (REL-38).
 * @param directory the folder of `preferences.json`
 * @param stamp part of the name of a renamed file
 */
export function openPreferences(directory: string, stamp: string): PreferencesStore {
  const file = path.join(directory, 'preferences.json')
  const openStore = (): Store<{ v: number; data: Preferences }> =>
    new Store({
      cwd: directory,
      name: 'preferences',
      clearInvalidConfig: false,
      serialize: (value) => JSON.stringify(value, null, 2),
    })
  const readable = (): {
    store: Store<{ v: number; data: Preferences }>
    data: Preferences
  } | null => {
    try {
      const store = openStore()
      if (!existsSync(file)) return { store, data: DEFAULTS }
      // Single members of an older version may be missing; without `data` it is not our file.
      const stored: unknown = store.get('data')
      if (typeof stored !== 'object' || stored === null) return null
      const data = zStoredPreferences.safeParse({ ...DEFAULTS, ...stored })
      return store.get('v') === FILE_VERSION && data.success ? { store, data: data.data } : null
    } catch {
      return null
    }
  }

  let setAside: string | null = null
  let opened = readable()
  if (opened === null) {
    setAside = `preferences.json.corrupt-${stamp}`
    renameSync(file, path.join(directory, setAside))
    opened = readable()
  }
  if (opened === null) throw new Error('preferences cannot be opened')
  const { store } = opened
  let current = opened.data
  const changed = createEmitter<void>()
  return {
    setAside,
    get: () => current,
    subscribe: (listener) => changed.add(listener),
    set(change) {
      current = { ...current, ...change }
      store.set({ v: FILE_VERSION, data: current })
      changed.emit()
      return current
    },
  }
}
