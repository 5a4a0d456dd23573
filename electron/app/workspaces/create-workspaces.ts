import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import type { LogPort } from '../../core/ports.js'
import { WorkspaceStore } from '../../core/workspaces/workspace-store.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Desktop } from '../desktop.js'
import type { StartNotices } from '../session/start-notices.js'
import type { PreferencesStore } from '../settings/preferences.js'
import type { StoredDocuments } from '../settings/stored-documents.js'
import { workspaceFolder } from './workspace-files.js'
import { Workspaces } from './workspaces.js'

export interface CreateWorkspacesOptions {
  readonly desktop: Pick<Desktop, 'language' | 'fileDialog' | 'createPanelWindows'>
  /** The program's data folder. */
  readonly userData: string
  readonly files: StoredDocuments
  readonly preferences: PreferencesStore
  readonly log: LogPort
  readonly notices: StartNotices
  readonly showMainWindow: () => void
}

/** Creates the workspaces of the data folder; they are read with the first call. */
export function createWorkspaces({
  desktop,
  userData,
  files,
  preferences,
  log,
  notices,
  showMainWindow,
}: CreateWorkspacesOptions): Workspaces {
  const store = new WorkspaceStore({
    folder: workspaceFolder(userData, files),
    random: systemRandom,
    log,
    firstName: () => desktop.language.write(message('workspaces.firstName')),
    onSetAside: (name) => notices.add({ code: 'workspace-set-aside', detail: foreign(name) }),
  })
  const workspaces = new Workspaces({
    store,
    fileDialog: desktop.fileDialog,
    createWindows: (deps) => desktop.createPanelWindows(deps),
    showMainWindow,
    timers: systemTimers,
  })
  preferences.subscribe(() => workspaces.onPreferences())
  return workspaces
}
