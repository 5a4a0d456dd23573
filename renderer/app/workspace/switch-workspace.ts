import type { DockviewApi } from 'dockview-react'
import type { WorkspaceId } from '../../../shared/domain/app/workspaces/workspaces.js'
import { describeError } from '../../language/error-message.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast, toastError } from '../../stores/toasts.js'
import type { LayoutHistory } from './layout-history.js'
import { restoreWorkspace, type SavedLayout } from './persist-workspace.js'
import { unknownPanels } from './workspace-schema.js'

/** A dock that can show another workspace. */
interface SwitchedDock {
  readonly api: DockviewApi
  readonly mainWindow: MainWindow
  readonly history: LayoutHistory
  readonly saved: SavedLayout | null
  readonly openDefault: (api: DockviewApi) => void
  readonly onOwnLayout: () => void
}

/** Says which panels of the layout this version does not have. */
export function notifyUnknownPanels(
  { toasts }: Pick<MainWindow, 'toasts'>,
  layout: string | null,
): void {
  const unknown = layout === null ? [] : unknownPanels(layout)
  if (unknown.length === 0) return
  toast(toasts, 'warn', ({ workspaces }) => workspaces.unknownPanels(unknown.length), {
    detail: () => unknown.join(', '),
  })
}

/** Shows the layout in the dock; panels that stay open keep their inputs. */
function show({ api, mainWindow, history, openDefault, onOwnLayout }: SwitchedDock): void {
  history.clear()
  if (restoreWorkspace(api, mainWindow)) onOwnLayout()
  else openDefault(api)
  mainWindow.layout.setState({ canUndoLayout: false, undoReset: null })
  notifyUnknownPanels(mainWindow, mainWindow.workspace.getState().layout)
}

/** Saves the current workspace, then opens another one. */
export async function showWorkspace(dock: SwitchedDock, id: WorkspaceId): Promise<void> {
  const { mainWindow, saved } = dock
  await saved?.flush()
  const reply = await mainWindow.invoke('workspaces.switch', { id })
  if (!reply.ok) {
    toastError(mainWindow.toasts, reply.error, describeError)
    return
  }
  mainWindow.workspace.setState({ id: reply.value.id, layout: reply.value.layout })
  show(dock)
}

/** Saves the current workspace under another name, and continues in that one. */
export async function saveWorkspaceAs(
  { mainWindow, saved }: SwitchedDock,
  name: string,
): Promise<void> {
  await saved?.flush()
  const reply = await mainWindow.invoke('workspaces.create', { name })
  if (reply.ok) mainWindow.workspace.setState({ id: reply.value.id })
  else toastError(mainWindow.toasts, reply.error, describeError)
}
