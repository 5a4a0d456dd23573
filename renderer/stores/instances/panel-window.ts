import type { MainWindow } from '../main-window.js'
import { panelKind, panelNumber, type PanelId } from '../panel-id.js'
import type { SelectionState, SelectionStore } from '../selection.js'
import type { ViewState, ViewStore } from '../view-state.js'
import type { StoreApi } from 'zustand/vanilla'

/** Returns the name under which a setting or table of one panel is stored. */
const storedName = (panel: PanelId, name: string): string => `${panel}/${name}`

/** Returns the entries of a panel, under the names that the panel uses. */
function entriesOf<T>(
  panel: PanelId,
  all: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const prefix = storedName(panel, '')
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

const renamed = <T>(panel: PanelId, own: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [storedName(panel, name), value]))

const panelSelection = (base: SelectionStore, panel: PanelId): SelectionStore =>
  derivedStore<SelectionState, SelectionState>(base, {
    read: (state) => ({ ...state, panel }),
    write: ({ panel: _reader, ...change }) => change,
  })

/**
 * The first panel of a kind has the names that were stored before there could be several; the
 * others have entries of their own.
 */
const panelView = (base: ViewStore, panel: PanelId): ViewStore =>
  panelNumber(panel) === 1
    ? base
    : derivedStore<ViewState, ViewState>(base, {
        read: ({ tables, settings, recent }) => ({
          tables: entriesOf(panel, tables),
          settings: entriesOf(panel, settings),
          recent,
        }),
        write: ({ tables, settings, ...change }, state) => ({
          ...change,
          ...(tables === undefined
            ? {}
            : { tables: { ...state.tables, ...renamed(panel, tables) } }),
          ...(settings === undefined
            ? {}
            : { settings: { ...state.settings, ...renamed(panel, settings) } }),
        }),
      })

/**
 * Returns the window as one panel uses it: what it selects is selected in its link group, and its
 * settings and columns are its own. Everything else is shared.
 */
export const panelWindow = (mainWindow: MainWindow, panel: PanelId): MainWindow => ({
  ...mainWindow,
  selection: panelSelection(mainWindow.selection, panel),
  view: panelView(mainWindow.view, panel),
})

/** Names of settings that do not begin with the kind of their panel. */
const SETTING_NAMES: Readonly<Record<string, string>> = { 'time-sales': 'tape' }

/** Returns the settings of a panel under the names that the panel uses. */
export function settingsOf(
  { settings }: Pick<ViewState, 'settings'>,
  panel: PanelId,
): Readonly<Record<string, string>> {
  if (panelNumber(panel) > 1) return entriesOf(panel, settings)
  const kind = panelKind(panel)
  const prefix = `${SETTING_NAMES[kind] ?? kind}.`
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith(prefix)))
}

/** Returns the columns of a panel's tables; all that are shared, for the first panel of a kind. */
const tablesOf = ({ tables }: Pick<ViewState, 'tables'>, panel: PanelId): ViewState['tables'] =>
  panelNumber(panel) > 1
    ? entriesOf(panel, tables)
    : Object.fromEntries(Object.entries(tables).filter(([name]) => !name.includes('/')))

const stored = <T>(
  panel: PanelId,
  own: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> => (panelNumber(panel) > 1 ? renamed(panel, own) : own)

/**
 * Returns the entries of one panel under their stored names.
 * @param as the id under which they are stored; by default the panel's own
 */
export const entriesOfPanel = (
  view: Pick<ViewState, 'settings' | 'tables'>,
  panel: PanelId,
  as: PanelId = panel,
): Pick<ViewState, 'settings' | 'tables'> => ({
  settings: stored(as, settingsOf(view, panel)),
  tables: stored(as, tablesOf(view, panel)),
})

/** Gives a new panel the settings and columns of another one of its kind. */
export function copyEntries(view: ViewStore, from: PanelId, to: PanelId): void {
  const state = view.getState()
  const own = `${to}/`
  const others = <T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith(own)))
  view.setState({
    settings: { ...others(state.settings), ...stored(to, settingsOf(state, from)) },
    tables: { ...others(state.tables), ...stored(to, tablesOf(state, from)) },
  })
}

/** Returns the entries without those of further panels that are not open any more. */
export function openEntries<T>(
  all: Readonly<Record<string, T>>,
  open: readonly PanelId[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => {
      const slash = name.indexOf('/')
      return slash < 0 || open.includes(name.slice(0, slash))
    }),
  )
}

/** How a store is seen by a part of the window. */
interface StoreView<S, T> {
  readonly read: (state: S) => T
  /** Returns the change of the whole state that a change of the view means. */
  readonly write: (change: Partial<T>, state: S) => Partial<S>
}

/** Creates a view of a store: a store without a state of its own. */
function derivedStore<S, T>(base: StoreApi<S>, { read, write }: StoreView<S, T>): StoreApi<T> {
  let seen: S | null = null
  let derived: T | null = null
  // The same state must be the same object, or every subscriber would render again.
  const viewOf = (state: S): T => {
    if (derived === null || state !== seen) {
      seen = state
      derived = read(state)
    }
    return derived
  }
  return {
    getState: () => viewOf(base.getState()),
    getInitialState: () => read(base.getInitialState()),
    setState(change: T | Partial<T> | ((state: T) => T | Partial<T>)) {
      const state = base.getState()
      const next =
        typeof change === 'function' ? (change as (state: T) => Partial<T>)(viewOf(state)) : change
      base.setState(write(next, state))
    },
    subscribe: (listener) =>
      base.subscribe((state, before) => {
        const previous = before === seen && derived !== null ? derived : read(before)
        listener(viewOf(state), previous)
      }),
  }
}
