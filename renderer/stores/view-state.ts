import { createStore } from 'zustand/vanilla'
import type { SortBy, TableId, TableView } from './table-views.js'

/** The person's view settings inside panels; saved in the workspace together with the dock. */
export interface ViewState {
  /** The tables that the person arranged, by table id. */
  readonly tables: Readonly<Record<string, TableView>>
  /** Choices in panels, by a name such as `chart.timespan`; absent ones have their defaults. */
  readonly settings: Readonly<Record<string, string>>
  /** Commands, panels and symbols last used in the palette, newest first. */
  readonly recent: readonly string[]
}

export const DEFAULT_VIEW: ViewState = { tables: {}, settings: {}, recent: [] }

export const createViewStore = () => createStore<ViewState>(() => DEFAULT_VIEW)
export type ViewStore = ReturnType<typeof createViewStore>

export const setView = (store: ViewStore, change: Partial<ViewState>): void =>
  store.setState(change)

/** Changes the arrangement of one table. */
export const setTableView = (store: ViewStore, table: TableId, change: Partial<TableView>): void =>
  store.setState(({ tables }) => ({
    tables: { ...tables, [table]: { columns: [], ...tables[table], ...change } },
  }))

/** Restores the default columns of a table; its sorting stays. */
export const resetColumns = (store: ViewStore, table: TableId): void =>
  setTableView(store, table, { columns: [] })

export const sortTable = (store: ViewStore, table: TableId, sort: SortBy | null): void =>
  setTableView(store, table, { sort })

/** Saves a choice in a panel. */
export const setSetting = (store: ViewStore, name: string, value: string): void =>
  store.setState(({ settings }) => ({ settings: { ...settings, [name]: value } }))

/** Returns a saved choice; the default where none is saved, or one that is no longer offered. */
export const settingOf = <T extends string>(
  { settings }: Pick<ViewState, 'settings'>,
  name: string,
  allowed: readonly T[],
  initial: T,
): T => allowed.find((value) => value === settings[name]) ?? initial

const MAX_RECENT = 6
export const remember = (store: ViewStore, entry: string): void =>
  store.setState((state) => ({
    recent: [entry, ...state.recent.filter((other) => other !== entry)].slice(0, MAX_RECENT),
  }))
