import type { DockviewApi, IDockviewPanel } from 'dockview-react'
import { copyEntries } from '../../stores/instances/panel-window.js'
import type { MainWindow } from '../../stores/main-window.js'
import { nextPanelId, panelKind } from '../../stores/panel-id.js'
import { groupOf, linkPanel, pinnedGroup, unlinkPanel } from '../../stores/selection.js'
import { syncs } from '../../stores/charts/chart-sync.js'
import { allPanels, openPanelInDock } from './dock-panels.js'

const CHART = 'chart'

/** Opens one more chart, with the settings and the symbol of the first. */
function addChart(api: DockviewApi, mainWindow: MainWindow, first: IDockviewPanel): IDockviewPanel {
  const { selection, view } = mainWindow
  const id = nextPanelId(CHART, allPanels(api, mainWindow))
  const group = groupOf(selection.getState(), first.id)
  unlinkPanel(selection, id)
  copyEntries(view, first.id, id)
  // It shows the symbol of the first chart until another one is chosen in it.
  linkPanel(selection, id, group)
  if (!syncs(view.getState(), 'symbol')) linkPanel(selection, id, pinnedGroup(id))
  return api.addPanel({
    id,
    component: CHART,
    title: first.title ?? id,
    position: { referencePanel: first.id, direction: 'right' },
  })
}

/**
 * Arranges one, two or four charts in the center: side by side, or two above two. Missing charts
 * open, the ones beyond the number close; both can be undone.
 */
export function arrangeCharts(api: DockviewApi, mainWindow: MainWindow, count: 1 | 2 | 4): void {
  const first = api.panels.find(({ id }) => panelKind(id) === CHART) ?? openPanelInDock(api, CHART)
  if (first === undefined) return
  const open = api.panels.filter(({ id }) => panelKind(id) === CHART && id !== first.id)
  for (const extra of open.slice(count - 1)) extra.api.close()
  const others = open.slice(0, count - 1)
  while (others.length < count - 1) others.push(addChart(api, mainWindow, first))
  const [second, third, fourth] = others
  // The third goes below the first, the fourth below the second: two rows of equal charts.
  second?.api.moveTo({ group: first.group, position: 'right' })
  third?.api.moveTo({ group: first.group, position: 'bottom' })
  if (second !== undefined) fourth?.api.moveTo({ group: second.group, position: 'bottom' })
  first.api.setActive()
}

/** Links every chart to the group of the first, or pins the others to the symbols they show. */
export function linkCharts(api: DockviewApi, { selection }: MainWindow, isOn: boolean): void {
  const [first, ...others] = api.panels.filter(({ id }) => panelKind(id) === CHART)
  if (first === undefined) return
  const group = groupOf(selection.getState(), first.id)
  for (const { id } of others) linkPanel(selection, id, isOn ? group : pinnedGroup(id))
}
