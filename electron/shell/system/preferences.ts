import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import Store from 'electron-store'
import { listeners } from '../../core/live-values.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { zPreferences, type Preferences } from '../../../shared/ipc/views.js'

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
  /** Merges and keeps; answers what is kept now. */
  set(change: Partial<Preferences>): Preferences
  subscribe(listener: () => void): Disposer
  /** The name under which an unreadable file was set aside at start; null when none was. */
  readonly setAside: string | null
}

/**
 * A person's settings in electron-store. Unreadable or foreign files are set aside under a telling
 * name, never deleted,
 * and the defaults are used (safety section 11; losing preferences is tolerable, losing them
 * silently is not).
 * @param directory where `preferences.json` lives
 * @param stamp names a file that is set aside
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
      // Members of an older version may be missing; the whole being missing means that this is not
      // our file any more.
      const stored: unknown = store.get('data')
      if (typeof stored !== 'object' || stored === null) return null
      const data = zPreferences.safeParse({ ...DEFAULTS, ...stored })
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
  const changed = listeners<void>()
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
