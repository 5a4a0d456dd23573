import type { StoreApi } from 'zustand/vanilla'
import type { MainWindow } from './main-window.js'

/** The part of the browser's storage that is used. */
export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'entries/'

/** How a store is saved, and put back after a reload. */
export interface SavedStore<T> {
  readonly name: string
  readonly store: StoreApi<T>
  /** Returns what is saved. */
  readonly saved: (state: T) => unknown
  /** Puts back what was saved; it is checked like any other input. */
  readonly restore: (saved: unknown) => void
}

/**
 * Keeps what the person entered over a reload or a crash of the page, in memory only: the storage
 * belongs to the window, and ends with the program. What was entered in another profile, or before
 * a reset of this one, is removed and never shown (REL-37).
 */
export function persistEntries<T>(
  { appState }: Pick<MainWindow, 'appState'>,
  storage: EntryStorage,
  { name, store, saved, restore }: SavedStore<T>,
): void {
  const start = (profile: string, resets: number): void => {
    const own = `${PREFIX}${profile}/${resets}/`
    removeOthers(storage, own)
    const text = storage.getItem(own + name)
    if (text !== null) restore(parsed(text))
    const write = (): void => storage.setItem(own + name, JSON.stringify(saved(store.getState())))
    write()
    store.subscribe(write)
  }
  const known = appState.getState().value
  if (known?.current != null) return start(known.current.id, known.resets)
  const stop = appState.subscribe(({ value }) => {
    if (value?.current == null) return
    stop()
    start(value.current.id, value.resets)
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function removeOthers(storage: EntryStorage, own: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) {
    if (key !== null && key.startsWith(PREFIX) && !key.startsWith(own)) storage.removeItem(key)
  }
}
