import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Disposer } from '../../shared/domain/brand.js'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Channel, HealthView } from '../../shared/domain/session/health.js'
import type { MainWindow } from './main-window.js'
import { closeOverlay } from './layout.js'
import { pagePulse } from './throttled/pulse.js'
import type { RowStore } from './row-store.js'
import { symbolOf } from './selection.js'
import { setSetting, settingOf } from './view-state.js'

export const MainWindowContext = createContext<MainWindow | null>(null)
export const MainWindowProvider = MainWindowContext.Provider

/** Returns the stores and bridge of this window. */
export function useMainWindow(): MainWindow {
  const mainWindow = useContext(MainWindowContext)
  if (mainWindow === null) throw new Error('a panel was rendered outside the main window')
  return mainWindow
}

/** Selects one part of a store; renders again only when that part changes (by `Object.is`). */
export const useSlice = <S, T>(store: StoreApi<S>, select: (state: S) => T): T =>
  useStore(store, select)

/** Returns whether Countersign is locked; content behind the lock receives no key and no click. */
export const useLocked = (): boolean =>
  useSlice(useMainWindow().appState, (state) => state.value?.lock.locked === true)

/**
 * Returns true once the account is signed in and can be queried; stays true during a brief loss of
 * the connection.
 */
export const useConnected = (): boolean =>
  useSlice(
    useMainWindow().session,
    ({ value }) => value !== null && (value.phase === 'ready' || value.phase === 'reconnecting'),
  )

/** Returns true while the account is signed in and the broker answers. */
export const useReachable = (): boolean =>
  useSlice(useMainWindow().session, ({ value }) => value?.phase === 'ready')

/** One request that fails over and over must not make the others repeat at once each time. */
const RECONNECTED_MS = 10_000

/**
 * Calls `onReachable` when the account becomes signed in, when the code on the phone was entered,
 * and when the broker answers after a loss of the connection: requests that failed meanwhile are
 * worth repeating at once. After a second loss within ten seconds the call waits for their end.
 */
export function useOnReachable(onReachable: () => void): void {
  const { now, signIn } = useMainWindow()
  // Over Connect, prices and facts need a token that accounts and orders do not need.
  const lacksToken = useSlice(
    signIn,
    ({ value }) => value?.token.state === 'waiting' || value?.token.state === 'failed',
  )
  const reachable = useReachable() && !lacksToken
  const latest = useRef(onReachable)
  latest.current = onReachable
  const before = useRef(reachable)
  const calledAt = useRef<number | null>(null)
  useEffect(() => {
    const isBack = reachable && !before.current
    before.current = reachable
    if (!isBack) return undefined
    const wait = calledAt.current === null ? 0 : calledAt.current + RECONNECTED_MS - now()
    const timer = setTimeout(
      () => {
        calledAt.current = now()
        latest.current()
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [reachable, now])
}

/**
 * Returns a function that closes the overlay of this rendering. When a reply calls it late, it
 * closes no overlay opened meanwhile.
 */
export function useClose(): () => void {
  const { layout } = useMainWindow()
  const shown = useSlice(layout, (state) => state.shown)
  return useCallback(() => closeOverlay(layout, shown), [layout, shown])
}

/** Selects one row of a row store; renders again when that row is replaced. */
export function useRow<K, T>(store: RowStore<K, T>, key: K): T | undefined {
  return useSyncExternalStore(
    useCallback((wake) => store.onRow(key, wake), [store, key]),
    useCallback(() => store.get(key), [store, key]),
  )
}

/** Returns whether a row store is up to date. */
export const useFreshness = <K, T>(store: RowStore<K, T>) =>
  useSyncExternalStore(
    useCallback((wake) => store.onAny(wake), [store]),
    store.freshness,
  )

/**
 * Returns all rows, at most every `everyMs`: for sorting and filtering, which need every row. Cells
 * subscribe to their own rows.
 */
export function useAllRows<K, T>(store: RowStore<K, T>, everyMs: number): readonly T[] {
  const latest = useRef<readonly T[] | null>(null)
  const subscribe = useCallback(
    (wake: () => void) => {
      let cancel: Disposer | null = null
      const show = (): void => {
        cancel = null
        latest.current = store.all()
        wake()
      }
      const stopKeys = store.onKeys(() => {
        cancel?.()
        show()
      })
      const stopAny = store.onAny(() => (cancel ??= pagePulse.after(everyMs, show)))
      // Show changes made between the first render and this subscription.
      if (latest.current !== store.all()) show()
      return () => {
        stopKeys()
        stopAny()
        cancel?.()
      }
    },
    [store, everyMs],
  )
  return useSyncExternalStore(
    subscribe,
    useCallback(() => (latest.current ??= store.all()), [store]),
  )
}

/**
 * Returns all rows with every change: for what must agree with the cells of single rows, such as
 * the chart's line of an order and its status. Not for rows that change with prices.
 */
export const useCurrentRows = <K, T>(store: RowStore<K, T>): readonly T[] =>
  useSyncExternalStore(
    useCallback((wake) => store.onAny(wake), [store]),
    useCallback(() => store.all(), [store]),
  )

/** Subscribes to the quotes of these symbols while the component is mounted. */
export function useWatch(symbols: readonly Symbol[]): void {
  const { quotes } = useMainWindow()
  const key = symbols.join()
  useEffect(() => quotes.watch(key === '' ? [] : (key.split(',') as Symbol[])), [quotes, key])
}

/** Returns the symbol of the link group of the panel that is rendered. */
export const useActiveSymbol = (): Symbol | null =>
  useSlice(useMainWindow().selection, (state) => symbolOf(state))

/** Returns the selected account, which calls and views use; null before the session is ready. */
export const useSelectedAccount = () =>
  useSlice(useMainWindow().session, (state) => state.value?.selectedAccount ?? null)

/**
 * Returns when a channel that is not live last received a message (local time, ms); null while it
 * is live, or when it never received one. None is live in a window that is behind.
 */
export function useStaleSince(channel: Channel): number | null {
  const { health, delivery } = useMainWindow()
  const isBehind = useSlice(delivery, (state) => state.isBehind)
  return useSlice(health, (state) => staleSince(state.value, channel, isBehind))
}

/**
 * Returns a choice that is saved with the workspace, and its setter. `allowed` are the values that
 * it may have; `initial` is used while none of them is saved.
 */
export function useSetting<T extends string>(
  name: string,
  allowed: readonly T[],
  initial: T,
): readonly [T, (value: T) => void] {
  const { view } = useMainWindow()
  const value = useSlice(view, (state) => settingOf(state, name, allowed, initial))
  const set = useCallback((next: T) => setSetting(view, name, next), [view, name])
  return [value, set]
}

/**
 * Returns when a channel that is not live last received a message; null while it is live, or when
 * it never received one.
 * @param isBehind true in a window that shows what main sent some time ago: nothing in it is live
 */
export function staleSince(
  health: HealthView | null,
  channel: Channel,
  isBehind = false,
): number | null {
  const found = health?.channels.find((candidate) => candidate.channel === channel)
  if (found === undefined) return null
  return found.state === 'live' && !isBehind ? null : found.lastMessageAt
}
