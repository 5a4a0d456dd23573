import type { DockviewApi } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { LayoutHistory } from '../workspace/layout-history.js'

/** Dragging a divider is one change. */
const SETTLE_MS = 400

/** Records the layout after each change, so that the last change can be undone. */
export function noteLayouts(
  api: DockviewApi,
  { layout }: Pick<MainWindow, 'layout'>,
  history: LayoutHistory,
): Disposer {
  let timer: ReturnType<typeof setTimeout> | null = null
  const note = (): void => {
    timer = null
    history.note(api.toJSON())
    if (layout.getState().canUndoLayout !== history.canUndo) {
      layout.setState({ canUndoLayout: history.canUndo })
    }
  }
  const changed = api.onDidLayoutChange(() => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(note, SETTLE_MS)
  })
  note()
  return () => {
    if (timer !== null) clearTimeout(timer)
    changed.dispose()
  }
}
