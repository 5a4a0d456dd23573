import type { DockviewApi, SerializedDockview } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import { panelOf } from '../../panels/registry.js'
import { minimumGroupSizes, type Grid, type Size } from './group-sizes.js'

type SavedGrid = SerializedDockview['grid']['root']

const gridOf = (saved: SavedGrid): Grid => {
  if (Array.isArray(saved.data)) return { type: 'branch', parts: saved.data.map(gridOf) }
  return {
    type: 'leaf',
    group: saved.data.id,
    places: saved.data.views.flatMap((id) => panelOf(id)?.placement ?? []),
  }
}

/**
 * Keeps every group visible and large enough for its content when zoom, window or layout shrink the
 * dock. Sizes change with the dock in proportion and are restored when it grows again. Calls
 * `onResized` after each new dock size.
 */
export function enforceMinimumSizes(
  api: DockviewApi,
  dock: HTMLElement,
  onResized: () => void,
): Disposer {
  /** `onlyShrink`: only lowers minimum sizes, which moves nothing. */
  const applyMinimumSizes = (dockSize: Size, onlyShrink: boolean): void => {
    const { grid } = api.toJSON()
    const groupSizes = minimumGroupSizes(
      gridOf(grid.root),
      `${grid.orientation}` === 'HORIZONTAL',
      dockSize,
    )
    for (const group of api.groups) {
      const wanted = groupSizes.get(group.id)
      if (wanted === undefined) continue
      const minimumWidth = onlyShrink ? Math.min(group.minimumWidth, wanted.width) : wanted.width
      const minimumHeight = onlyShrink
        ? Math.min(group.minimumHeight, wanted.height)
        : wanted.height
      if (minimumWidth === group.minimumWidth && minimumHeight === group.minimumHeight) continue
      // Set twice: on the first call the grid reads the constraint before the group has stored it,
      // and keeps the old one.
      for (let time = 0; time < 2; time += 1) {
        group.api.setConstraints({ minimumWidth, minimumHeight })
      }
    }
  }
  const fit = (): void => {
    const dockSize = { width: dock.clientWidth, height: dock.clientHeight }
    // A hidden dock has no size to fit into.
    if (dockSize.width === 0 || dockSize.height === 0) return
    // The order matters: a larger minimum set before the groups have their new sizes would become
    // the proportion that they grow back to.
    applyMinimumSizes(dockSize, true)
    api.layout(dockSize.width, dockSize.height)
    applyMinimumSizes(dockSize, false)
    onResized()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(dock)
  const layout = api.onDidLayoutChange(() =>
    applyMinimumSizes({ width: api.width, height: api.height }, false),
  )
  return () => {
    observer.disconnect()
    layout.dispose()
  }
}
