import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Channel } from '../../shared/ipc/views.js'
import type { MainWindow } from './main-window.js'
import { closeOverlay } from './layout.js'
import type { RowStore } from './row-store.js'
import { FIRST_GROUP, type LinkGroup } from './selection.js'
import { staleSince } from './stale-since.js'

export const MainWindowContext = createContext<MainWindow | null>(null)
export const MainWindowProvider = MainWindowContext.Provider

/** The desk of this window. */
export function useMainWindow(): MainWindow {
  const mainWindow = useContext(MainWindowContext)
  if (mainWindow === null) throw new Error('a panel was rendered outside the desk')
  return mainWindow
}

/** One part of a store; renders again only when that part changes (by `Object.is`). */
export const useSlice = <S, T>(store: StoreApi<S>, select: (state: S) => T): T =>
  useStore(store, select)

/** Whether the desk is locked: what lies behind the lock takes no key and no click. */
export const useLocked = (): boolean =>
  useSlice(useMainWindow().appState, (state) => state.value?.lock.locked === true)

/**
 * True once the account is signed in and can be asked; stays true while the line is lost for a
 * moment.
 */
export const useConnected = (): boolean =>
  useSlice(
    useMainWindow().session,
    ({ value }) => value !== null && (value.phase === 'ready' || value.phase === 'reconnecting'),
  )

/**
 * Calls `ask` when the account comes to be signed in: what failed before that is worth asking again
 * at once.
 */
export function useOnConnected(onConnected: () => void): void {
  const connected = useConnected()
  const latest = useRef(onConnected)
  latest.current = onConnected
  const before = useRef(connected)
  useEffect(() => {
    if (connected && !before.current) latest.current()
    before.current = connected
  }, [connected])
}

/**
 * Takes away the overlay as this rendering showed it: handed to an answer of main, it closes
 * nothing that came meanwhile.
 */
export function useClose(): () => void {
  const { layout } = useMainWindow()
  const shown = useSlice(layout, (state) => state.shown)
  return useCallback(() => closeOverlay(layout, shown), [layout, shown])
}

/** One row of a row store; renders again when that row is replaced. */
export function useRow<K, T>(store: RowStore<K, T>, key: K): T | undefined {
  return useSyncExternalStore(
    useCallback((wake) => store.onRow(key, wake), [store, key]),
    useCallback(() => store.get(key), [store, key]),
  )
}

/** Whether a row store holds the present. */
export const useFreshness = <K, T>(store: RowStore<K, T>) =>
  useSyncExternalStore(
    useCallback((wake) => store.onAny(wake), [store]),
    store.freshness,
  )

/**
 * All rows, at most every `everyMs`: for sorting and filtering, which need the whole. Cells listen
 * to their own rows.
 */
export function useAllRows<K, T>(store: RowStore<K, T>, everyMs: number): readonly T[] {
  const shown = useRef<readonly T[] | null>(null)
  const subscribe = useCallback(
    (wake: () => void) => {
      let timer: ReturnType<typeof setTimeout> | null = null
      const show = (): void => {
        timer = null
        shown.current = store.all()
        wake()
      }
      const stopKeys = store.onKeys(() => {
        if (timer !== null) clearTimeout(timer)
        show()
      })
      const stopAny = store.onAny(() => (timer ??= setTimeout(show, everyMs)))
      // What changed between the first render and this subscription.
      if (shown.current !== store.all()) show()
      return () => {
        stopKeys()
        stopAny()
        if (timer !== null) clearTimeout(timer)
      }
    },
    [store, everyMs],
  )
  return useSyncExternalStore(
    subscribe,
    useCallback(() => (shown.current ??= store.all()), [store]),
  )
}

/** Keeps the quotes of these symbols coming while the component is mounted. */
export function useWatch(symbols: readonly Symbol[]): void {
  const { quotes } = useMainWindow()
  const key = symbols.join()
  useEffect(() => quotes.watch(key === '' ? [] : (key.split(',') as Symbol[])), [quotes, key])
}

/** The symbol that the panels of a link group show. */
export const useActiveSymbol = (group: LinkGroup = FIRST_GROUP): Symbol | null =>
  useSlice(useMainWindow().selection, (state) => state.symbols[group])

/** The account that calls and views mean; null before the session is ready. */
export const useSelectedAccount = () =>
  useSlice(useMainWindow().session, (state) => state.value?.selectedAccount ?? null)

/**
 * When a channel that is not live was last heard (this computer's ms); null while it is live, or
 * when it was never heard.
 */
export const useStaleSince = (channel: Channel): number | null =>
  useSlice(useMainWindow().health, (state) => staleSince(state.value, channel))
