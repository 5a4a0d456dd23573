import type { DockviewApi, IDockviewPanel } from 'dockview-react'
import type { ScreenPoint } from '../../../shared/domain/app/workspaces/windows-view.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { MainWindow } from '../../stores/main-window.js'
import { mayLeave, moveToOwnWindow } from '../windows/moved-panels.js'

/** The frame of a window on the screens, in device-independent px. */
type Frame = Pick<Window, 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'>

/**
 * Returns where a drag ended outside of this window; null where it was dropped on something, ended
 * in the window, or has no position, as after Escape on some systems.
 */
export function outsidePoint(
  event: Pick<DragEvent, 'screenX' | 'screenY'> & {
    readonly dataTransfer: Pick<DataTransfer, 'dropEffect'> | null
  },
  frame: Frame,
): ScreenPoint | null {
  const [x, y] = [Math.round(event.screenX), Math.round(event.screenY)]
  const wasDropped = (event.dataTransfer?.dropEffect ?? 'none') !== 'none'
  if (wasDropped || (x === 0 && y === 0)) return null
  const isInside =
    x >= frame.screenX &&
    x < frame.screenX + frame.outerWidth &&
    y >= frame.screenY &&
    y < frame.screenY + frame.outerHeight
  return isInside ? null : { x, y }
}

/**
 * Gives a tab, or all tabs of a group, a window of their own where the pointer lets them go outside
 * of this window. Over the main window they return to it.
 */
export function followDragsOut(
  api: DockviewApi,
  mainWindow: MainWindow,
  onMoved: () => void,
): Disposer {
  let dragged: readonly IDockviewPanel[] = []
  const drags = [
    api.onWillDragPanel(({ panel }) => {
      dragged = [panel]
    }),
    api.onWillDragGroup(({ group }) => {
      dragged = group.panels
    }),
  ]
  const onEnd = (event: DragEvent): void => {
    const panels = dragged.filter(({ id }) => api.getPanel(id) !== undefined && mayLeave(id))
    dragged = []
    const point = panels.length === 0 ? null : outsidePoint(event, window)
    if (point === null) return
    void moveToOwnWindow(mainWindow, api, panels, point)
    onMoved()
  }
  document.addEventListener('dragend', onEnd, true)
  return () => {
    document.removeEventListener('dragend', onEnd, true)
    for (const drag of drags) drag.dispose()
  }
}
