import { createStore } from 'zustand/vanilla'
import type { Symbol } from '../../shared/domain/ids.js'
import { symbol as asSymbol } from '../../shared/domain/ids.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import type { Preferences } from '../../shared/domain/app/preferences.js'
import type { Invoke } from '../bridge/client.js'

export interface PreferencesState {
  /** Null until main answered. */
  readonly value: Preferences | null
}

export const createPreferencesStore = () => createStore<PreferencesState>(() => ({ value: null }))
export type PreferencesStore = ReturnType<typeof createPreferencesStore>

/** The changes that main has not answered yet, by store. */
const saving = new WeakMap<PreferencesStore, number>()

/** Returns true while a change of this window is on its way to main. */
export const isSavingPreferences = (store: PreferencesStore): boolean =>
  (saving.get(store) ?? 0) > 0

/**
 * Loads the saved preferences. Returns false when main could not answer; Countersign then uses its
 * defaults.
 */
export async function loadPreferences(store: PreferencesStore, invoke: Invoke): Promise<boolean> {
  const reply = await invoke('preferences.get', {})
  if (reply.ok) store.setState({ value: reply.value })
  return reply.ok
}

/**
 * Applies a change at once and saves it. Only the members of this change are sent, so two changes
 * in flight cannot undo each other; main's answer overwrites no newer change, but a value that
 * the person then kept in a question of main is shown again. Returns why main did not save it; null
 * when it did.
 */
export async function setPreferences(
  store: PreferencesStore,
  invoke: Invoke,
  change: Partial<Preferences>,
): Promise<AppError | null> {
  store.setState((state) =>
    state.value === null ? state : { value: { ...state.value, ...change } },
  )
  saving.set(store, (saving.get(store) ?? 0) + 1)
  const reply = await invoke('preferences.set', change)
  saving.set(store, (saving.get(store) ?? 1) - 1)
  if (reply.ok && change.assistiveApproval === true && !reply.value.assistiveApproval) {
    store.setState(({ value }) => ({
      value: value === null ? null : { ...value, assistiveApproval: false },
    }))
  }
  return reply.ok ? null : reply.error
}

/**
 * Returns the watchlist's symbols in the person's order; an empty list until preferences are known.
 */
export const watchlistOf = (state: PreferencesState): readonly Symbol[] =>
  (state.value?.watchlist ?? NONE) as readonly Symbol[]
const NONE: readonly string[] = []

export const withSymbol = (list: readonly Symbol[], symbol: string): readonly Symbol[] =>
  list.includes(asSymbol(symbol)) ? list : [...list, asSymbol(symbol)]
export function withoutSymbols(
  list: readonly Symbol[],
  symbols: readonly Symbol[],
): readonly Symbol[] {
  const removed = new Set(symbols)
  return list.filter((entry) => !removed.has(entry))
}

/** Adds a symbol to the watchlist, and saves it. */
export function addToWatchlist(
  { preferences, invoke }: { readonly preferences: PreferencesStore; readonly invoke: Invoke },
  symbol: Symbol,
): void {
  const watchlist = withSymbol(watchlistOf(preferences.getState()), symbol)
  void setPreferences(preferences, invoke, { watchlist: [...watchlist] })
}

/**
 * Returns the list with the symbol at `from` moved by `by` places; the same list when that is out
 * of range.
 */
export function movedSymbol(
  list: readonly Symbol[],
  symbol: Symbol,
  by: number,
): readonly Symbol[] {
  const from = list.indexOf(symbol)
  const to = from + by
  if (from < 0 || to < 0 || to >= list.length) return list
  const rest = list.filter((entry) => entry !== symbol)
  return [...rest.slice(0, to), symbol, ...rest.slice(to)]
}
