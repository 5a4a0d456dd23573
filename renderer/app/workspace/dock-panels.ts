import type { DockviewApi, IDockviewPanel } from 'dockview-react'
import { panelOf, storedTitle } from '../../panels/registry.js'
import { copyEntries } from '../../stores/instances/panel-window.js'
import type { MainWindow } from '../../stores/main-window.js'
import { nextPanelId, panelKind, type PanelId } from '../../stores/panel-id.js'
import { groupOf, linkPanel, unlinkPanel } from '../../stores/selection.js'
import { addPanel } from './default-layout.js'

/** The panels of this window and of the other ones. */
export const allPanels = (api: DockviewApi, { windows }: MainWindow): readonly PanelId[] => [
  ...api.panels.map(({ id }) => id),
  ...(windows.getState().value?.windows.flatMap(({ panels }) => panels) ?? []),
]

/**
 * Returns the open panel that a request for a kind of panel means: of several the one in the link
 * group of the active panel, else the first.
 */
export function findPanel(
  api: DockviewApi,
  { selection }: Pick<MainWindow, 'selection'>,
  wanted: PanelId,
): IDockviewPanel | undefined {
  const exact = api.getPanel(wanted)
  if (panelKind(wanted) !== wanted) return exact
  const same = api.panels.filter(({ id }) => panelKind(id) === wanted)
  const state = selection.getState()
  const group = groupOf(state)
  return same.find(({ id }) => groupOf(state, id) === group) ?? exact ?? same[0]
}

/** Opens a panel at its default place. */
export function openPanelInDock(api: DockviewApi, id: PanelId): IDockviewPanel | undefined {
  const entry = panelOf(id)
  if (entry === undefined) return undefined
  if (api.getPanel(id) === undefined) addPanel(api, entry, { id })
  return api.getPanel(id)
}

/** Opens a panel among the tabs of another one: after the last, or at this index. */
export function addTab(
  api: DockviewApi,
  id: PanelId,
  neighbor: PanelId,
  index?: number,
): IDockviewPanel | undefined {
  const entry = panelOf(id)
  if (entry === undefined) return undefined
  return api.addPanel({
    id,
    component: entry.id,
    title: storedTitle(entry),
    position: {
      referencePanel: neighbor,
      direction: 'within',
      ...(index === undefined ? {} : { index }),
    },
  })
}

/**
 * Opens another panel of the same kind, with the same settings and link group. A chart opens beside
 * its original, another panel as a tab of its group.
 */
export function openAnother(
  api: DockviewApi,
  mainWindow: MainWindow,
  source: IDockviewPanel,
): IDockviewPanel | undefined {
  const entry = panelOf(source.id)
  if (entry?.isRepeatable === undefined) return undefined
  const id = nextPanelId(entry.id, allPanels(api, mainWindow))
  unlinkPanel(mainWindow.selection, id)
  copyEntries(mainWindow.view, source.id, id)
  linkPanel(mainWindow.selection, id, groupOf(mainWindow.selection.getState(), source.id))
  return api.addPanel({
    id,
    component: entry.id,
    title: storedTitle(entry),
    position: {
      referencePanel: source.id,
      direction: entry.placement === 'centre' && entry.id === 'chart' ? 'right' : 'within',
    },
  })
}
