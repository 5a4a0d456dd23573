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
 * Keeps every group in sight and large enough for what it is for, however small the dock becomes:
 * by zoom, by the window, by what the
 * person arranged. Sizes follow the dock in proportion and come back as they were when it grows
 * again. `sized`: the dock has a new size.
 */
export function enforceMinimumSizes(
  api: DockviewApi,
  dock: HTMLElement,
  onResized: () => void,
): Disposer {
  /** `looser`: takes demands back alone, which moves nothing. */
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
      // Told twice: when the grid first hears of it, it asks for the demand before the group has
      // it, and keeps the old one.
      for (let time = 0; time < 2; time += 1) {
        group.api.setConstraints({ minimumWidth, minimumHeight })
      }
    }
  }
  const fit = (): void => {
    const dockSize = { width: dock.clientWidth, height: dock.clientHeight }
    // A dock that is not shown has no size to fit into.
    if (dockSize.width === 0 || dockSize.height === 0) return
    // In this order: a demand that is made before the groups have their new sizes would be kept as
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
