import type { StoreApi } from 'zustand/vanilla'
import type { Disposer } from '../../shared/domain/brand.js'
import type { MainWindow } from './main-window.js'

/** The part of the browser's storage that is used. */
export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'entries/'

/**
 * Returns the storage that the windows share. Their session is in memory only, so that nothing in
 * it reaches the disk, and it ends with the program.
 */
export const windowsStorage = (): EntryStorage => window.localStorage

/** How a store is saved, and put back after a reload. */
export interface SavedStore<T> {
  readonly name: string
  readonly store: StoreApi<T>
  /** Returns what is saved. */
  readonly saved: (state: T) => unknown
  /** Puts back what was saved; it is checked like any other input. */
  readonly restore: (saved: unknown) => void
  /**
   * Takes over what another window saved since; absent where only one window has the store at a
   * time.
   */
  readonly follow?: (saved: unknown) => void
}

/** Calls `changed` when another window wrote under this key. */
function onOtherWindow(key: string, changed: (text: string) => void): Disposer {
  if (typeof window === 'undefined') return () => undefined
  const listen = (event: StorageEvent): void => {
    if (event.key === key && event.newValue !== null) changed(event.newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/**
 * Keeps what the person entered over a reload or a crash of the page, and when its panel moves to
 * another window. The storage is in memory only, and ends with the program. What was entered in
 * another profile, or before a reset of this one, is removed and never shown (REL-37). The returned
 * disposer ends the writing; what was written stays.
 */
export function persistEntries<T>(
  { appState }: Pick<MainWindow, 'appState'>,
  storage: EntryStorage,
  { name, store, saved, restore, follow }: SavedStore<T>,
): Disposer {
  let stop: Disposer = () => undefined
  const start = (profile: string, resets: number): void => {
    const prefix = `${PREFIX}${profile}/${resets}/`
    removeOthers(storage, prefix)
    const text = storage.getItem(prefix + name)
    if (text !== null) restore(parsed(text))
    let isFollowing = false
    const write = (): void => {
      if (!isFollowing) storage.setItem(prefix + name, JSON.stringify(saved(store.getState())))
    }
    write()
    const stopWriting = store.subscribe(write)
    const stopFollowing =
      follow === undefined
        ? () => undefined
        : onOtherWindow(prefix + name, (changed) => {
            // What came from another window is not written again.
            isFollowing = true
            follow(parsed(changed))
            isFollowing = false
          })
    stop = () => {
      stopWriting()
      stopFollowing()
    }
  }
  const known = appState.getState().value
  if (known?.current != null) start(known.current.id, known.resets)
  else {
    const stopWaiting = appState.subscribe(({ value }) => {
      if (value?.current == null) return
      stopWaiting()
      start(value.current.id, value.resets)
    })
    stop = stopWaiting
  }
  return () => stop()
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
