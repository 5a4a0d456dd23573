import { createStore } from 'zustand/vanilla'

/** The person's view settings inside panels; saved in the workspace together with the dock. */
export interface ViewState {
  readonly watchlistColumns: readonly string[]
  /** Commands, panels and symbols last used in the palette, newest first. */
  readonly recent: readonly string[]
}

const DEFAULT_VIEW: ViewState = {
  watchlistColumns: ['last', 'change', 'changeRatio', 'volume'],
  recent: [],
}
export const createViewStore = () => createStore<ViewState>(() => DEFAULT_VIEW)
export type ViewStore = ReturnType<typeof createViewStore>

export const setView = (store: ViewStore, change: Partial<ViewState>): void =>
  store.setState(change)

const MAX_RECENT = 6
export const remember = (store: ViewStore, entry: string): void =>
  store.setState((state) => ({
    recent: [entry, ...state.recent.filter((other) => other !== entry)].slice(0, MAX_RECENT),
  }))
